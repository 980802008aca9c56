"""Addresses on a LAN: those of this computer that a friend may type, and those that people do type."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface
from typing import Final

from msgspec import Struct

from net.names import clean_line

_log = logging.getLogger(__name__)

DEFAULT_PORT: Final = 24783
"""The TCP port of a room.

IANA has assigned nothing from 24755 to 24849, and systems take the ports of outgoing connections from 32768 up, so that
it is free nearly everywhere.
"""

Address = IPv4Address | IPv6Address

# Adapters that lead to machines inside this one, and Apple's to telephones next to it.
_INSIDE: Final = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vboxnet",
    "vmnet",
    "lxcbr",
    "lxdbr",
    "podman",
    "cni",
    "awdl",
    "llw",
)
_TUNNELS: Final = ("tun", "wg", "tailscale", "utun", "ppp")
_LOOPBACKS: Final = ("lo", "lo0")
_EVERYBODY: Final = IPv4Address("255.255.255.255")


class Side(Enum):
    """What an address of this computer faces."""

    LAN = auto()
    TUNNEL = auto()
    """A VPN: friends may be there, but announcements don't get through."""
    INSIDE = auto()
    """Containers and virtual machines of this computer."""
    LOOPBACK = auto()


class OwnAddress(Struct, frozen=True, order=True):
    """An address that this computer has: `address` without a scope, `prefix` bits of it name its network."""

    adapter: str
    index: int
    address: str
    prefix: int

    @property
    def side(self) -> Side:
        """What is on the other end of the adapter."""
        if self.adapter in _LOOPBACKS or ip_address(self.address).is_loopback:
            return Side.LOOPBACK
        if self.adapter.startswith(_INSIDE):
            return Side.INSIDE
        return Side.TUNNEL if self.adapter.startswith(_TUNNELS) else Side.LAN

    def shares_network(self, address: Address) -> bool:
        """Tell whether an address is on the network that this one is on."""
        return unscoped(address) in ip_interface(f"{self.address}/{self.prefix}").network


def read_own_addresses() -> tuple[OwnAddress, ...]:
    """Return the addresses that this computer has now, sorted; none at all where the system does not tell them."""
    import ifaddr  # only those who go on the network need it

    found: list[OwnAddress] = []
    try:
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                address = ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip
                found.append(OwnAddress(adapter.name, adapter.index or 0, address.partition("%")[0], ip.network_prefix))
    except OSError:
        _log.warning("The system does not tell its network addresses", exc_info=True)
    return tuple(sorted(found))


def of_side(own: Iterable[OwnAddress], side: Side) -> list[OwnAddress]:
    """Return those addresses that face one side."""
    return [mine for mine in own if mine.side is side]


def main_side(own: Sequence[OwnAddress]) -> Side | None:
    """Return where friends are: on the LAN if there is one, else behind a VPN, else at this computer, or nowhere."""
    return next((side for side in (Side.LAN, Side.TUNNEL, Side.LOOPBACK) if of_side(own, side)), None)


def typeable(own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """Return the addresses of this computer that a friend may type, the likeliest first.

    Those of a VPN count only where there is no LAN; those in IPv6 only without any in IPv4, the link-local ones with
    the adapter that they are meant on.
    """
    side = main_side(own)
    if side not in (Side.LAN, Side.TUNNEL):
        return ()
    mine = of_side(own, side)
    chosen = [one for one in mine if ip_address(one.address).version == 4] or mine
    chosen.sort(key=lambda one: ip_address(one.address).is_link_local)
    return tuple(dict.fromkeys(map(_shown, chosen)))


def _shown(own: OwnAddress) -> str:
    needs_scope = own.address.lower().startswith("fe80:")
    return f"{own.address}%{own.adapter}" if needs_scope else own.address


def unscoped(address: Address) -> Address:
    """Return an address without the adapter that it is meant on."""
    return IPv6Address(int(address)) if isinstance(address, IPv6Address) and address.scope_id else address


def source(address: str) -> str:
    """Return what stands for everyone who can send from an address: the address itself, or its network in IPv6."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        if not ip.is_link_local:
            return str(IPv6Address(int(ip) >> 64 << 64))  # one machine may take any address of its network
    return str(ip)


def is_here(origin: str) -> bool:
    """Tell whether what `source` gave stands for programs on this computer, which speak over loopback."""
    try:
        ip = ip_address(origin)
    except ValueError:
        return False
    return ip.is_loopback or ip.is_unspecified  # the latter is the network of ::1


class Endpoint(Struct, frozen=True):
    """Where a host listens. As text it is what a friend types."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class BadAddress(ValueError):
    """What was typed leads nowhere; `sentence` says why, to whoever typed it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def parse_endpoint(text: str) -> Endpoint:
    """Read `HOST`, `HOST:PORT`, `IPV6` or `[IPV6]:PORT` as people type them; raise `BadAddress`."""
    text = text.strip()
    if not text:
        raise BadAddress(f"Type an address, such as 192.168.1.5 or 192.168.1.5:{DEFAULT_PORT}.")
    scheme, mark, _ = text.partition("://")
    if mark:
        raise BadAddress(f"Leave out {_echo(scheme)}://, an address here begins with the name or number of a computer.")
    if len(text.split()) > 1:
        raise BadAddress("An address has no blanks in it.")
    if text.startswith("["):
        return _parse_bracketed(text)
    if text.count(":") > 1:
        return Endpoint(_host_v6(text))
    host, colon, port = text.partition(":")
    if not host:
        raise BadAddress(f"In front of {_echo(text)} the name or number of a computer is missing.")
    return Endpoint(_host(host), _port(port) if colon else DEFAULT_PORT)


def _parse_bracketed(text: str) -> Endpoint:
    host, bracket, rest = text[1:].partition("]")
    if not bracket:
        raise BadAddress("The bracket [ in front of the address is never closed.")
    if rest and not rest.startswith(":"):
        raise BadAddress("After the bracket ] only a colon and a port may follow.")
    return Endpoint(_host_v6(host), _port(rest[1:]) if rest else DEFAULT_PORT)


def _host_v6(text: str) -> str:
    try:
        address = IPv6Address(text)
    except ValueError:
        example = f"With a port it is written so: [fd00::5]:{DEFAULT_PORT}."
        raise BadAddress(f"{_echo(text)} is no IPv6 address. {example}") from None
    return _somebody(address)


def _host(text: str) -> str:
    if re.fullmatch(r"[0-9.]+", text):
        try:
            address = IPv4Address(text)
        except ValueError:
            example = "four numbers from 0 to 255 with dots between them, as in 192.168.1.5"
            raise BadAddress(f"{_echo(text)} is no address: that would be {example}.") from None
        return _somebody(address)
    wrong = re.search(r"[^\w.-]", text)
    if wrong:
        raise BadAddress(f"{_echo(wrong[0]) or 'A sign in there'} can't be part of a computer's name or number.")
    if len(text) > 253 or not all(0 < len(label) < 64 for label in text.removesuffix(".").split(".")):
        raise BadAddress(f"{_echo(text)} can't be the name of a computer.")
    return text


def _somebody(address: Address) -> str:
    if address.is_unspecified or address.is_multicast or address == _EVERYBODY:
        raise BadAddress(f"{address} is the address of no computer in particular.")
    return str(address)


def _port(text: str) -> int:
    if not text:
        raise BadAddress(
            f"After the colon the port is missing; it may be left out with the colon if it is {DEFAULT_PORT}."
        )
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 2**16:
        raise BadAddress(f"A port is a number from 1 to 65535, which {_echo(text)} is not.")
    return int(text)


def _echo(text: str) -> str:
    """Return what was typed, fit to be shown."""
    return clean_line(text, 40)
