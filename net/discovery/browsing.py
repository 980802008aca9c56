"""A live list of what others announce, kept true by asking each of them again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import Final, Generic, TypeVar

from net.dialing import believable, likely_first, race
from net.discovery.air import Air
from net.discovery.kinds import Info, Kind
from net.discovery.mdns import Browsing, Sighting
from net.discovery.rows import Found, Probe, Recent, Rows
from net.discovery.tasks import start, stop
from net.discovery.visibility import NotVisible, not_visible

_log = logging.getLogger(__name__)

T = TypeVar("T", bound=Info)

Ask = Callable[[str, int], Awaitable[T | None]]
"""Asks at an address and a port what is there. None or an OSError: nothing that matters here."""

PROBE_WITHIN: Final = 2.0
"""Seconds after which a probe counts as not answered."""

ASK_AGAIN_EVERY: Final = 20.0
"""Seconds: the first questions may all be lost on a bad network, and one may have moved to another meanwhile."""


class Browser(Generic[T]):
    """The list of one kind of service. `net.discovery.lan.Lan.browse` makes it, `close` ends it."""

    def __init__(
        self,
        air: Air,
        kind: Kind[T],
        ask: Ask[T],
        changed: Callable[[Browser[T]], None],
        recent: Iterable[Recent] = (),
        own: Collection[tuple[str, int]] = (),
    ) -> None:
        self._air = air
        self._kind = kind
        self._ask = ask
        self._changed = changed
        self._loop = asyncio.get_running_loop()
        self._rows: Rows[T] = Rows(own, recent, self._loop.time())
        self._search: Browsing | None = None
        self._ask_now = asyncio.Event()
        self._searching = start(self._go_on_asking(), "The search on the network has failed")
        self._probing: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._telling: asyncio.Handle | None = None
        self._told: object = ((), None)
        self._closed = False
        self.found: tuple[Found[T], ...] = ()
        """What is there now."""
        self.trouble: NotVisible | None = None
        """Why others may be missing from the list, in words for the player."""
        air.browsers.add(self)
        self.network_changed()

    def network_changed(self) -> None:
        """Search by what the network is now."""
        self.trouble = None if self._air.reason is None else not_visible(self._air.reason, self._kind.all)
        self._ask_now.set()
        self._look()

    async def close(self) -> None:
        """End. `changed` is not called after that."""
        self._air.browsers.discard(self)
        self._closed = True
        for timer in (self._timer, self._telling):
            if timer is not None:
                timer.cancel()
        await stop(self._searching, *self._probing)
        await self.network_gone()

    async def network_gone(self) -> None:
        """Stop to search where it was searched up to now."""
        search, self._search = self._search, None
        if search is not None:
            await search.close()

    async def _go_on_asking(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ASK_AGAIN_EVERY):
                    await self._ask_now.wait()
            self._ask_now.clear()
            if self._search is not None:
                await self._search.ask_again()
            elif self._air.mdns is not None:
                self._search = self._air.mdns.browse(self._kind.service, self._seen, self._lost)

    def _seen(self, sighting: Sighting) -> None:
        info = self._kind.read(sighting.txt)
        if info is None:
            _log.debug("%r announces what can't be read", sighting.name)
            return
        own = self._air.own
        addresses = likely_first(believable(sighting.addresses, own, self._air.bind), own)
        seen = (dict(sighting.txt), sighting.port, frozenset(addresses))
        self._rows.sighted(sighting.name, info, addresses, sighting.port, seen, self._loop.time())
        self._look()

    def _lost(self, name: str) -> None:
        self._rows.lost(name, self._loop.time())
        self._look()

    def _look(self) -> None:
        """Probe what is due, and tell what has changed once everything that comes at the same time is in."""
        if self._closed:
            return
        for probe in self._rows.due(self._loop.time()):
            task = start(self._probe(probe), "A probe has failed")
            self._probing.add(task)
            task.add_done_callback(self._probing.discard)
        self._set_timer()
        if self._telling is None:
            self._telling = self._loop.call_soon(self._tell)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self._rows.wake
        self._timer = None if due is None else self._loop.call_at(due, self._look)

    def _tell(self) -> None:
        self._telling = None
        self.found = self._rows.shown
        now = (self.found, self.trouble)
        if now != self._told:
            self._told = now
            self._changed(self)

    async def _probe(self, probe: Probe) -> None:
        address, info = None, None
        try:
            async with asyncio.timeout(PROBE_WITHIN):
                address, info = await race(probe.addresses, lambda address: self._ask_owner(probe, address))
        except (OSError, EOFError) as error:
            _log.debug("No answer from %s: %s", probe.addresses, error)
        except Exception:
            _log.exception("A probe of %s failed in its own way", probe.addresses)
        self._rows.answer(probe, address, info, self._loop.time())
        self._look()

    async def _ask_owner(self, probe: Probe, address: str) -> T:
        info = await self._ask(address, probe.port)
        if info is None or info.owner != probe.owner:
            raise ConnectionError("It is none of those looked for.")
        return info.cleaned()
