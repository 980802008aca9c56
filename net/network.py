"""The network thread's door for screens and commands: rooms found, joined and hosted, people found and invited.

Every method may be called from any thread and returns at once; what comes of it is told to the callback that was
given, on the network thread. What a callback is given are values.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from net.addresses import Endpoint, parse_endpoint
from net.discovery import PEOPLE, ROOMS, Browser, FoundRoom, PersonInfo, Recent, RoomInfo
from net.discovery.kinds import Info
from net.discovery.mdns import OpenMdns
from net.discovery.zeroconf_mdns import open_zeroconf
from net.files import StateError
from net.found import People, Rooms
from net.home import Home, Invitation
from net.hosted import HostControl, HostSetup, HostUpdate
from net.hosting import Hosting
from net.listening import CannotListen, check_bind
from net.remote import Remote, RemoteLink
from net.services import Services
from net.session import End
from net.target import Target
from net.thread import NetworkThread
from net.tokens import PassingTokens, Tokens
from net.updates import JoinLink, Update

_log = logging.getLogger(__name__)

T = TypeVar("T")
N = TypeVar("N", bound=Info)

_CLOSE_WITHIN: Final = 8.0
_GOOD_BYE_WITHIN: Final = 5.0
_ENDED: Final = End("host_closing", "The host has ended the program. The table is saved.")
_CRASH: Final = End("crash", "The network broke down because of a fault in the program; it is written to the log.")


def target_of(where: str | FoundRoom | Invitation | Target) -> Target:
    """Return where a room is: as typed (`net.addresses.BadAddress` if that is none), found, or invited to."""
    match where:
        case str():
            return Target((parse_endpoint(where),))
        case Invitation():
            return where.target
        case Target():
            return where
    endpoints = tuple(Endpoint(address, where.port) for address in where.addresses)
    return Target(endpoints, host_id=where.info.host_id)


class Network:
    """The network of this process: one thread for all of it. `close` ends it.

    `directory` is where this account keeps its certificate, the hosts it knows and its saved tables. `bind` confines
    everything to one address of this computer. `warn` is told in sentences what the player should know of damaged
    files.
    """

    def __init__(
        self,
        directory: Path,
        *,
        bind: str | None = None,
        warn: Callable[[str], None] = lambda sentence: _log.warning("%s", sentence),
        log: Path | None = None,
        open_mdns: OpenMdns = open_zeroconf,
    ) -> None:
        """Start the thread; raise `net.addresses.BadAddress` where `bind` is no address."""
        bind = None if bind is None else check_bind(bind)
        self._thread = NetworkThread(self._failed, log)
        self._services = Services(directory, self._thread.call, warn, bind, open_mdns)
        self._over = asyncio.Event()
        self._closed = threading.Event()
        self._hostings: set[Hosting] = set()
        self._remotes: set[Remote] = set()
        self._homes: set[Home] = set()
        self._lasting: set[asyncio.Task[None]] = set()
        self._thread.start(self._main())

    def browse(self, on_rooms: Callable[[Rooms], None]) -> Callable[[], None]:
        """Look for rooms, until the function returned is called. `on_rooms` is told at once and after each change."""

        def changed(browser: Browser[RoomInfo]) -> None:
            on_rooms(Rooms(browser.found, _sentence(browser)))

        def start() -> Browser[RoomInfo]:
            own = [hosting.place for hosting in self._hostings if hosting.place is not None]
            return self._services.lan().browse(ROOMS, self._services.caller.probe, changed, self._recent(), own)

        return self._look(start, changed)

    def browse_people(self, on_people: Callable[[People], None]) -> Callable[[], None]:
        """Look for people to invite, until the function returned is called."""

        def changed(browser: Browser[PersonInfo]) -> None:
            on_people(People(browser.found, _sentence(browser)))

        def start() -> Browser[PersonInfo]:
            own = [home.place for home in self._homes if home.place is not None]
            return self._services.lan().browse(PEOPLE, self._services.caller.probe_home, changed, own=own)

        return self._look(start, changed)

    def at_home(self, name: str, on_invitation: Callable[[Invitation | None], None]) -> Home:
        """Be seen by hosts on the LAN, and take their invitations: `Home` answers them, and ends it.

        `on_invitation` is given one at a time, and None when it does not stand any more.
        """
        home = Home(self._services, name, on_invitation)
        self._spawn(self._be_at_home, home)
        return home

    def join(
        self,
        where: str | FoundRoom | Invitation | Target,
        name: str,
        on_update: Callable[[Update], None],
        *,
        watch: bool = False,
    ) -> JoinLink:
        """Join a room; `Closed` comes last. Raises `net.addresses.BadAddress` where a typed address is none."""
        services = self._services
        target = target_of(where)
        tokens = PassingTokens() if target.vouched else Tokens(services.pins)
        remote = Remote(target, name, services.caller, tokens, on_update, watch=watch, find=self._find)
        self._spawn(self._stay, remote)
        return RemoteLink(remote, services.call)

    def host(
        self, setup: HostSetup, on_update: Callable[[Update], None], on_host: Callable[[HostUpdate], None]
    ) -> HostControl:
        """Host a room. `on_update` is for whoever sits here, `on_host` for all that concerns the room itself.

        Where nobody sits here, `on_update` is given what everyone may know: `RoomChanged`, `Changed` and `Notice`.

        `HostEnded` comes last; it is also what is told where the room can't be opened.
        """
        hosting = Hosting(self._services, setup, on_update, on_host)
        self._spawn(self._run_hosting, hosting)
        return hosting

    def close(self, seconds: float = _CLOSE_WITHIN) -> bool:
        """End everything, with a good-bye where that can be said; return whether it took no longer than that."""
        self._thread.call(self._over.set)
        return self._closed.wait(seconds)

    # On the thread

    async def _main(self) -> None:
        try:
            await self._over.wait()
            for hosting in self._hostings:
                hosting.finish(_ENDED)
            for remote in self._remotes:
                remote.give_up("closed", "The program has ended.")
            for home in self._homes:
                home.close()
            if self._lasting:
                await asyncio.wait(self._lasting, timeout=_GOOD_BYE_WITHIN)
            await self._services.close()
        finally:
            self._closed.set()

    def _failed(self) -> None:
        for hosting in list(self._hostings):
            hosting.crash()
        for remote in list(self._remotes):
            remote.give_up(_CRASH.code, _CRASH.sentence)

    def _spawn(self, work: Callable[[T], Coroutine[Any, Any, None]], on: T) -> None:
        def start() -> None:
            task = self._services.spawn(work(on))
            self._lasting.add(task)
            task.add_done_callback(self._lasting.discard)

        self._thread.call(start)

    async def _run_hosting(self, hosting: Hosting) -> None:
        self._hostings.add(hosting)
        try:
            await hosting.run()
        finally:
            self._hostings.discard(hosting)

    async def _stay(self, remote: Remote) -> None:
        self._remotes.add(remote)
        try:
            await remote.run()
        finally:
            self._remotes.discard(remote)

    async def _be_at_home(self, home: Home) -> None:
        self._homes.add(home)
        try:
            await home.run()
        except (StateError, CannotListen) as error:
            _log.warning("Nobody can invite the player: %s", error)
        finally:
            self._homes.discard(home)

    def _look(self, start: Callable[[], Browser[N]], changed: Callable[[Browser[N]], None]) -> Callable[[], None]:
        """Browse until the function returned is called."""
        over = asyncio.Event()

        async def look() -> None:
            browser = start()
            changed(browser)
            try:
                await over.wait()
            finally:
                await browser.close()

        self._thread.call(lambda: self._services.spawn(look()))
        return lambda: self._thread.call(over.set)

    def _recent(self) -> list[Recent]:
        try:
            hosts = self._services.pins.hosts()
        except StateError as error:
            _log.warning("The hosts that were met can't be read: %s", error)
            return []
        return [Recent(host.host_id, host.addresses[0], host.port) for host in hosts if host.addresses]

    def _find(self, host_id: str, found: Callable[[Sequence[Endpoint]], None]) -> Callable[[], None]:
        """Look out for a host that may have moved (`net.remote.Finder`)."""

        def changed(browser: Browser[RoomInfo]) -> None:
            rows = [row for row in browser.found if row.info.host_id == host_id]
            places = [Endpoint(address, row.port) for row in rows for address in row.addresses]
            if places:
                found(places)

        browser = self._services.lan().browse(ROOMS, self._services.caller.probe, changed)

        def stop() -> None:
            self._services.spawn(browser.close())

        return stop


def _sentence(browser: Browser[Any]) -> str | None:
    return None if browser.trouble is None else browser.trouble.sentence
