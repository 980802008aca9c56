"""The ssh server as a process, and a host for it, for tests."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from net.ssh.talk import Arrived, Failed, FromServer, Gone, Open, Opened, Turned, Vouched
from net.ssh.wire import Wire

FAKE_NURSERY = (sys.executable, "-m", "tests.net.ssh.fake_nursery")
PASSPHRASE = "velvet otter 42"
ROOT = Path(__file__).resolve().parents[3]

decoder: msgspec.msgpack.Decoder[FromServer] = msgspec.msgpack.Decoder(FromServer)


def vouched(arrived: Arrived) -> Vouched | Turned:
    """Let anyone in."""
    return Vouched(arrived.guest, bytes([arrived.guest % 256]) * 16, asks_code=arrived.name == "away")


class House:
    """A running ssh server, and what it has told its host."""

    def __init__(self, process: asyncio.subprocess.Process, sock: socket.socket, directory: Path) -> None:
        self.process = process
        self.directory = directory
        self.wire = Wire(sock, decoder.decode)
        self.arrived: list[Arrived] = []
        self.gone: list[int] = []
        self.opened: Opened | None = None
        self.failed: str | None = None
        self.answer: Callable[[Arrived], Vouched | Turned | None] = vouched
        self.heard = asyncio.Condition()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.wire.messages():
            match message:
                case Opened():
                    self.opened = message
                case Failed(sentence=sentence):
                    self.failed = sentence
                case Arrived():
                    self.arrived.append(message)
                    if (answer := self.answer(message)) is not None:
                        self.wire.post(answer)
                case Gone(guest=guest):
                    self.gone.append(guest)
            async with self.heard:
                self.heard.notify_all()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true of what was told."""
        async with asyncio.timeout(20), self.heard:
            await self.heard.wait_for(true)

    @property
    def port(self) -> int:
        """Where the server listens."""
        assert self.opened is not None
        return self.opened.port

    @property
    def log(self) -> str:
        """What the server has written to its log."""
        return "".join(path.read_text() for path in self.directory.glob(".*/**/network.log"))

    def leftovers(self) -> list[str]:
        """Return the private directories of guests that there are."""
        return [path.name for path in self.directory.glob("ssh-guests/*/*") if path.name != ".lock"]

    async def hang_up(self) -> int:
        """Be a host that has ended; return the server's exit status."""
        await self.wire.close()
        return await asyncio.wait_for(self.process.wait(), 10)


def word(directory: Path, **other: object) -> Open:
    """Return what a host says first."""
    usual = Open(
        addresses=("127.0.0.1",),
        port=0,
        host_key=str(directory / "ssh_host_key"),
        room="Kitchen",
        passphrase=None,
        keys=None,
        guests=16,
        nursery=FAKE_NURSERY,
        endpoint=("127.0.0.1", 1),
        host_fingerprint=bytes(32),
    )
    return msgspec.structs.replace(usual, **other)


@asynccontextmanager
async def house(directory: Path, path: str = "", faulty: bool = False, **other: object) -> AsyncIterator[House]:
    """Run the server until the end of the block. It may have failed.

    `path` is where it finds modules first. Only a server that is `faulty` may write to its log.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "net.ssh",
            str(theirs.fileno()),
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
            cwd=ROOT,
            env={
                **os.environ,
                "HOME": str(directory),
                "PYTHONPATH": f"{path}{os.pathsep}{ROOT}" if path else str(ROOT),
            },
        )
    running = House(process, ours, directory)
    try:
        running.wire.post(word(directory, **other))
        await running.until(lambda: running.opened is not None or running.failed is not None)
        yield running
        if not faulty:
            assert running.log == "", running.log
    finally:
        await running.wire.close()
        running.task.cancel()
        try:
            await asyncio.wait_for(process.wait(), 5)
        except TimeoutError:
            process.kill()
            raise
