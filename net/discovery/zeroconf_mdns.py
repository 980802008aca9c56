"""Multicast DNS by the zeroconf package. Only this module knows it, and loads it when it is first used."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from net.discovery.mdns import MdnsFailed, Reason, Service, Sighting
from net.discovery.tasks import start, stop

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

_log = logging.getLogger(__name__)

_RESOLVE_MS: Final = 3000
_RESOLVING_AT_MOST: Final = 64
"""Services asked about at once, so that a flood of names makes no flood of questions."""

_REASONS: Final[dict[int | None, Reason]] = {
    errno.EADDRINUSE: "port_held",
    errno.EACCES: "not_permitted",
    errno.EPERM: "not_permitted",
    errno.EADDRNOTAVAIL: "no_such_address",
    errno.ENODEV: "no_such_address",
    errno.ENETUNREACH: "no_network",
}


async def open_zeroconf(bind: str | None, ipv4: bool) -> ZeroconfMdns:
    """Start multicast DNS on one address, or on all adapters; raise `MdnsFailed`."""
    from zeroconf.asyncio import AsyncZeroconf

    with _translated(bind):
        zeroconf = AsyncZeroconf(interfaces=_interfaces(bind), ip_version=_ip_version(bind, ipv4))
    mdns = ZeroconfMdns(zeroconf, bind)
    starting = asyncio.create_task(zeroconf.zeroconf.async_wait_for_start())
    try:
        with _translated(bind):
            await asyncio.shield(starting)  # zeroconf can't be closed any more once its start is cancelled
        if not zeroconf.zeroconf.engine.senders:
            raise MdnsFailed("no_multicast")
    except BaseException:
        await asyncio.gather(starting, return_exceptions=True)
        await mdns.close()
        raise
    return mdns


def _interfaces(bind: str | None) -> list[str] | InterfaceChoice:
    from zeroconf import InterfaceChoice

    return InterfaceChoice.All if bind is None else [bind]


def _ip_version(bind: str | None, ipv4: bool) -> IPVersion | None:
    from zeroconf import IPVersion

    if bind is not None:
        return None  # the address tells
    # Answers over IPv4 bring link-local addresses in IPv6 without the adapter, so IPv6 is spoken only if it has to be.
    return IPVersion.V4Only if ipv4 else IPVersion.All


@contextmanager
def _translated(bind: str | None) -> Iterator[None]:
    from zeroconf import Error

    try:
        yield
    except (OSError, RuntimeError, Error) as error:
        _log.warning("Multicast DNS failed", exc_info=True)
        reason: Reason = "failed"
        if isinstance(error, OSError):
            reason = _REASONS.get(error.errno, "failed")
        elif isinstance(error, RuntimeError):
            reason = "no_such_address"  # there is no adapter with it, or with any
        if reason == "no_such_address" and bind is None:
            reason = "no_network"
        raise MdnsFailed(reason) from error


class ZeroconfMdns:
    """`net.discovery.mdns.Mdns` by zeroconf."""

    def __init__(self, zeroconf: AsyncZeroconf, bind: str | None) -> None:
        self._zeroconf = zeroconf
        self._bind = bind
        # Drawn anew each time: two computers that share a home directory would speak for each other's addresses.
        self._server = f"unokart-{secrets.token_hex(4)}.local."
        self._registered: dict[tuple[str, str], AsyncServiceInfo] = {}

    async def register(self, service: Service) -> None:
        info = self._info(service, service.name)
        with _translated(self._bind):
            announced = await self._zeroconf.async_register_service(info, allow_name_change=True)
            self._registered[service.key] = info
            await announced

    async def update(self, service: Service) -> None:
        with _translated(self._bind):
            await (await self._zeroconf.async_update_service(self._renewed(service)))

    async def withdraw(self, service: Service) -> None:
        info = self._registered.pop(service.key, None)
        if info is not None:
            with _translated(self._bind):
                await (await self._zeroconf.async_unregister_service(info))

    def browse(self, service_type: str, seen: Callable[[Sighting], None], lost: Callable[[str], None]) -> _Search:
        return _Search(self._zeroconf.zeroconf, service_type, seen, lost)

    async def follow(self, services: Sequence[Service], ipv4: bool) -> None:
        with _translated(self._bind):
            # First the services: a new adapter is then told of the new addresses alone, and never of the old ones.
            announced = [await self._zeroconf.async_update_service(self._renewed(service)) for service in services]
            await self._zeroconf.async_update_interfaces(ip_version=_ip_version(self._bind, ipv4))
            for one in announced:
                await one
        if not self._zeroconf.zeroconf.engine.senders:
            raise MdnsFailed("no_network")

    async def close(self) -> None:
        self._registered.clear()
        with _translated(self._bind):
            await self._zeroconf.async_close()

    def _renewed(self, service: Service) -> AsyncServiceInfo:
        known = self._registered[service.key]
        info = self._info(service, known.name.removesuffix(f".{service.type}"))
        self._registered[service.key] = info
        return info

    def _info(self, service: Service, name: str) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            service.type,
            f"{name}.{service.type}",
            port=service.port,
            properties=service.txt,
            server=self._server,
            parsed_addresses=[address.partition("%")[0] for address in service.addresses],
        )


class _Search:
    """`net.discovery.mdns.Browsing` by zeroconf."""

    def __init__(
        self,
        zeroconf: Zeroconf,
        service_type: str,
        seen: Callable[[Sighting], None],
        lost: Callable[[str], None],
    ) -> None:
        self._zeroconf = zeroconf
        self._type = service_type
        self._seen = seen
        self._lost = lost
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._browser = self._ask()

    async def ask_again(self) -> None:
        before, self._browser = self._browser, self._ask()
        await before.async_cancel()

    async def close(self) -> None:
        await self._browser.async_cancel()
        await stop(*self._resolving.values())

    def _ask(self) -> AsyncServiceBrowser:
        from zeroconf.asyncio import AsyncServiceBrowser

        return AsyncServiceBrowser(self._zeroconf, self._type, handlers=[self._changed])

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """Take what zeroconf tells, which calls this with these very names."""
        from zeroconf import Error, ServiceStateChange
        from zeroconf.asyncio import AsyncServiceInfo

        if state_change is ServiceStateChange.Removed:
            if (task := self._resolving.pop(name, None)) is not None:
                task.cancel()
            self._lost(name)
            return
        try:
            info = AsyncServiceInfo(service_type, name)
            known = info.load_from_cache(zeroconf)
        except (Error, ValueError) as error:
            _log.debug("A service called %r can't be: %s", name, error)
            return
        if known:
            self._seen(_sighting(info))
        elif name not in self._resolving and len(self._resolving) < _RESOLVING_AT_MOST:
            self._resolving[name] = start(self._resolve(info), "Asking for a service has failed")

    async def _resolve(self, info: AsyncServiceInfo) -> None:
        from zeroconf import Error

        try:
            if await info.async_request(self._zeroconf, _RESOLVE_MS):
                self._seen(_sighting(info))
        except (OSError, Error) as error:
            _log.debug("Nothing more is known of the service %r: %s", info.name, error)
        finally:
            if self._resolving.get(info.name) is asyncio.current_task():
                del self._resolving[info.name]


def _sighting(info: AsyncServiceInfo) -> Sighting:
    txt = {key: value or "" for key, value in info.decoded_properties.items()}
    return Sighting(info.name, info.port or 0, tuple(info.parsed_scoped_addresses()), txt)
