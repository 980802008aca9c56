"""Where the order of cards comes from. The engine has no randomness of its own: a source is handed to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

from engine.cards import CODE, DECK
from engine.errors import RecordError


class Shuffles(Protocol):
    """A source of shuffles."""

    def shuffle(self, cards: list[int]) -> None:
        """Put card ids into a new order, in place. The last one is the top of the pile."""


class SeededShuffles:
    """Shuffles that are the same for the same seed, on every machine and Python version."""

    def __init__(self, seed: int) -> None:
        # Only random() is promised to give the same numbers in every Python version.
        self._random = Random(seed).random

    def shuffle(self, cards: list[int]) -> None:
        """Put card ids into a new order, in place."""
        random = self._random
        keys = [random() for _ in DECK]
        cards.sort(key=keys.__getitem__)


class ScriptedShuffles:
    """Shuffles whose results are given: those of a record, or of a test.

    Each order lists face codes, the top of the pile first. An order that names fewer cards than the pile holds says
    what lies on top; the others stay below in the order in which they were. `shuffle` raises `RecordError` where there
    is no order left, or one that names cards which are not in the pile.
    """

    def __init__(self, orders: Iterable[Iterable[str]] = ()) -> None:
        self._orders: Iterator[Iterable[str]] = iter(orders)

    def shuffle(self, cards: list[int]) -> None:
        """Put card ids into the next order given, in place."""
        order = next(self._orders, None)
        if order is None:
            raise RecordError("A shuffle happens for which no order is recorded.")
        rest = sorted(cards)
        top: list[int] = []
        for code in order:
            card = next((card for card in rest if CODE[card] == code), None)
            if card is None:
                raise RecordError(f"A recorded shuffle names {code}, which is not among the cards shuffled.")
            rest.remove(card)
            top.append(card)
        kept = set(rest)
        cards[:] = [card for card in cards if card in kept] + top[::-1]
