"""A page of rows that each have a value: one is changed with left and right, or typed."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from textual.binding import Binding

from unokart_tui.cardface import Look
from unokart_tui.surface import Surface

ROW_KEYS: Final = (
    Binding("up,shift+tab", "move(-1)", "the row above", show=False),
    Binding("down,tab", "move(1)", "the row below", show=False),
    Binding("home", "move_to(0)", "the first row", show=False),
    Binding("end", "move_to(-1)", "the last row", show=False),
    Binding("left", "change(-1)", "the value before", show=False),
    Binding("right", "change(1)", "the next value", show=False),
)
"""The keys of every such page, which has an action for each."""

VALUE = 18
"""Columns from the left edge of a row to its value."""


def draw_row(
    surface: Surface, x: int, y: int, label: str, value: str, look: Look, *, here: bool, typed: bool = False
) -> None:
    """Draw a row; `here` is whether one is at it, `typed` whether its value is typed and not chosen."""
    palette, glyphs = look.palette, look.glyphs
    surface.text(x, y, f"{glyphs.acts if here else ' '} {label}", palette.you if here else palette.ground)
    if typed:
        surface.text(x + VALUE, y, value, palette.strong)
        if here:
            surface.text(x + VALUE + cell_len(value), y, "_", palette.you)
    elif here:
        surface.text(x + VALUE - 2, y, f"{glyphs.more_left} {value} {glyphs.more_right}", palette.badge)
    else:
        surface.text(x + VALUE, y, value, palette.strong)
