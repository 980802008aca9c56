"""A widget that draws itself on a surface and sends the terminal only what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from textual.app import ComposeResult
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from unokart_tui.cardface import Look
from unokart_tui.hand import Card
from unokart_tui.pointing import Pressed, Seat, Target
from unokart_tui.surface import Surface
from unokart_tui.table import Table


class Painted(Widget):
    """Shows a part of a `Table`. Whoever changes the table calls `repaint` on what shows it.

    What is marked on the surface can be clicked: then it posts `Clicked`.
    """

    @dataclass
    class Clicked(Message):
        """Something was clicked."""

        target: Target

    SLICES: ClassVar[int] = 1
    """Into how many parts it is cut from left to right. Textual sends a changed row from the left edge of a widget on,
    so that a wide widget, of which little changes, costs less in slices."""

    DEFAULT_CSS: ClassVar[str] = """
    Painted { layout: horizontal; overflow: hidden hidden; }
    Slice { width: 1fr; height: 100%; }
    """

    def __init__(self, table: Table, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.table = table
        self.look = look
        self._surface: Surface | None = None
        self._slices = [Slice(self) for _ in range(self.SLICES if self.SLICES > 1 else 0)]

    def compose(self) -> ComposeResult:
        """Put up the slices, if there are any."""
        yield from self._slices

    def paint(self, surface: Surface) -> None:
        """Draw all of this part."""
        raise NotImplementedError

    def cuts(self, width: int, height: int) -> list[int]:
        """Return the left edge of each slice but the first; none may go through a wide character."""
        return [width * at // self.SLICES for at in range(1, self.SLICES)]

    def on_resize(self, event: Resize) -> None:
        """Cut anew."""
        if not self._slices:
            return
        edges = [0, *self.cuts(*event.size), event.size.width]
        for part, (left, right) in zip(self._slices, pairwise(edges), strict=True):
            part.cut(left, right - left)

    def repaint(self) -> None:
        """Draw anew, and refresh the runs of cells that have changed."""
        before = self._surface
        now = self._renew()
        if before is None or (before.width, before.height) != (now.width, now.height):
            self.refresh()
            for part in self._slices:
                part.refresh()
        elif regions := now.changed(before):
            self._refresh_parts(regions)

    def on_unmount(self) -> None:
        """Let go of what is drawn: Textual remembers a thousand widgets that are gone, by what they have drawn."""
        self._styles_cache.clear()

    def draw_again(self) -> None:
        """Draw anew and have every cell repainted, for what they are drawn with is different now."""
        self._renew()
        self.refresh()
        for part in self._slices:
            part.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row; where there are slices they lie over it, and nobody sees it."""
        return Strip.blank(self.size.width) if self._slices else self.part_of_row(y, 0, self.size.width)

    def part_of_row(self, y: int, left: int, width: int) -> Strip:
        """Return some cells of a row; of a size that was just given this is the first word, so it draws if need be."""
        surface = self._surface
        if surface is None or (surface.width, surface.height) != tuple(self.size):
            surface = self._renew()
        return surface.strip(y, left, width) if y < surface.height else Strip.blank(width)

    def on_click(self, event: Click) -> None:
        """Tell what was clicked."""
        corner = self.region.offset
        target = self._surface.meaning(event.screen_x - corner.x, event.screen_y - corner.y) if self._surface else None
        if isinstance(target, Pressed | Card | Seat):
            self.post_message(self.Clicked(target))

    def _refresh_parts(self, regions: Sequence[Region]) -> None:
        if not self._slices:
            self.refresh(*regions)
            return
        for part in self._slices:
            place = part.place(self.size.height)
            rows: dict[int, Region] = {}
            for region in regions:
                if cut := region.intersection(place).translate(-place.offset):
                    # Two runs in one row would each be sent from the left edge on.
                    rows[cut.y] = rows[cut.y].union(cut) if cut.y in rows else cut
            if rows:
                part.refresh(*rows.values())

    def _renew(self) -> Surface:
        width, height = self.size
        self._surface = Surface(width, height, self.look.palette.ground)
        if width and height:
            self.paint(self._surface)
        return self._surface


class Slice(Widget):
    """Some columns of what a widget has drawn."""

    def __init__(self, whole: Painted) -> None:
        super().__init__()
        self._whole = whole
        self._left = 0
        self._width = 0

    def on_unmount(self) -> None:
        """Let go of what is drawn, as the whole does."""
        self._styles_cache.clear()

    def cut(self, left: int, width: int) -> None:
        """Show these columns from now on."""
        self._left, self._width = left, width
        self.styles.width = width
        self.refresh()  # it may have kept its size, and so what it showed of other columns

    def place(self, height: int) -> Region:
        """Return which cells of the whole it shows."""
        return Region(self._left, 0, self._width, height)

    def render_line(self, y: int) -> Strip:
        """Return its part of a row."""
        return self._whole.part_of_row(y, self._left, self.size.width)
