"""The reception of a room: connections from the network, from their handshake until the room hears of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from net.connection import READ_BYTES, Connection, Ends
from net.door import Door, Visitor
from net.messages import ClientMessage, Message
from net.server import Arrival
from net.session import End, Limits, Stage


class Reception:
    """Leads connections through a door to those behind it, on the running event loop.

    Whoever is let in is told to `inside` as `Ends` are: opened first, then its hello, then all that follows.
    """

    def __init__(self, door: Door, inside: Ends, limits: Limits | None = None) -> None:
        self.door = door
        self._inside = inside
        self._limits = limits
        self._buffer = bytearray(READ_BYTES)
        self._waiting: set[Connection] = set()
        self._up: set[asyncio.Future[None]] = set()  # done when each transport is gone
        self._vouched: dict[bytes, set[Connection]] = {}  # by the ticket of a guest by ssh
        self._closed = False

    def make(self, arrival: Arrival) -> Connection:
        """Return the host's end of a connection that has arrived."""
        at_door = _AtDoor(self, Visitor(self.door, arrival.source), self._inside)
        return Connection("host", at_door, self._buffer, self._limits, arrival)

    def close(self, code: str, sentence: str) -> None:
        """Refuse those who wait and whoever still comes."""
        self._closed = True
        self._refusal = (code, sentence)
        for connection in list(self._waiting):
            connection.close(code, sentence)

    def withdraw(self, ticket: bytes, end: End) -> None:
        """Vouch for a guest by ssh no longer, and end what connections they have."""
        self.door.withdraw(ticket)
        for connection in self._vouched.pop(ticket, set()):
            connection.close(end.code, end.sentence)

    async def wait_closed(self, seconds: float) -> None:
        """Wait until no transport is left of all that came, at most so long."""
        if self._up:
            await asyncio.wait(self._up, timeout=seconds)

    def came(self, connection: Connection) -> None:
        """Take in that someone waits."""
        self._waiting.add(connection)
        self._up.add(connection.lost)
        connection.lost.add_done_callback(self._up.discard)
        if self._closed:
            connection.close(*self._refusal)

    def went(self, connection: Connection) -> None:
        """Take in that someone waits no longer."""
        self._waiting.discard(connection)

    def vouches(self, ticket: bytes, connection: Connection) -> None:
        """Take in that a connection is that of a guest by ssh."""
        guests = self._vouched.setdefault(ticket, set())
        guests.add(connection)
        connection.lost.add_done_callback(lambda _: guests.discard(connection))


class _AtDoor:
    """What a connection reports to."""

    def __init__(self, reception: Reception, visitor: Visitor, inside: Ends) -> None:
        self._reception = reception
        self._visitor = visitor
        self._inside = inside
        self._through = False
        self._over = False
        self._time: Callable[[], float] = asyncio.get_running_loop().time

    def opened(self, connection: Connection) -> None:
        """Wait."""
        self._reception.came(connection)

    def said(self, connection: Connection, message: Message) -> None:
        """Hear the client until it is in; then let those inside do so."""
        visitor = self._visitor
        if self._through:
            self._inside.said(connection, message)
            return
        # The session of a host lets nothing else through.
        for answer in visitor.said(cast(ClientMessage, message), self._time()):
            connection.send(answer)
        if visitor.admitted and visitor.hello is not None and not self._over:
            self._through = True
            self._reception.went(connection)
            if visitor.vouch is not None and visitor.hello.ticket is not None:
                connection.vouch, connection.origin = visitor.vouch, visitor.vouch.source
                self._reception.vouches(visitor.hello.ticket, connection)
            self._inside.opened(connection)
            self._inside.said(connection, visitor.hello)
            if connection.session.stage is Stage.TABLE:
                visitor.entered()

    def closed(self, connection: Connection, end: End) -> None:
        """Take in that it is over."""
        self._over = True
        if self._through:
            self._inside.closed(connection, end)
            return
        self._reception.went(connection)
        self._visitor.gone(self._time())
