"""The cards in hand as a player handles them: an order, and one that is chosen.

A view tells a hand as sorted faces. Here every card keeps an identity of its own from when it is first seen, so that
the choice stays with the card whatever comes and goes beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import FACES, points_of

Order = Literal["color", "value", "drawn"]
"""By color, by value, or as drawn."""

ORDERS: Final[tuple[Order, ...]] = ("color", "value", "drawn")


@dataclass(frozen=True)
class Card:
    """One card in hand. `number` tells it from others of the same face, and grows in the order of drawing."""

    number: int
    code: str


class Hand:
    """A player's cards in the order they are shown in, and the chosen one."""

    def __init__(self, order: Order = "color") -> None:
        self.order: Order = order
        self.touched = False
        """Whether the player has chosen a card; a choice made for them may be changed for them."""
        self._cards: list[Card] = []
        self._shown: tuple[Card, ...] = ()
        self._chosen: Card | None = None
        self._next = 0
        self._only: Collection[str] | None = None

    @property
    def size(self) -> int:
        """How many cards there are, with those that are not shown."""
        return len(self._cards)

    @property
    def narrowed(self) -> bool:
        """Whether some cards are not shown."""
        return len(self._shown) < len(self._cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they are shown."""
        return self._shown

    @property
    def chosen(self) -> Card | None:
        """The chosen card; None only while the hand is empty."""
        return self._chosen

    @property
    def place(self) -> int:
        """Where the chosen card is among those shown, from 0."""
        return self._shown.index(self._chosen) if self._chosen else 0

    def take(self, codes: Sequence[str]) -> list[Card]:
        """Become the hand that a view tells, and return the cards that are new.

        Where fewer of a face are left, the chosen one is taken to be the one that went.
        """
        place = self.place
        surplus = Counter(card.code for card in self._cards)
        surplus.subtract(codes)
        leaving = sorted(self._cards, key=lambda card: (card != self._chosen, -card.number))
        gone: set[Card] = set()
        for card in leaving:
            if surplus[card.code] > 0:
                surplus[card.code] -= 1
                gone.add(card)
        self._cards = [card for card in self._cards if card not in gone]
        new = [Card(self._next + at, code) for at, code in enumerate((-surplus).elements())]
        self._next += len(new)
        self._cards += new
        self._arrange(place)
        return new

    def narrow(self, codes: Collection[str] | None) -> None:
        """Show only the cards of these faces; all of them with None, or where there is none of these."""
        if codes != self._only:
            self._only = codes
            self._arrange(self.place)

    def seek(self, codes: Collection[str], after: Card | None) -> Card | None:
        """Return the next card that shows one of these faces, around the end; of those not shown too."""
        cards = self._in_order(self._cards)
        start = cards.index(after) + 1 if after in cards else 0
        return next((card for card in (*cards[start:], *cards[:start]) if card.code in codes), None)

    def sort(self) -> Order:
        """Go on to the next order and return it. The chosen card stays chosen."""
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        self._arrange(self.place)
        return self.order

    def move(self, steps: int) -> None:
        """Choose a card further right, or left with negative `steps`; round at the ends when one step is asked."""
        if not self._shown or not steps:
            return
        place = self.place + steps
        count = len(self._shown)
        self.jump(place % count if abs(steps) == 1 else max(0, min(count - 1, place)))

    def jump(self, place: int) -> bool:
        """Choose the card at a place, from 0; False where there is none."""
        if not 0 <= place < len(self._shown):
            return False
        self._chosen = self._shown[place]
        self.touched = True
        return True

    def offer(self, codes: Sequence[str]) -> None:
        """Choose for the player the first card that shows one of these faces, if there is one."""
        for card in self._shown:
            if card.code in codes:
                self._chosen = card
                self.touched = False
                return

    def choose(self, card: Card) -> None:
        """Choose a card for the player."""
        if card in self._shown:
            self._chosen = card
            self.touched = False

    def _arrange(self, place: int) -> None:
        """Put the cards in order; where the chosen one is not among those shown, choose the one at a place."""
        cards = self._in_order(self._cards)
        self._shown = tuple(card for card in cards if self._only is None or card.code in self._only) or cards
        if self._chosen not in self._shown:
            self._chosen = self._shown[min(place, len(self._shown) - 1)] if self._shown else None
            self.touched = False

    def _in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        match self.order:
            case "color":
                return tuple(sorted(cards, key=lambda card: (FACES.index(card.code), card.number)))
            case "value":
                return tuple(sorted(cards, key=_by_value))
            case "drawn":
                return tuple(cards)


def _by_value(card: Card) -> tuple[int, str, int, int]:
    rank = card.code[1] if card.code[0] != "W" else card.code
    return points_of(card.code), rank, FACES.index(card.code), card.number
