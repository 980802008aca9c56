"""Bars and sparklines, as text: a cell wide for each mark, in Unicode or in ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_EIGHTHS: Final = "▁▂▃▄▅▆▇█"
_HALVES: Final = "▄█"
_TYPED: Final = "_.-+*#"


def bar(value: float, most: float, width: int, *, blocks: bool) -> tuple[str, str]:
    """Return a bar of `width` cells in two parts, what is full and what is not; anything above 0 shows."""
    full = 0 if most <= 0 or value <= 0 else min(width, max(1, round(width * value / most)))
    return ("█" if blocks else "#") * full, ("░" if blocks else ".") * (width - full)


def sparkline(values: Sequence[float], most: float, *, blocks: bool) -> str:
    """Return a mark for each value, the higher the nearer it is to `most`."""
    marks = _EIGHTHS if blocks else _TYPED
    return "".join(_mark(value, most, marks) for value in values)


def _mark(value: float, most: float, marks: str) -> str:
    share = 0.0 if most <= 0 else max(0.0, min(1.0, value / most))
    return marks[min(len(marks) - 1, int(share * len(marks)))]


def columns(values: Sequence[float], most: float, rows: int, *, blocks: bool) -> list[str]:
    """Return a chart of upright bars, one cell wide for each value, in rows from the top."""
    steps = 2 if blocks else 1
    heights = [0 if most <= 0 or value <= 0 else max(1, round(min(1, value / most) * rows * steps)) for value in values]
    chart = []
    for row in range(rows - 1, -1, -1):
        filled = [max(0, min(steps, height - row * steps)) for height in heights]
        chart.append("".join(" " if not part else _HALVES[part - 1] if blocks else "#" for part in filled))
    return chart
