"""Going through values one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

TARGETS: Final = (50, 100, 200, 300, 500, 750, 1000)
"""Points to choose from."""
PACES: Final = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0)
"""Seconds to choose from."""

Number = TypeVar("Number", int, float)

TYPED: Final = "This is typed, not chosen."
NOTHING_LEFT: Final = "There is nothing left to take back."


def step_from(values: Sequence[Number], value: Number, step: int) -> Number:
    """Return the value before or after one, which need not be among them; the ends stay."""
    if step > 0:
        return next((other for other in values if other > value), value)
    return next((other for other in reversed(values) if other < value), value)


def at_the_end(step: int) -> str:
    """Say why there is no value before or after one."""
    return "That is the most." if step > 0 else "That is the least."


def too_long(most: int) -> str:
    """Say that no more of a text fits."""
    return f"There is room for {most} characters."
