"""Pictures of the screens around the table: each screen, and each size, palette and set of marks somewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from engine.phases import Phase
from tests.tui.pages import PageApp, ended, people
from tests.tui.tables import four, table_at
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import FULL, MONO, SIXTEEN
from unokart_tui.screens.help import HelpScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.rules import RulesScreen

Compare = Callable[..., bool]

BARE, USUAL, HUGE = (60, 20), (80, 24), (200, 60)
COLOR, PLAIN, FEW, TYPED = Look(FULL, UNICODE), Look(MONO, ASCII), Look(SIXTEEN, UNICODE), Look(FULL, ASCII)


def new_match() -> Screen[Any]:
    return NewMatchScreen(Settings(name="Ada"))


def after_round(players: int) -> Callable[[], Screen[Any]]:
    return lambda: RoundScreen(ended(players, Phase.ROUND_OVER, seed=3, target=5000), people(players), 0)


def after_match(players: int, target: int = 500) -> Callable[[], Screen[Any]]:
    return lambda: MatchScreen(ended(players, Phase.MATCH_OVER, seed=3, target=target), people(players), 0)


PICTURES: dict[str, tuple[Callable[[], Screen[Any]], tuple[int, int], Look, list[str]]] = {
    "home": (HomeScreen, USUAL, COLOR, []),
    "home-bare": (HomeScreen, BARE, FEW, ["down"]),
    "home-huge": (HomeScreen, HUGE, COLOR, []),
    "home-plain": (HomeScreen, USUAL, PLAIN, []),
    "home-typed": (HomeScreen, USUAL, TYPED, []),
    "new": (new_match, USUAL, COLOR, ["down", "down"]),
    "new-bare": (new_match, BARE, PLAIN, ["9", "up"]),
    "new-huge": (new_match, HUGE, FEW, []),
    "round": (after_round(4), USUAL, COLOR, []),
    "round-two": (after_round(2), USUAL, FEW, []),
    "round-ten": (after_round(10), USUAL, COLOR, []),
    "round-bare": (after_round(10), BARE, PLAIN, []),
    "round-huge": (after_round(4), HUGE, COLOR, []),
    "match": (after_match(4), USUAL, COLOR, []),
    "match-two": (after_match(2, 3000), BARE, PLAIN, []),
    "match-ten": (after_match(10), USUAL, FEW, []),
    "match-huge": (after_match(10, 5000), HUGE, COLOR, []),
    "quit": (QuitScreen, USUAL, COLOR, []),
    "quit-plain": (QuitScreen, BARE, PLAIN, ["left"]),
    "help": (lambda: HelpScreen(table_at(four())), USUAL, COLOR, []),
    "help-bare": (lambda: HelpScreen(table_at(four())), BARE, PLAIN, []),
    "rules": (RulesScreen, USUAL, COLOR, []),
    "rules-bare": (RulesScreen, BARE, FEW, ["pagedown"]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_page(snap_compare: Compare, name: str) -> None:
    make, size, look, keys = PICTURES[name]

    async def press(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        # A screen that fails is a picture too, and would be taken for a good one.
        assert pilot.app.return_code is None

    assert snap_compare(PageApp(make(), look), terminal_size=size, run_before=press)
