"""A match of one person against bots: host and client on the network thread, joined by a socket pair."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final, cast

from msgspec import Struct

from engine import bots
from engine.actions import Action
from engine.rules import MAX_PLAYERS, Rules
from net.client import Client
from net.connection import READ_BYTES, Connection
from net.host import Host
from net.messages import TOKEN_BYTES, ClientMessage, HostMessage, Message
from net.names import clean_name
from net.room import Room, Setup
from net.session import End, Limits
from net.updates import BotLevel, Update

RACERS: Final = ("Toad", "Peach", "Bowser", "Yoshi", "Luigi", "Daisy", "Wario", "Rosalina", "Koopa", "Birdo")
"""What bots are called, in the order in which they sit down; one more than can sit with a person of such a name."""

_CRASH: Final = End("crash", "The table broke down because of a fault in the program; it has been written to the log.")
_CLOSE_WITHIN: Final = 3.0

# Nobody floods themselves, and a script that plays as fast as it can is welcome to.
_LIMITS: Final = Limits(messages_a_second=1e6, burst=1e6)

_log = logging.getLogger(__name__)


class SoloSetup(Struct, frozen=True):
    """A match against bots."""

    name: str
    bots: tuple[BotLevel, ...]
    rules: Rules = Rules()
    seed: int | None = None
    """The same seed and the same answers of the player make the same match; None for one that nobody can foretell."""
    pace: float = 1.0
    """Seconds a move of a bot."""
    grace: bool = True
    """Whether bots wait while the player may call UNO or catch; off for measuring only."""


def _room_setup(setup: SoloSetup) -> Setup:
    name = clean_name(setup.name)
    free = [racer for racer in RACERS if racer.casefold() != name.casefold()]
    return Setup(
        room=f"{name}'s table",
        persons=1,
        bots=tuple(zip(free[:MAX_PLAYERS], setup.bots, strict=False)),
        rules=setup.rules,
        seed=secrets.randbits(256) if setup.seed is None else setup.seed,
        pace=setup.pace,
        grace=setup.grace,
    )


class Solo:
    """Both ends of the socket pair, and the player's `net.updates.Link`.

    `on_update` is called on the loop's thread, first with `Joined`, last with `Closed`. Raises
    `engine.errors.PositionError` where the rules can't be played by so many.
    """

    def __init__(self, setup: SoloSetup, on_update: Callable[[Update], None], loop: asyncio.AbstractEventLoop) -> None:
        self._name = setup.name
        self._room = Room(_room_setup(setup), bots.make, lambda: secrets.token_bytes(TOKEN_BYTES))
        self._on_update = on_update
        self._loop = loop
        self._ids = count(1)
        self._connection: Connection | None = None
        self._client = Client(self._emit, self._send, self._give_up)
        self._over = asyncio.Event()

    def act(self, action: Action, version: int) -> int:
        """Ask for an action; see `Link`."""
        action_id = next(self._ids)
        self._soon(self._client.act, action_id, action, version)
        return action_id

    def ready(self) -> None:
        """Say that things may go on; see `Link`."""
        self._soon(self._client.ready)

    def set_pace(self, seconds: float) -> None:
        """Set how long bots take for a move; see `Link`."""
        self._soon(self._client.set_pace, seconds)

    def leave(self) -> None:
        """Leave for good; see `Link`."""
        self._soon(self._client.leave)

    def _soon(self, function: Callable[..., object], *arguments: object) -> None:
        # A loop that is closed has told of the end already, and nothing may follow on that.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    async def run(self) -> None:
        """Play, until the player has left or something has broken."""
        host = Host(self._room, limits=_LIMITS)
        ours, theirs = socket.socketpair()
        buffer = bytearray(READ_BYTES)
        try:
            await self._loop.connect_accepted_socket(host.protocol, ours)
            await self._loop.create_connection(lambda: Connection("client", self, buffer, _LIMITS), sock=theirs)
            await self._over.wait()
        finally:
            self.end(_CRASH)
            host.close("host_closing", "The table is closed.")
            await host.wait_closed(_CLOSE_WITHIN)

    def end(self, end: End) -> None:
        """End the match from this side; on the loop's thread. One that has ended already stays as it is."""
        self._client.ended(end)
        self._over.set()
        if self._connection is not None:
            self._connection.close(end.code, end.sentence)

    def fail(self) -> None:
        """End the match because of a fault in the program."""
        self.end(_CRASH)

    def opened(self, connection: Connection) -> None:
        """The client's end is up."""
        self._connection = connection
        self._client.greet(self._name)

    def said(self, connection: Connection, message: Message) -> None:
        """The host has sent a message."""
        self._client.receive(cast(HostMessage, message))  # the session of a client lets nothing else through

    def closed(self, connection: Connection, end: End) -> None:
        """The client's end is down."""
        self._client.ended(end)
        self._over.set()

    def _send(self, message: ClientMessage) -> None:
        assert self._connection is not None
        self._connection.send(message)

    def _give_up(self, code: str, sentence: str) -> None:
        self.end(End(code, sentence))

    def _emit(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)
            self._over.set()
