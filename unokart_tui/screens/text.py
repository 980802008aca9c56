"""A page of text to be read through."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.screens.page import Page, draw_keys
from unokart_tui.surface import Surface

Run = tuple[int, str, Style]
"""A text, the column it begins at, its style."""

_WIDEST: Final = 84
"""Longer lines are hard to read."""


class TextPage(Page[None]):
    """Give `title` and `rows`. Read with the arrows, Page Up and Down, Home and End; Esc goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_rows(1)", show=False),
        Binding("up,k", "scroll_rows(-1)", show=False),
        Binding("pagedown,space", "scroll_pages(1)", show=False),
        Binding("pageup,b", "scroll_pages(-1)", show=False),
        Binding("home,g", "scroll_rows(-100000)", show=False),
        Binding("end,G", "scroll_rows(100000)", show=False),
        Binding("escape,q,enter", "back", show=False),
    ]

    title_text: ClassVar[str] = ""
    more_keys: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init__(self) -> None:
        super().__init__()
        self._offset = 0
        self._shown = 1
        self._rows: list[list[Run]] = []
        self._rows_for: tuple[int, Look] | None = None

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Return the text, in rows of at most `width` cells."""
        raise NotImplementedError

    def renew(self) -> None:
        """Take it in that `rows` returns something else now."""
        self._rows_for = None
        self.redraw()

    def action_scroll_rows(self, step: int) -> None:
        """Move the text by rows."""
        self._offset = max(0, min(len(self._rows) - self._shown, self._offset + step))
        self.redraw()

    def action_scroll_pages(self, step: int) -> None:
        """Move the text by what fits at once, less a row."""
        self.action_scroll_rows(step * max(1, self._shown - 1))

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the text with the wheel."""
        self.action_scroll_rows(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the text with the wheel."""
        self.action_scroll_rows(-3)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw as much of the text as fits."""
        palette = look.palette
        width = min(_WIDEST, surface.width - 4)
        left = (surface.width - width) // 2
        if self._rows_for != (width, look):
            self._rows, self._rows_for = self.rows(width, look), (width, look)
        self._shown = surface.height - 3
        self._offset = max(0, min(self._offset, len(self._rows) - self._shown))
        surface.fill(0, 0, surface.width, 1, palette.bar)
        surface.text(left, 0, self.title_text, palette.bar_key)
        if len(self._rows) > self._shown:
            last = min(len(self._rows), self._offset + self._shown)
            where = f"{100 * last // len(self._rows)} %"
            surface.text(left + width - len(where), 0, where, palette.bar)
        for at, row in enumerate(self._rows[self._offset : self._offset + self._shown]):
            for column, text, style in row:
                surface.text(left + column, at + 1, text, style)
        arrows = "↑↓" if look.glyphs.blocks else "Up/Down"
        draw_keys(surface, surface.height - 1, [(arrows, "scroll"), *self.more_keys, ("Esc", "back")], look)
