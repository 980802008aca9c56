"""Keys that have a meaning on a page and can't do it now: each says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.screen import Screen

from engine.phases import Phase
from engine.rules import Rules
from tests.tui.pages import PageApp, ended, people
from tests.tui.room_scenes import lobby, over
from tests.tui.rooms import LOBBY, MINE, OPEN
from unokart_tui.config import Settings
from unokart_tui.screens.host_setup import HostSetupScreen, choices_from
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.settings import SettingsScreen

Make = Callable[[], Screen[Any]]

ALONE = Settings(name="Ada", bots=1, target=50, pace=3.0)
LONG = replace(MINE, rules=Rules(target_score=1000), turn_seconds=0)


def new() -> Screen[Any]:
    return NewMatchScreen(ALONE)


def hosting() -> Screen[Any]:
    return HostSetupScreen(choices_from(Settings(name="Ada", target=1000)))


def settings() -> Screen[Any]:
    return SettingsScreen(ALONE, {}, lambda settings: None)


def podium() -> Screen[Any]:
    return MatchScreen(ended(4, Phase.MATCH_OVER), people(4), 0)


REACTIONS = "Reactions have the numbers 1 to 8."
SILENT: list[tuple[Make, list[str], str]] = [
    (new, ["left"], "That is the least."),
    (new, ["0"], "There are 1 to 9 bots."),
    (new, ["down", "down", "left"], "That is the least."),
    (new, ["down", "down", *"1000000"], "A match goes to 1 to 100000 points."),
    (new, ["down", "down", "down", "right"], "That is the most."),
    (new, ["up", "left"], "This is typed, not chosen."),
    (new, ["up", *"x" * 20], "There is room for 20 characters."),
    (new, ["up", *["backspace"] * 4], "There is nothing left to take back."),
    (settings, ["left"], "This is typed, not chosen."),
    (settings, [*"x" * 18], "There is room for 20 characters."),
    (settings, [*["backspace"] * 4], "There is nothing left to take back."),
    (settings, ["up", "right"], "That is the most."),
    (settings, ["up", "up", "left"], "That is the least."),
    (settings, ["down", "x"], "x does nothing here."),
    (hosting, ["left"], "This is typed, not chosen."),
    (hosting, [*"x" * 31], "There is room for 30 characters."),
    (hosting, ["down", "down", "left"], "That is the least."),
    (hosting, ["down", "down", "down", "down", "right"], "That is the most."),
    (hosting, ["up", *["backspace"] * 4], "There is nothing left to take back."),
    (podium, ["up"], "All rounds are shown."),
    (lobby(LONG, OPEN), ["up", "up", "right"], "That is the most."),
    (lobby(LONG, OPEN), ["up", "left"], "That is the least."),
    (lobby(LOBBY), ["exclamation_mark", "9"], REACTIONS),
    (lobby(LOBBY), ["exclamation_mark", "x"], REACTIONS),
    (over(RoundScreen, Phase.ROUND_OVER), ["exclamation_mark", "9"], REACTIONS),
    (over(MatchScreen, Phase.MATCH_OVER), ["exclamation_mark", "enter"], REACTIONS),
    (over(MatchScreen, Phase.MATCH_OVER), ["j"], "You have a seat."),
    (over(RoundScreen, Phase.ROUND_OVER), ["O"], "Only the host can do that."),
]


@pytest.mark.parametrize(
    ("make", "first", "last"),
    [(new, "Against", "You are"), (settings, "You are", "A move takes"), (hosting, "The room is", "You are")],
)
async def test_home_and_end_lead_to_the_first_row_and_the_last(make: Make, first: str, last: str) -> None:
    app = PageApp(make())
    async with app.run_test(size=(60, 20)) as pilot:
        for key, label in (("end", last), ("home", first), ("up", last)):
            await pilot.press(key)
            await pilot.pause()
            rows = [strip.text for strip in app.screen._compositor.render_strips()]
            assert any(f"\u25ba {label}" in row for row in rows), f"{key}: {rows}"


@pytest.mark.parametrize(("make", "keys", "why"), SILENT, ids=[f"{why} {' '.join(keys)}" for _, keys, why in SILENT])
async def test_a_key_that_can_do_nothing_now_says_why(make: Make, keys: list[str], why: str) -> None:
    app = PageApp(make())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        rows = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
    assert why in rows
    assert app.results == []
