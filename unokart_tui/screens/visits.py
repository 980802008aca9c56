"""Where a table sends its player, and what is done there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from engine.views import View
from net.updates import RoomLink
from unokart_tui.names import People

if TYPE_CHECKING:
    from unokart_tui.stay import Stay


@dataclass(frozen=True)
class Visits:
    """The screens that the table sends a player to, and comes back from. They get the view, the people, the seat."""

    round_over: Callable[[View, People, int], Screen[Any]]
    """Dismissed with True when the player is ready for the next round, False to leave the table."""
    match_over: Callable[[View, People, int], Screen[Any]]
    """Dismissed with True to play again, False to leave the table."""
    quit: Callable[[], Screen[Any]]
    """Dismissed with True to leave the table."""


@dataclass(frozen=True)
class Company:
    """The room around a table, where others than bots may be."""

    stay: Stay
    link: RoomLink
    people: Callable[[], Screen[Any]]
    """Who is in the room."""
    ask_leave: Callable[[], object]
    """Asks whether to leave and sees to it."""
    after_match: Callable[[], object]
    """Called when the player has seen how a match ended, and goes on."""
    go_on_unsaved: Callable[[], object] = lambda: None
    """Lets the game go on although nothing can be saved, where the room is hosted by this program."""

    @property
    def may_go_on_unsaved(self) -> bool:
        """Whether there is something to decide."""
        return self.stay.unsaved is not None
