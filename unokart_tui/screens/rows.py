"""A page of rows that each have a value: one is changed with left and right, or typed."""

from __future__ import annotations

from rich.cells import cell_len

from unokart_tui.cardface import Look
from unokart_tui.surface import Surface

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
