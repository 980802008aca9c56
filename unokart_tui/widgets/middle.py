"""The middle of the table: the piles, and where the table is not wide the log beside them; or a box being opened."""

from __future__ import annotations

from typing import Final

from textual.events import MouseScrollUp
from textual.geometry import Region

from unokart_tui.cardface import Look
from unokart_tui.motion import Motion, Reel
from unokart_tui.pointing import Pressed
from unokart_tui.surface import Surface
from unokart_tui.table import Opened, Table
from unokart_tui.timers import Timers
from unokart_tui.widgets.moment import STAGES, Moment, draw_moment
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.pile import Slide, arrange, draw_pile
from unokart_tui.widgets.story import draw_story

_WAYS: Final = (0.4,)
"""How far from the pile a card is seen on its way there, as a part of its height: each costs half a kilobyte."""
_WIDE_WAYS: Final = (0.75, 0.4, 0.15)
"""The same on wide tables, which are seldom at the end of a slow line."""


class Middle(Painted):
    """Shows what lies on the table and what has happened."""

    SLICES = 4

    def __init__(self, table: Table, look: Look, motion: Motion, *, id: str) -> None:
        super().__init__(table, look, id=id)
        self.alone = False
        """Whether the log stands elsewhere."""
        self.moment: Moment | None = None
        """The item box that is being opened."""
        self._due = Timers(self)
        self._slide: Slide | None = None
        self._reel = Reel(motion, Timers(self), self._slid)

    @property
    def sliding(self) -> bool:
        """Whether a card is on its way to the pile."""
        return self._slide is not None

    def slide(self, under: str | None, *, up: bool) -> None:
        """Let the top card come to lie on the one before, `up` from below or down from above."""
        if self.moment is None:
            self._reel.play([Slide(under, way if up else -way) for way in (_WIDE_WAYS if self.alone else _WAYS)])

    def _slid(self, slide: Slide | None) -> None:
        self._slide = slide
        self.repaint()

    def open(self, opened: Opened) -> None:
        """Let an item box be opened before the player's eyes."""
        self._reel.stop()
        self.show(Moment(opened))

    def show(self, moment: Moment) -> None:
        """Show a stage of an opening, and in time the next."""
        self.moment = moment
        self.repaint()
        self._due.start("stage", STAGES[moment.stage], self._next_stage)

    def _next_stage(self) -> None:
        moment = self.moment
        if moment is not None and moment.stage + 1 < len(STAGES):
            self.show(Moment(moment.opened, moment.stage + 1))
        else:
            self.skip()

    def skip(self) -> None:
        """Show the table again."""
        self._due.stop("stage")
        if self.moment is not None:
            self.moment = None
            self.repaint()

    def cuts(self, width: int, height: int) -> list[int]:
        """Cut beside the cards, and between the piles and the log."""
        places = arrange(width, height, alone=self.alone)
        return [places.top - 1, places.words - 1, places.end]

    def paint(self, surface: Surface) -> None:
        """Draw the piles, and where it stands here the log at the right, or the opening over both."""
        view = self.table.view
        if self.moment is not None:
            draw_moment(surface, self.table, self.look, self.moment)
            return
        places = arrange(surface.width, surface.height, alone=self.alone)
        if view is not None:
            draw_pile(surface, self.table, view, self.look, places, self._slide)
        if not self.alone:
            top = min(1, places.row)
            place = Region(places.end, top, surface.width - places.end - 1, surface.height - top)
            surface.mark(*place, Pressed("log"))
            draw_story(surface, self.table, self.look, place)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Go back in the log with the wheel."""
        self.post_message(self.Clicked(Pressed("log")))
