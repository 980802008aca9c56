"""Telling the screen that hosts a room, and the LAN, how the room stands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from net.addresses import Endpoint
from net.discovery import Announcement
from net.hosted import HostState, SshState
from net.identity import Identity, read_out
from net.room import Room
from net.saving import Saver
from net.services import Services
from net.standing import Standing

SOON: Final = 0.05
"""Seconds in which changes are gathered before they are told."""
_LOOK_EVERY: Final = 3.0
"""Seconds after which the addresses of this computer are looked at again."""
_UNANNOUNCED: Final = "The room is not announced; friends type the address."


class Teller:
    """Tells `inform` of every change, from `begin` to `close`."""

    def __init__(
        self,
        services: Services,
        room: Room,
        standing: Standing,
        identity: Identity,
        port: int,
        passphrase: str | None,
        saver: Saver,
        ssh: Callable[[Sequence[Endpoint]], SshState],
        inform: Callable[[HostState], None],
    ) -> None:
        self._services = services
        self._room = room
        self._standing = standing
        self._identity = identity
        self._port = port
        self._passphrase = passphrase
        self._saver = saver
        self._ssh = ssh
        self._inform = inform
        self._loop = asyncio.get_running_loop()
        self._announcement: Announcement | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._endpoints: tuple[Endpoint, ...] = ()
        self._looked_at = -_LOOK_EVERY
        self._told: HostState | None = None
        self._running = False

    def begin(self, announcement: Announcement | None) -> None:
        """Begin, with what is announced if anything is."""
        self._announcement = announcement
        self._running = True
        self._tell()

    def soon(self) -> None:
        """Take in that something may have changed."""
        if self._running and (self._timer is None or self._timer.when() > self._loop.time() + SOON):
            self._set_timer(SOON)

    def close(self) -> None:
        """Tell nothing more."""
        self._running = False
        if self._timer is not None:
            self._timer.cancel()

    def _set_timer(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._tell)

    def _tell(self) -> None:
        self._set_timer(_LOOK_EVERY)
        if self._announcement is not None:
            self._announcement.update(self._standing.announced())
        state = self._state()
        if state != self._told:
            self._told = state
            self._inform(state)

    def _state(self) -> HostState:
        announcement = self._announcement
        trouble = _UNANNOUNCED if announcement is None else None
        if announcement is not None and announcement.trouble is not None:
            trouble = announcement.trouble.sentence
        endpoints = self._look()
        return HostState(
            room=self._room.name,
            host_id=self._identity.host_id,
            endpoints=tuple(map(str, endpoints)),
            port=self._port,
            passphrase=self._passphrase,
            fingerprint=read_out(self._identity.fingerprint),
            visible=announcement is not None and announcement.visible,
            trouble=trouble,
            unsaved=self._saver.trouble,
            saving=not self._saver.off,
            here=len(self._room.seats.connected),
            ssh=self._ssh(endpoints),
        )

    def _look(self) -> tuple[Endpoint, ...]:
        """Return what friends may type; looking takes a while, so it is not done for every move."""
        now = self._loop.time()
        if now - self._looked_at >= _LOOK_EVERY:
            self._looked_at = now
            self._endpoints = self._services.endpoints(self._port)
        return self._endpoints
