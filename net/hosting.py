"""Hosting a room: the table, its door, what is saved, what is announced, and the player who sits here."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Final

import msgspec

from engine import bots
from engine.errors import EngineError
from net.addresses import Endpoint
from net.database import StoreError
from net.discovery import ROOMS, Announcement, FoundPerson
from net.door import Door
from net.files import StateError
from net.host import Host
from net.hosted import HostEnded, HostSetup, HostState, HostUpdate
from net.identity import Identity, Shown, read_out, server_context
from net.inviting import Inviter
from net.link import ClientLink
from net.listening import CannotListen, listen
from net.local import LocalSeat
from net.messages import TOKEN_BYTES
from net.names import clean_name
from net.pins import Pinned
from net.reception import Reception
from net.room import Room
from net.roomlog import RoomLog
from net.saved import SavedRoom, token_hash
from net.saving import Saver
from net.seats import RACERS
from net.server import Server
from net.services import Services
from net.session import End
from net.setup import Setup
from net.standing import Standing
from net.tokens import Tokens
from net.updates import CloseMode, Update

_log = logging.getLogger(__name__)

_CLOSE_WITHIN: Final = 3.0
_CRASH: Final = End("crash", "The table broke down because of a fault in the program; it has been written to the log.")
_SAVED: Final = End("host_closing", "The host has closed the table. It is saved.")
_DESERTED: Final = End("deserted", "Nobody was at the table any more. It is saved.")
_UNANNOUNCED: Final = "The room is not announced; friends type the address."


class Hosting:
    """A room hosted by this process; a `net.hosted.HostControl`. `run` hosts it, on the network thread."""

    def __init__(
        self,
        services: Services,
        setup: HostSetup,
        on_update: Callable[[Update], None],
        on_host: Callable[[HostUpdate], None],
    ) -> None:
        self._services = services
        self._setup = setup
        self._on_host = on_host
        self._tokens = Tokens(services.pins)
        seated = setup.name is not None
        self._seat = LocalSeat(on_update, services.call, self._keep, self._seat_ended) if seated else None
        self._announcement: Announcement | None = None
        self._running = False
        self._over = asyncio.Event()
        self._end = _CRASH
        self._ended = threading.Event()
        self.place: tuple[str, int] | None = None
        """Under which id and at which port others see the room, once they can."""
        self._told: HostState | None = None
        self._left_alone = False  # nobody sits here any more, and the room ends when it is deserted
        self._leaving: asyncio.TimerHandle | None = None

    @property
    def link(self) -> ClientLink | None:
        """The place of the player who hosts."""
        return self._seat.link if self._seat is not None else None

    # From any thread

    def invite(self, person: FoundPerson) -> None:
        """Ask someone to come."""
        self._services.call(self._invite, person)

    def go_on_unsaved(self) -> None:
        """Save nothing any more."""
        self._services.call(self._go_on_unsaved)

    def detach(self) -> None:
        """Leave the room to itself."""
        self._services.call(self._detach)

    def shut_down(self, sentence: str = "The host has ended the program. The table is saved.") -> None:
        """Say good-bye to all and save."""
        self._services.call(self.finish, End("host_closing", sentence))

    def wait_ended(self, seconds: float | None = None) -> bool:
        """Block until the room is closed."""
        return self._ended.wait(seconds)

    # On the network thread

    async def run(self) -> None:
        """Host the room until it is closed."""
        try:
            end = await self._host()
        except (StateError, StoreError, CannotListen) as error:
            sentence = error.sentence if isinstance(error, CannotListen) else str(error)
            end = End("not_hosted", sentence)
        except (EngineError, msgspec.MsgspecError) as error:
            end = End("not_hosted", f"The table can't be put up. {error}")
        except BaseException:
            self._close_seat(_CRASH)
            self._ended.set()
            raise
        self._close_seat(end)
        self._inform(HostEnded(end.code, end.sentence))
        self._ended.set()

    async def _host(self) -> End:
        services, setup = self._services, self._setup
        identity = services.identity()
        listeners = listen(setup.port, services.bind)
        try:
            log, saved = services.store().resume(setup.resume) if setup.resume is not None else (None, None)
            try:
                self._open(identity, log, saved, listeners[0].getsockname()[1])
            except BaseException:
                if log is not None:
                    log.leave()
                raise
        except BaseException:
            for listener in listeners:
                listener.close()
            raise
        server = Server(listeners, server_context(identity), self._reception.make)
        announcement = self._announce() if setup.announced else None
        try:
            self._announcement = announcement
            self._running = True
            self._tell()
            if self._seat is not None:
                self._keeping(self._recall)
                await self._seat.sit(self._host_end, clean_name(setup.name or ""), self._tokens.offered)
            await self._over.wait()
        finally:
            await self._close(server, announcement)
        return self._end

    def _open(self, identity: Identity, log: RoomLog | None, saved: SavedRoom | None, port: int) -> None:
        """Put up the room behind its door."""
        setup, services = self._setup, self._services
        room_setup = _room_setup(setup, saved)
        self._identity, self._port = identity, port
        self.place = (identity.host_id, port)
        self._room = Room(room_setup, bots.make, lambda: secrets.token_bytes(TOKEN_BYTES), saved)
        self._saver = Saver(self._begin_log, lambda: services.store().checkpoint(), self._tell_soon)
        self._saver.log = log
        self._room.keeper.commit = self._saver.save
        self._host_end = Host(self._room, closing=self._closing, moved=lambda outcome: self._tell_soon())
        self._room_id = self._saver.log.room if self._saver.log is not None else secrets.token_hex(8)
        self._standing = Standing(self._room, identity, self._room_id, setup.passphrase is not None)
        door = Door(self._standing.info, self._room.knows, setup.passphrase, identity.fingerprint)
        self._reception = Reception(door, self._host_end)
        self._inviter = Inviter(services, door, self._standing, identity, port, self._inform)

    def _begin_log(self) -> RoomLog:
        settings = self._room.keeper.settings().to_bytes()
        return self._services.store().create("room", self._room.name, settings)

    def _announce(self) -> Announcement:
        # The time makes every announcement newer than those of earlier runs.
        return self._services.lan().announce(
            ROOMS, self._standing.announced(), self._port, int(time.time()), lambda _: self._tell_soon()
        )

    async def _close(self, server: Server, announcement: Announcement | None) -> None:
        end = self._end
        if self._leaving is not None:
            self._leaving.cancel()
        self._inviter.close()
        if announcement is not None:
            await announcement.close()
        await server.close()
        self._reception.close(end.code, end.sentence)
        self._host_end.close(end.code, end.sentence)
        await self._host_end.wait_closed(_CLOSE_WITHIN)
        await self._saver.wait()
        if self._room.stage == "play":
            self._saver.leave()
        else:
            self._saver.close()  # between matches there is nothing to go on with

    def finish(self, end: End) -> None:
        """Close the room, for a reason that everyone is told."""
        if not self._over.is_set():
            self._end = end
            self._over.set()

    def crash(self) -> None:
        """End because of a fault of ours."""
        self.finish(_CRASH)

    def _closing(self, mode: CloseMode) -> None:
        """Take in that the player who hosts goes."""
        if mode == "save":
            self.finish(_SAVED)

    def _detach(self) -> None:
        self._close_seat(End("detached", "The screen is gone; the table goes on without it."))

    def _close_seat(self, end: End) -> None:
        if self._seat is not None:
            self._seat.give_up(end.code, end.sentence)

    # The player who sits here; their token is kept as other players keep theirs, so `unokart join` can take the seat

    def _recall(self) -> None:
        """Look for the seat that the player had in this room before."""
        identity, pins = self._identity, self._services.pins
        if pins.check(identity.host_id, identity.fingerprint) is Pinned.CHANGED:
            pins.forget(identity.host_id)  # our own certificate: it was damaged, and is another now
        self._tokens.host = Shown(identity.host_id, identity.fingerprint)
        self._tokens.room = self._room_id
        self._tokens.remember(self._room.name, Endpoint(self._services.bind or "127.0.0.1", self._port))
        self._tokens.claim()

    def _keep(self, token: bytes | None) -> None:
        self._keeping(lambda: self._tokens.keep(token))

    def _keeping(self, do: Callable[[], None]) -> None:
        try:
            do()
        except StateError as error:
            self._services.warn(f"Coming back to this seat later may not work. {error}")

    def _seat_ended(self, end: End) -> None:
        self._left_alone = True
        self._tokens.release(forget=end.code == "left")
        self._tell_soon()

    def _go_on_unsaved(self) -> None:
        self._saver.go_on_unsaved()
        self._tell_soon()

    def _invite(self, person: FoundPerson) -> None:
        if not self._over.is_set():
            self._services.spawn(self._inviter.ask(person))

    # What the screen is told

    def _inform(self, update: HostUpdate) -> None:
        try:
            self._on_host(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)

    def _tell_soon(self) -> None:
        asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        """Tell the screen and the LAN how the room stands, and end it where nobody is left."""
        if self._over.is_set() or not self._running:
            return
        if self._announcement is not None:
            self._announcement.update(self._standing.announced())
        state = self._state()
        if state != self._told:
            self._told = state
            self._inform(state)
        self._end_if_deserted(state.here)

    def _state(self) -> HostState:
        announcement = self._announcement
        trouble = _UNANNOUNCED if announcement is None else None
        if announcement is not None and announcement.trouble is not None:
            trouble = announcement.trouble.sentence
        return HostState(
            room=self._room.name,
            host_id=self._identity.host_id,
            endpoints=tuple(map(str, self._services.endpoints(self._port))),
            port=self._port,
            passphrase=self._setup.passphrase,
            fingerprint=read_out(self._identity.fingerprint),
            visible=announcement is not None and announcement.visible,
            trouble=trouble,
            unsaved=self._saver.trouble,
            saving=not self._saver.off,
            here=len(self._room.seats.connected),
        )

    def _end_if_deserted(self, here: int) -> None:
        """Once nobody sits here, end the room when nobody else is in it either, or comes back in time."""
        if here or not self._left_alone:
            if self._leaving is not None:
                self._leaving.cancel()
                self._leaving = None
        elif self._leaving is None:
            others = [seat for seat in self._room.seats if seat.owner is not None and not self._is_own(seat.hash)]
            wait = self._setup.hold_seconds if others else 0.0
            self._leaving = asyncio.get_running_loop().call_later(wait, self.finish, _DESERTED)

    def _is_own(self, hashed: bytes | None) -> bool:
        token = self._tokens.token
        return token is not None and hashed == token_hash(token)


def _room_setup(setup: HostSetup, saved: SavedRoom | None) -> Setup:
    player = clean_name(setup.name) if setup.name is not None else None
    free = [racer for racer in RACERS if player is None or racer.casefold() != player.casefold()]
    name = setup.room or (f"{player}'s room" if player is not None else "UNO Kart")
    return Setup(
        room=name if saved is None else saved.name,
        persons=0,
        bots=tuple(zip(free, setup.bots, strict=False)),
        rules=setup.rules,
        seed=secrets.randbits(256) if setup.seed is None else setup.seed,
        pace=setup.pace,
        lobby=True,
        seats=setup.seats,
        spectators=setup.spectators,
        turn_seconds=setup.turn_seconds,
        hold_seconds=setup.hold_seconds,
        headless=player is None,
    )
