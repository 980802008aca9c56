"""The way from the full screen to what was played before: the list of matches, replays, statistics."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from textual.screen import Screen

from net.database import StoreError
from net.saved import FinishedMatch
from net.store import Store
from unokart_tui.replay import Replay
from unokart_tui.screens.matches import MatchesScreen
from unokart_tui.screens.replay import ReplayScreen
from unokart_tui.screens.statistics import StatisticsScreen
from unokart_tui.start import AtMatches, AtReplay
from unokart_tui.statistics import collect


def screen_of(where: AtMatches | AtReplay, directory: Path, name: str) -> Screen[None]:
    """Return the screen to begin with; `directory` is that of the matches, `name` the player's."""
    if isinstance(where, AtReplay):
        return ReplayScreen(where.replay, where.name)
    return _matches_screen(directory, name)


def _matches_screen(directory: Path, name: str) -> MatchesScreen:
    matches: list[FinishedMatch] = []
    warnings: list[str] = []
    try:
        if directory.exists():
            matches = _list(directory, warnings)
    except StoreError as error:
        warnings.append(str(error))
    load = partial(_load, directory)
    statistics = partial(StatisticsScreen, partial(collect, directory, name, []))
    return MatchesScreen(matches, load, statistics, " ".join(warnings) or None)


def _list(directory: Path, warnings: list[str]) -> list[FinishedMatch]:
    store = Store(directory, warnings.append)
    try:
        return store.matches()
    finally:
        store.close()


def _load(directory: Path, number: int) -> Replay:
    store = Store(directory, lambda warning: None)  # whoever lists them is told
    try:
        return Replay(store.record(number))
    finally:
        store.close()
