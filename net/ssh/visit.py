"""The game of one guest, from their arrival to their end, whichever of the two comes to an end first."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Protocol

from net.ssh.guest import Guest
from net.ssh.nursery import Child, NoChild
from net.ssh.place import Place
from net.ssh.talk import Arrived, Spawn, Turned, Vouched
from net.ssh.tty import Tty

_log = logging.getLogger(__name__)

PAINTED_WITHIN: Final = 3.0
"""Seconds after which the next guest may start even if nothing is to be seen of this one's game."""
HUNG_UP_WITHIN: Final = 3.0
"""Seconds that a child has for ending by itself once its guest is gone."""
CLOSED_WITHIN: Final = 1.2
"""The same once the ssh server ends."""
_REST_WITHIN: Final = 1.0

# What ssh ends with, beside what the child does: 0 where all was in good order.
_TURNED: Final = 1
_FAULT: Final = 70

_BROKEN: Final = "The game has broken off on the host's side."
_CLOSED: Final = "The host has closed the way in by ssh."
_SUDDEN: Final = "The host's program has ended all of a sudden."


class Visitor(Protocol):
    """Who it is."""

    name: str
    key: str | None
    refusal: str | None


class House(Protocol):
    """Where guests are."""

    starting: asyncio.Semaphore
    closing: asyncio.Event
    farewell: str | None
    """Why it closes, in a sentence for the guests, where that is in good order."""
    directory: Path

    def place(self, guest: int) -> Place:
        """Return which place a guest has in the room, or had last."""

    def forget(self, guest: int) -> None:
        """Take in that a guest's session is over."""

    async def ask(self, arrived: Arrived) -> Vouched | Turned:
        """Return what the host says to someone's coming."""

    def gone(self, guest: int) -> None:
        """Tell the host that a guest is gone; a second time does nothing."""

    def spawn_for(self, vouched: Vouched, name: str, guest: Guest, keyed: bool, directory: Path) -> Spawn:
        """Return what the nursery is told."""

    async def have(self, spawn: Spawn, slave: int) -> Child:
        """Return a guest's child; raise `NoChild`."""


class _Refused(Exception):
    """``str(error)`` is a sentence for the guest."""


async def visit(house: House, guest: Guest, number: int, visitor: Visitor, address: str) -> None:
    """Live a guest's game, and end their session with its exit status."""
    arrived = Arrived(number, address, visitor.name, visitor.key)
    try:
        if visitor.refusal is not None:
            raise _Refused(visitor.refusal)
        status = await _play(house, guest, arrived)
    except (_Refused, NoChild) as error:
        guest.say(str(error))
        status = _TURNED
    except Exception:
        _log.exception("A guest's game has failed")
        status = None
    if status is None or status < 0 or status == _FAULT:
        status = _explain(house, guest, house.place(number), status)
    guest.exit(status)
    house.forget(number)


def _explain(house: House, guest: Guest, place: Place, status: int | None) -> int:
    """Tell a guest why their game is over and what leads back, which it has not; return the exit status."""
    guest.restore()
    if status is None and house.closing.is_set():
        guest.say(house.farewell or _SUDDEN)
        guest.say(place.way_back_later())
        return _TURNED if house.farewell is None else 0
    guest.say(_BROKEN)
    guest.say(place.way_back())
    return _FAULT if status is None else status if status >= 0 else 128 - status


async def _play(house: House, guest: Guest, arrived: Arrived) -> int | None:
    with ExitStack() as after:
        async with house.starting:
            if guest.left.is_set() or house.closing.is_set():
                raise _Refused(_CLOSED)
            after.callback(house.gone, arrived.guest)
            answer = await house.ask(arrived)
            if isinstance(answer, Turned):
                raise _Refused(answer.sentence)
            child, tty = await _begin(house, guest, arrived, answer, after)
            await _first(PAINTED_WITHIN, guest.painted, child.ended, guest.left, house.closing)
        return await _until_end(house, guest, arrived.guest, child, tty)


async def _begin(house: House, guest: Guest, arrived: Arrived, vouched: Vouched, after: ExitStack) -> tuple[Child, Tty]:
    directory = house.directory / str(arrived.guest)
    directory.mkdir(mode=0o700)
    after.callback(shutil.rmtree, directory)
    tty = guest.open_tty()
    after.callback(tty.close)
    try:
        spawn = house.spawn_for(vouched, arrived.name, guest, arrived.key is not None, directory)
        return await house.have(spawn, tty.slave), tty
    finally:
        tty.close_slave()


async def _until_end(house: House, guest: Guest, number: int, child: Child, tty: Tty) -> int | None:
    """Wait for the end of the game, of the guest or of the house, and then see to it that the child ends too.

    Return the status that it has ended with by itself; None where it has not, or nobody knows.
    """
    try:
        await _first(None, child.ended, guest.left, house.closing)
        interrupted = not child.ended.is_set()
        if guest.left.is_set():
            house.gone(number)  # their seat is free to come back to, whatever the child still does
            await child.end(0, HUNG_UP_WITHIN)
        elif interrupted:
            await child.end(signal.SIGTERM, CLOSED_WITHIN)
        await _first(_REST_WITHIN, tty.ended)
        guest.restore()
        return None if interrupted else child.status
    finally:
        child.signal(signal.SIGKILL)


async def _first(within: float | None, *awaited: asyncio.Event) -> None:
    """Wait for the first of several things, at most so long."""
    tasks = [asyncio.create_task(one.wait()) for one in awaited]
    try:
        await asyncio.wait(tasks, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
