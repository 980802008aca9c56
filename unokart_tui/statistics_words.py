"""Statistics in sentences, to be read one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from unokart_tui.names import counted
from unokart_tui.statistics import Outcome, Statistics
from unokart_tui.statistics_rows import NOTHING, fared, remarks
from unokart_tui.surface import plain
from unokart_tui.telling import ITEM_NAMES

_MOST_RIVALS: Final = 20


def statistics_lines(statistics: Statistics) -> list[str]:
    """Tell all that the charts show, what matters most first."""
    if not statistics.matches:
        return [NOTHING, *remarks(statistics)]
    return [
        *_figures(statistics),
        "Your latest matches, the last one first:",
        *map(_outcome, reversed(statistics.outcomes)),
        "Your opponents:",
        *_opponents(statistics),
        *remarks(statistics),
    ]


def _figures(statistics: Statistics) -> Iterator[str]:
    yield f"Matches: you won {_share(statistics.won, statistics.matches)}"
    yield f"Rounds: you won {_share(statistics.rounds_won, statistics.rounds)}"
    yield (
        f"Points: {statistics.points_a_match:.0f} a match, {statistics.points_a_round:.0f} a round, "
        f"{statistics.best_round} in your best round"
    )
    yield f"Matches won in a row: {statistics.longest_streak} at best, {statistics.streak} now"
    yield (
        f"UNO: called {counted(statistics.called, 'time')}, missed and caught {counted(statistics.missed, 'time')}; "
        f"others caught {counted(statistics.caught, 'time')}"
    )
    items = sorted(ITEM_NAMES, key=lambda item: -statistics.items[item])
    yield f"Items from your boxes: {', '.join(f'{ITEM_NAMES[item]} {statistics.items[item]}' for item in items)}"


def _share(part: int, whole: int) -> str:
    percent = f", {round(100 * part / whole)} percent" if whole else ""
    return f"{part} of {whole}{percent}"


def _outcome(each: Outcome) -> str:
    came = "won" if each.won else f"place {each.place} of {each.players}"
    return f"Match {each.match}: {came}, with {counted(each.score, 'point')}, first to {each.target}"


def _opponents(statistics: Statistics) -> Iterator[str]:
    rivals = statistics.rivals
    for name, each in rivals[:_MOST_RIVALS]:
        yield f"{plain(name)}: {fared(each)}"
    if len(rivals) > _MOST_RIVALS:
        yield f"and {len(rivals) - _MOST_RIVALS} more"
