"""Where the ssh server listens, and how asyncssh comes to speak on lines that are bounded (`net.ssh.line`)."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, cast

import asyncssh

from net.listening import CannotListen, listen
from net.ssh.compression import COMPRESSION, bound_compression
from net.ssh.doorstep import Doorstep
from net.ssh.line import Line
from net.ssh.user_names import take_names_as_written

LOGIN_WITHIN: Final = 30.0
"""Seconds."""
KEEPALIVE: Final = 4.7
KEEPALIVES: Final = 2
"""Who has not answered so many, `KEEPALIVE` seconds apart, by the time of the next is gone: that is within 15 s."""

_TRIES: Final = 5
_ABSENT: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.ENOPROTOOPT, errno.ENODEV, errno.ENXIO)

_LEAVE_WITHIN: Final = 0.5
_HANG_UP_WITHIN: Final = 0.3

_WINDOW: Final = 64 * 1024
_PACKET: Final = 32 * 1024


def sockets(addresses: tuple[str, ...], port: int) -> list[socket.socket]:
    """Return listening sockets at addresses of this computer, all with one port; raise `CannotListen`.

    An address that this computer does not have is left out, as long as there is another.
    """
    for attempt in range(1, _TRIES + 1):
        found: list[socket.socket] = []
        try:
            return _sockets(addresses, port, found)
        except CannotListen:
            for one in found:
                one.close()
            if port or attempt == _TRIES:  # a port that is free at one address may be taken at another
                raise
    raise CannotListen("There is no address to listen at.")


def _sockets(addresses: tuple[str, ...], port: int, found: list[socket.socket]) -> list[socket.socket]:
    absent: CannotListen | None = None
    for address in addresses:
        try:
            found += listen(found[0].getsockname()[1] if found else port, address)
        except CannotListen as error:
            cause = error.__cause__
            if not isinstance(cause, OSError) or cause.errno not in _ABSENT:
                raise
            absent = error
    if not found and absent is not None:
        raise absent
    return found


class Street(asyncssh.SSHListener):
    """The listening sockets. To asyncssh it is a tunnel that guests come out of."""

    def __init__(self, listening: list[socket.socket], doorstep: Doorstep) -> None:
        super().__init__()
        self._listening = listening
        self._doorstep = doorstep
        self._servers: list[asyncio.Server] = []
        self._lines: set[Line] = set()
        self._vacant = asyncio.Event()

    async def create_server(
        self, session_factory: Callable[[str, int], object], listen_host: str, listen_port: int
    ) -> asyncssh.SSHListener:
        """Take connections from now on. asyncssh calls this, with what makes its part of a connection."""

        def line() -> Line:
            new = Line(self._doorstep, lambda: cast(asyncio.Protocol, session_factory("", 0)), self._forget)
            self._lines.add(new)
            self._vacant.clear()
            return new

        loop = asyncio.get_running_loop()
        self._servers += [await loop.create_server(line, sock=one) for one in self._listening]
        return self

    def close(self) -> None:
        """Take no more connections; those that are there stay."""
        for server in self._servers:
            server.close()
        for one in self._listening:
            one.close()

    async def empty(self) -> None:
        """Wait until nobody is there any more; after a moment, hang up on those who still are."""
        for within, then in ((_LEAVE_WITHIN, Line.let_go), (_HANG_UP_WITHIN, Line.hang_up)):
            with suppress(TimeoutError):
                async with asyncio.timeout(within if self._lines else 0):
                    await self._vacant.wait()
            for line in tuple(self._lines):
                then(line)

    def _forget(self, line: Line) -> None:
        self._lines.discard(line)
        if not self._lines:
            self._vacant.set()


async def open_street(street: Street, key: asyncssh.SSHKey, entry: Callable[[], asyncssh.SSHServer]) -> None:
    """Let guests come. `entry` makes what decides about a connection.

    Everything that asyncssh can do for a guest is off but a session, and what that may be, `entry` decides.
    """
    bound_compression()
    take_names_as_written()
    await asyncssh.listen(
        tunnel=street,
        server_factory=entry,
        server_host_keys=[key],
        config=[],
        server_version="unokart",
        encoding=None,  # bytes as they are
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        sftp_factory=None,
        allow_scp=False,
        gss_host=None,
        host_based_auth=False,
        rdns_lookup=False,
        login_timeout=LOGIN_WITHIN,
        keepalive_interval=KEEPALIVE,
        keepalive_count_max=KEEPALIVES,
        compression_algs=[COMPRESSION, "none"],
        window=_WINDOW,
        max_pktsize=_PACKET,
    )
