"""A widget that draws itself on a surface and sends the terminal only what has changed."""

from __future__ import annotations

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from unokart_tui.cardface import Look
from unokart_tui.surface import Surface
from unokart_tui.table import Table


class Painted(Widget):
    """Shows a part of a `Table`. Whoever changes the table calls `repaint` on what shows it."""

    def __init__(self, table: Table, look: Look, *, id: str) -> None:
        super().__init__(id=id)
        self.table = table
        self.look = look
        self._surface: Surface | None = None
        self._strips: list[Strip] = []

    def paint(self, surface: Surface) -> None:
        """Draw all of this part."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Draw anew, and refresh the runs of cells that have changed."""
        before = self._surface
        self._renew(self.size)
        assert self._surface is not None
        if before is None or (before.width, before.height) != (self._surface.width, self._surface.height):
            self.refresh()
        elif regions := self._surface.changed(before):
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Return one row; of a size that was just given this is the first word, so it draws if need be."""
        surface = self._surface
        if surface is None or (surface.width, surface.height) != tuple(self.size):
            self._renew(self.size)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def _renew(self, size: Size) -> None:
        self._surface = Surface(size.width, size.height, self.look.palette.ground)
        if size.width and size.height:
            self.paint(self._surface)
        self._strips = self._surface.strips()
