"""A match of one person against bots: host and client on the network thread, joined by a socket pair."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
from collections.abc import Callable
from typing import Final, cast

from msgspec import Struct

from engine import bots
from engine.errors import PositionError
from engine.rules import Rules, problem_with
from net.client import Client
from net.connection import READ_BYTES, Connection
from net.host import Host
from net.link import ClientLink
from net.messages import TOKEN_BYTES, ClientMessage, HostMessage, Message
from net.names import clean_name
from net.room import Room
from net.seats import RACERS
from net.session import End, Limits
from net.setup import Setup
from net.thread import NetworkThread
from net.updates import BotLevel, RoomLink, Update

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


def open_solo(setup: SoloSetup, on_update: Callable[[Update], None]) -> RoomLink:
    """Begin a match; the player sits in seat 0.

    `on_update` is called on the network thread, which the match starts and ends: first with `Joined`, last with
    `Closed`. Raises `engine.errors.PositionError` where the rules can't be played by so many.
    """
    room = Room(_room_setup(setup), bots.make, lambda: secrets.token_bytes(TOKEN_BYTES))
    solo = _Solo(setup.name, room, on_update)
    solo.start()
    return solo.link


def _room_setup(setup: SoloSetup) -> Setup:
    name = clean_name(setup.name)
    free = [racer for racer in RACERS if racer.casefold() != name.casefold()]
    if problem := problem_with(setup.rules, 1 + len(setup.bots)):
        raise PositionError(problem)
    return Setup(
        room=f"{name}'s table",
        persons=1,
        bots=tuple(zip(free[: len(setup.bots)], setup.bots, strict=True)),
        rules=setup.rules,
        seed=secrets.randbits(256) if setup.seed is None else setup.seed,
        pace=setup.pace,
        grace=setup.grace,
    )


class _Solo:
    """Both ends of the socket pair; `link` is the player's."""

    def __init__(self, name: str, room: Room, on_update: Callable[[Update], None]) -> None:
        self._name = name
        self._room = room
        self._on_update = on_update
        self._thread = NetworkThread(self._fail)
        self._connection: Connection | None = None
        self._client = Client(self._emit, self._send, self._give_up)
        self.link = ClientLink(self._client, self._thread.call)
        self._over = asyncio.Event()

    def start(self) -> None:
        self._thread.start(self._run())

    async def _run(self) -> None:
        """Play, until the player has left or something has broken."""
        loop = asyncio.get_running_loop()
        host = Host(self._room, limits=_LIMITS)
        ours, theirs = socket.socketpair()
        buffer = bytearray(READ_BYTES)
        try:
            await loop.connect_accepted_socket(host.protocol, ours)
            await loop.create_connection(lambda: Connection("client", self, buffer, _LIMITS), sock=theirs)
            await self._over.wait()
        finally:
            self._end(_CRASH)  # without effect where it has ended already
            host.close("host_closing", "The table is closed.")
            await host.wait_closed(_CLOSE_WITHIN)

    def opened(self, connection: Connection) -> None:
        self._connection = connection
        self._client.greet(self._name)

    def said(self, connection: Connection, message: Message) -> None:
        self._client.receive(cast(HostMessage, message))  # the session of a client lets nothing else through

    def closed(self, connection: Connection, end: End) -> None:
        self._client.ended(end)
        self._over.set()

    def _end(self, end: End) -> None:
        self._client.ended(end)
        self._over.set()
        if self._connection is not None:
            self._connection.close(end.code, end.sentence)

    def _fail(self) -> None:
        self._end(_CRASH)

    def _send(self, message: ClientMessage) -> None:
        assert self._connection is not None
        self._connection.send(message)

    def _give_up(self, code: str, sentence: str) -> None:
        self._end(End(code, sentence))

    def _emit(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)
            self._over.set()
