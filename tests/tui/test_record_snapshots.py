"""Pictures of the screens for matches that were played: each size, palette and set of marks somewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from net.saved import FinishedMatch
from tests.tui.pages import PageApp
from tests.tui.recorded import NAMES, played
from tests.tui.test_page_snapshots import BARE, COLOR, FEW, HUGE, PLAIN, TYPED, USUAL
from tests.tui.test_statistics import an_evening
from unokart_tui.cardface import Look
from unokart_tui.replay import Replay
from unokart_tui.screens.matches import MatchesScreen
from unokart_tui.screens.replay import ReplayHelpScreen, ReplayScreen
from unokart_tui.screens.statistics import StatisticsScreen

Compare = Callable[..., bool]

NOON = 1_767_268_800.0


def replay(players: int, unfinished: bool = False) -> Callable[[], Screen[Any]]:
    def make() -> Screen[Any]:
        record = played(2, NAMES[:players])
        if unfinished:
            record.entries = record.entries[: len(record.entries) * 2 // 3]
        return ReplayScreen(Replay(record), "match 12")

    return make


def statistics() -> Screen[Any]:
    return StatisticsScreen(an_evening)


def matches() -> Screen[Any]:
    list_ = [
        FinishedMatch(3, "Rainbow Road", NAMES[:4], (120, 505, 0, 77), 1, NOON, 1),
        FinishedMatch(2, "", NAMES, tuple(range(0, 600, 60)), 9, NOON, -1),
        FinishedMatch(1, "", NAMES[:2], (501, 30), 0, NOON),
    ]
    return MatchesScreen(list_, lambda number: Replay(played(1)), statistics, "The saved matches were damaged.")


PICTURES: dict[str, tuple[Callable[[], Screen[Any]], tuple[int, int], Look, list[str]]] = {
    "replay-two": (replay(2), USUAL, COLOR, ["2", *["right"] * 9]),
    "replay-four": (replay(4), USUAL, FEW, ["2", *["right"] * 12]),
    "replay-ten": (replay(10), USUAL, COLOR, ["end"]),
    "replay-bare": (replay(10), BARE, PLAIN, ["right", "right"]),
    "replay-huge": (replay(4), HUGE, COLOR, ["3"]),
    "replay-typed": (replay(3), USUAL, TYPED, ["2", "right"]),
    "replay-unfinished": (replay(3, unfinished=True), USUAL, COLOR, ["end"]),
    "replay-help": (ReplayHelpScreen, BARE, COLOR, []),
    "matches": (matches, USUAL, COLOR, ["down"]),
    "matches-bare": (matches, BARE, PLAIN, []),
    "statistics": (statistics, USUAL, COLOR, []),
    "statistics-bare": (statistics, BARE, PLAIN, ["end"]),
    "statistics-huge": (statistics, HUGE, FEW, []),
}


@pytest.mark.parametrize("name", PICTURES)
def test_screen(snap_compare: Compare, name: str) -> None:
    make, size, look, keys = PICTURES[name]

    async def press(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.press(*keys)
        await pilot.pause()
        # A screen that fails is a picture too, and would be taken for a good one.
        assert pilot.app.return_code is None

    assert snap_compare(PageApp(make(), look), terminal_size=size, run_before=press)
