"""What a room is given when it is put up, and what it gives back: what to send, and how it ends."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct, field

from engine.rules import MAX_PLAYERS, Rules
from net.messages import HostMessage
from net.table import Change
from net.updates import BotLevel, CloseMode

TURN_SECONDS: Final = 60
"""How long an answer may take where nobody says otherwise."""


class Setup(Struct, frozen=True):
    """How a room is put up. `pace` is seconds a move of a bot; `bots` are names and levels.

    With `lobby` people come and go and the host begins the matches. Without, there are just the seats for `persons`
    and `bots`, and the first match begins when all are taken.
    """

    room: str
    persons: int
    bots: tuple[tuple[str, BotLevel], ...]
    rules: Rules
    seed: int
    """Secret, and another one each time a room is put up or resumed: it decides every shuffle to come."""
    pace: float = 1.0
    grace: bool = True
    lobby: bool = False
    seats: int = MAX_PLAYERS
    """The most seats, where there is a lobby."""
    spectators: int = 8
    """The most people who may watch."""
    from_one: int | None = None
    """The most people from one address of another computer, at the table or beside it; None for as many as like."""
    turn_seconds: int = 0
    """How long an answer may take; 0 for as long as it likes."""
    hold_seconds: float = 120.0
    """How long a seat waits for who has lost the connection, before a bot plays it for them."""
    headless: bool = False
    """Nobody sits where the room runs, so nobody may close it from the table."""


class Settings(Struct, frozen=True):
    """What of a room is saved beside its seats and its matches."""

    rules: Rules
    turn_seconds: int
    host: int | None
    """The seat of the host."""
    playing: tuple[int, ...]
    """The seats that are part of the latest match."""
    before: dict[int, int]
    """For seats of the latest match, their numbers in the one before."""

    def to_bytes(self) -> bytes:
        """Write them down."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Settings:
        """Read them; raise `msgspec.MsgspecError`."""
        return msgspec.msgpack.decode(data, type=cls)


class Send(Struct, frozen=True):
    """A message for a connection. `No` and `Bye` end it."""

    connection: int
    message: HostMessage


class Outcome(Struct):
    """What a call of a room has led to."""

    sends: list[Send] = field(default_factory=list)
    closing: CloseMode | None = None
    """The host goes; with ``save`` the room is closed when this has been sent, with ``keep`` it runs on."""
    changes: list[Change] = field(default_factory=list)
    """How the table has changed; it is saved already."""
