"""Stays in rooms on the real screen, over ways into a network that a test plays."""

from __future__ import annotations

from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.screen import Screen

from engine.actions import Play
from engine.phases import TABLE
from net.hosted import HostEnded
from net.network import People, Rooms
from net.updates import Changed, Chat, Closed, Connected, PassphraseAsked, Reconnecting, RoomChanged
from tests.tui.rooms import (
    HOSTING,
    LOBBY,
    MINE,
    OPEN,
    PLAYING,
    Doors,
    at_home,
    found,
    invitation,
    outside,
)
from tests.tui.tables import four
from unokart_tui.app import UnoKartApp
from unokart_tui.config import Settings
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.host_setup import HostSetupScreen
from unokart_tui.screens.invite import InviteScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.question import QuestionScreen
from unokart_tui.screens.rooms import RoomsScreen
from unokart_tui.screens.stopped import StoppedScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.start import AtRooms, InRoom, Start

SIZE = (80, 24)
SETTINGS = Settings(name="Ada", animations=False, bell=False)


class Evening:
    """An app over doors that a test plays."""

    def __init__(self, directory: Path, start: Start | None = None, settings: Settings = SETTINGS) -> None:
        self.doors = Doors()
        self.app = UnoKartApp(settings, start, outside(self.doors, directory))
        self.pilot: Pilot[Any]

    async def until(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen of a kind is on top."""
        while not isinstance(self.app.screen, kind):
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        while text not in self.shown:
            await self.pilot.pause(0.01)

    @property
    def shown(self) -> str:
        """The rows of the screen, as one text with single blanks."""
        rows = (strip.text for strip in self.app.screen._compositor.render_strips())
        return " ".join(" ".join(rows).split())

    async def joined(self) -> None:
        """Join a room from home."""
        await self.press("j")
        await self.until(RoomsScreen)
        self.doors.tell_rooms(Rooms((found(1),), None))
        await self.sees("Rainbow Road")
        await self.press("enter")
        await self.until(EnteringScreen)

    async def seated(self) -> None:
        """Come into the lobby as a guest."""
        await self.joined()
        self.doors.enter(LOBBY)
        await self.until(LobbyScreen)

    async def dealt(self) -> TableScreen:
        """Come to the table as a guest."""
        await self.seated()
        self.doors.deal()
        await self.until(TableScreen)
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen


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


async def test_a_line_that_is_being_typed_goes_along_to_the_table(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.seated()
        await evening.press("t", *"good lu")
        evening.doors.deal()
        await evening.until(TableScreen)
        await evening.press(*"ck", "enter")
        assert evening.doors.link.calls == [("chat", "good luck")]


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


async def test_a_room_is_hosted_and_shows_how_friends_get_in(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.press("h")
        await evening.until(HostSetupScreen)
        await evening.press(*"Den", "down", "down", "2", "enter")
        await evening.until(EnteringScreen)
        (setup,) = evening.doors.hosted
        assert (setup.room, setup.name, setup.bots) == ("Den", "Ada", ("normal", "normal"))
        assert setup.passphrase is not None
        evening.doors.tell_host(OPEN)
        evening.doors.enter(MINE)
        await evening.until(LobbyScreen)
        for text in ("192.168.1.23", "10.0.0.5:24784", "crimson cobra 61", "eeec 6998 0353 02da 9fd6"):
            assert text in evening.shown
        await evening.press("i")
        await evening.until(InviteScreen)
        evening.doors.tell_people(People((at_home(1, "Mia"),), None))
        await evening.sees("Mia")
        await evening.press("enter")
        assert evening.doors.control.calls == [("invite", at_home(1, "Mia"))]


async def hosting(evening: Evening) -> None:
    """Host a room with a match under way."""
    await evening.press("h")
    await evening.until(HostSetupScreen)
    await evening.press("enter")
    await evening.until(EnteringScreen)
    evening.doors.tell_host(OPEN)
    evening.doors.enter(MINE)
    evening.doors.deal(room=HOSTING)
    await evening.until(TableScreen)


@pytest.mark.parametrize(("key", "mode", "code"), [("k", "keep", "kept"), ("s", "save", "host_closing")])
async def test_the_host_says_what_becomes_of_the_table(evening: Evening, key: str, mode: str, code: str) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await hosting(evening)
        await evening.press("q")
        await evening.until(QuestionScreen)
        await evening.press("escape", "q", key)
        link = evening.doors.control.link
        assert link.calls == [("close_room", mode)]
        evening.doors.tell(Closed(code, "The table is closed."))
        if mode == "save":
            evening.doors.tell_host(HostEnded(code, "The table is closed."))
            await evening.until(HomeScreen)
            assert evening.app.hosting is None
            await evening.press("q")
        await evening.pilot.pause()
    assert evening.app.return_code == 0
    # A table that runs on has to be seen to when the screen is gone.
    assert (evening.app.hosting is not None) == (mode == "keep")


async def test_a_room_that_can_not_be_opened_says_why(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.press("h", "enter")
        await evening.until(EnteringScreen)
        evening.doors.tell(Closed("not_hosted", "Port 24783 is taken."))
        evening.doors.tell_host(HostEnded("not_hosted", "Port 24783 is taken."))
        await evening.until(StoppedScreen)
        assert "Port 24783 is taken." in evening.shown


async def test_an_invitation_is_shown_at_home_and_one_key_accepts_it(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.pilot.app.workers.wait_for_complete()
        await evening.press("y", "n")
        evening.doors.invite(invitation(known=False))
        await evening.sees('Bob invites you to "Rainbow Road"')
        assert "You have not met this host before." in evening.shown
        await evening.press("n")
        assert evening.doors.home.calls == [("decline",)]
        assert "invites you" not in evening.shown
        evening.doors.invite(invitation())
        await evening.sees("invites you")
        evening.doors.invite(None)
        while "invites you" in evening.shown:
            await evening.pilot.pause(0.01)
        evening.doors.invite(invitation())
        await evening.sees("invites you")
        await evening.press("y")
        await evening.until(EnteringScreen)
        assert evening.doors.home.calls[1:] == [("accept",), ("close",)]
        assert evening.doors.joined == [(invitation(), "Ada", False)]


async def test_who_does_not_want_to_be_seen_is_not(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings=replace(SETTINGS, invitations=False))
    opened: list[object] = []
    evening.app.outside = replace_network(evening, opened)
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.pilot.app.workers.wait_for_complete()
        await evening.pilot.pause()
    assert opened == []


def replace_network(evening: Evening, opened: list[object]) -> Any:
    def opening(warn: object) -> Doors:
        opened.append(warn)
        return evening.doors

    assert evening.app.outside is not None
    return changed(evening.app.outside, open_network=opening)


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
