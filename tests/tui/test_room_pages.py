"""The screens of rooms: what their keys do."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from textual.app import App
from textual.events import Paste

from net.found import People, Rooms
from net.hosted import HostState
from net.saved import OpenTable
from net.updates import Refused, RoomChanged, RoomState
from tests.tui.pages import PageApp
from tests.tui.room_scenes import TABLES, lobby
from tests.tui.rooms import HOSTING, LOBBY, MINE, OPEN, Control, Link, at_home, found, stay_in
from unokart_tui.config import Settings
from unokart_tui.screens.going_on import GoingOnScreen, ago
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.host_setup import HostSetupScreen, choices_from
from unokart_tui.screens.invite import InviteScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.lobby_help import LobbyHelpScreen
from unokart_tui.screens.people import PeopleScreen
from unokart_tui.screens.question import QuestionScreen
from unokart_tui.screens.rooms import RoomsScreen

SIZE = (80, 24)


def shown(app: App[Any]) -> str:
    rows = (strip.text for strip in app.screen._compositor.render_strips())
    return " ".join(" ".join(rows).split())


def in_lobby(room: RoomState, host: HostState | None = None) -> tuple[PageApp, LobbyScreen, list[tuple[Any, ...]]]:
    screen = lobby(room, host, talk=False)()
    link = screen._link
    assert isinstance(link, Link)
    return PageApp(screen), screen, link.calls


# The lobby


async def test_a_guest_says_ready_and_takes_it_back() -> None:
    app, screen, calls = in_lobby(LOBBY)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        ready = replace(LOBBY, people=(replace(LOBBY.people[0], ready=True), *LOBBY.people[1:]))
        screen.lobby.stay.take(RoomChanged(ready))
        await pilot.press("r")
    assert calls == [("ready",), ("unready",)]


@pytest.mark.parametrize("key", ["b", "x", "i", "left", "u", "g"])
async def test_what_is_the_hosts_alone_is_said_to_be(key: str) -> None:
    app, _, calls = in_lobby(LOBBY)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert "Only the host can do that." in shown(app)
    assert calls == []


async def test_the_host_sees_to_bots_rules_and_the_beginning() -> None:
    app, _, calls = in_lobby(MINE, OPEN)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("b", "left", "down", "down", "right", "x", "end", "down", "down", "right", "enter")
        await pilot.pause()
        assert "Enter again begins all the same: Bob is not ready yet." in shown(app)
        await pilot.press("enter")
    assert calls == [
        ("add_bot", "normal"),
        ("set_level", 2, "easy"),
        ("remove", 2),
        ("set_rules", replace(MINE.rules, target_score=750)),
        ("start",),
    ]


async def test_another_key_between_takes_the_second_enter_back() -> None:
    app, _, calls = in_lobby(MINE, OPEN)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter", "down", "enter")
    assert calls == []


@pytest.mark.parametrize(("key", "call"), [("k", ("kick", 2)), ("b", ("ban", 2)), ("n", None), ("escape", None)])
async def test_sending_someone_away_is_asked(key: str, call: tuple[Any, ...] | None) -> None:
    app, _, calls = in_lobby(MINE, OPEN)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down", "x")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        assert "Send Bob away?" in shown(app)
        await pilot.press(key)
        await pilot.pause()
        assert app.screen is app.page
    assert calls == ([] if call is None else [call])


async def test_people_talk_react_mute_and_watch_in_the_lobby() -> None:
    app, screen, calls = in_lobby(LOBBY)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", *"qq r", "enter", "!", "3", "!", "q", "down", "m")
        await pilot.pause()
        assert "What Bob says is not shown any more." in shown(app)
        assert screen.lobby.stay.muted == {2}
        screen.on_paste(Paste("ignored"))
        await pilot.press("s", "z")
        await pilot.pause()
        assert "z does nothing here" in shown(app)
    assert calls == [("chat", "qq r"), ("react", 2), ("stand",)]


async def test_the_lobby_says_what_was_refused_and_has_a_page_of_keys() -> None:
    app, screen, _ = in_lobby(LOBBY)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen.receive(Refused(0, "full", "Every seat is taken."))
        await pilot.pause()
        assert "Every seat is taken." in shown(app)
        await pilot.press("?")
        await pilot.pause()
        assert isinstance(app.screen, LobbyHelpScreen)
        assert "Invite people" not in shown(app)


# Rooms


async def test_the_list_of_rooms_follows_what_is_found_and_keeps_the_choice() -> None:
    screen = RoomsScreen()
    app = PageApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "Looking for rooms" in shown(app)
        await pilot.press("enter")
        screen.receive(Rooms((found(1, "One"), found(2, "Two")), None))
        await pilot.press("down")
        screen.receive(Rooms((found(3, "Three"), found(1, "One"), found(2, "Two", taken=4)), None))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    assert app.results == [found(2, "Two", taken=4)]


async def test_a_room_of_another_version_is_not_joined_but_explained() -> None:
    screen = RoomsScreen()
    app = PageApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen.receive(Rooms((found(1, protocol=(90, 91)),), None))
        await pilot.press("enter")
        await pilot.pause()
        assert "speaks protocol 90 to 91" in shown(app)
    assert app.results == []


async def test_an_address_is_typed_or_pasted_and_a_wrong_one_refused() -> None:
    screen = RoomsScreen()
    app = PageApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*"1.2.3", "enter")
        await pilot.pause()
        assert "is no address" in shown(app)
        await pilot.press("escape")
        assert app.results == []
        screen.on_paste(Paste(" 192.168.1.23:24784\n"))
        await pilot.press("enter")
        await pilot.pause()
    assert app.results == ["192.168.1.23:24784"]


# Hosting


async def test_the_choices_for_a_room_are_made_by_keys() -> None:
    screen = HostSetupScreen(choices_from(Settings(name="Ada", target=200)))
    app = PageApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*"Den", "down", "right", "down", *"Red Fox", "down", "3", "down", "left", "down", "right")
        await pilot.press("down", "left", "down", "backspace", "a", "enter")
        await pilot.pause()
    (choices,) = app.results
    assert (choices.room, choices.door, choices.passphrase) == ("Den", "own", "Red Fox")
    assert (choices.bots, choices.level, choices.target, choices.seconds, choices.name) == (3, "easy", 300, 45, "Ada")


async def test_a_passphrase_of_ones_own_has_to_be_one() -> None:
    app = PageApp(HostSetupScreen(choices_from(Settings(name="Ada"))))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down", "right", "enter")
        await pilot.pause()
        assert "A passphrase needs" in shown(app)
        await pilot.press(*"ok", "enter")
        await pilot.pause()
    assert app.results[0].passphrase == "ok"


async def test_people_are_invited_and_what_they_answer_is_shown() -> None:
    stay, control = stay_in(MINE, OPEN), Control()
    screen = InviteScreen(stay, control)  # type: ignore[arg-type]  # it answers to any name
    app = PageApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "Nobody's home screen is open" in shown(app)
        stay.nearby = People((at_home(1, "Mia"), at_home(2, "Zoe")), None)
        screen.redraw()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "asked to come" in shown(app)
    assert control.calls == [("invite", at_home(2, "Zoe"))]


async def test_the_host_may_mute_and_send_away_from_the_table() -> None:
    stay, link = stay_in(HOSTING, OPEN), Link()
    app = PageApp(PeopleScreen(stay, link))  # type: ignore[arg-type]  # it answers to any name
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "crimson cobra 61" in shown(app)
        await pilot.press("m", "x", "down", "m", "x")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        await pilot.press("k")
        await pilot.pause()
    assert stay.muted == {2}
    assert link.calls == [("kick", 2)]


# Going on


async def test_a_table_to_go_on_with_is_chosen_or_thrown_away() -> None:
    thrown: list[OpenTable] = []

    def discard(table: OpenTable) -> str | None:
        thrown.append(table)
        return None if len(thrown) > 1 else "The disk is read-only."

    app = PageApp(GoingOnScreen(TABLES, discard, lambda: 5000.0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for key in ("n", "y"):
            await pilot.press("x", key)
            await pilot.pause()
        assert "The disk is read-only." in shown(app)
        await pilot.press("x", "y")
        await pilot.pause()
        assert "against Toad" not in shown(app)
        await pilot.press("enter")
        await pilot.pause()
    assert thrown == [TABLES[0], TABLES[0]]
    assert app.results == [TABLES[1]]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "just now"), (29, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (400_000, "5 days ago")],
)
def test_times_are_said_roughly(seconds: float, said: str) -> None:
    assert ago(seconds) == said


async def test_home_offers_what_there_is() -> None:
    chosen: list[str] = []

    class HomeApp(PageApp):
        def on_home_screen_chosen(self, message: HomeScreen.Chosen) -> None:
            chosen.append(message.choice)

    home = HomeScreen()
    app = HomeApp(home)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("h", "j", "c", "y", "n")
        await pilot.pause()
        assert chosen == []
        home.offer_to_go_on(True)
        await pilot.press("enter", "c", "down", "enter")
        await pilot.pause()
    assert chosen == ["continue", "continue", "play"]
