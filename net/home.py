"""Being at home: seen by hosts on the LAN, and invited by them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from ipaddress import ip_address

from msgspec import Struct

from net.addresses import Endpoint
from net.dialing import believable
from net.discovery import PEOPLE, PersonInfo
from net.identity import read_out, server_context
from net.invitations import AtHome, Invite, Present
from net.listening import listen
from net.messages import PROTOCOLS
from net.names import clean_name
from net.pins import Pinned
from net.server import Server
from net.services import Services
from net.target import Target
from net.tidy import clean_room_name
from net.version import APP, VERSION

_CLOSE_WITHIN = 1.0


class Invitation(Struct, frozen=True):
    """Someone asks the player to come to a room."""

    room: str
    host: str
    """Who invites; empty where nobody sits there."""
    host_id: str
    fingerprint: str
    """Of the host's certificate, as its own screen shows it."""
    known: bool
    """Whether that host was met before, with the same certificate."""
    target: Target
    """To be joined, once the invitation is accepted."""


class Home:
    """A player at home. All but `run` may be called from any thread."""

    def __init__(
        self, services: Services, name: str, on_invitation: Callable[[Invitation | None], None], port: int = 0
    ) -> None:
        self._services = services
        self._name = clean_name(name)
        self._on_invitation = on_invitation
        self._port = port
        self._over = asyncio.Event()
        self._at_home: AtHome | None = None
        self.place: tuple[str, int] | None = None
        """Under which id and at which port others see it, once they can."""
        self._open = threading.Event()

    def accept(self) -> None:
        """Say yes to the invitation that stands; its target is joined by `net.network.Network.join`."""
        self._services.call(self._answer, True)

    def decline(self) -> None:
        """Say no to the invitation that stands."""
        self._services.call(self._answer, False)

    def close(self) -> None:
        """Be seen no longer."""
        self._services.call(self._over.set)

    def wait_open(self, seconds: float) -> tuple[str, int]:
        """Block until others can reach it; return under which id and at which port. Raises `TimeoutError`."""
        if not self._open.wait(seconds) or self.place is None:
            raise TimeoutError
        return self.place

    async def run(self) -> None:
        """Be at home until it is closed. Raises `net.files.StateError` and `net.listening.CannotListen`."""
        services = self._services
        identity = services.identity()
        present = Present(PROTOCOLS, self._name, APP)
        self._at_home = AtHome(present, self._came, lambda: self._on_invitation(None))
        listeners = listen(self._port, services.bind)
        port = listeners[0].getsockname()[1]
        self.place = (identity.host_id, port)
        self._open.set()
        server = Server(listeners, server_context(identity), self._at_home.make)
        person = PersonInfo(self._name, identity.host_id, version=VERSION)
        announcement = services.lan().announce(PEOPLE, person, port, int(time.time()))
        try:
            await self._over.wait()
        finally:
            await announcement.close()
            await server.close()
            await self._at_home.close(_CLOSE_WITHIN)

    def _answer(self, yes: bool) -> None:
        if self._at_home is not None:
            self._at_home.answer(yes)

    def _came(self, invite: Invite, address: str) -> None:
        services = self._services
        own = services.own_addresses()
        # The one it comes from is right, whatever is said.
        near = (_number(address), *believable(invite.addresses, own, services.bind))
        verdict = services.pins.check(invite.host_id, invite.fingerprint)
        self._on_invitation(
            Invitation(
                room=clean_room_name(invite.room),
                host=clean_name(invite.host) if invite.host else "",
                host_id=invite.host_id,
                fingerprint=read_out(invite.fingerprint),
                known=verdict is Pinned.SAME,
                target=Target(
                    endpoints=tuple(Endpoint(one, invite.port) for one in dict.fromkeys(near)),
                    host_id=invite.host_id,
                    fingerprint=invite.fingerprint,
                    ticket=invite.ticket,
                ),
            )
        )


def _number(address: str) -> str:
    return str(ip_address(address))
