"""A LAN without sockets: what one program announces, others hear, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from net.addresses import OwnAddress
from net.discovery.mdns import MdnsFailed, Service, Sighting
from tests.net.virtual import VirtualLoop

T = TypeVar("T")

REGISTERING = 1.6
UPDATING = 0.45
LEAVING = 0.25


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run it in virtual time. Whatever was raised where nobody caught it is raised here."""
    loop = VirtualLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        result = runner.run(main)
        for fault in loop.faults:
            raise fault
    return result


def own(**addresses: str) -> tuple[OwnAddress, ...]:
    """Own addresses as `eth0="10.0.0.5/24"`; several of one adapter are parted by blanks."""
    found = []
    for index, (adapter, texts) in enumerate(addresses.items(), 1):
        for text in texts.split():
            address, _, prefix = text.partition("/")
            found.append(OwnAddress(adapter.replace("_", "-"), index, address, int(prefix)))
    return tuple(sorted(found))


LOOPBACK = own(lo="127.0.0.1/8 ::1/128")


class Cable:
    """What carries announcements. Whoever was heard stays known until a good-bye, also when it is gone."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, Sighting]] = {}
        self.searches: list[FakeSearch] = []
        self.log: list[tuple[float, str, Service]] = []
        self.opened: list[FakeMdns] = []
        self.refuses: MdnsFailed | None = None
        """What opening fails with."""

    async def open(self, bind: str | None, ipv4: bool) -> FakeMdns:
        """Be `net.discovery.mdns.OpenMdns`."""
        await asyncio.sleep(0)
        if self.refuses is not None:
            raise self.refuses
        mdns = FakeMdns(self, bind, ipv4)
        self.opened.append(mdns)
        return mdns

    def done(self, *what: str) -> list[tuple[float, str, Service]]:
        """What was done of these things, and when."""
        return [entry for entry in self.log if entry[1] in what]

    def hear(self, service_type: str, sighting: Sighting) -> None:
        """Let everyone hear of a service."""
        self.known[sighting.name] = (service_type, sighting)
        for search in self.searches:
            if search.type == service_type:
                search.seen(sighting)

    def hear_goodbye(self, name: str) -> None:
        """Let everyone hear that a service leaves, whoever says so."""
        service_type, _ = self.known.pop(name)
        for search in self.searches:
            if search.type == service_type:
                search.lost(name)


class FakeMdns:
    """One program's end of a cable."""

    def __init__(self, cable: Cable, bind: str | None, ipv4: bool) -> None:
        self.cable = cable
        self.bind = bind
        self.ipv4 = ipv4
        self.names: dict[tuple[str, str], str] = {}
        self.broken: MdnsFailed | None = None
        """What everything fails with from now on."""
        self.closed = False

    async def register(self, service: Service) -> None:
        name = f"{service.name}.{service.type}"
        assert name not in self.cable.known
        self._note("register", service)
        await asyncio.sleep(REGISTERING - UPDATING)
        self.names[service.key] = name
        await self._announce(service)

    async def update(self, service: Service) -> None:
        self._note("update", service)
        await self._announce(service)

    async def withdraw(self, service: Service) -> None:
        if service.key in self.names:
            self._note("withdraw", service)
            self.cable.hear_goodbye(self.names.pop(service.key))
            await asyncio.sleep(LEAVING)

    def browse(self, service_type: str, seen: Callable[[Sighting], None], lost: Callable[[str], None]) -> FakeSearch:
        return FakeSearch(self.cable, service_type, seen, lost)

    async def follow(self, services: Sequence[Service], ipv4: bool) -> None:
        self.ipv4 = ipv4
        for service in services:
            self._note("follow", service)
            await self._announce(service)

    async def close(self) -> None:
        assert not self.closed
        self.closed = True
        for name in self.names.values():
            self.cable.hear_goodbye(name)
        self.names.clear()
        await asyncio.sleep(LEAVING)

    def _note(self, what: str, service: Service) -> None:
        assert not self.closed
        if self.broken is not None:
            raise self.broken
        self.cable.log.append((asyncio.get_running_loop().time(), what, service))

    async def _announce(self, service: Service) -> None:
        sighting = Sighting(self.names[service.key], service.port, service.addresses, service.txt)
        self.cable.hear(service.type, sighting)
        await asyncio.sleep(UPDATING)


class FakeSearch:
    """A search on a cable; it is told at once of what the cable knows."""

    def __init__(
        self, cable: Cable, service_type: str, seen: Callable[[Sighting], None], lost: Callable[[str], None]
    ) -> None:
        self.cable = cable
        self.type = service_type
        self.seen = seen
        self.lost = lost
        self.asked = 0
        cable.searches.append(self)
        self._ask()

    async def ask_again(self) -> None:
        self._ask()

    async def close(self) -> None:
        self.cable.searches.remove(self)

    def _ask(self) -> None:
        self.asked += 1
        asyncio.get_running_loop().call_soon(self._tell_all)

    def _tell_all(self) -> None:
        if self in self.cable.searches:
            for service_type, sighting in list(self.cable.known.values()):
                if service_type == self.type:
                    self.seen(sighting)
