"""Where the cards of a hand lie in the room there is.

Cards lie side by side while they fit, then each over the one before it, of which a strip shows, then so in two rows;
a hand too large even for that is shown in part, the chosen card always in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from unokart_tui.cardface import HUGE, LARGE, USUAL, Form

NARROWEST: Final = 3
_COMFORT: Final = 4
"""Strips narrower than this are taken only in two rows."""

_LIP: Final = 1
"""Rows above the cards, into which the chosen one stands out."""

_BACK_ROWS: Final = 2
"""What shows of a card in the back row: value and letter."""


@dataclass(frozen=True)
class Place:
    """Where one card is drawn, and how much of it."""

    at: int
    """Its place in the hand."""
    x: int
    y: int
    width: int
    height: int
    chosen: bool
    edge: bool
    """Whether it lies over the card before it."""


@dataclass(frozen=True)
class Fan:
    """A way to lay out a hand."""

    form: Form
    step: int
    """Columns from one card to the next."""
    row: int
    """Cards in a row."""
    rows: int
    """1, or 2: the back row first."""
    first: int
    """The place of the first card shown."""
    count: int
    """How many are shown."""
    left: int
    """The column of the first card."""
    labels: int
    """The row for what stands below the cards; -1 where there is none."""

    def places(self, chosen: int) -> Iterator[Place]:
        """Say where each card shown lies; those in front come later."""
        for row in range(self.rows):
            begin = self.first + row * self.row
            end = min(begin + self.row, self.first + self.count)
            front = row == self.rows - 1
            for at in range(begin, end):
                full = at == end - 1 or self.step >= self.form.width
                x = self.left + (at - begin) * self.step
                yield self._place(at, x, row, front, full, at == chosen)

    def _place(self, at: int, x: int, row: int, front: bool, full: bool, chosen: bool) -> Place:
        height = self.form.height
        if self.rows == 2:
            height = height - 1 if front else _BACK_ROWS
        return Place(
            at,
            x,
            _LIP + row * _BACK_ROWS,
            self.form.width if full else self.step,
            height,
            chosen,
            self.step < self.form.width,
        )


def lay_out(count: int, width: int, height: int, chosen: int) -> Fan:
    """Return how to lay out `count` cards in a room, with the card at place `chosen` among those shown."""
    inside = width - 2
    for form in (HUGE, LARGE, USUAL):
        if form.height + _LIP + 1 <= height and count * (form.width + 1) - 1 <= inside:
            return _single(form, form.width + 1, count, inside, height)
    for form in (LARGE, USUAL):
        step = _step(form, count, inside)
        if form.height + _LIP + 1 <= height and step >= (_COMFORT if form is USUAL else _COMFORT + 2):
            return _single(form, step, count, inside, height)
    return _double(count, inside, chosen)


def _step(form: Form, count: int, inside: int) -> int:
    return min(form.width, (inside - form.width) // max(1, count - 1))


def _single(form: Form, step: int, count: int, inside: int, height: int) -> Fan:
    used = max(0, count - 1) * step + form.width
    return Fan(form, step, max(1, count), 1, 0, count, 1 + (inside - used) // 2, form.height + _LIP)


def _double(count: int, inside: int, chosen: int) -> Fan:
    row = (count + 1) // 2
    step = _step(USUAL, row, inside)
    first = 0
    if step < NARROWEST:
        step = NARROWEST
        row = 1 + (inside - USUAL.width) // step
        first = max(0, min(chosen - row, count - 2 * row))
        count = min(count - first, 2 * row)
    used = (row - 1) * step + USUAL.width
    return Fan(USUAL, step, row, 2, first, count, 1 + (inside - used) // 2, -1)
