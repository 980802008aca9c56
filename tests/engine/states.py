"""The complete state of a match as a value that can be compared."""

from __future__ import annotations

from typing import Final

from engine.match import Match
from engine.shuffles import Shuffles

ALL_SLOTS: Final = frozenset(Match.__slots__)

# `out` only lends its events to the action being applied; `shuffles` is compared by how often it was asked.
_STATE: Final = sorted(ALL_SLOTS - {"out", "shuffles"})


class CountedShuffles:
    """Shuffles that know how often they were asked."""

    def __init__(self, inner: Shuffles) -> None:
        self._inner = inner
        self.count = 0

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle as the inner source does."""
        self.count += 1
        self._inner.shuffle(cards)


def snapshot(match: Match) -> dict[str, object]:
    """Return every slot of a match, independent of what happens to it later."""
    state = {name: _frozen(getattr(match, name)) for name in _STATE}
    if isinstance(match.shuffles, CountedShuffles):
        state["shuffles"] = match.shuffles.count
    return state


def _frozen(value: object) -> object:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
