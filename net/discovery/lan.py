"""Finding each other on a LAN: the door to discovery.

Nothing here raises because of the network. Where it does not carry announcements, `trouble` of what is announced or
looked for says so in words for the player, and everything is taken up again as soon as it does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, TypeVar

from net.addresses import OwnAddress, read_own_addresses
from net.discovery.air import Air
from net.discovery.announcing import Announcement
from net.discovery.browsing import Ask, Browser
from net.discovery.kinds import Info, Kind
from net.discovery.mdns import MdnsFailed, OpenMdns
from net.discovery.rows import Recent
from net.discovery.tasks import start, stop
from net.discovery.visibility import reason_among
from net.discovery.zeroconf_mdns import open_zeroconf

_log = logging.getLogger(__name__)

T = TypeVar("T", bound=Info)

LOOK_EVERY: Final = 2.0
"""Seconds after which the addresses of this computer are looked at again."""

RETRY_EVERY: Final = 30.0
"""Seconds after which what did not work is tried again, even if the addresses are the same."""


class Lan:
    """Announces and finds on all networks of this computer, or confined to the one address `bind`. One in a process.

    It belongs to the event loop in which it is made, and calls back in it.
    """

    def __init__(
        self,
        bind: str | None = None,
        open_mdns: OpenMdns = open_zeroconf,
        read_own: Callable[[], tuple[OwnAddress, ...]] = read_own_addresses,
    ) -> None:
        self._air = Air(bind)
        self._open_mdns = open_mdns
        self._read_own = read_own
        self._loop = asyncio.get_running_loop()
        self._retry_at = 0.0
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin; what was announced or looked for before is taken up now."""
        await self._look()
        self._watching = start(self._watch(), "Following the network has failed")

    async def close(self) -> None:
        """Say good-bye to everything that was announced, and end all that was made here; return when that is done."""
        if self._watching is not None:
            await stop(self._watching)
        for announcement in list(self._air.announcements):
            await announcement.stop()
        for browser in list(self._air.browsers):
            await browser.close()
        async with self._air.busy:
            await self._shut()

    def announce(
        self,
        kind: Kind[T],
        info: T,
        port: int,
        rev: int,
        changed: Callable[[Announcement], None] | None = None,
    ) -> Announcement:
        """Announce a service at a TCP port. `rev` is a number higher than any that it was announced with before: the
        time in seconds will do. `changed` is called whenever `visible` or `trouble` of the announcement has changed.
        """
        return Announcement(self._air, kind, info, port, rev, changed)

    def browse(
        self,
        kind: Kind[T],
        ask: Ask[T],
        changed: Callable[[Browser[T]], None],
        recent: Iterable[Recent] = (),
        own: Collection[tuple[str, int]] = (),
    ) -> Browser[T]:
        """Look for services. `changed` is called whenever `found` or `trouble` of the browser has changed.

        `ask` probes a service; `recent` hosts are probed even if nothing is heard of them; `own` are owners and ports
        to be left out.
        """
        return Browser(self._air, kind, ask, changed, recent, own)

    async def _watch(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self._air.broken.wait()
            await self._look()

    async def _look(self) -> None:
        """Bring everything in line with what the network is now."""
        air = self._air
        async with air.busy:
            before = air.relevant
            air.own = self._read_own()
            moved = air.relevant != before
            if air.broken.is_set():
                air.broken.clear()
                await self._fail(MdnsFailed("failed"))
            elif air.mdns is not None and moved:
                await self._follow()
            elif air.mdns is None and (moved or self._loop.time() >= self._retry_at):
                await self._open()
            else:
                return
        for announcement in list(air.announcements):
            announcement.network_changed()
        for browser in list(air.browsers):
            browser.network_changed()

    async def _open(self) -> None:
        air = self._air
        air.reason = reason_among(air.own, air.bind)
        if air.reason in ("no_network", "no_such_address"):
            await self._fail(MdnsFailed(air.reason))
            return
        try:
            air.mdns = await self._open_mdns(air.bind, air.ipv4)
        except MdnsFailed as failed:
            await self._fail(failed)

    async def _follow(self) -> None:
        air = self._air
        if air.mdns is None or not air.relevant:
            await self._fail(MdnsFailed("no_network"))
            return
        services = [service for one in air.announcements if (service := one.readdressed()) is not None]
        try:
            await air.mdns.follow(services, air.ipv4)
        except MdnsFailed:
            await self._shut()
            await self._open()
        else:
            air.reason = reason_among(air.own, air.bind)

    async def _fail(self, failed: MdnsFailed) -> None:
        await self._shut()
        self._air.reason = failed.reason
        self._retry_at = self._loop.time() + RETRY_EVERY

    async def _shut(self) -> None:
        mdns, self._air.mdns = self._air.mdns, None
        if mdns is not None:
            for browser in list(self._air.browsers):
                await browser.network_gone()
            try:
                await mdns.close()
            except MdnsFailed as failed:
                _log.warning("Multicast DNS did not end well: %s", failed.reason)
