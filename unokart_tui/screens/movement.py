"""What moves on the table when something has happened."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from engine.views import View
from unokart_tui.motion import Motion
from unokart_tui.options import TableOptions
from unokart_tui.table import Happened
from unokart_tui.timers import Timers
from unokart_tui.widgets.middle import Middle
from unokart_tui.widgets.moment import STAGES
from unokart_tui.widgets.players import Players

if TYPE_CHECKING:
    from unokart_tui.screens.table import TableScreen

_ITEM_SEEN: Final = STAGES[0] + STAGES[1]
"""Seconds from where a box begins to open to where its item is seen."""


class Movement:
    """Lets be seen how the turn passes on, a card comes to the pile, a box opens, and an item hits."""

    def __init__(self, screen: TableScreen, options: TableOptions) -> None:
        self._screen = screen
        self._options = options
        self._due = Timers(screen)
        self.motion = Motion(options.motion)

    def change(self, options: TableOptions) -> None:
        """Go by other options from now on."""
        self._options = options
        self.motion.wish(options.motion)

    def show(self, happened: Happened, before: View | None) -> None:
        """Show what has happened; `before` is how the table was until then."""
        middle, players = self._screen.query_one(Middle), self._screen.query_one(Players)
        if before is not None:
            players.pass_turn(before.owed)
        opens = bool(happened.boxes) and self._options.box_moment
        if opens:
            middle.open(happened.boxes[-1])
        elif happened.played is not None:
            middle.slide(before.top if before is not None else None, up=happened.played == self._screen.table.me)
        if happened.struck and opens:
            self._due.start("strike", _ITEM_SEEN, partial(players.strike, happened.struck))
        elif happened.struck:
            players.strike(happened.struck)
