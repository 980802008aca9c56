"""The way into a room by ssh: starts and ends the ssh server, and vouches for its guests to the door."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from net.addresses import Endpoint
from net.files import StateError
from net.frames import FrameTooLong
from net.hosted import SshSetup, SshState
from net.identity import Identity
from net.messages import TOKEN_BYTES
from net.reception import Reception
from net.room import Room
from net.saved import token_hash
from net.seats import Member
from net.services import Services
from net.session import End
from net.ssh.codes import rejoin_code
from net.ssh.place import Place
from net.ssh.process import ServerProcess, server_command
from net.ssh.talk import Arrived, Closing, Failed, FromServer, Gone, Open, Opened, Placed, Turned, Vouched
from net.ssh.vouch import KeySeats, Vouch
from net.ssh.wire import Wire

_log = logging.getLogger(__name__)

HOST_KEY: Final = "ssh-host-key"
"""The file in the state directory with the key that the ssh server is known by."""

OPENED_WITHIN: Final = 30.0
"""Seconds in which the ssh server, and what it starts, must be ready."""
_GONE_WITHIN: Final = 1.5
_ENDED_WITHIN: Final = 2.5

_EVERYWHERE: Final = ("0.0.0.0", "::")
_LOOPBACK: Final = "127.0.0.1"
_NOWHERE: Final = Place()
_SSH: Final = 22

_BANNED: Final = "The host has sent you away from this room."
_CLOSING: Final = "The host is just closing the way in by ssh."
_SHUT: Final = End("closed", "The host has closed the way in by ssh.")
_LEFT: Final = End("closed", "Your connection by ssh has ended.")
_DOWN: Final = End("closed", "The way in by ssh broke down.")
_LOGGED: Final = "What is known of it is in the log. The table goes on; ssh can be opened again."


@dataclass
class _Guest:
    """A guest who is vouched for."""

    ticket: bytes
    vouch: Vouch
    place: Place = _NOWHERE
    """That the ssh server was told of."""


class Gate:
    """The way in by ssh, on the running event loop. `changed` is called when `state` has become another."""

    def __init__(
        self,
        services: Services,
        room: Room,
        room_id: str,
        reception: Reception,
        identity: Identity,
        port: int,
        changed: Callable[[], None],
        command: Sequence[str] | None = None,
    ) -> None:
        """Be closed at first. `port` is where the room is reached; `command` starts another server than ours."""
        self._services = services
        self._room = room
        self._room_id = room_id
        self._reception = reception
        self._identity = identity
        self._port = port
        self._changed = changed
        self._command = server_command() if command is None else command
        self._opened: Opened | None = None
        self._trouble: str | None = None
        self._keys: KeySeats | None = None
        self._guests: dict[int, _Guest] = {}  # by number
        self._wire: Wire[FromServer] | None = None  # to the ssh server, as long as there is one
        self._end = _SHUT
        self._closing: asyncio.Event | None = None  # there from `open` to `close`
        self._serving: asyncio.Task[None] | None = None

    def state(self, places: Sequence[Endpoint]) -> SshState:
        """Say how it stands. `places` are those of the room, as friends may type them."""
        if self._closing is None:
            return SshState(trouble=self._trouble)
        if self._opened is None:
            return SshState("opening")
        hosts = [place.host for place in places] or [self._services.bind or _LOOPBACK]
        return SshState(
            stage="open",
            commands=tuple(ssh_command(host, self._opened.port) for host in hosts),
            fingerprint=self._opened.fingerprint,
            keys=self._keys is not None,
            guests=len(self._guests),
        )

    def open(self, setup: SshSetup) -> None:
        """Let guests come, once those from before are gone. Nothing happens where they may come already."""
        if self._closing is not None:
            return
        self._closing = closing = asyncio.Event()
        self._trouble = None
        self._serving = self._services.spawn(self._serve(setup, closing, self._serving))
        self._changed()

    def close(self, end: End = _SHUT) -> None:
        """Let nobody come any more, and send away those who did."""
        self._trouble = None
        if self._closing is not None:
            self._end = end
            self._closing.set()
            self._closing = self._opened = None
            for guest in self._guests.values():
                self._reception.withdraw(guest.ticket, end)
        self._changed()

    def look(self) -> None:
        """Tell the ssh server which places its guests have by now; to be called whenever the room has moved."""
        if self._wire is None or not self._guests:
            return
        members = {id(member.vouch): member for member in self._room.seats.members.values()}
        for number, guest in self._guests.items():
            place = _place_of(members.get(id(guest.vouch)))
            if place != guest.place:
                guest.place = place
                self._wire.post(Placed(number, place))

    async def wait_closed(self) -> None:
        """Wait until the ssh server has ended; it is given a few seconds."""
        if self._serving is not None:
            await asyncio.wait((self._serving,))

    # One run of the server

    async def _serve(self, setup: SshSetup, closing: asyncio.Event, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait((before,))
        if closing.is_set():
            return
        try:
            self._keys = None if setup.keys is None else KeySeats(self._services.directory, self._room_id)
            process = await ServerProcess.start(self._command)
        except (OSError, StateError) as error:
            self._over(closing, f"The ssh server can't be started. {error}")
            return
        trouble: str | None = None
        self._wire = process.wire
        try:
            process.wire.post(self._word(setup))
            trouble = await self._until_closed(process, closing)
        finally:
            self._wire = None
            self._withdraw_all()
            status = await process.end(_ENDED_WITHIN)
            if trouble is not None:
                said = trouble.removesuffix(_LOGGED)
                _log.warning("%s Its status: %s. Its last words: %s", said, status, process.last_words)
            self._over(closing, trouble)

    def _over(self, closing: asyncio.Event, trouble: str | None) -> None:
        """Take in that a run is over; why, unless it was wished."""
        self._opened = None
        if self._closing is closing:
            self._closing, self._trouble = None, trouble
            self._changed()

    def _word(self, setup: SshSetup) -> Open:
        services = self._services
        return Open(
            addresses=_EVERYWHERE if services.bind is None else (services.bind,),
            port=setup.port,
            host_key=str(services.directory / HOST_KEY),
            room=self._room.name,
            passphrase=self._reception.door.passphrase if setup.keys is None else None,
            keys=setup.keys,
            guests=setup.guests,
            nursery=setup.nursery,
            endpoint=(services.bind or _LOOPBACK, self._port),
            host_fingerprint=self._identity.fingerprint,
        )

    async def _until_closed(self, process: ServerProcess, closing: asyncio.Event) -> str | None:
        """Serve until that is wished no longer, or can't be; then return why."""
        talking = asyncio.create_task(self._talk(process, closing))
        wished = asyncio.create_task(closing.wait())
        try:
            await asyncio.wait((talking, wished), return_when=asyncio.FIRST_COMPLETED)
            if not closing.is_set():
                return await talking
            process.wire.post(Closing(self._end.sentence))
            if self._guests:
                await asyncio.wait((talking,), timeout=_GONE_WITHIN)  # their screens are telling them why
            return None
        finally:
            talking.cancel()
            wished.cancel()
            await asyncio.gather(talking, wished, return_exceptions=True)

    async def _talk(self, process: ServerProcess, closing: asyncio.Event) -> str | None:
        """Answer the server until there is nothing more to say; return what is wrong, if something is."""
        try:
            async with asyncio.timeout(OPENED_WITHIN) as opening:
                async for message in process.wire.messages():
                    match message:
                        case Opened():
                            opening.reschedule(None)
                            self._opened = None if closing.is_set() else message
                            self._changed()
                        case Failed():
                            return message.sentence
                        case Arrived():
                            process.wire.post(self._answer(message, closing.is_set()))
                        case Gone():
                            self._gone(message.guest)
                            if closing.is_set() and not self._guests:
                                return None
        except (FrameTooLong, msgspec.MsgspecError, RecursionError) as error:
            _log.warning("The ssh server has sent what is no message: %s", error)
            return f"The ssh server talks nonsense. {_LOGGED}"
        except TimeoutError:
            return f"The ssh server does not come up. {_LOGGED}"
        return f"The ssh server has ended unexpectedly. {_LOGGED}"

    # Its guests

    def _answer(self, arrived: Arrived, closing: bool) -> Vouched | Turned:
        if closing:
            return Turned(arrived.guest, _CLOSING)
        token = None if self._keys is None or arrived.key is None else self._keys.token(arrived.key)
        vouch = Vouch(arrived.address, token)
        if self._room.orders.is_banned(arrived.name, vouch.source, token):
            return Turned(arrived.guest, _BANNED)
        ticket = secrets.token_bytes(TOKEN_BYTES)
        self._guests[arrived.guest] = _Guest(ticket, vouch)
        self._reception.door.vouch(ticket, vouch)
        self._changed()
        asks_code = token is None and bool(self._room.seats.by_code(arrived.name))
        return Vouched(arrived.guest, ticket, asks_code)

    def _gone(self, number: int) -> None:
        guest = self._guests.pop(number, None)
        if guest is not None:
            self._reception.withdraw(guest.ticket, _LEFT)
            self._changed()

    def _withdraw_all(self) -> None:
        """Take in that no guest is there any more: their processes end with the server's."""
        while self._guests:
            _, guest = self._guests.popitem()
            self._reception.withdraw(guest.ticket, _DOWN)


def _place_of(member: Member | None) -> Place:
    seat = None if member is None else member.seat
    if member is None or seat is None or seat.hash is None:
        return _NOWHERE
    if member.key is None:
        return Place(seated=True, code=rejoin_code(seat.hash))
    return Place(seated=seat.hash == token_hash(member.key))


def ssh_command(host: str, port: int) -> str:
    """Return what a guest types; ``NAME`` is to be chosen."""
    at = "" if port == _SSH else f"-p {port} "
    return f"ssh {at}NAME@{host}"
