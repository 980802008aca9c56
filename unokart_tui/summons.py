"""Calling a player whose answer is due: the bell, a notice on the desktop, the title of the terminal."""

from __future__ import annotations

from collections.abc import Callable

from engine.views import View
from unokart_tui.names import People, counted
from unokart_tui.options import TableOptions
from unokart_tui.stay import Stay
from unokart_tui.surface import plain
from unokart_tui.words import turn_of


class Summons:
    """Calls by the ways that the options allow, which may change; `ring` is the bell."""

    def __init__(self, options: Callable[[], TableOptions], ring: Callable[[], object]) -> None:
        self._options = options
        self._ring = ring
        self._title = ""
        self._hurried = False

    def turn_began(self) -> None:
        """Call the player to their turn."""
        self._call("Your turn")

    def look_at_clock(self, stay: Stay) -> None:
        """Remind the player once when little time is left for their answer."""
        if stay.hurried == self._hurried:
            return
        self._hurried = stay.hurried
        if self._hurried and self._options().remind:
            self._call(f"{counted(stay.seconds_left or 0, 'second')} left for your answer")

    def show(self, view: View, people: People) -> None:
        """Let the title tell whose turn it is."""
        set_title = self._options().set_title
        if set_title is None:
            return
        title = f"{plain(turn_of(view, people))} - UNO Kart"
        if title != self._title:
            self._title = title
            set_title(title)

    def _call(self, why: str) -> None:
        options = self._options()
        if options.bell:
            self._ring()
        if options.attract is not None:
            options.attract(why)
