"""The nursery as the ssh server sees it: has a child for each guest, and tells when one has ended."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from typing import Final

import msgspec

from net.ssh.talk import Born, Died, FromNursery, Ready, Signal, Spawn
from net.ssh.wire import Wire

_log = logging.getLogger(__name__)

READY_WITHIN: Final = 25.0
"""Seconds."""
_END_WITHIN: Final = 0.5
_decoder: Final[msgspec.msgpack.Decoder[FromNursery]] = msgspec.msgpack.Decoder(FromNursery)


class NoChild(Exception):
    """A child could not be had. ``str(error)`` is a sentence for the guest."""

    def __init__(self) -> None:
        super().__init__("The host's computer can't take another guest just now. Try again in a moment.")


class Child:
    """A guest's process.

    `status`, once it has ended, is its exit status, or less than 0 the signal that ended it; None if nobody knows.
    """

    def __init__(self, guest: int, wire: Wire[FromNursery]) -> None:
        self._guest = guest
        self._wire = wire
        self.begun = asyncio.Event()
        """Set once it is there, or it is certain that it will not be."""
        self.born = False
        self.ended = asyncio.Event()
        self.status: int | None = None

    def signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        if not self.ended.is_set():
            self._wire.post(Signal(self._guest, number))

    async def end(self, number: int, within: float) -> None:
        """Wait for its end, at most so long after a signal; then kill it. Signal 0 is none."""
        if number:
            self.signal(number)
        try:
            async with asyncio.timeout(within):
                await self.ended.wait()
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self.ended.wait()

    def take_birth(self) -> None:
        """Take in that it is there."""
        self.born = True
        self.begun.set()

    def take_end(self, status: int | None) -> None:
        """Take in that it has ended."""
        self.status = status
        self.begun.set()
        self.ended.set()


class Nursery:
    """One run of the nursery, on the running event loop. Once it is `gone`, so are its children."""

    def __init__(self, process: Process, wire: Wire[FromNursery]) -> None:
        self._process = process
        self._wire = wire
        self._children: dict[int, Child] = {}
        self._having = asyncio.Lock()
        self.ready = asyncio.Event()
        self.gone = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, command: Sequence[str]) -> Nursery:
        """Start it; raise OSError. It is of use once it is `ready`."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = await asyncio.create_subprocess_exec(
                    *command,
                    str(theirs.fileno()),
                    stdin=DEVNULL,
                    stdout=DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
            except OSError:
                ours.close()
                raise
        return cls(process, Wire(ours, _decoder.decode))

    async def _listen(self) -> None:
        try:
            async for message in self._wire.messages():
                match message:
                    case Ready():
                        self.ready.set()
                    case Born(guest=guest):
                        self._children[guest].take_birth()
                    case Died(guest=guest, status=status):
                        self._children.pop(guest).take_end(status)
        except (msgspec.MsgspecError, KeyError):
            _log.exception("The nursery talks nonsense")
        finally:
            self.gone.set()
            for child in self._children.values():
                child.take_end(None)
            self._children.clear()

    async def have(self, spawn: Spawn, terminal: int) -> Child:
        """Return the child of a guest, which has their side of a pty; raise `NoChild`."""
        child = Child(spawn.guest, self._wire)
        async with self._having:
            if self.gone.is_set():
                raise NoChild
            self._children[spawn.guest] = child
            self._wire.post(spawn, terminal)
            await child.begun.wait()
        if not child.born:
            raise NoChild
        return child

    async def end(self) -> None:
        """End it, and with it whatever children there still are."""
        await self._wire.close()
        try:
            async with asyncio.timeout(_END_WITHIN):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        self._listening.cancel()
        await asyncio.wait([self._listening])
