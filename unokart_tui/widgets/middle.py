"""The middle of the table: the piles and the log beside them, or an item box being opened."""

from __future__ import annotations

from textual.geometry import Region

from unokart_tui.cardface import Look
from unokart_tui.surface import Surface
from unokart_tui.table import Opened, Table
from unokart_tui.timers import Timers
from unokart_tui.widgets.moment import STAGES, Moment, draw_moment
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.pile import LOG, draw_pile, form_for, pile_cuts, pile_left, pile_width, story_bottom
from unokart_tui.widgets.story import draw_story


class Middle(Painted):
    """Shows what lies on the table and what has happened."""

    SLICES = 4

    def __init__(self, table: Table, look: Look, *, id: str) -> None:
        super().__init__(table, look, id=id)
        self.moment: Moment | None = None
        """The item box that is being opened."""
        self._due = Timers(self)

    def open(self, opened: Opened) -> None:
        """Let an item box be opened before the player's eyes."""
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
        return pile_cuts(width, height)

    def paint(self, surface: Surface) -> None:
        """Draw the piles at the left and the log at the right, or the opening over both."""
        view = self.table.view
        if self.moment is not None:
            draw_moment(surface, self.table, self.look, self.moment)
            return
        top = 1 if surface.height >= form_for(surface.width, surface.height).height + 2 else 0
        if view is not None:
            draw_pile(surface, self.table, view, self.look, top)
        size = surface.width, surface.height
        x = pile_left(*size) + pile_width(*size)
        place = Region(x, top, min(LOG, surface.width - x - 1), story_bottom(*size) - top)
        draw_story(surface, self.table, self.look, place)
