"""Where a host listens: at the port that friends need not type, or the next one that is free."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack
from ipaddress import IPv6Address, ip_address
from typing import Final

from net.addresses import DEFAULT_PORT, BadAddress

PORTS: Final = range(DEFAULT_PORT, DEFAULT_PORT + 17)
"""Tried one after the other. 24800 is left to the programs that share a keyboard among computers."""

_BACKLOG: Final = 64
_TRIES: Final = 5  # a port that is free in IPv4 may be taken in IPv6
_NO_IPV6: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.ENOPROTOOPT)


class CannotListen(OSError):
    """No port could be had; `sentence` says why, to whoever wanted to host."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def check_bind(text: str) -> str:
    """Return an address to bind to as it is written best; raise `net.addresses.BadAddress` if it is none."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        raise BadAddress("What to bind to is an address of this computer, such as 192.168.1.5 or 127.0.0.1.") from None
    if isinstance(address, IPv6Address) and address.is_link_local and not address.scope_id:
        raise BadAddress(f"{address} is on every adapter. Say on which one it is meant: {address}%eth0, for example.")
    return str(address)


def listen(port: int | None = None, bind: str | None = None) -> list[socket.socket]:
    """Return listening sockets that don't block, all at one port: `port`, or else the first of `PORTS` that is free.

    Port 0 is any free one. They take connections to every address of this computer, in IPv4 and in IPv6 where there is
    such a thing, or only those to `bind`. Raise `CannotListen`.
    """
    for wanted in PORTS if port is None else (port,) * (_TRIES if port == 0 else 1):
        try:
            return _listen(wanted, bind)
        except OSError as error:
            if not port and error.errno == errno.EADDRINUSE:
                continue
            raise CannotListen(_why(error, wanted, bind)) from error
    if port == 0:
        raise CannotListen("The system has no free port.")
    raise CannotListen(f"The ports from {PORTS[0]} to {PORTS[-1]} are all taken. Choose another one.")


def _listen(port: int, bind: str | None) -> list[socket.socket]:
    if bind is not None:
        return [_bound(socket.AF_INET6 if ":" in bind else socket.AF_INET, bind, port)]
    with ExitStack() as undo:
        v4 = undo.enter_context(_bound(socket.AF_INET, "", port))
        try:
            v6 = undo.enter_context(_bound(socket.AF_INET6, "", v4.getsockname()[1]))
        except OSError as error:
            if error.errno not in _NO_IPV6:
                raise
            undo.pop_all()
            return [v4]
        undo.pop_all()
        return [v4, v6]


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    with ExitStack() as undo:
        listener = undo.enter_context(socket.socket(family, socket.SOCK_STREAM))
        # So that a host that comes back need not wait for the connections of the one before to be forgotten.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(_sockaddr(family, address, port))
        listener.listen(_BACKLOG)
        listener.setblocking(False)
        undo.pop_all()
        return listener


def _sockaddr(family: socket.AddressFamily, address: str, port: int) -> tuple[str, int] | tuple[str, int, int, int]:
    plain, _, scope = address.partition("%")
    if family != socket.AF_INET6:
        return plain, port
    return plain, port, 0, int(scope) if scope.isdecimal() else socket.if_nametoindex(scope) if scope else 0


def _why(error: OSError, port: int, bind: str | None) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is taken by another program."
        case errno.EACCES | errno.EPERM:
            return f"The system does not let this program have port {port}. Choose one from 1024 up."
        case errno.EADDRNOTAVAIL | errno.ENODEV | errno.ENXIO:
            return f"{bind} is no address of this computer."
        case _:
            return f"Port {port} can't be had: {error.strerror or error}."
