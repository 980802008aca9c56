"""People at a table elsewhere, who play by themselves: each with the real client of the game, over TLS."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from engine.actions import Action, CallUno, Catch, Play
from engine.legal import legal_in
from engine.phases import Phase
from engine.rules import Rules
from engine.views import View
from net.addresses import Endpoint
from net.calling import Caller
from net.pins import Pins
from net.remote import Remote, RemoteLink
from net.target import Target
from net.tokens import Tokens
from net.updates import Acknowledged, Changed, Closed, Joined, PassphraseAsked, Refused, RoomChanged, Update
from scripts.lan.hosted import PASSPHRASE

WITHIN: Final = 60.0
"""Seconds after which something that does not happen is a failure."""
_WAITING: Final = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)
_RECEIVED: Final = (128, 8)
"""Where Linux's `struct tcp_info` has the bytes received (linux/tcp.h)."""


class Guest:
    """One of them. `told` is called after everything that happens to any of them."""

    def __init__(self, directory: Path, where: Endpoint, name: str, told: Callable[[], None], watch: bool = False):
        self.name = name
        self.seat: int | None = None
        self.rules: Rules | None = None
        """Those of the room."""
        self.version = -1
        self.view: View | None = None
        self.seen = 0.0
        """When the version was seen, by `perf_counter`."""
        self.answered: dict[int, float] = {}
        """By the id of an action: when the answer came."""
        self.refused: list[Refused] = []
        self.closed: Closed | None = None
        self._told = told
        self._remote = Remote(
            Target((where,)), name, Caller(lambda: ()), Tokens(Pins(directory, _fail)), self._update, watch=watch
        )
        self.link = RemoteLink(self._remote, lambda function, *arguments: function(*arguments))
        self._running = asyncio.create_task(self._remote.run())

    def __repr__(self) -> str:
        """Tell what it sees, for whoever looks for a fault."""
        phase = None if self.view is None else self.view.phase
        return f"<{self.name}: seat {self.seat}, version {self.version}, {phase}, {self.refused} {self.closed}>"

    def _update(self, update: Update) -> None:
        match update:
            case PassphraseAsked():
                self.link.passphrase(PASSPHRASE)
            case Joined():
                self.seat = update.seat
            case RoomChanged():
                self.seat, self.rules = update.room.seat, update.room.rules
            case Changed():
                self.version, self.view, self.seen = update.version, update.view, perf_counter()
            case Acknowledged():
                self.answered[update.action_id] = perf_counter()
            case Refused() if update.code == "stale":  # someone was quicker
                self.answered[update.action_id] = perf_counter()
            case Refused():
                self.refused.append(update)
            case Closed():
                self.closed = update
        self._told()

    def received(self) -> int:
        """Return how many bytes have come over the connection so far, TLS and all, as the kernel counts them."""
        assert self._remote._call is not None
        connection = self._remote._call.connection._transport.get_extra_info("socket")
        start, size = _RECEIVED
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, start + size)
        (received,) = struct.unpack_from("=Q", info, start)
        assert isinstance(received, int)
        return received

    async def gone(self) -> None:
        """Wait until the connection is closed."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


class Crowd:
    """All of them, on the running event loop. They play at random, from one seed."""

    def __init__(self, directory: Path, where: Endpoint, seed: int = 1) -> None:
        self._directory = directory
        self._where = where
        self._random = Random(seed)
        self._news = asyncio.Event()
        self.came = 0
        """How many have come so far."""
        self.guests: list[Guest] = []

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so that an update may bring about."""
        try:
            async with asyncio.timeout(WITHIN):
                while not condition():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise RuntimeError(f"It did not come to that: {self.guests}") from None
        if failed := next((guest.refused for guest in self.guests if guest.refused), None):
            raise RuntimeError(f"Refused: {failed}")

    async def come(self, watch: bool = False) -> Guest:
        """Let one more in."""
        self.came += 1
        directory = self._directory / f"guest {self.came}"
        guest = Guest(directory, self._where, f"Guest {self.came}", self._news.set, watch)
        version = max((one.version for one in self.guests), default=-1)
        self.guests.append(guest)
        await self.until(lambda: guest.seat is not None and guest.version >= version)
        return guest

    async def go(self, guest: Guest) -> None:
        """Let one leave for good."""
        self.guests.remove(guest)
        guest.link.leave()
        await self.until(lambda: guest.closed is not None)
        await guest.gone()

    async def begin(self, players: int, rules: Rules) -> None:
        """Come, so many, and begin a match; the first to come sets the rules."""
        for _ in range(players):
            await self.come()
        self.guests[0].link.set_rules(rules)
        # Whoever was ready before new rules is not any more.
        await self.until(lambda: all(guest.rules == rules for guest in self.guests))
        await self.deal()

    async def deal(self) -> None:
        """Be ready, all, and wait for the next round."""
        before = max(guest.version for guest in self.guests)
        for guest in self.seated:
            guest.link.ready()
        await self.until(lambda: all(guest.version > before and not guest_waits(guest) for guest in self.guests))

    @property
    def seated(self) -> list[Guest]:
        """Those who have a seat."""
        return [guest for guest in self.guests if guest.seat is not None and guest.seat >= 0]

    @property
    def phase(self) -> Phase | None:
        """What the table is in, as the first of them sees it."""
        view = self.guests[0].view
        return None if view is None else view.phase

    @property
    def round_over(self) -> bool:
        """Whether the table waits for them to be ready."""
        return all(guest_waits(guest) for guest in self.guests)

    @property
    def turn(self) -> Guest | None:
        """Whose answer the table waits for, once all see it; None where that is nobody of them."""
        if len({guest.version for guest in self.guests}) > 1 or self.round_over:
            return None
        return next((guest for guest in self.seated if guest.view and guest.view.owed == guest.seat), None)

    async def move(self) -> tuple[float, float]:
        """Play one move, which `turn` must be for; return the seconds until all saw it, and until its answer."""
        guest = self.turn
        if guest is None or guest.view is None:
            raise RuntimeError(f"It is nobody's turn: {self.guests}")
        version = guest.version
        action = self._choose(guest.view)
        began = perf_counter()
        action_id = guest.link.act(action, version)
        await self.until(lambda: action_id in guest.answered and all(one.version > version for one in self.guests))
        return max(one.seen for one in self.guests) - began, guest.answered.pop(action_id) - began

    def _choose(self, view: View) -> Action:
        """Play whatever fits, and call UNO with it: to wait for calls would be to measure patience."""
        actions = [action for action in legal_in(view) if not isinstance(action, CallUno | Catch)]
        plays = [action for action in actions if isinstance(action, Play)]
        calling = [action for action in plays if action.uno]
        return self._random.choice(calling or plays or actions)

    async def close(self) -> None:
        """Let everyone go."""
        for guest in self.guests:
            await guest.gone()


def guest_waits(guest: Guest) -> bool:
    """Whether someone sees no round that is being played."""
    return guest.view is None or guest.view.phase in _WAITING


def _fail(sentence: str) -> None:
    raise RuntimeError(sentence)
