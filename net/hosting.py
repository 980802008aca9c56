"""Hosting a room: the table, its door, what is saved, what is announced, and the player who sits here."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

import msgspec

from engine import bots
from engine.errors import EngineError
from engine.phases import TABLE
from net.database import StoreError
from net.discovery import ROOMS, Announcement, FoundPerson
from net.door import Door
from net.files import StateError
from net.host import Host
from net.hosted import HostEnded, HostSetup, HostState, HostUpdate, SshSetup
from net.identity import Identity, server_context
from net.inviting import Inviter
from net.link import ClientLink
from net.listening import CannotListen, listen
from net.messages import TOKEN_BYTES
from net.onlooker import Onlooker
from net.own_seat import OwnSeat
from net.passphrase import PassphraseError
from net.reception import Reception
from net.room import Room
from net.room_setup import room_setup
from net.roomlog import RoomLog
from net.saved import SavedRoom
from net.saving import Saver
from net.server import Server
from net.services import Services
from net.session import End
from net.setup import Outcome
from net.ssh.gate import Gate
from net.standing import Standing
from net.telling import Teller
from net.updates import CloseMode, Update

_log = logging.getLogger(__name__)

_CLOSE_WITHIN: Final = 3.0
_CRASH: Final = End("crash", "The table broke down because of a fault in the program; it has been written to the log.")
_SAVED: Final = End("host_closing", "The host has closed the table. It is saved.")
_DESERTED: Final = End("deserted", "Nobody was at the table any more. It is saved.")


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
        self._on_update = on_update
        self._on_host = on_host
        self._onlooker = Onlooker(self._let_on)
        self._seat = None if setup.name is None else OwnSeat(services, setup.name, on_update, self._seat_ended)
        self._over = asyncio.Event()
        self._end = _CRASH
        self._ended = threading.Event()
        self._teller: Teller | None = None
        self._left_alone = False  # nobody sits here any more, and the room ends when it is deserted
        self._leaving: asyncio.TimerHandle | None = None
        self._ssh = setup.ssh  # what is wished before there is a gate
        self._gate: Gate | None = None
        self.place: tuple[str, int] | None = None
        """Under which id and at which port others see the room, once they can."""

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

    def open_ssh(self, setup: SshSetup) -> None:
        """Let guests come by ssh."""
        self._services.call(self._open_ssh, setup)

    def close_ssh(self) -> None:
        """Let nobody come by ssh any more."""
        self._services.call(self._close_ssh)

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
        except (StateError, StoreError, CannotListen, PassphraseError) as error:
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
        port = listeners[0].getsockname()[1]
        with ExitStack() as undo:
            for listener in listeners:
                undo.callback(listener.close)
            log, saved = None, None
            if setup.resume is not None:
                log, saved = services.store().resume(setup.resume)
                undo.callback(log.leave)
            teller = self._open(identity, log, saved, port)
            undo.pop_all()
        server = Server(listeners, server_context(identity), self._reception.make)
        announcement = self._announce(port) if setup.announced else None
        try:
            teller.begin(announcement)
            if self._ssh is not None:
                self._open_ssh(self._ssh)
            if self._seat is not None:
                await self._seat.sit(self._host_end, identity, self._room_id, self._room.name, port)
            await self._over.wait()
        finally:
            await self._close(server, announcement)
        return self._end

    def _open(self, identity: Identity, log: RoomLog | None, saved: SavedRoom | None, port: int) -> Teller:
        """Put up the room behind its door; return what tells of it."""
        setup, services = self._setup, self._services
        self.place = (identity.host_id, port)
        self._room = room = Room(room_setup(setup, saved), bots.make, _new_token, saved)
        self._saver = saver = Saver(self._begin_log, lambda: services.store().checkpoint(), self._tell_soon)
        saver.log = log
        if log is not None:
            log.own = self._own
        room.keeper.commit = saver.save
        self._host_end = Host(room, closing=self._closing, moved=self._moved)
        self._room_id = saver.log.room if saver.log is not None else secrets.token_hex(8)
        standing = Standing(room, identity, self._room_id, setup.passphrase is not None)
        self._standing = standing
        door = Door(standing.info, room.knows, setup.passphrase, identity.fingerprint)
        self._reception = reception = Reception(door, self._host_end)
        self._gate = gate = Gate(services, room, self._room_id, reception, identity, port, self._tell_soon)
        told = self._how_it_stands
        teller = Teller(services, room, standing, identity, port, setup.passphrase, saver, gate.state, told)
        self._inviter = Inviter(services, door, standing, identity, port, self._inform)
        self._teller = teller
        return teller

    def _begin_log(self) -> RoomLog:
        store = self._services.store()
        for table in store.tables("room"):
            if not table.hosted and (table.over or not table.match):
                store.discard(table.room)  # its host was killed, and there is nothing to go on with
        log = store.create("room", self._room.name, self._room.keeper.settings().to_bytes())
        log.own = self._own
        return log

    def _own(self) -> int:
        return TABLE if self._seat is None else self._seat.among(self._room.seats)

    def _announce(self, port: int) -> Announcement:
        # The time makes every announcement newer than those of earlier runs.
        return self._services.lan().announce(
            ROOMS, self._standing.announced(), port, int(time.time()), lambda _: self._tell_soon()
        )

    async def _close(self, server: Server, announcement: Announcement | None) -> None:
        end = self._end
        if self._leaving is not None:
            self._leaving.cancel()
        if self._teller is not None:
            self._teller.close()
        self._inviter.close()
        if announcement is not None:
            await announcement.close()
        await server.close()
        if self._gate is not None:
            self._gate.close(end)
        self._reception.close(end.code, end.sentence)
        self._host_end.close(end.code, end.sentence)
        await self._reception.wait_closed(_CLOSE_WITHIN)
        await self._host_end.wait_closed(_CLOSE_WITHIN)
        if self._seat is not None:
            await self._seat.wait_gone(_CLOSE_WITHIN)
        if self._gate is not None:
            await self._gate.wait_closed()
        await self._saver.wait()
        if self._room.stage == "play" or any(seat.owner is not None for seat in self._room.seats):
            self._saver.leave()
        else:
            self._saver.close()  # nobody could come back to it

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
            self._seat.close(end)

    def _seat_ended(self) -> None:
        self._left_alone = True
        if self._teller is not None:
            self._teller.soon()
            self._end_if_deserted()

    def _go_on_unsaved(self) -> None:
        self._saver.go_on_unsaved()
        self._tell_soon()

    def _open_ssh(self, setup: SshSetup) -> None:
        self._ssh = setup
        if self._gate is not None and not self._over.is_set():
            self._gate.open(setup)

    def _close_ssh(self) -> None:
        self._ssh = None
        if self._gate is not None:
            self._gate.close()

    def _invite(self, person: FoundPerson) -> None:
        if not self._over.is_set():
            self._services.spawn(self._inviter.ask(person))

    # What the screen is told

    def _moved(self, outcome: Outcome) -> None:
        if self._seat is None:
            self._onlooker.moved(self._room, outcome)
        if self._gate is not None:
            self._gate.look()
        self._tell_soon()

    def _let_on(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)

    def _inform(self, update: HostUpdate) -> None:
        try:
            self._on_host(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)

    def _tell_soon(self) -> None:
        if self._teller is not None:
            self._teller.soon()

    def _how_it_stands(self, state: HostState) -> None:
        self._inform(state)
        self._end_if_deserted()

    def _end_if_deserted(self) -> None:
        """Once nobody sits here, end the room when nobody else is in it either, or comes back in time."""
        if self._room.seats.connected or not self._left_alone:
            if self._leaving is not None:
                self._leaving.cancel()
                self._leaving = None
        elif self._leaving is None:
            seats, own = self._room.seats, self._seat
            others = [seat for seat in seats if seat.owner is not None and not (own and own.is_proved_by(seat.hash))]
            wait = self._setup.hold_seconds if others else 0.0
            self._leaving = asyncio.get_running_loop().call_later(wait, self.finish, _DESERTED)


def _new_token() -> bytes:
    return secrets.token_bytes(TOKEN_BYTES)
