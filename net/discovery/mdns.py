"""What discovery needs of multicast DNS, whoever speaks it: announce services, hear of those of others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

Reason = Literal[
    "no_network", "this_computer", "vpn", "port_held", "no_multicast", "not_permitted", "no_such_address", "failed"
]
"""Why this computer is not seen or does not see: see `net.discovery.visibility`."""


class MdnsFailed(Exception):
    """Multicast DNS does not work here; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Service(Struct, frozen=True):
    """What this computer announces. `name` is what it asks to be called among services of its type."""

    type: str
    name: str
    port: int
    addresses: tuple[str, ...]
    txt: dict[str, str]

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same when it is changed."""
        return self.type, self.name


class Sighting(Struct, frozen=True):
    """What another computer says of itself. Nothing in it is cleaned or to be trusted; `name` is unique."""

    name: str
    port: int
    addresses: tuple[str, ...]
    txt: Mapping[str, str]


class Browsing(Protocol):
    """A search that goes on until it is closed."""

    async def ask_again(self) -> None:
        """Ask the network once more; what is known already may be sighted again."""

    async def close(self) -> None:
        """End the search. Nothing is told after that."""


class Mdns(Protocol):
    """Multicast DNS on the adapters of this computer. Every coroutine may raise `MdnsFailed`."""

    async def register(self, service: Service) -> None:
        """Announce a service under its name or, where that is taken, one like it; return when it is done."""

    async def update(self, service: Service) -> None:
        """Announce what has changed in a service that is registered under this name; return when it is done."""

    async def withdraw(self, service: Service) -> None:
        """Say good-bye to a service, if it is registered; return when that is sent."""

    def browse(self, service_type: str, seen: Callable[[Sighting], None], lost: Callable[[str], None]) -> Browsing:
        """Look for services; `seen` is called for each new or changed one, `lost` with the name of one that left."""

    async def follow(self, services: Sequence[Service], ipv4: bool) -> None:
        """Take the adapters as they are now; the services that are registered have changed with them.

        `ipv4` tells whether there is a network in IPv4; without one, IPv6 is spoken too.
        """

    async def close(self) -> None:
        """Say good-bye to all services, and end."""


OpenMdns = Callable[[str | None, bool], Awaitable[Mdns]]
"""Opens multicast DNS on one address, or on all adapters with None. The flag is `ipv4` of `Mdns.follow`."""
