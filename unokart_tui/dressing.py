"""Giving a running app the colors of a theme, and what is open already the look that it has now."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from unokart_tui.cardface import Look
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.options import TableOptions
from unokart_tui.palette import palette_for, textual_theme
from unokart_tui.screens.page import Canvas


class Colorless(LineFilter):
    """Takes even the codes away that ask for the terminal's usual colors, which Textual sends in their place."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return segments without colors."""
        return [
            Segment(text, _without_color(style) if style is not None else None, control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_color(style: Style) -> Style:
    return style.without_color


def dress(app: App[Any], theme: str, ascii: bool) -> Look:
    """Return what to draw with by a theme and the terminal, and have Textual draw likewise."""
    palette = palette_for(app.no_color, app.console.color_system, theme, os.environ.get("TERM", ""))
    wearing = textual_theme(theme, palette)
    if isinstance(wearing, Theme):
        app.register_theme(wearing)
        wearing = wearing.name
    app.theme = wearing
    return Look(palette, ASCII if ascii else UNICODE)


def redraw(app: App[Any], options: TableOptions) -> None:
    """Draw all screens of an app anew, a table with these options."""
    from unokart_tui.screens.table import TableScreen

    for screen in app.screen_stack:
        if isinstance(screen, TableScreen):
            screen.change(options)
        for canvas in screen.query(Canvas):
            canvas.redraw()
