"""An evening in a room, under one seed and in virtual time: the real room, host, connections and clients.

The network breaks, people come and go, and the host's process is killed at any point around saving a change, before
anyone is told, and resumed from what was saved. What should always hold is checked as the evening goes on; what does
not hold raises.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import Random

from engine.bots import make
from engine.rules import Rules
from net.connection import READ_BYTES
from net.host import Host
from net.room import Room
from net.saved import Saving
from net.setup import Setup
from net.wishes import Pause
from tests.net.guests import Guest
from tests.net.ledger import Ledger
from tests.net.rooms import numbered_tokens
from tests.net.shelf import Shelf
from tests.net.virtual import VirtualLoop

_MATCHES = 2
_LONG_ENOUGH = 900.0
"""Virtual seconds after which people go home, whatever has been played."""
_STANDSTILL = 600.0
"""Virtual seconds without anything happening at the table that are too many."""
_SETTLES_IN = 60.0


class Killed(Exception):
    """The host's process has ended here."""


class Evening:
    """A room with people and bots, from the first hello until a few matches have been played."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.loop = VirtualLoop()
        self.ledger = Ledger()
        self.shelf = Shelf()
        self.buffer = bytearray(READ_BYTES)
        self.trouble = random.choice((0.0, 0.05, 0.2))
        """How likely a network trouble is, each time that someone has a whim."""
        self.mortality = random.choice((0.0, 0.005, 0.05))
        """How likely the host's process is to end, each time that it saves something."""
        self._setup = Setup(
            "Evening",
            0,
            (),
            Rules(target_score=random.choice((1, 60, 150)), hand_size=random.choice((2, 5, 7))),
            seed,
            pace=random.choice((0.0, 0.5)),
            lobby=True,
            seats=random.randint(2, 6),
            spectators=random.randint(1, 4),
            turn_seconds=random.choice((0, 10, 60)),
            hold_seconds=random.choice((0.0, 5.0, 120.0)),
        )
        self._new_token = numbered_tokens()
        self.host: Host | None = None
        self.room: Room | None = None
        self.lives = 0
        self.calm = False
        self.over = asyncio.Event()
        self.guests: list[Guest] = []
        self.past: list[Guest] = []
        """Those who have gone, and maybe come again as somebody new."""

    def run(self) -> None:
        """Play it through."""
        asyncio.set_event_loop(None)
        try:
            self.loop.run_until_complete(self._play())
        finally:
            self.loop.close()

    async def _play(self) -> None:
        self._raise_host()
        for number in range(self.random.randint(1, 5)):
            self._come(number, first=number == 0)
        over = self.loop.create_task(self.over.wait())
        watch = self.loop.create_task(self._watch())
        await asyncio.wait([over, watch], return_when=asyncio.FIRST_COMPLETED)
        if watch.done():
            watch.result()  # raises what is wrong
        watch.cancel()
        self._check_faults()
        self._check_end()
        assert self.host is not None
        self.host.close("over", "Good night.")
        await self.host.wait_closed(10.0)
        self._check_faults()

    # People

    def _come(self, number: int, first: bool = False, token: bytes | None = None, code: str = "") -> None:
        if self.calm and token is None:
            return
        guest = Guest(self, number, token, watch=not first and self.random.random() < 0.2, code=code)
        self.guests.append(guest)
        guest.connect()

    def gone(self, guest: Guest) -> None:
        """Take in that someone has gone; they come again, most as somebody new."""
        self.guests.remove(guest)
        self.past.append(guest)
        assert guest.closed_for is not None
        token = guest.client.token if guest.closed_for.code == "kept" else None
        self.loop.call_later(
            1 + self.random.random() * 20, partial(self._come, guest.number, token=token, code=guest.known_code)
        )

    # The host, and its end

    def _raise_host(self) -> None:
        seed = self.random.getrandbits(64)
        saved = self.shelf.saved() if self.lives and self.shelf.begun else None
        setup = Setup(**{name: getattr(self._setup, name) for name in Setup.__struct_fields__} | {"seed": seed})
        self.lives += 1
        self.room = Room(setup, make, self._new_token, saved)
        self.room.keeper.commit = partial(self._commit, self.lives)
        with suppress(Killed):  # as early as that
            self.host = Host(self.room)

    def _commit(self, life: int, savings: Sequence[Saving]) -> None:
        if life != self.lives or self.room is None:
            raise Killed
        dies = not self.calm and self.random.random() < self.mortality
        if dies and self.random.random() < 0.3:
            self._die()
        self.shelf.commit(savings)
        self.ledger.take(savings)
        if dies:
            self._die()

    def _die(self) -> None:
        self.host = self.room = None
        for guest in self.guests:
            wire = guest.wire
            if wire is not None:
                wire.dead = True
                if self.random.random() < 0.7:  # the system tells the others; or the whole computer is gone
                    self.loop.call_soon(wire.near.lose)
        self.loop.call_later(self.random.random() * 5, self._raise_host)
        raise Killed

    # What should hold

    async def _watch(self) -> None:
        """See that the evening goes on: someone can act, and does, within a while; and end it in time."""
        seen, since = -1, self.loop.time()
        while not self.over.is_set():
            if self.ledger.version != seen:
                seen, since = self.ledger.version, self.loop.time()
            assert self.calm or self.loop.time() - since < _STANDSTILL, "nobody goes on"
            self._check_faults()
            late = self.loop.time() > 1000.0 + _LONG_ENOUGH
            if not self.calm and self.ledger.version > 0 and (self.ledger.matches >= _MATCHES or late):
                self.calm = True
                self.loop.call_later(_SETTLES_IN, self.over.set)
            if self.calm:
                self._pause()
            await asyncio.sleep(5.0)

    def _pause(self) -> None:
        """Let the table stand still, so that everything on its way can come to an end."""
        for guest in self.guests:
            if guest.is_host and guest.connected and guest.room is not None and guest.room.paused_by is None:
                guest.client.ask(Pause(True))

    def _check_faults(self) -> None:
        faults = [fault for fault in self.loop.faults if not isinstance(fault, Killed)]
        if faults:
            raise faults[0]

    def _check_end(self) -> None:
        """See that everyone has come to the same state."""
        assert self.room is not None
        for guest in self.past:
            assert not guest.unanswered
        for guest in self.guests:
            guest.check_end()
            assert guest.room is not None
            assert guest.room.people == self.room.seats.people, "someone knows of other people"
            assert guest.room.spectators == self.room.seats.spectators
        if self.ledger.match is not None:
            table = self.room.table
            assert table.version == self.ledger.version
            for seat, view in self.ledger.views[table.version].items():
                assert table.match.view(seat) == view, "the table is not what was saved"
