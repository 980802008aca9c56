"""Taking connections from the network: a few at a time from each address, and TLS with those that are left.

A connection that nobody knows yet costs a place in a small waiting room, which it loses when it is admitted, refused,
or too slow. (asyncio's own servers set TLS up, at a quarter of a megabyte, for whoever connects.)
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct

from net.addresses import source

_log = logging.getLogger(__name__)

WAITING_FROM_ONE: Final = 8
"""Connections from one address that may wait for admission at the same time."""
WAITING: Final = 64
"""Connections that may wait for admission at the same time."""
HANDSHAKE_WITHIN: Final = 5.0
_SHUTDOWN_WITHIN: Final = 2.0
_PAUSE: Final = 0.2
"""Seconds without accepting when the process has no descriptor to spare."""


class Waiting(asyncio.BaseProtocol):
    """The protocol of a connection that waits for admission, and tells when it does no longer."""

    settled: asyncio.Future[None]
    """There from `connection_made` on; done when the connection is admitted, or gone."""


class Arrival(Struct, frozen=True):
    """Where a connection comes from, as `net.addresses.source` gives it, and when it was accepted."""

    source: str
    at: float


class Server:
    """Accepts on listening sockets, which it owns from now on; belongs to the running event loop.

    `make` makes the protocol of a connection; its `connection_made` is called once TLS is up.
    """

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        context: ssl.SSLContext,
        make: Callable[[Arrival], Waiting],
    ) -> None:
        self._listeners = list(listeners)
        self._context = context
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._waiting: Counter[str] = Counter()
        self._arriving: set[asyncio.Task[None]] = set()
        self._accepting = [asyncio.create_task(self._accept(listener)) for listener in listeners]

    @property
    def waiting(self) -> int:
        """How many connections wait for admission."""
        return self._waiting.total()

    async def close(self) -> None:
        """Accept nothing more, and drop what is not through its handshake; the others go on."""
        tasks = [*self._accepting, *self._arriving]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for listener in self._listeners:
            listener.close()

    async def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, address = await self._loop.sock_accept(listener)
            except OSError as error:
                # The peer may have gone again; or there are too many open files, and then it takes a while.
                if error.errno != errno.ECONNABORTED:
                    _log.warning("No connection could be accepted: %s", error)
                    await asyncio.sleep(_PAUSE)
                continue
            origin = source(str(address[0]))
            if self._waiting[origin] >= WAITING_FROM_ONE or self._waiting.total() >= WAITING:
                connection.close()
                continue
            self._waiting[origin] += 1
            task = asyncio.create_task(self._admit(connection, Arrival(origin, self._loop.time())))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _admit(self, connection: socket.socket, arrival: Arrival) -> None:
        """Keep a connection's place in the waiting room until it needs it no longer."""
        try:
            with suppress(OSError):  # the peer speaks no TLS, is too slow, or has gone
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                _, protocol = await self._loop.connect_accepted_socket(
                    lambda: self._make(arrival),
                    connection,
                    ssl=self._context,
                    ssl_handshake_timeout=HANDSHAKE_WITHIN,
                    ssl_shutdown_timeout=_SHUTDOWN_WITHIN,
                )
                await protocol.settled
        finally:
            self._waiting[arrival.source] -= 1
            if not self._waiting[arrival.source]:
                del self._waiting[arrival.source]
