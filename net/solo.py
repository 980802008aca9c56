"""A match of one person against bots: host and client on a network thread of their own, joined by a socket pair."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine import bots
from engine.errors import PositionError, RecordError
from engine.rules import Rules, problem_with
from net.client import Client
from net.database import StoreError
from net.host import Host
from net.link import ClientLink
from net.local import LOCAL_LIMITS, LocalSeat
from net.messages import TOKEN_BYTES
from net.names import clean_name
from net.room import Room
from net.roomlog import RoomLog
from net.saved import SavedRoom, token_hash
from net.saving import Saver
from net.seats import RACERS
from net.session import End
from net.setup import Setup
from net.store import Store
from net.thread import NetworkThread
from net.updates import BotLevel, Notice, RoomLink, Update

_CRASH: Final = End("crash", "The table broke down because of a fault in the program; it has been written to the log.")
_CLOSE_WITHIN: Final = 3.0
_SEAT: Final = 0
"""Of the person at a table of their own."""

_log = logging.getLogger(__name__)


class SoloSetup(Struct, frozen=True):
    """A match against bots."""

    name: str
    bots: tuple[BotLevel, ...]
    rules: Rules = Rules()
    seed: int | None = None
    """The same seed and the same answers of the player make the same match; None for one that nobody can foretell."""
    pace: float = 1.0
    """Seconds a move of a bot."""
    grace: bool = True
    """Whether bots wait while the player may call UNO or catch; off for measuring only."""


def open_solo(setup: SoloSetup, on_update: Callable[[Update], None], directory: Path | None = None) -> RoomLink:
    """Begin a match; the player sits in seat 0. With a state directory it is saved there as it is played.

    `on_update` is called on the network thread, which the match starts and ends: first with `Joined`, last with
    `Closed`. Leaving keeps a match that is not over, to be gone on with. Raises `engine.errors.PositionError` where
    the rules can't be played by so many.
    """
    solo = _Solo(_room_setup(setup), clean_name(setup.name), on_update, directory)
    return solo.start()


def resume_solo(
    room: str, directory: Path, on_update: Callable[[Update], None], pace: float = 1.0, grace: bool = True
) -> RoomLink:
    """Go on with a match that was left (`net.saved.OpenTable.room`).

    As `open_solo`; where it can't be gone on with, the only update is a `Closed` that says why.
    """
    setup = Setup(room="", persons=0, bots=(), rules=Rules(), seed=secrets.randbits(256), pace=pace, grace=grace)
    solo = _Solo(setup, "", on_update, directory, room)
    return solo.start()


def _room_setup(setup: SoloSetup) -> Setup:
    name = clean_name(setup.name)
    free = [racer for racer in RACERS if racer.casefold() != name.casefold()]
    if problem := problem_with(setup.rules, 1 + len(setup.bots)):
        raise PositionError(problem)
    return Setup(
        room=f"{name}'s table",
        persons=1,
        bots=tuple(zip(free[: len(setup.bots)], setup.bots, strict=True)),
        rules=setup.rules,
        seed=secrets.randbits(256) if setup.seed is None else setup.seed,
        pace=setup.pace,
        grace=setup.grace,
    )


class _SoloLink(ClientLink):
    """The player's link. Who leaves a table of their own leaves it as it is."""

    def __init__(self, client: Client, call: Callable[..., None], leave: Callable[[], None]) -> None:
        super().__init__(client, call)
        self._leave = leave

    def leave(self) -> None:
        """Go."""
        self._leave()


class _Solo:
    """The table and its only player."""

    def __init__(
        self,
        setup: Setup,
        name: str,
        on_update: Callable[[Update], None],
        directory: Path | None,
        resumed: str | None = None,
    ) -> None:
        self._setup = setup
        self._name = name
        self._on_update = on_update
        self._directory = directory
        self._resumed = resumed
        self._thread = NetworkThread(self._fail)
        self._over = asyncio.Event()
        self._seat = LocalSeat(on_update, self._thread.call, ended=lambda end: self._over.set())
        self._store: Store | None = None
        self._token: bytes | None = None

    def start(self) -> RoomLink:
        """Begin to play."""
        self._thread.start(self._run())
        call, seat = self._thread.call, self._seat
        return _SoloLink(seat.client, call, lambda: call(seat.give_up, "left", "You have left the table."))

    async def _run(self) -> None:
        """Play, until the player has left or something has broken."""
        try:
            await self._play()
        except (StoreError, RecordError, PositionError, msgspec.MsgspecError) as error:
            self._seat.give_up("not_resumed", f"The table can't be gone on with. {error}")
        finally:
            self._fail()  # without effect where it has ended already
            if self._store is not None:
                self._store.close()

    async def _play(self) -> None:
        log, saved = self._open_store()
        room = Room(self._setup, bots.make, lambda: secrets.token_bytes(TOKEN_BYTES), saved)
        saver = Saver(lambda: self._begin_log(room), self._settle, lambda: self._tell_trouble(saver))
        saver.log = log
        if self._store is not None:
            room.keeper.commit = saver.save
        host = Host(room, LOCAL_LIMITS)
        try:
            await self._seat.sit(host, self._name, self._token)
            await self._over.wait()
        finally:
            self._fail()
            unfinished = room.stage == "play"
            host.close("host_closing", "The table is closed.")
            await host.wait_closed(_CLOSE_WITHIN)
            await self._seat.wait_gone(_CLOSE_WITHIN)
            await saver.wait()
            if unfinished:
                saver.leave()
            else:
                saver.close()

    def _open_store(self) -> tuple[RoomLog | None, SavedRoom | None]:
        """Open what is saved; a match that is resumed has to be there, a new one goes on without."""
        if self._directory is None:
            return None, None
        try:
            self._store = Store(self._directory, lambda warning: self._on_update(Notice("damaged", warning)))
        except StoreError as error:
            if self._resumed is not None:
                raise
            self._on_update(Notice("not_saved", f"This match can't be saved. {error}"))
            return None, None
        if self._resumed is None:
            return None, None
        log, saved = self._store.resume(self._resumed)
        log.own = lambda: _SEAT
        return log, self._take_seat(saved)

    def _take_seat(self, saved: SavedRoom) -> SavedRoom:
        """Make the seat of the person ours again: who can read the file is who played there."""
        self._token = secrets.token_bytes(TOKEN_BYTES)
        hashed = token_hash(self._token)
        seats = tuple(seat if seat.token_hash is None else replace(seat, token_hash=hashed) for seat in saved.seats)
        self._name = next((seat.name for seat in seats if seat.token_hash is not None and seat.name), "")
        self._setup = replace(self._setup, room=saved.name, persons=1)
        return replace(saved, seats=seats)

    def _begin_log(self, room: Room) -> RoomLog:
        assert self._store is not None
        log = self._store.create("solo", room.name, room.keeper.settings().to_bytes())
        log.own = lambda: _SEAT
        return log

    def _settle(self) -> None:
        if self._store is not None:
            self._store.checkpoint()

    def _tell_trouble(self, saver: Saver) -> None:
        """Nobody else is at this table, so nobody is to be asked: what can't be saved is played all the same."""
        if saver.trouble is not None and not saver.off:
            saver.go_on_unsaved()
            self._on_update(Notice("not_saved", f"From here on this match is not saved. {saver.trouble}"))

    def _fail(self) -> None:
        self._seat.give_up(_CRASH.code, _CRASH.sentence)
