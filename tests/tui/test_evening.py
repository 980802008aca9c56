"""Stays in rooms of other computers on the real screen, over ways into a network that a test plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.actions import Play
from engine.phases import TABLE
from net.updates import Changed, Chat, Closed, Connected, PassphraseAsked, Reconnecting, RoomChanged
from tests.tui.evenings import SIZE, Evening
from tests.tui.rooms import (
    LOBBY,
    PLAYING,
    found,
)
from tests.tui.tables import four
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.people import PeopleScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.question import QuestionScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.rooms import RoomsScreen
from unokart_tui.screens.stopped import StoppedScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.start import AtRooms, InRoom


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


async def test_a_room_is_found_joined_and_left(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.seated()
        assert evening.doors.joined == [(found(1), "Ada", False)]
        assert evening.doors.looking == 0
        await evening.press("q")
        await evening.until(QuestionScreen)
        await evening.press("y")
        assert evening.doors.link.calls == [("leave",)]
        evening.doors.tell(Closed("left", "You have left the table."))
        await evening.until(HomeScreen)
        assert len(evening.app.screen_stack) == 1


async def test_giving_up_at_the_door_leads_back_without_a_question(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.joined()
        await evening.press("escape")
        assert evening.doors.link.calls == [("leave",)]
        evening.doors.tell(Closed("left", "You have left the table."))
        await evening.until(HomeScreen)


async def test_the_passphrase_is_asked_for_in_place_with_the_fingerprint(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.joined()
        asked = PassphraseAsked("Rainbow Road", "0011223344556677", "eeec 6998 0353", known=False)
        evening.doors.tell(asked)
        await evening.sees("eeec 6998 0353")
        await evening.press(*"red fox 12", "enter")
        assert evening.doors.link.calls == [("passphrase", "red fox 12")]
        await evening.sees("Connecting")
        evening.doors.tell(replace(asked, sentence="That is not the passphrase.", known=True))
        await evening.sees("That is not the passphrase.")
        assert "red fox" not in evening.shown
        assert "eeec" not in evening.shown
        await evening.press(*"x7")
        assert "Passphrase: **_" in evening.shown
        await evening.press("ctrl+r")
        assert "Passphrase: x7_" in evening.shown


async def test_a_passphrase_that_was_given_beforehand_is_tried_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, InRoom("192.168.1.23", passphrase="red fox 12"))
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.until(EnteringScreen)
        for _ in range(2):
            evening.doors.tell(PassphraseAsked("Rainbow Road", "0011223344556677", "eeec", known=True))
        await evening.sees("Passphrase:")
        assert evening.doors.link.calls == [("passphrase", "red fox 12")]


async def test_a_changed_fingerprint_is_a_hard_stop_that_is_explained(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.joined()
        evening.doors.tell(
            Closed("fingerprint", "The host shows another one. Forget it with: unokart join --forget 00")
        )
        await evening.until(StoppedScreen)
        assert "STOP" in evening.shown
        assert "unokart join --forget 00" in evening.shown
        await evening.press("enter")
        await evening.until(HomeScreen)


async def test_from_the_command_line_a_room_that_is_not_there_ends_the_program(tmp_path: Path) -> None:
    evening = Evening(tmp_path, InRoom("192.168.1.23"))
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.until(EnteringScreen)
        evening.doors.tell(Closed("unreachable", "Nothing answers there."))
        while evening.app.return_code is None:
            await evening.pilot.pause(0.01)
    assert evening.app.return_code == 1


async def test_from_the_list_of_rooms_one_comes_back_to_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, AtRooms(watch=True))
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.until(RoomsScreen)
        await evening.press(*"192.168.1.77", "enter")
        await evening.until(EnteringScreen)
        assert evening.doors.joined == [("192.168.1.77", "Ada", True)]
        evening.doors.tell(Closed("unreachable", "Nothing answers there."))
        await evening.until(StoppedScreen)
        await evening.press("enter")
        await evening.until(RoomsScreen)
        await evening.press("escape")
    assert evening.app.return_code == 0


async def test_the_table_comes_with_the_match_and_the_lobby_after_it(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        table = await evening.dealt()
        assert table.table.hand.cards
        match = four(hand="G9", scores=(490, 0, 0, 0))
        evening.doors.tell(Changed(7, match.view(0)))
        events = tuple(match.apply(Play(0, "G9")))
        evening.doors.tell(Changed(8, match.view(0), events))
        evening.doors.tell(RoomChanged(LOBBY))
        await evening.press("enter")
        await evening.until(MatchScreen)
        await evening.press("enter")
        await evening.until(LobbyScreen)
        assert "Rainbow Road" in evening.shown
        evening.doors.tell(Changed(9, four().view(0)))
        evening.doors.tell(RoomChanged(PLAYING))
        await evening.until(TableScreen)
        assert evening.app.screen is not table


async def round_over(evening: Evening) -> None:
    """Come to where a round is over, and see how."""
    await evening.dealt()
    match = four(hand="G9")
    evening.doors.tell(Changed(7, match.view(0)))
    events = tuple(match.apply(Play(0, "G9")))
    evening.doors.tell(Changed(8, match.view(0), events))
    await evening.sees("go on")
    await evening.press("enter")
    await evening.until(RoundScreen)


async def test_people_talk_while_the_end_of_a_round_is_shown(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await round_over(evening)
        evening.doors.tell(Chat(2, "Bob", "well [b]played[/b]"))
        await evening.sees("Bob: well [b]played[/b]")
        await evening.press("t", *"thx q", "enter")
        await evening.press("exclamation_mark")
        assert "Good game!" in evening.shown
        await evening.press("8")
        await evening.press("exclamation_mark", "escape", "P")
        assert evening.doors.link.calls == [("chat", "thx q"), ("react", 7)]
        assert "Only the host can pause the game." in evening.shown
        assert isinstance(evening.app.screen, RoundScreen)


async def test_a_line_begun_at_the_end_of_a_round_goes_along_into_the_next(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await round_over(evening)
        await evening.press("T", *"go")
        evening.doors.tell(Changed(9, four().view(0)))
        await evening.until(TableScreen)
        await evening.press("!", "enter")
        assert evening.doors.link.calls == [("chat", "go!")]


async def test_someone_is_muted_at_the_end_of_a_round_which_gives_way_to_the_next(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await round_over(evening)
        await evening.press("w")
        await evening.until(PeopleScreen)
        await evening.press("down", "m", "escape")
        await evening.until(RoundScreen)
        evening.doors.tell(Chat(2, "Bob", "can you hear me"))
        await evening.press("w")
        await evening.until(PeopleScreen)
        evening.doors.tell(Changed(9, four().view(0)))
        await evening.pilot.pause()
        await evening.press("escape")
        await evening.until(TableScreen)
        assert "can you hear me" not in evening.shown
        assert "Your turn" in evening.shown


async def test_a_line_that_is_being_typed_goes_along_to_the_table(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.seated()
        await evening.press("t", *"good lu")
        evening.doors.deal()
        await evening.until(TableScreen)
        await evening.press(*"ck", "enter")
        assert evening.doors.link.calls == [("chat", "good luck")]


async def test_a_guest_who_presses_ctrl_c_twice_is_away_and_keeps_the_seat(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.dealt()
        await evening.press("ctrl+c", "ctrl+c")
        await evening.pilot.pause()
    assert evening.doors.link.calls == []
    assert evening.app.last_words == "Your seat is kept: Join a game leads back to it."


async def test_a_guest_may_leave_for_good_or_be_away(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.dealt()
        for key in ("q", "ctrl+c"):
            await evening.press(key)
            await evening.until(QuestionScreen)
            assert "gives the seat to a bot" in evening.shown
            await evening.press("enter")
            await evening.until(TableScreen)
        assert evening.doors.link.calls == []
        await evening.press("q", "a")
        await evening.pilot.pause()
    assert evening.doors.link.calls == []
    assert evening.app.return_code == 0
    assert evening.app.last_words == "Your seat is kept: Join a game leads back to it."


async def test_who_is_sent_away_is_told_so(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.dealt()
        await evening.press("w")
        evening.doors.tell(Closed("kicked", "Bob has sent you away from the table."))
        await evening.until(StoppedScreen)
        assert "Bob has sent you away" in evening.shown


async def test_a_spectator_sees_the_table_and_may_take_a_seat(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.joined()
        room = replace(PLAYING, seat=TABLE, who=3)
        evening.doors.enter(room)
        evening.doors.tell(Changed(1, four().view(TABLE)))
        await evening.until(TableScreen)
        assert "You are watching" in evening.shown
        await evening.press("j")
        assert evening.doors.link.calls == [("sit",)]


async def test_a_lost_connection_is_said_until_it_is_back(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.dealt()
        evening.doors.tell(Reconnecting("The host does not answer. Trying to come back to the table."))
        await evening.sees("No connection")
        await evening.press("enter", "t", "!")
        assert evening.doors.link.calls == []
        evening.doors.tell(Chat(2, "Bob", "there you are"))
        evening.doors.tell(Connected(3))
        await evening.sees("The connection is back")
        assert "No connection" not in evening.shown


async def test_a_lobby_that_the_table_covers_is_drawn_when_it_is_seen_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.dealt()
        lobby = evening.app.screen_stack[-2]
        drawn: list[object] = []
        monkeypatch.setattr(lobby, "draw", lambda surface, look: drawn.append(surface))
        evening.doors.tell(RoomChanged(replace(PLAYING, paused_by="Bob")))
        await evening.sees("Bob has paused the game")
        assert not drawn, "all of the table would be repainted for it"
        evening.app.pop_screen()
        await evening.until(LobbyScreen)
        assert drawn
