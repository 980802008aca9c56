"""The side of a wide table: all that has happened and was said, the newest at the bottom."""

from __future__ import annotations

from typing import Final

from textual.events import MouseScrollUp
from textual.geometry import Region

from unokart_tui.pointing import Pressed
from unokart_tui.surface import Surface
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.story import draw_story

FROM_WIDTH: Final = 110
"""Tables of so many columns have a side."""
_LEAST: Final = 34
_MOST: Final = 64
"""Longer lines are hard to read."""


def side_width(width: int) -> int:
    """Return how many columns the side takes of a table; 0 where it has none."""
    if width < FROM_WIDTH:
        return 0
    return min(_MOST, _LEAST + (width - FROM_WIDTH) // 3)


class Side(Painted):
    """Shows the log at its full height."""

    def paint(self, surface: Surface) -> None:
        """Draw a line that sets it apart, and the log beside that."""
        palette, frame = self.look.palette, self.look.glyphs.frame
        surface.fill(0, 0, 1, surface.height, palette.faint, frame[5])
        place = Region(2, 0, surface.width - 3, surface.height)
        surface.mark(*place, Pressed("log"))
        draw_story(surface, self.table, self.look, place)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back in the log with the wheel."""
        self.post_message(self.Clicked(Pressed("log")))
