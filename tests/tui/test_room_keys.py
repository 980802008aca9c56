"""The keys about the room at the table: talk, reactions, who is there, pause, a seat for who watches."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from textual.events import Paste

from engine.actions import Draw, Play
from net.updates import Changed, Chat, Clock, Connected, Reconnecting, Refused, RoomChanged, RoomState
from tests.tui.pages import FULL_COLOR
from tests.tui.room_scenes import RoomApp, RoomScene
from tests.tui.rooms import HOSTING, OPEN, PLAYING, WATCHING
from tests.tui.tables import Visited, four
from unokart_tui.commands import COMMANDS
from unokart_tui.lobby_commands import LOBBY_COMMANDS
from unokart_tui.screens.help import HelpScreen

SIZE = (80, 24)


def room_app(room: RoomState = PLAYING, **given: Any) -> RoomApp:
    return RoomApp(RoomScene(room, **given), FULL_COLOR)


def shown(app: RoomApp) -> str:
    rows = (strip.text for strip in app.screen._compositor.render_strips())
    return " ".join(" ".join(rows).split())


async def test_what_is_typed_is_said_and_plays_no_cards() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", *"duck", "backspace", "ctrl+w", *"q d? 1!", "enter")
        await pilot.press("t", *"never mind", "escape", "t", "enter")
        assert app.company.link.calls == [("chat", "q d? 1!")]
        assert app.company.screen.table.saying is None


async def test_what_is_pasted_becomes_one_line() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.company.screen.on_paste(Paste("not asked for"))
        await pilot.press("t")
        app.company.screen.on_paste(Paste("two\nlines \x1b[31mred"))
        await pilot.press("enter")
        assert app.company.link.calls == [("chat", "two lines [31mred")]


async def test_a_turn_that_begins_while_one_types_takes_nothing_away() -> None:
    app = room_app(match=lambda: four(turn=3))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", *"we")
        app.company.begin()
        await pilot.press(*"ll", "enter", "enter")
        assert app.company.link.calls[0] == ("chat", "well")
        assert app.company.link.calls[1][:2] == ("act", Play(0, "R7"))


async def test_reactions_have_digits_and_escape_says_none() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("!", "escape", "!", "!", "!", "9")
        await pilot.pause()
        assert "Reactions have the numbers 1 to 8." in shown(app)
        await pilot.press("!", "2")
        assert app.company.link.calls == [("react", 1)]


async def test_only_the_host_can_pause() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert "Only the host can pause the game." in shown(app)
        assert app.company.link.calls == []


async def test_while_the_game_is_paused_nobody_acts_and_the_same_key_goes_on() -> None:
    app = room_app(HOSTING)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("p")
        app.company.tell(RoomChanged(replace(HOSTING, paused_by="Ada")))
        await pilot.pause()
        await pilot.press("enter", "d")
        await pilot.pause()
        assert "Ada has paused the game." in shown(app)
        assert "p go on" in shown(app)
        await pilot.press("p")
        assert app.company.link.calls == [("pause", True), ("pause", False)]


async def test_who_watches_may_take_a_seat_or_wait_no_longer() -> None:
    app = room_app(WATCHING)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("j", "enter", "d")
        waits = replace(WATCHING, spectators=(replace(WATCHING.spectators[0], waits=True),))
        app.company.tell(RoomChanged(waits))
        await pilot.press("j")
        assert app.company.link.calls == [("sit",), ("stand",)]


async def test_who_has_a_seat_needs_none() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("j")
        await pilot.pause()
        assert "You have a seat." in shown(app)


async def test_keys_lead_to_who_is_there_and_to_the_question_before_leaving() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert app.company.left == 1
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(app.screen, Visited)
        assert app.screen.what == "people"


async def test_without_a_connection_the_keys_say_so_and_ask_nothing() -> None:
    app = room_app(HOSTING)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.company.tell(Reconnecting("Lost. Trying to come back to the table."))
        await pilot.pause()
        assert "No connection" in shown(app)
        assert "t talk" not in shown(app)
        await pilot.press("t", "!", "p", "enter", "d")
        assert app.company.link.calls == []
        app.company.tell(Connected(4))
        await pilot.pause()
        assert "t talk" in shown(app)
        assert "4 ms" in shown(app)


async def test_the_last_seconds_are_counted_down() -> None:
    app = room_app()
    now = 0.0
    app.company.stay.clock = lambda: now
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.company.tell(Clock(0, 12_000))
        await pilot.pause()
        assert "s left" not in shown(app).replace("29 left", "")
        now = 9.5
        app.company.screen._next_second()
        await pilot.pause()
        assert "3 s left" in shown(app)
        app.company.tell(Clock(1, 60_000))
        await pilot.pause()
        assert "3 s left" not in shown(app)


async def test_what_the_room_refuses_is_said() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.company.tell(Refused(0, "flood", "That was too much talk at once."))
        await pilot.pause()
        assert "That was too much talk at once." in shown(app)


async def test_a_chat_line_looks_like_no_event_of_the_game() -> None:
    app = room_app()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.company.tell(Chat(2, "Bob", "You play red 7"))
        await pilot.pause()
        (line,) = app.company.stay.log.lines
        assert (line.text, line.kind) == ("Bob: You play red 7", "talk")


@pytest.mark.parametrize("room", [True, False])
async def test_the_help_tells_of_people_only_where_there_are_some(room: bool) -> None:
    app = room_app()
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        await app.push_screen(HelpScreen(app.company.screen.table, room=room))
        await pilot.pause()
        assert ("Say something to everyone" in shown(app)) == room


def test_no_key_has_two_meanings_in_the_lobby_and_every_command_is_explained() -> None:
    keys = [key for command in LOBBY_COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(command.help.endswith(".") for command in LOBBY_COMMANDS)
    assert {command.id for command in COMMANDS if command.room} == {
        "talk",
        "react",
        "people",
        "pause",
        "sit",
        "unsaved",
    }


async def test_the_host_may_go_on_though_nothing_can_be_saved() -> None:
    app = room_app(HOSTING)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert "The game is saved as it is played." in shown(app)
        app.company.stay.host = replace(OPEN, unsaved="The disk is full.")
        app.company.screen.repaint()
        await pilot.pause()
        assert "The disk is full." in shown(app)
        await pilot.press("o")
        assert app.company.unsaved == 1


async def test_another_seat_counts_only_with_the_view_of_it() -> None:
    app = room_app(WATCHING, match=lambda: four(turn=3))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        people = (*PLAYING.people[:3], replace(PLAYING.people[3], who=3, here=True, bot=None, name="Eve"))
        app.company.tell(RoomChanged(replace(WATCHING, seat=3, people=people, spectators=())))
        await pilot.press("enter", "d")
        assert app.company.link.calls == []
        app.company.tell(Changed(2, four(turn=3).view(3)))
        await pilot.press("d")
        assert app.company.link.calls == [("act", Draw(3), 2)]
