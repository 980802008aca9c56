"""A room behind a door on loopback, by TLS, and players who join it as from another computer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from engine.bots import make
from engine.rules import Rules
from net.addresses import Endpoint
from net.admission import Info
from net.calling import Caller
from net.door import Door
from net.host import Host
from net.identity import Identity, own_identity, server_context
from net.listening import listen
from net.messages import PROTOCOLS
from net.pins import Pins
from net.reception import Reception
from net.remote import Remote, RemoteLink
from net.room import Room
from net.server import Server
from net.session import Limits
from net.setup import Setup
from net.target import Target
from net.tokens import Tokens
from net.updates import Update

T = TypeVar("T", bound=Update)


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


class LanRoom:
    """A host on the running event loop. Its room is `room`; it may be closed and opened again on the same port."""

    def __init__(self, directory: Path, passphrase: str | None = None, persons: int = 2) -> None:
        self.identity: Identity = own_identity(directory, no_warning)
        setup = Setup("A room", persons, (("Bot", "easy"),), Rules(), seed=1, pace=0.0)
        self.room = Room(setup, make, lambda: secrets.token_bytes(16))
        self.door = Door(self._info, self._has_seat, passphrase, self.identity.fingerprint)
        self.limits = Limits()
        self.port = 0

    def _has_seat(self, token: bytes) -> bool:
        return self.room.seats.with_token(token) is not None

    def _info(self) -> Info:
        return Info(
            protocol=PROTOCOLS,
            app="unokart 1",
            host_id=self.identity.host_id,
            room_id="the room",
            room="A room",
            host="Ann",
            state="lobby",
            taken=0,
            seats=2,
            spectators=0,
            passphrase=self.door.passphrase is not None,
        )

    async def open(self) -> None:
        """Let people in."""
        self.host = Host(self.room, limits=self.limits)
        self.reception = Reception(self.door, self.host, self.limits)
        listeners = listen(self.port, "127.0.0.1")
        self.port = listeners[0].getsockname()[1]
        self.server = Server(listeners, server_context(self.identity), self.reception.make)

    async def close(self, code: str = "host_closing", sentence: str = "The table is closed.") -> None:
        """Say good-bye."""
        await self.server.close()
        self.reception.close(code, sentence)
        self.host.close(code, sentence)
        await self.reception.wait_closed(2.0)
        await self.host.wait_closed(2.0)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[LanRoom]:
        """Let people in for a while."""
        await self.open()
        try:
            yield self
        finally:
            await self.close()


class Player:
    """Someone who joins, and what they are told."""

    def __init__(self, directory: Path, port: int, name: str = "Ann", **target: Any) -> None:
        self.updates: list[Update] = []
        self._news = asyncio.Event()
        self.pins = Pins(directory, no_warning)
        self.tokens = Tokens(self.pins)
        aim = Target((Endpoint("127.0.0.1", port),), **target)
        self.remote = Remote(aim, name, Caller(lambda: (), "127.0.0.1"), self.tokens, self._emit)
        self.link = RemoteLink(self.remote, lambda function, *arguments: function(*arguments))
        self.running = asyncio.create_task(self.remote.run())

    def _emit(self, update: Update) -> None:
        self.updates.append(update)
        self._news.set()

    async def told(self, kind: type[T], fits: Callable[[T], bool] = lambda update: True, within: float = 10.0) -> T:
        """Wait for an update that was not waited for before; return it. Those before it are forgotten."""
        async with asyncio.timeout(within):
            while True:
                while self.updates:
                    update = self.updates.pop(0)
                    if isinstance(update, kind) and fits(update):
                        return update
                self._news.clear()
                await self._news.wait()

    async def gone(self) -> None:
        """Let the program of the player end without a word."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
