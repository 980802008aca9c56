"""A page with a list to choose from, which may change while one looks at it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.screens.page import Page, draw_keys
from unokart_tui.surface import Surface, clip, wrap

Result = TypeVar("Result")


@dataclass(frozen=True)
class Entry:
    """A line of a list."""

    id: Hashable
    """What makes it the same line when the list has changed."""
    text: str
    about: str = ""
    """What is to be known about it, at the right; on a narrow screen the text gives way."""
    faint: bool = False
    """Whether it is of no use now."""


class Listing(Page[Result], Generic[Result]):
    """Give `entries`, and `take` for the entry that is chosen. Call `redraw` when the list has changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", "the line above", show=False),
        Binding("down,tab", "move(1)", "the line below", show=False),
        Binding("home", "move(-1000)", "the first line", show=False),
        Binding("end", "move(1000)", "the last line", show=False),
        Binding("enter", "choose", "take this line", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    heading: ClassVar[str] = ""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: Hashable = None
        self._first = 0
        self._top = 0
        self.notice: str | None = None
        """What the last key has led to, in a sentence."""

    def entries(self) -> Sequence[Entry]:
        """Return the list as it is now."""
        raise NotImplementedError

    def take(self, entry: Entry) -> None:
        """Take the entry that was chosen."""
        raise NotImplementedError

    def nothing(self) -> str:
        """Say why the list is empty."""
        return ""

    def remarks(self) -> Sequence[str]:
        """Return sentences that are shown under the list."""
        return ()

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys and what they do, besides going up and down and back."""
        return []

    @property
    def chosen(self) -> Entry | None:
        """The line one is at."""
        entries = self.entries()
        return entries[self._place(entries)] if entries else None

    def _place(self, entries: Sequence[Entry]) -> int:
        return next((at for at, entry in enumerate(entries) if entry.id == self._chosen), 0)

    def action_move(self, step: int) -> None:
        """Go to another line."""
        entries = self.entries()
        if entries:
            at = min(len(entries) - 1, max(0, self._place(entries) + step))
            self._chosen = entries[at].id
        self.notice = None
        self.redraw()

    def action_choose(self) -> None:
        """Take the line one is at."""
        if self.chosen is not None:
            self.take(self.chosen)

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Go to the line that was clicked, and take it if one was there."""
        entries = self.entries()
        at = event.screen_y - self._top + self._first
        if event.screen_y - self._top >= 0 and at < len(entries):
            again = self._chosen == entries[at].id
            self._chosen = entries[at].id
            self.take(entries[at]) if again else self.redraw()

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the list with what is to be said under it."""
        palette = look.palette
        width = min(surface.width - 4, 92)
        left = (surface.width - width) // 2
        surface.text(left, 1, self.heading, palette.strong)
        lines = [line for remark in self.remarks() for line in wrap(remark, width)]
        self._top = 3
        room = max(3, surface.height - 2 - self._top - len(lines) - 1 - self.footer_rows())
        self._draw_entries(surface, look, left, width, room)
        y = surface.height - 1 - self.footer_rows() - len(lines)
        for row, line in enumerate(lines):
            surface.text(left, y + row, line, palette.faint)
        self.draw_footer(surface, look, left, surface.height - 1 - self.footer_rows(), width)
        arrows = "↑↓" if look.glyphs.blocks else "Up/Down"
        choose = [(arrows, "choose")] if self.entries() else []
        draw_keys(surface, surface.height - 1, [*choose, *self.keys(), ("Esc", "back")], look)

    def footer_rows(self) -> int:
        """Return how many rows `draw_footer` takes."""
        return 2

    def draw_footer(self, surface: Surface, look: Look, x: int, y: int, width: int) -> None:
        """Draw what stands between the list and the keys."""
        for row, line in enumerate(wrap(self.notice, width)[:2] if self.notice else ()):
            surface.text(x, y + row, line, look.palette.you)

    def _draw_entries(self, surface: Surface, look: Look, x: int, width: int, room: int) -> None:
        palette, glyphs = look.palette, look.glyphs
        entries = self.entries()
        if not entries:
            for row, line in enumerate(wrap(self.nothing(), width)[:room]):
                surface.text(x, self._top + row, line, palette.ground)
            return
        at = self._place(entries)
        self._first = max(0, min(at - room + 2, len(entries) - room))
        for row, entry in enumerate(entries[self._first : self._first + room]):
            y = self._top + row
            chosen = row + self._first == at
            style = palette.badge if chosen else palette.faint if entry.faint else palette.ground
            surface.fill(x, y, width, 1, style if chosen else palette.ground)
            about = clip(entry.about, width - 12, glyphs.ellipsis)
            begin = x + width - cell_len(about) - 1
            text = clip(entry.text, begin - x - 4, glyphs.ellipsis)
            surface.text(x + 1, y, f"{glyphs.acts if chosen else ' '} {text}", style)
            surface.text(begin, y, about, style if chosen else palette.faint)
        missing = len(entries) - self._first - room
        if missing > 0:
            surface.text(x + width - 10, self._top + room, f"+{missing} more", palette.faint)
