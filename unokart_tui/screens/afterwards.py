"""What follows a round or a match at the table: a last look, the results, and the next deal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from engine.phases import TABLE, Phase
from engine.views import View
from unokart_tui.beside import Beside
from unokart_tui.screens.between import Between
from unokart_tui.screens.visits import Visits
from unokart_tui.table import BETWEEN
from unokart_tui.timers import Timers

if TYPE_CHECKING:
    from unokart_tui.screens.table import TableScreen

_OVER = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class Afterwards:
    """Sends the player of a table to the results, and takes them from there to what comes next."""

    def __init__(self, screen: TableScreen, visits: Visits) -> None:
        self._screen = screen
        self._visits = visits
        self._visit: Screen[Any] | None = None
        self._due = Timers(screen)

    def follow(self, view: View) -> None:
        """Have a round that is over looked back on after a moment, and come back from there when the next is dealt."""
        if view.phase not in _OVER:
            self._due.stop("linger")
            if self._visit is not None and self._visit is self._screen.app.screen:
                self._visit.dismiss(None)
        elif "linger" not in self._due and self._visit is None:
            self._due.start("linger", self._screen.options.linger, self.look_back)
        if view.phase not in BETWEEN:
            self._show_old(True)

    def look_back(self) -> None:
        """Show how the round or the match has ended; what follows is up to the player."""
        self._due.stop("linger")
        screen, view = self._screen, self._screen.view
        if view is None or self._visit is not None or view.phase not in _OVER:
            return
        make = self._visits.round_over if view.phase is Phase.ROUND_OVER else self._visits.match_over
        self._visit = make(view, screen.table.people, screen.table.me)
        if isinstance(self._visit, Between):
            self._visit.table = screen.table
        if screen.company is not None and isinstance(self._visit, Between):
            self._visit.beside = Beside(screen.table, screen.company)
        screen.app.push_screen(self._visit, self._looked_back)

    def redraw(self) -> None:
        """Draw the results anew, where they are shown: what people say stands on them too."""
        if isinstance(self._visit, Between):
            self._visit.redraw()

    def _looked_back(self, ready: bool | None) -> None:
        self._visit = None
        screen = self._screen
        over = screen.view.phase if screen.view is not None else None
        if ready is False:
            screen.ask_leave() if screen.company is not None else screen.link.leave()
        elif ready and over is Phase.MATCH_OVER and screen.company is not None:
            screen.company.after_match()
        elif ready and over in _OVER and screen.table.me != TABLE:
            screen.link.ready()
            if screen.company is None:  # nobody else is awaited, so what comes next is the next deal
                self._show_old(False)
                self._due.start("old", screen.options.patience, partial(self._show_old, True))

    def _show_old(self, shown: bool) -> None:
        """Show the table, or nothing while another one is being dealt."""
        self._due.stop("old")
        self._screen.query_one("#table").visible = shown
