"""What everything on the network thread of a process shares: who this computer is, whom it knows, what it saves."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from net.addresses import Endpoint, OwnAddress, read_own_addresses, typeable
from net.calling import Caller
from net.discovery import Lan
from net.discovery.mdns import OpenMdns
from net.discovery.zeroconf_mdns import open_zeroconf
from net.identity import Identity, own_identity
from net.pins import Pins
from net.store import Store

_log = logging.getLogger(__name__)


class Services:
    """Made by `net.network.Network`, used on its event loop only. `call` has something called there, from anywhere.

    `warn` is told, in a sentence, what the player should know of damaged files.
    """

    def __init__(
        self,
        directory: Path,
        call: Callable[..., None],
        warn: Callable[[str], None],
        bind: str | None = None,
        open_mdns: OpenMdns = open_zeroconf,
    ) -> None:
        self.directory = directory
        self.bind = bind
        self.call = call
        self.warn = warn
        self.pins = Pins(directory, warn)
        self.caller = Caller(self.own_addresses, bind)
        self._open_mdns = open_mdns
        self._lan: Lan | None = None
        self._store: Store | None = None
        self._identity: Identity | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def own_addresses(self) -> tuple[OwnAddress, ...]:
        """Return the addresses of this computer."""
        return read_own_addresses()

    def endpoints(self, port: int) -> tuple[Endpoint, ...]:
        """Return where a port of this computer is reached, as friends may type it; the likeliest first."""
        addresses = (self.bind,) if self.bind is not None else typeable(self.own_addresses())
        return tuple(Endpoint(address, port) for address in addresses)

    def identity(self) -> Identity:
        """Return who this computer is as a host; raise `net.files.StateError`."""
        if self._identity is None:
            self._identity = own_identity(self.directory, self.warn)
        return self._identity

    def store(self) -> Store:
        """Return the saved tables; raise `net.database.StoreError`."""
        if self._store is None:
            self._store = Store(self.directory, self.warn)
        return self._store

    def lan(self) -> Lan:
        """Return the door to discovery, which opens at the first call."""
        if self._lan is None:
            self._lan = Lan(self.bind, self._open_mdns)
            self.spawn(self._lan.open())
        return self._lan

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something; what it raises is a fault of ours, and told as such."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            loop = task.get_loop()
            loop.call_exception_handler({"message": "Something on the network thread has failed", "exception": error})

    async def close(self) -> None:
        """End everything that runs, say good-bye on the network, and close the files."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._lan is not None:
            await self._lan.close()
        if self._store is not None:
            self._store.close()
        for _ in range(2):
            await asyncio.sleep(0)  # what was dropped is gone only then
