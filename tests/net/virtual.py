"""An event loop whose time is virtual, and a network between connections on it: delays, cuts, silence, slow readers."""

from __future__ import annotations

import asyncio
import selectors
from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from net.connection import Connection


class _NoWaiting(selectors.SelectSelector):
    """Waits for nothing but time, and that takes none."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Let the time pass that the loop would sleep."""
        assert timeout is not None, "nothing will ever happen again"
        self.loop.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs as fast as it can; whoever sleeps finds the time gone. What is raised in a callback is kept in `faults`."""

    def __init__(self) -> None:
        selector = _NoWaiting()
        self.now = 1000.0
        self.faults: list[BaseException] = []
        super().__init__(selector)
        selector.loop = self
        self.set_exception_handler(self._note)

    def time(self) -> float:
        """Return the virtual time."""
        return self.now

    def _note(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.faults.append(context.get("exception") or RuntimeError(context["message"]))


class End(asyncio.Transport):
    """One end of a virtual connection."""

    def __init__(self, wire: Wire, protocol: Connection) -> None:
        super().__init__()
        self.wire = wire
        self.protocol = protocol
        self.peer: End | None = None
        self.written = bytearray()
        """All that this end has written, whether it arrives or not."""
        self.on_write: Callable[[bytes], None] = lambda data: None
        self.on_the_way: deque[Callable[[], None]] = deque()
        self._arrives = 0.0
        self._in_flight = 0
        self._high = 65536
        self._paused = False
        self._closing = False
        self._lost = False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Say how much may be in flight before the protocol is asked to pause."""
        self._high = high or 65536

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """Send bytes on their way."""
        if self._closing or self._lost:
            return
        self.written += data
        self.on_write(bytes(data))
        self._in_flight += len(data)
        self.wire.carry(self, bytes(data))
        if self._in_flight > self._high and not self._paused:
            self._paused = True
            self.protocol.pause_writing()

    def arrived(self, size: int) -> None:
        """Take in that bytes have been read at the other end."""
        self._in_flight -= size
        if self._paused and self._in_flight < self._high / 4:
            self._paused = False
            if not self._lost:
                self.protocol.resume_writing()

    def next_arrival(self, delay: float, now: float) -> float:
        """Return when bytes written now arrive: never before those written earlier."""
        self._arrives = max(self._arrives, now + delay)
        return self._arrives

    def deliver(self, data: bytes) -> None:
        """Hand bytes to the protocol, as much at once as it has room for."""
        while data and not self._lost and not self._closing:
            buffer = self.protocol.get_buffer(-1)
            size = min(len(buffer), len(data))
            buffer[:size] = data[:size]
            data = data[size:]
            self.protocol.buffer_updated(size)

    def close(self) -> None:
        """Close; what was written still arrives, and then the other end is closed."""
        if not self._closing:
            self._closing = True
            self.wire.hang_up(self)
            self.wire.loop.call_soon(self.lose)

    def abort(self) -> None:
        """Close at once."""
        self._closing = True
        self.wire.hang_up(self)
        self.wire.loop.call_soon(self.lose)

    def lose(self) -> None:
        """Be gone."""
        if not self._lost:
            self._lost = True
            self.protocol.connection_lost(None)

    def is_closing(self) -> bool:
        """Whether it is being closed."""
        return self._closing


class Wire:
    """A virtual connection between two ends.

    `delay` gives the seconds that a piece takes; `pieces` cuts what is written into pieces.
    """

    def __init__(self, loop: VirtualLoop, near: Connection, far: Connection, random: Random, delay: float) -> None:
        self.loop = loop
        self.random = random
        self.delay = delay
        self.dead = False
        """Nothing arrives any more, and nobody is told."""
        self.near = End(self, near)
        self.far = End(self, far)
        self.near.peer, self.far.peer = self.far, self.near
        near.connection_made(self.near)
        far.connection_made(self.far)

    def carry(self, sender: End, data: bytes) -> None:
        """Let bytes travel, in one piece or several."""
        while data:
            size = len(data) if self.random.random() < 0.7 else self.random.randint(1, len(data))
            piece, data = data[:size], data[size:]
            self._later(sender, partial(self._arrive, sender, piece))

    def _arrive(self, sender: End, piece: bytes) -> None:
        if not self.dead:
            assert sender.peer is not None
            sender.arrived(len(piece))
            sender.peer.deliver(piece)

    def hang_up(self, sender: End) -> None:
        """Let the other end know, behind all that is on its way."""
        assert sender.peer is not None
        peer = sender.peer
        self._later(sender, lambda: None if self.dead else peer.lose())

    def _later(self, sender: End, what: Callable[[], None]) -> None:
        # Timers of the same moment fire in any order; the bytes of a connection keep theirs.
        sender.on_the_way.append(what)
        arrival = sender.next_arrival(self.delay * self.random.random(), self.loop.now)
        self.loop.call_at(arrival, lambda: sender.on_the_way.popleft()())

    def cut(self) -> None:
        """Break the connection; what is in flight is lost, and both ends are told."""
        self.dead = True
        self.near.lose()
        self.far.lose()

    def fall_silent(self) -> None:
        """Break the connection, and tell nobody: a pulled cable, a closed lid."""
        self.dead = True
