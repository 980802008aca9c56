"""Going through values one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Number = TypeVar("Number", int, float)


def step_from(values: Sequence[Number], value: Number, step: int) -> Number:
    """Return the value before or after one, which need not be among them; the ends stay."""
    if step > 0:
        return next((other for other in values if other > value), value)
    return next((other for other in reversed(values) if other < value), value)
