"""Reaching a peer by several addresses: which to try first, and how to try them all without waiting for each."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from ipaddress import IPv6Address, ip_address
from itertools import islice
from typing import Final, TypeVar

from net.addresses import Address, BadAddress, OwnAddress, Side, main_side, of_side, unscoped
from net.names import clean_line

_log = logging.getLogger(__name__)

T = TypeVar("T")

STAGGER: Final = 0.25
"""Seconds that an address is given before the next is tried as well."""

ATTEMPT: Final = 3.0
"""Seconds after which an address is given up: a lost first packet costs one."""

_RESOLVED_WITHIN: Final = 5.0
_TRIED_AT_MOST: Final = 8
_LOOKED_AT: Final = 64  # a stranger may claim any number of addresses


class NoneAnswered(ConnectionError):
    """No address led to the peer. `errors` says what came of each, `sentence` sums it up for a player."""

    def __init__(self, errors: Mapping[str, Exception]) -> None:
        self.errors = dict(errors)
        self.sentence = _sum_up(list(errors.values()))
        super().__init__(self.sentence)


def _sum_up(errors: Sequence[Exception]) -> str:
    if not errors:
        return "There is no address to try."
    if any(isinstance(error, ConnectionRefusedError) for error in errors):
        return "The computer is there, but no room is open at that port."
    if any(isinstance(error, TimeoutError) or _number(error) == errno.ETIMEDOUT for error in errors):
        return (
            "Nothing answers there. A firewall on the host's computer may be in the way, or the network keeps its "
            "computers apart, as guest networks often do."
        )
    if all(_number(error) in (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL) for error in errors):
        return "No way leads there from here. Are both computers on the same network?"
    return clean_line(f"The connection failed: {errors[0]}", 300)


def _number(error: Exception) -> int | None:
    return error.errno if isinstance(error, OSError) else None


async def resolve(host: str) -> tuple[str, ...]:
    """Return the addresses of a computer by its name, or the one given; raise `BadAddress` if there are none."""
    try:
        return (str(ip_address(host)),)
    except ValueError:
        pass  # a name
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_RESOLVED_WITHIN):
            found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sentence = f"No computer called {clean_line(host, 40)} is known here. Type the number that its screen shows."
        raise BadAddress(sentence) from None
    return tuple(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def believable(addresses: Iterable[str], own: Sequence[OwnAddress], bind: str | None = None) -> tuple[str, ...]:
    """Return those of the addresses that a stranger gave for itself that may be its own.

    No part of this network may make this computer call far away or call itself, and an address that this computer has
    among its containers means another machine's containers.
    """
    inside = {mine.address for mine in of_side(own, Side.INSIDE)}
    at_home = main_side(own) is Side.LOOPBACK or (bind is not None and ip_address(bind).is_loopback)
    kept = []
    for text in islice(addresses, _LOOKED_AT):
        address = _read(text)
        if address is None or address.is_multicast or address.is_unspecified or str(unscoped(address)) in inside:
            continue
        near = not address.is_global or any(mine.shares_network(address) for mine in own)
        if at_home if address.is_loopback else near:
            kept.append(str(address))
    return tuple(dict.fromkeys(kept))


def likely_first(addresses: Iterable[str], own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """Return the addresses of a peer as they are best tried: those on our own networks first, and not too many.

    A link-local one that does not say on which adapter it is meant is tried on each.
    """
    lan = of_side(own, Side.LAN)
    mine = {one.address for one in own}

    def unlikeliness(address: Address) -> tuple[bool, ...]:
        same_network = any(one.shares_network(address) for one in lan)
        # Our own address can be that of another machine only behind adapters that look alike everywhere.
        ours = str(unscoped(address)) in mine
        return address.is_loopback, ours, not same_network, address.is_link_local, address.version == 6

    read = [address for text in addresses if (address := _read(text)) is not None]
    spread = [scoped for address in read for scoped in _on_each_adapter(address, lan)]
    return tuple(dict.fromkeys(str(address) for address in sorted(spread, key=unlikeliness)))[:_TRIED_AT_MOST]


def _read(text: str) -> Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _on_each_adapter(address: Address, lan: Sequence[OwnAddress]) -> list[Address]:
    if not isinstance(address, IPv6Address) or not address.is_link_local or address.scope_id:
        return [address]
    adapters = sorted({one.index for one in lan if ip_address(one.address).version == 6})
    return [IPv6Address(f"{address}%{index}") for index in adapters]


async def race(
    addresses: Sequence[str],
    connect: Callable[[str], Awaitable[T]],
    discard: Callable[[T], object] | None = None,
    stagger: float = STAGGER,
    attempt: float = ATTEMPT,
) -> tuple[str, T]:
    """Connect to the first address that answers, trying another every `stagger` seconds, or at once after a failure.

    `connect` raises OSError or EOFError for an address that does not lead to the peer; anything else ends the race
    and is raised. It is cancelled where another address was quicker; what it brings all the same goes to `discard`.
    Raise `NoneAnswered` if no address leads there.
    """
    waiting = deque(addresses)
    running: dict[asyncio.Task[T], str] = {}
    errors: dict[str, Exception] = {}
    try:
        while waiting or running:
            if waiting:
                address = waiting.popleft()
                running[asyncio.create_task(_try(connect, address, attempt))] = address
            await asyncio.wait(running, timeout=stagger if waiting else None, return_when=asyncio.FIRST_COMPLETED)
            for task in [task for task in running if task.done()]:
                address = running.pop(task)
                try:
                    return address, task.result()
                except (OSError, EOFError) as error:
                    errors[address] = error
        raise NoneAnswered(errors)
    finally:
        await _give_up(running, discard)


async def _try(connect: Callable[[str], Awaitable[T]], address: str, attempt: float) -> T:
    async with asyncio.timeout(attempt):
        return await connect(address)


async def _give_up(running: Iterable[asyncio.Task[T]], discard: Callable[[T], object] | None) -> None:
    for task in running:
        task.cancel()
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        if not isinstance(outcome, BaseException):
            if discard is not None:
                discard(outcome)
        elif not isinstance(outcome, OSError | EOFError | asyncio.CancelledError):
            _log.error("An attempt to connect failed in its own way", exc_info=outcome)
