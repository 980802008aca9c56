"""A session on an asyncio transport: reads into one buffer, writes through a bounded queue, keeps the timers."""

from __future__ import annotations

import asyncio
import ssl
from asyncio import sslproto
from collections import deque
from typing import Final, Literal, Protocol, cast

from net.messages import Message
from net.server import Arrival, Waiting
from net.session import End, Limits, Session, Stage
from net.ssh.vouch import Vouch

QUEUE_FRAMES: Final = 256
QUEUE_BYTES: Final = 1024 * 1024
"""Who has more than this waiting does not read, and is cut off: nobody waits for a slow reader."""

READ_BYTES: Final = 64 * 1024
# asyncio gives every TLS connection a buffer of its own; its 256 KiB are filled by nobody here, and ten guests are ten.
sslproto.SSLProtocol.max_size = READ_BYTES

_HIGH_WATER: Final = 64 * 1024
_FAREWELL: Final = 2.0
"""Seconds in which the last message must have gone out."""


class Ends(Protocol):
    """What a connection reports to. Nothing that a peer does may make these raise."""

    def opened(self, connection: Connection) -> None:
        """It is up."""

    def said(self, connection: Connection, message: Message) -> None:
        """The peer has sent a message."""

    def closed(self, connection: Connection, end: End) -> None:
        """It has ended, whichever way; told once."""


class Connection(Waiting, asyncio.BufferedProtocol):
    """One end of one connection.

    `arrival` says when and whence it came in over the network. `buffer` is read into, and may serve all
    connections of one event loop: it is emptied before the next read. (A plain asyncio.Protocol is given a fresh
    256 KiB for every read.)
    """

    session: Session
    lost: asyncio.Future[None]
    """Done when the transport is gone."""
    ssl_object: ssl.SSLObject | None
    """What TLS knows of the other end; None where there is no TLS."""

    def __init__(
        self,
        side: Literal["host", "client"],
        owner: Ends,
        buffer: bytearray,
        limits: Limits | None = None,
        arrival: Arrival | None = None,
    ) -> None:
        self.origin = "" if arrival is None else arrival.source
        """Where the peer is, as `net.addresses.source` gives it; empty for one in this process."""
        self.vouch: Vouch | None = None
        """What the host knows of the peer, where it is a guest by ssh."""
        self._accepted = None if arrival is None else arrival.at
        self._side = side
        self._owner = owner
        self._limits = limits
        self._buffer = memoryview(buffer)
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._paused = False
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._loop = asyncio.get_running_loop()
        self._transport = cast(asyncio.Transport, transport)
        self.lost = self._loop.create_future()
        self.settled = self._loop.create_future()
        self.ssl_object = cast(ssl.SSLObject | None, transport.get_extra_info("ssl_object"))
        self._transport.set_write_buffer_limits(high=_HIGH_WATER)
        self.session = Session(self._side, self._loop.time(), self._limits, self._accepted)
        self._owner.opened(self)
        self._settle()

    def get_buffer(self, sizehint: int) -> memoryview:
        """Return where to read to."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Deal with what was read."""
        for message in self.session.receive(self._buffer[:nbytes], self._loop.time()):
            self._owner.said(self, message)
        self._settle()

    def send(self, message: Message) -> None:
        """Send a message; it is on its way, or the connection is cut, when this returns."""
        self.session.send(message)
        self._settle()

    def close(self, code: str, sentence: str) -> None:
        """End the connection for a reason."""
        self.session.close(code, sentence)
        self._settle()

    def drop(self) -> None:
        """End the connection at once, without a word."""
        if self._timer is not None:
            self._timer.cancel()
        if not self.lost.done():
            self._transport.abort()
        self._end(End("dropped", "The connection was dropped."))

    def pause_writing(self) -> None:
        """The peer reads more slowly than we write."""
        self._paused = True

    def resume_writing(self) -> None:
        """The peer has caught up."""
        self._paused = False
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        """The transport is gone."""
        if self._timer is not None:
            self._timer.cancel()
        self.lost.set_result(None)
        self._stop_waiting()
        self._end(End("lost", "The connection was lost."))
        # asyncio's TLS keeps our methods, so that it, and the quarter of a megabyte that it reads into, would be there
        # until the garbage collector comes by.
        del self._transport

    def _settle(self) -> None:
        """After anything that happened: write, set the timer, close what is over."""
        if self._ended:
            return
        if self.session.stage is Stage.TABLE:
            self._stop_waiting()
        for data in self.session.take():
            self._queue.append(data)
            self._queued_bytes += len(data)
        self._write()
        if len(self._queue) > QUEUE_FRAMES or self._queued_bytes > QUEUE_BYTES:
            self._transport.abort()
            self._end(End("slow", "Too much was waiting to be read."))
        elif self.session.stage is Stage.CLOSED:
            self._farewell()
        else:
            self._set_timer()

    def _stop_waiting(self) -> None:
        if not self.settled.done():
            self.settled.set_result(None)

    def _write(self) -> None:
        while self._queue and not self._paused:
            data = self._queue.popleft()
            self._queued_bytes -= len(data)
            self._transport.write(data)
        if self._ended and not self._queue:
            self._transport.close()

    def _farewell(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(_FAREWELL, self._transport.abort)
        self._end(self.session.end or End("closed", "The connection was closed."))
        self._write()

    def _end(self, end: End) -> None:
        if not self._ended:
            self._ended = True
            self._owner.closed(self, end)

    def _set_timer(self) -> None:
        due = self.session.wake
        if self._timer is not None:
            if not self._timer.cancelled() and self._timer.when() <= due:
                return  # it will look again when it fires
            self._timer.cancel()
        self._timer = self._loop.call_at(due, self._tick)

    def _tick(self) -> None:
        self._timer = None
        now = self._loop.time()
        if now >= self.session.wake:
            self.session.tick(now)
        self._settle()
