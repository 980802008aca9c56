"""The host: a room among connections. It sends what the room says, and wakes the room in time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import cast

from net.connection import READ_BYTES, Connection
from net.messages import ClientMessage, Message
from net.room import Room
from net.session import End, Limits
from net.setup import Outcome
from net.updates import CloseMode


class Host:
    """Runs a room on the running event loop.

    `protocol` makes this end of each connection that comes in. `closing` is told when the room's host goes, and how;
    `moved` is told of everything that happens in the room, before anyone else is.
    """

    def __init__(
        self,
        room: Room,
        limits: Limits | None = None,
        closing: Callable[[CloseMode], None] = lambda mode: None,
        moved: Callable[[Outcome], None] = lambda outcome: None,
    ) -> None:
        self._room = room
        self._closing = closing
        self._moved = moved
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray(READ_BYTES)
        self._ids = count()
        self._numbers: dict[Connection, int] = {}
        self._connections: dict[int, Connection] = {}
        self._up: set[Connection] = set()  # those whose transport is not gone yet
        self._closed = False
        self._outcomes: deque[Outcome] = deque()
        self._delivering = False
        self._timer: asyncio.TimerHandle | None = None
        self._deliver(room.open(self._loop.time()))

    def protocol(self, limits: Limits | None = None) -> Connection:
        """Return this end for a new connection from this process, with its own limits if they are given."""
        return Connection("host", self, self._buffer, limits or self._limits)

    def close(self, code: str, sentence: str) -> None:
        """Say good-bye to everyone, and let the table rest."""
        self._closed = True
        self._set_timer()
        for connection in list(self._connections.values()):
            connection.close(code, sentence)

    async def wait_closed(self, seconds: float) -> None:
        """Wait until no transport is left, at most so long."""
        lost = [connection.lost for connection in self._up]
        if lost:
            await asyncio.wait(lost, timeout=seconds)

    def opened(self, connection: Connection) -> None:
        """A connection is up."""
        number = next(self._ids)
        self._numbers[connection] = number
        self._connections[number] = connection
        self._up.add(connection)
        connection.lost.add_done_callback(lambda _: self._up.discard(connection))
        if self._closed:
            connection.close("host_closing", "The table is closed.")

    def said(self, connection: Connection, message: Message) -> None:
        """A client has sent a message."""
        number = self._numbers.get(connection)
        if number is not None:
            # The session of a host lets nothing else through.
            asked = cast(ClientMessage, message)
            now = self._loop.time()
            self._deliver(self._room.handle(number, asked, now, connection.origin, connection.vouch))

    def closed(self, connection: Connection, end: End) -> None:
        """A connection has ended."""
        number = self._numbers.pop(connection)
        del self._connections[number]
        self._deliver(self._room.gone(number, self._loop.time(), connection.session.token_arrived))

    def _deliver(self, outcome: Outcome) -> None:
        """Send. What a connection that breaks meanwhile leads to comes after what is being sent."""
        self._outcomes.append(outcome)
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._outcomes:
                self._carry_out(self._outcomes.popleft())
        finally:
            self._delivering = False
        self._set_timer()

    def _carry_out(self, outcome: Outcome) -> None:
        self._moved(outcome)
        for send in outcome.sends:
            connection = self._connections.get(send.connection)
            if connection is not None:
                connection.send(send.message)
        if outcome.closing is not None:
            self._closing(outcome.closing)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._room.wake
        if due is not None and not self._closed:
            self._timer = self._loop.call_at(due, self._tick)

    def _tick(self) -> None:
        self._deliver(self._room.tick(self._loop.time()))
