"""A page of text to be read through, and searched."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.searching import Hit, Run, search
from unokart_tui.surface import Surface
from unokart_tui.typed import TypedLine

__all__ = ["Run", "TextPage"]

_WIDEST: Final = 84
"""Longer lines are hard to read."""


class TextPage(Page[None]):
    """Give `title_text` and `rows`. Read with the arrows, Page Up and Down, Home and End; / searches; Esc goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_rows(1)", "a row down", show=False),
        Binding("up,k", "scroll_rows(-1)", "a row up", show=False),
        Binding("pagedown,space", "scroll_pages(1)", "a page down", show=False),
        Binding("pageup,b", "scroll_pages(-1)", "a page up", show=False),
        Binding("home,g", "scroll_rows(-100000)", "the beginning", show=False),
        Binding("end,G", "scroll_rows(100000)", "the end", show=False),
        Binding("slash", "search", "search", show=False),
        Binding("n", "next_hit(1)", "the next place found", show=False),
        Binding("N", "next_hit(-1)", "the place found before", show=False),
        Binding("escape", "escape", "back, or search no more", show=False),
        Binding("q,enter", "back", "back", show=False),
    ]

    title_text: ClassVar[str] = ""
    more_keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    live: ClassVar[bool] = False
    """Whether it shows a table, which goes on while it is read."""
    follows: ClassVar[bool] = False
    """Whether one who looks at its end goes on looking at the end of what is added."""

    def __init__(self) -> None:
        super().__init__()
        self._offset: int | None = None
        self._shown = 1
        self._rows: list[list[Run]] = []
        self._rows_for: tuple[int, Look] | None = None
        self._typing: TypedLine | None = None
        self._hits: list[Hit] = []
        self._hit = 0
        self._wanted = ""

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Return the text, in rows of at most `width` cells."""
        raise NotImplementedError

    def keys_of(self, look: Look) -> list[tuple[str, str]]:
        """Return the keys of its own that are offered, and what they do."""
        return list(self.more_keys)

    def begin_at(self, rows: list[list[Run]], shown: int) -> int:
        """Return the row to begin with, of which `shown` are seen at once."""
        return 0

    def renew(self) -> None:
        """Take it in that `rows` returns something else now."""
        self._rows_for = None
        self.redraw()

    # Reading

    @property
    def top(self) -> int:
        """The first row that is seen."""
        return self._offset or 0

    def action_scroll_rows(self, step: int) -> None:
        """Move the text by rows."""
        self.scroll_to_row(self.top + step)

    def action_scroll_pages(self, step: int) -> None:
        """Move the text by what fits at once, less a row."""
        self.action_scroll_rows(step * max(1, self._shown - 1))

    def scroll_to_row(self, row: int) -> None:
        """Let a row be the first that is seen, as far as there are rows below it."""
        self._offset = max(0, min(len(self._rows) - self._shown, row))
        self.redraw()

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)

    def action_escape(self) -> None:
        """Put a search away, else go back."""
        if self._wanted:
            self._look_for("")
        else:
            self.action_back()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the text with the wheel."""
        self.action_scroll_rows(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the text with the wheel."""
        self.action_scroll_rows(-3)

    # Searching

    def action_search(self) -> None:
        """Take what is looked for."""
        self._typing = TypedLine(most=40)
        self._look_for("")

    def on_key(self, event: events.Key) -> None:
        """Take what is typed to be looked for."""
        line = self._typing
        if line is None:
            super().on_key(event)
            return
        took(event)
        if event.key in ("enter", "escape"):
            self._typing = None
            if event.key == "escape":
                self._look_for("")
            elif self._wanted and not self._hits:
                self.say(f"{self._wanted} is not found here.")
            self.redraw()
        elif line.key(event.key, event.character):
            self._look_for(line.text)

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted to be looked for."""
        if self._typing is not None:
            self._typing.paste(event.text)
            self._look_for(self._typing.text)

    def action_next_hit(self, step: int) -> None:
        """Go to the next place where what was looked for stands, or the one before, around the ends."""
        if not self._wanted:
            self.say("Nothing is looked for: / searches.")
        elif not self._hits:
            self.say(f"{self._wanted} is not found here.")
        else:
            self._hit = (self._hit + step) % len(self._hits)
            self._show_hit()

    def _look_for(self, wanted: str) -> None:
        self._wanted = " ".join(wanted.split())
        self._hits = search(self._rows, wanted)
        seen = self.top
        self._hit = next((at for at, hit in enumerate(self._hits) if hit.row >= seen), 0)
        self._show_hit()

    def _show_hit(self) -> None:
        if self._hits:
            row, top = self._hits[self._hit].row, self.top
            if not top <= row < top + self._shown - 1:
                self.scroll_to_row(row - self._shown // 3)
        self.redraw()

    # How it is shown

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw as much of the text as fits."""
        palette = look.palette
        width = min(_WIDEST, surface.width - 4)
        left = (surface.width - width) // 2
        self._shown = surface.height - 3
        self._lay_out(width, look)
        self._offset = max(0, min(self.top, len(self._rows) - self._shown))
        surface.fill(0, 0, surface.width, 1, palette.bar)
        surface.text(left, 0, self.title_text, palette.bar_key)
        if len(self._rows) > self._shown:
            last = min(len(self._rows), self._offset + self._shown)
            where = f"{100 * last // len(self._rows)} %"
            surface.text(left + width - len(where), 0, where, palette.bar)
        for at, row in enumerate(self._rows[self._offset : self._offset + self._shown]):
            for column, text, style in row:
                surface.text(left + column, at + 1, text, style)
        self._draw_hits(surface, look, left)
        self._draw_foot(surface, look)

    def _lay_out(self, width: int, look: Look) -> None:
        if self._rows_for == (width, look):
            return
        at_end = self._offset is not None and self._offset >= len(self._rows) - self._shown
        self._rows, self._rows_for = self.rows(width, look), (width, look)
        self._hits = search(self._rows, self._wanted)
        self._hit = min(self._hit, max(0, len(self._hits) - 1))
        if self._offset is None:
            self._offset = self.begin_at(self._rows, self._shown)
        elif at_end and self.follows:
            self._offset = len(self._rows)

    def _draw_hits(self, surface: Surface, look: Look, left: int) -> None:
        top = self.top
        for at, hit in enumerate(self._hits):
            style = look.palette.badge if at == self._hit else look.palette.quiet_badge
            for row, column, width in hit.pieces:
                if top <= row < top + self._shown:
                    surface.tint(left + column, row - top + 1, width, style)

    def _draw_foot(self, surface: Surface, look: Look) -> None:
        y = surface.height - 1
        if self._typing is not None:
            surface.fill(0, y, surface.width, 1, look.palette.bar)
            x = surface.text(1, y, " Search ", look.palette.badge) + 1
            x = surface.text(x, y, self._typing.tail(surface.width - x - 20), look.palette.bar_key)
            surface.text(x, y, "_", look.palette.bar_key)
            if self._wanted:
                found = f"{len(self._hits)} found" if self._hits else "not found"
                surface.text(surface.width - len(found) - 2, y, found, look.palette.bar)
            return
        arrows = "↑↓" if look.glyphs.blocks else "Up/Down"
        if self._hits:
            keys = [("n", f"next ({self._hit + 1} of {len(self._hits)})"), ("N", "before"), ("Esc", "search no more")]
        else:
            keys = [(arrows, "scroll"), *self.keys_of(look), ("/", "search"), ("Esc", "back")]
        draw_keys(surface, y, keys, look)
