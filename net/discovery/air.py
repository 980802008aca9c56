"""The network as discovery has it at the moment; shared by all that is announced and looked for."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from net.addresses import OwnAddress, Side, main_side, of_side, typeable
from net.discovery.mdns import Mdns, Reason

if TYPE_CHECKING:
    from net.discovery.announcing import Announcement
    from net.discovery.browsing import Browser


class Air:
    """What there is to announce by, and who does. `net.discovery.lan.Lan` keeps it up to date."""

    def __init__(self, bind: str | None) -> None:
        self.bind = bind
        self.mdns: Mdns | None = None
        """None while it does not work; `reason` says why."""
        self.reason: Reason | None = None
        self.own: tuple[OwnAddress, ...] = ()
        self.busy = asyncio.Lock()
        """Held by whoever changes something in `mdns`, which takes one change at a time."""
        self.broken = asyncio.Event()
        """Set by whoever finds that `mdns` works no longer."""
        self.announcements: set[Announcement] = set()
        self.browsers: set[Browser[Any]] = set()

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of this computer to be announced: those that friends may type, else those it has for itself."""
        if self.bind is not None:
            return (self.bind,)
        return typeable(self.own) or tuple(mine.address for mine in of_side(self.own, Side.LOOPBACK))

    @property
    def ipv4(self) -> bool:
        """Whether there is a network in IPv4."""
        side = main_side(self.own)
        return side is not None and any(ip_address(mine.address).version == 4 for mine in of_side(self.own, side))

    @property
    def relevant(self) -> tuple[OwnAddress, ...]:
        """The addresses that matter to others. Those of containers come and go without that."""
        return tuple(mine for mine in self.own if mine.side is not Side.INSIDE)
