"""The program as a whole, at tables of its own: from home to a match, and back or out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from engine.phases import Phase
from net import solo
from net.updates import Changed, Closed, Update
from tests.tui.rooms import Doors, outside
from tests.tui.situations import OVER
from unokart_tui.app import UnoKartApp
from unokart_tui.bridge import Bridge
from unokart_tui.config import Settings, load
from unokart_tui.screens.commands import CommandsScreen
from unokart_tui.screens.help import HelpScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.screens.stopped import StoppedScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.solo_table import SoloTable
from unokart_tui.start import AtTable

SIZE = (80, 24)
SETTINGS = Settings(name="Ada", pace=0, bots=2, animations=False)


@pytest.fixture
def at_home() -> Iterator[UnoKartApp]:
    app = UnoKartApp(SETTINGS)
    yield app
    app.leave()


@pytest.fixture
def at_table() -> Iterator[UnoKartApp]:
    app = UnoKartApp(SETTINGS, AtTable(seed=1))
    yield app
    app.leave()


async def dealt(pilot: Pilot[Any]) -> TableScreen:
    """Wait until the table shows a hand."""
    for _ in range(500):
        screen = pilot.app.screen
        if isinstance(screen, TableScreen) and screen.view is not None and screen.view.round:
            return screen
        await pilot.pause(0.01)
    raise AssertionError("no cards were dealt")


async def gone(pilot: Pilot[Any]) -> None:
    """Wait until the table is no longer on the screen, or the app has ended."""
    for _ in range(500):
        if pilot.app.return_code is not None or isinstance(pilot.app.screen, HomeScreen):
            return
        await pilot.pause(0.01)
    raise AssertionError("the table is still there")


async def until_shown(pilot: Pilot[Any], kind: type[Screen[Any]]) -> None:
    """Wait until a screen of a kind is shown."""
    while not isinstance(pilot.app.screen, kind):
        await pilot.pause(0.01)
    await pilot.pause()


def shown(app: UnoKartApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_two_keys_lead_from_home_to_the_first_cards(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        table = await dealt(pilot)
        assert table.view is not None
        assert len(table.view.hand) >= 7


async def test_the_choices_of_a_new_match_are_those_of_the_table_and_are_remembered(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press("p", "4", "down", "right", "enter")
        table = await dealt(pilot)
        assert table.view is not None
        assert table.view.players == 5
    assert load()[0] == Settings(bots=4, level="easy", learned=True), (
        "what was not changed here may be so for this time alone"
    )


async def test_leaving_a_table_leads_home(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        for _ in range(2):
            await pilot.press("enter", "enter")
            await dealt(pilot)
            await pilot.press("q")
            await pilot.pause()
            assert isinstance(at_home.screen, QuitScreen)
            await pilot.press("n")
            await pilot.pause()
            assert isinstance(at_home.screen, TableScreen)
            await pilot.press("q", "y")
            await gone(pilot)
            assert isinstance(at_home.screen, HomeScreen)
            assert len(at_home.screen_stack) == 1
        await pilot.press("q")
    assert at_home.return_code == 0


async def test_keys_that_are_typed_ahead_reach_the_screen_that_they_are_meant_for(at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        for key, character in (("colon", ":"), ("h", "h"), ("i", "i"), ("n", "n"), ("t", "t")):
            at_table.post_message(Key(key, character))
        await until_shown(pilot, CommandsScreen)
        while "hint_" not in shown(at_table):
            await pilot.pause(0.01)
        await pilot.press("escape")
        await until_shown(pilot, TableScreen)
        for key in ("q", "y"):
            at_table.post_message(Key(key, key))
        await gone(pilot)
    assert at_table.return_code == 0


async def test_with_caps_lock_one_leaves_as_well(at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        await pilot.press("Q")
        await until_shown(pilot, QuitScreen)
        await pilot.press("N")
        await until_shown(pilot, TableScreen)
        await pilot.press("Q", "Y")
        await gone(pilot)
    assert at_table.return_code == 0


@pytest.mark.parametrize("key", ["q", "question_mark", "f1"])
async def test_a_key_that_leads_to_another_screen_is_not_said_to_do_nothing(key: str, at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        table = await dealt(pilot)
        await pilot.press(key, "escape")
        await pilot.pause()
        assert at_table.screen is table
        assert table.table.notice is None


async def test_leaving_the_table_that_one_came_for_ends_the_program(at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        await pilot.press("q", "y")
        await gone(pilot)
    assert at_table.return_code == 0


@pytest.mark.parametrize("saved", [True, False])
async def test_going_on_is_promised_only_of_a_match_that_is_saved(saved: bool, tmp_path: Path) -> None:
    if not saved:
        (tmp_path / "state").write_text("a file is where the directory should be")
    app = UnoKartApp(SETTINGS, AtTable(seed=1), outside(Doors(), tmp_path / "state"))
    async with app.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        for ask in ("q", "ctrl+c"):
            await pilot.press(ask)
            await until_shown(pilot, QuitScreen)
            assert ('At home, "Continue" goes on with it.' in shown(app)) == saved
            assert ("The match ends here." in shown(app)) != saved
            await pilot.press("n")
            await until_shown(pilot, TableScreen)
    app.leave()


async def test_what_can_not_be_seen_is_not_acted_on_save_for_the_end(tmp_path: Path) -> None:
    app = UnoKartApp(SETTINGS, AtTable(seed=1), outside(Doors(), tmp_path))
    async with app.run_test(size=SIZE) as pilot:
        table = await dealt(pilot)
        await pilot.resize_terminal(59, 20)
        await pilot.pause()
        before = table.table.version, table.table.hand.chosen
        await pilot.press("enter", "d", "right", "q", "f1", "f2", "colon", "t", "x")
        await pilot.pause()
        assert app.screen is table
        assert (table.table.version, table.table.hand.chosen) == before
        await pilot.resize_terminal(*SIZE)
        await pilot.press("f2")
        await pilot.pause()
        await pilot.resize_terminal(60, 19)
        await pilot.pause()
        await pilot.press("down", "right")
        await pilot.pause()
        assert app.screen is not table
        assert app.settings == SETTINGS
        assert "Only Esc and Ctrl+C act." in shown(app)
        await pilot.press("escape")
        await until_shown(pilot, TableScreen)
        for answers in (["n"], ["y"]):
            await pilot.press("ctrl+c")
            await until_shown(pilot, QuitScreen)
            await pilot.press(*answers)
        await gone(pilot)
    assert app.return_code == 0


async def test_going_on_is_not_promised_of_a_match_that_is_over(tmp_path: Path) -> None:
    app = UnoKartApp(SETTINGS, AtTable(seed=1), outside(Doors(), tmp_path))
    async with app.run_test(size=SIZE) as pilot:
        table = await dealt(pilot)
        table.receive(Changed(1_000_000, OVER[Phase.MATCH_OVER]().view(0)))
        await pilot.press("q")
        await until_shown(pilot, QuitScreen)
        assert "The match ends here." in shown(app)
    app.leave()


async def test_one_comes_back_from_the_rules_and_from_a_new_match(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        for key, page in (("r", RulesScreen), ("f1", RulesScreen), ("p", NewMatchScreen)):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(at_home.screen, page)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(at_home.screen, HomeScreen)


async def test_home_is_gone_through_by_arrows(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press(*7 * ["down"], "enter")
        await pilot.pause()
        assert isinstance(at_home.screen, RulesScreen)
        await pilot.press("escape", "up", "up", "up", "enter")
    assert at_home.return_code == 0


async def test_home_is_gone_through_by_mouse(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.pause()
        rows = at_home.screen.query_one("Canvas")
        row = next(y for y in range(24) if "Rule book" in rows.render_line(y).text)
        await pilot.click(offset=(40, row))
        await pilot.pause()
        assert isinstance(at_home.screen, RulesScreen)


@pytest.mark.parametrize("first", ["ctrl+c", "q"])
async def test_ctrl_c_is_not_asked_twice(first: str, at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        await pilot.press(first, "ctrl+c")
        await gone(pilot)
    assert at_table.return_code == 0


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
async def test_control_keys_ask_at_a_table_and_end_at_home(key: str, at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        await dealt(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(at_home.screen, QuitScreen)
        await pilot.press("n", "question_mark")
        await pilot.pause()
        assert isinstance(at_home.screen, HelpScreen)
        await pilot.press("escape", key, "y")
        await gone(pilot)
        if at_home.return_code is None:
            await pilot.press(key)
    assert at_home.return_code == 0


async def test_a_table_that_breaks_down_says_so_at_home(at_home: UnoKartApp) -> None:
    async with at_home.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("enter", "enter")
        await dealt(pilot)
        await pilot.press("question_mark")
        lose(at_home)
        await until_shown(pilot, StoppedScreen)
        assert "The [table] broke down." in shown(at_home)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(at_home.screen, HomeScreen)


async def test_a_table_that_breaks_down_ends_a_program_without_a_home(at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        lose(at_table)
        await gone(pilot)
    assert at_table.return_code == 1


def lose(app: UnoKartApp) -> None:
    """Tell the app that its table is gone."""
    assert isinstance(app._sitting, SoloTable)
    app._sitting.bridge(Closed("crash", "The [table] broke down."))


async def test_late_words_of_a_table_that_was_left_reach_no_other(
    at_home: UnoKartApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridges: list[Any] = []
    real = solo.open_solo

    def opened(setup: solo.SoloSetup, bridge: Bridge[Update], directory: Path | None) -> Any:
        bridges.append(bridge)
        return real(setup, bridge, directory)

    monkeypatch.setattr(solo, "open_solo", opened)
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press("enter", "enter")
        await dealt(pilot)
        await pilot.press("q", "y")
        await gone(pilot)
        await pilot.press("enter", "enter")
        table = await dealt(pilot)
        bridges[0](Closed("crash", "The table broke down."))
        await pilot.pause()
        assert at_home.screen is table


async def test_settings_that_can_not_be_written_are_said_and_the_match_begins(
    at_home: UnoKartApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(settings: Settings, *, before: Settings) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("unokart_tui.config.remember", full)
    async with at_home.run_test(size=SIZE, notifications=True) as pilot:
        await pilot.press("enter", "enter")
        table = await dealt(pilot)
        while "Your choices could not be kept: No space left on device." not in shown(at_home):
            await pilot.pause(0.01)
        assert not at_home._notifications
        await pilot.press("s")
        assert table.table.standing is None


async def test_an_end_that_the_system_asks_for_is_not_questioned(at_table: UnoKartApp) -> None:
    async with at_table.run_test(size=SIZE) as pilot:
        await dealt(pilot)
        at_table.end_soon()
        await gone(pilot)
    assert at_table.return_code == 0


def test_without_color_not_one_color_code_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = UnoKartApp(SETTINGS)
    assert not app.look.palette.colored
    assert app.theme == "ansi-dark"
