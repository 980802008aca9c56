"""What the network thread tells the screen, and what the screen may ask of it.

Values only, so that they may cross threads. `Link` is the whole of what a screen, the line mode or a test needs to
know of a table, wherever the host runs.
"""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from engine.actions import Action
from engine.events import Event
from engine.views import View

BotLevel = Literal["easy", "normal"]


class Person(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat. `name` is cleaned already: one line of at most 20 terminal cells, unique at the table."""

    seat: int
    name: str
    bot: BotLevel | None = None
    """The level of the bot that plays this seat, None for a person."""
    here: bool = True
    """False while a person is away."""
    ready: bool = False
    """Waits for the next round, or for another match."""


class Joined(Struct, frozen=True):
    """A seat was taken; sent once, before anything else."""

    seat: int
    room: str
    people: tuple[Person, ...]


class People(Struct, frozen=True):
    """Someone came, went, or is ready."""

    people: tuple[Person, ...]


class Changed(Struct, frozen=True):
    """The table changed. `view` already holds what `events` tell; after a gap there are no events."""

    version: int
    view: View
    events: tuple[Event, ...] = ()


class Refused(Struct, frozen=True):
    """An action was refused and has changed nothing. `sentence` says why, to the player."""

    action_id: int
    code: str
    sentence: str


class Acknowledged(Struct, frozen=True):
    """An action was carried out; the `Changed` that shows it has been sent already."""

    action_id: int
    version: int


class Closed(Struct, frozen=True):
    """The table is gone for this player; nothing follows."""

    code: str
    sentence: str


Update = Joined | People | Changed | Refused | Acknowledged | Closed


class Link(Protocol):
    """A seat at a table. Every method may be called from any thread and returns at once."""

    def act(self, action: Action, version: int) -> int:
        """Ask for an action, made while looking at the table in `version`; return the id that the answer will carry.

        For a call of UNO or a catch the version says which play is meant, and may be old (rule 8.3).
        """

    def ready(self) -> None:
        """Say that the next round may be dealt, or after a match that another may begin."""

    def set_pace(self, seconds: float) -> None:
        """Set how long bots take for a move (only the host's own player; others are refused)."""

    def leave(self) -> None:
        """Leave the table for good; a `Closed` follows."""
