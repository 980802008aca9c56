"""Announcing a service of this computer, and its changes, for as long as it is there."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

from net.addresses import Endpoint
from net.discovery.air import Air
from net.discovery.kinds import Info, Kind
from net.discovery.mdns import Mdns, MdnsFailed, Service
from net.discovery.tasks import start, stop
from net.discovery.visibility import NotVisible, not_visible

_log = logging.getLogger(__name__)

UPDATE_EVERY: Final = 1.0
"""Seconds that lie at least between two announcements of changes."""


class Announcement:
    """One service. `net.discovery.lan.Lan.announce` makes it, `close` ends it."""

    def __init__(
        self,
        air: Air,
        kind: Kind[Any],
        info: Info,
        port: int,
        rev: int,
        changed: Callable[[Announcement], None] | None,
    ) -> None:
        self._air = air
        self._kind = kind
        self._info = info
        self._port = port
        self._rev = rev
        # Drawn, so that it is no other's: of two that want one name the second need not hear of the first, since the
        # answer to its question may go to another program of its computer. What it is called stands in the record.
        self._name = f"UNO Kart {info.owner[:16]} {secrets.token_hex(4)}"
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._on: Mdns | None = None  # where `_service` is announced or about to be
        self._service: Service | None = None
        self._registered = False
        self._announced: Info | None = None
        self._announced_at = 0.0
        self._due = asyncio.Event()
        self._due.set()
        self.visible = False
        """Whether others can see it by now."""
        self.trouble: NotVisible | None = None
        """Why others can't see it, in words for the player; None as well while it is about to be announced."""
        self._told: tuple[bool, NotVisible | None] | None = None
        self._tell()
        self._task = start(self._run(), "An announcement has failed")
        air.announcements.add(self)

    def update(self, info: Info) -> None:
        """Announce what has become of the service: soon, and of several changes the last."""
        self._info = info
        self._due.set()

    async def close(self) -> None:
        """Say good-bye, and return when that is sent."""
        await self.stop()
        async with self._air.busy:
            if self._on is not None and self._on is self._air.mdns and self._service is not None:
                try:
                    await self._on.withdraw(self._service)
                except MdnsFailed as error:
                    _log.warning("No good-bye was said: %s", error.reason)

    async def stop(self) -> None:
        """Announce nothing more, without a good-bye."""
        self._air.announcements.discard(self)
        await stop(self._task)

    def network_changed(self) -> None:
        """See to it that others see the service, by what the network is now."""
        self._tell()
        self._due.set()

    def readdressed(self) -> Service | None:
        """Return the service with the addresses of now, to be announced by the caller; None if it is not yet at all."""
        if not self._known:
            return None
        self._service = self._next()
        return self._service

    @property
    def _known(self) -> bool:
        return self._registered and self._on is self._air.mdns

    async def _run(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            if self._known and self._info != self._announced:
                await asyncio.sleep(self._announced_at + UPDATE_EVERY - self._loop.time())
            async with self._air.busy:
                await self._announce()

    async def _announce(self) -> None:
        mdns = self._air.mdns
        if mdns is None or (self._known and self._info == self._announced):
            return
        known = self._known
        self._on, self._registered, self._service = mdns, known, self._next()
        try:
            await (mdns.update(self._service) if known else mdns.register(self._service))
            self._registered = True
        except MdnsFailed as error:
            self._registered = False
            _log.warning("The announcement failed: %s", error.reason)
            self._air.broken.set()
        self._tell()

    def _next(self) -> Service:
        """Make a new announcement of what the service is now."""
        self._rev += 1
        self._announced, self._announced_at = self._info, self._loop.time()
        # Told apart by a number: one that is again what it was two changes ago is taken for that old one otherwise.
        txt = {**self._info.txt(), "rev": str(self._rev)}
        return Service(self._kind.service, self._name, self._port, self._air.addresses, txt)

    def _tell(self) -> None:
        typed = [str(Endpoint(host, self._port)) for host in self._air.addresses]
        reason = self._air.reason
        self.trouble = None if reason is None else not_visible(reason, self._kind.one, typed)
        self.visible = self._known and self.trouble is None
        now = (self.visible, self.trouble)
        if now != self._told:
            first, self._told = self._told is None, now
            if self._changed is not None and not first:
                self._changed(self)
