"""A room that is announced over a cable, and what its screen is told of that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from net.addresses import OwnAddress
from net.discovery import ROOMS, Announcement, Lan, RoomInfo
from net.discovery.mdns import Reason
from tests.net.fake_mdns import Cable, own

KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True)
PORT = 24783
HOME = own(lo="127.0.0.1/8", eth0="192.168.1.5/24")


class Host:
    """A room that is announced, and what its screen was told of that."""

    def __init__(self, cable: Cable, adapters: tuple[OwnAddress, ...], bind: str | None = None) -> None:
        self.cable = cable
        self.adapters = adapters
        self.lan = Lan(bind, cable.open, lambda: self.adapters)
        self.told: list[tuple[float, bool, Reason | None]] = []
        self.began = asyncio.get_running_loop().time()

    def announce(self, rev: int = 5000) -> Announcement:
        return self.lan.announce(ROOMS, KITCHEN, PORT, rev, self.note)

    def note(self, announcement: Announcement) -> None:
        self.told.append((self.seconds, announcement.visible, reason_of(announcement)))

    @property
    def seconds(self) -> float:
        return round(asyncio.get_running_loop().time() - self.began, 2)

    def sent(self, *what: str) -> list[tuple[float, str, str]]:
        """What was announced so far: when, how many seats were taken, and the number of the announcement."""
        return [
            (round(at - self.began, 2), service.txt["n"], service.txt["rev"])
            for at, _, service in self.cable.done(*what)
        ]


def reason_of(announcement: Announcement) -> Reason | None:
    return None if announcement.trouble is None else announcement.trouble.reason


@asynccontextmanager
async def hosting(
    cable: Cable, adapters: tuple[OwnAddress, ...] = HOME, bind: str | None = None
) -> AsyncIterator[tuple[Host, Announcement]]:
    host = Host(cable, adapters, bind)
    await host.lan.open()
    yield host, host.announce()
    await host.lan.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
