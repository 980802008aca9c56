"""What is saved of a table, and what it is built from again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from engine.errors import RecordError
from engine.match import Match
from engine.record import Record
from engine.rules import Rules
from engine.shuffles import Shuffles
from net.database import StoreError
from net.table import Change
from net.updates import BotLevel

Kind = Literal["room", "solo"]
"""A table that others can join, or a match against bots alone."""


class SavedSeat(Struct, frozen=True):
    """A seat of a table."""

    seat: int
    name: str | None
    """None while nobody has taken it."""
    bot: BotLevel | None = None
    """The level of the bot that plays it. With a token as well, its owner may take it back."""
    token_hash: bytes | None = None
    """`token_hash` of what proves the seat: the file can't be used to take it."""


class MatchBegun(Struct, frozen=True):
    """A match is about to be dealt."""

    match: int
    """Its number at the table, from 1."""
    version: int
    """The table's, before the deal."""
    rules: Rules
    names: tuple[str, ...]
    """By seat, all of them."""


class SettingsChanged(Struct, frozen=True):
    """The room has been set up otherwise."""

    settings: bytes


Saving = MatchBegun | Change | SavedSeat | SettingsChanged
"""What a table has saved as it happens. A `SavedSeat` replaces what was saved of that seat."""


class SavedRoom(Struct, frozen=True):
    """All that was saved of a table that is still open."""

    room: str
    kind: Kind
    name: str
    settings: bytes
    """As given by whoever saved the table; nothing here reads them."""
    seats: tuple[SavedSeat, ...]
    match: int
    """The number of the latest match, 0 before the first."""
    version: int
    """The table's after the latest change."""
    record: Record | None
    """The latest match, finished or not; None before the first."""
    answers: Mapping[int, Mapping[int, int]]
    """For each seat the latest actions that it had carried out, oldest first: their ids, and the versions they made."""

    def continued(self, shuffles: Shuffles) -> Match | None:
        """Return the latest match as it stands; from here on it is shuffled by `shuffles`.

        What was shuffled until now is as it was. For what is to come take a new secret seed, so that the saved file
        foretells nothing. Raises `StoreError` where the rules do not allow what was saved.
        """
        if self.record is None:
            return None
        try:
            *_, last = self.record.replay()
        except RecordError as error:
            raise StoreError("damaged", f"What was saved of {self.name} is no match. {error}") from error
        return last.match.copy(shuffles)


class OpenTable(Struct, frozen=True):
    """A table that can be gone on with."""

    room: str
    kind: Kind
    name: str
    names: tuple[str, ...]
    """Who sat there."""
    match: int
    """The number of the latest match, 0 before the first."""
    round: int
    """Rounds dealt in it."""
    over: bool
    """Whether that match is over, and the next could begin."""
    used: float
    """When it was last played at, in seconds since the epoch."""
    hosted: bool
    """Whether a process has it open now; then nobody else can."""


class FinishedMatch(Struct, frozen=True):
    """A match in the list of those played."""

    match: int
    """Its number in the list."""
    room: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int
    """The seat."""
    ended: float
    """In seconds since the epoch."""
    own: int | None = None
    """The seat of this account's player: `engine.phases.TABLE` if they only watched, None if that is not known."""


def token_hash(token: bytes) -> bytes:
    """Return what a seat's token is saved as. A token is random and long, so no more than a hash is needed."""
    return hashlib.sha256(token).digest()
