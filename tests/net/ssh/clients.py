"""Guests by ssh that a test speaks for."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import asyncssh

from tests.net.ssh.fake_nursery import LEAVE
from tests.net.ssh.houses import House

HERE = b"here\r\n"
WITHIN = 15
_READ = 64 * 1024


@asynccontextmanager
async def connected(
    running: House, name: str = "ada", passphrase: str | None = None, **options: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in, with nothing that the person who runs the tests has."""
    usual: dict[str, Any] = {"known_hosts": None, "client_keys": None, "agent_path": None, "config": None}
    async with (
        asyncio.timeout(40),
        asyncssh.connect(
            "127.0.0.1", running.port, username=name, password=passphrase, **(usual | options)
        ) as connection,
    ):
        yield connection


async def eventually(true: Callable[[], bool], within: float = WITHIN) -> None:
    """Wait until something is true of other processes."""
    async with asyncio.timeout(within):
        while not true():  # noqa: ASYNC110 - the system does not tell of it
            await asyncio.sleep(0.01)


class Seat:
    """A guest's terminal."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.told: dict[str, Any] = {}
        self._shown = bytearray()

    async def until(self, text: bytes) -> bytes:
        """Return what is shown, as far as a text."""
        async with asyncio.timeout(WITHIN):
            while text not in self._shown:
                data = await self.process.stdout.read(_READ)
                assert data, f"the end, after {bytes(self._shown[-1000:])!r}"
                self._shown += data
        end = self._shown.index(text) + len(text)
        shown = bytes(self._shown[:end])
        del self._shown[:end]
        return shown

    async def start(self) -> Seat:
        """Wait until the child is there, and has said what it was told."""
        shown = await self.until(HERE)
        self.told = json.loads(shown[shown.index(b"{") : shown.rindex(b"}") + 1])
        return self

    def type(self, data: bytes) -> None:
        """Type."""
        self.process.stdin.write(data)

    async def end(self) -> tuple[bytes, int | None]:
        """Wait for the end; return what was still shown, and the exit status."""
        async with asyncio.timeout(WITHIN):
            shown = bytes(self._shown) + await self.process.stdout.read()
            await self.process.wait_closed()
        return shown, self.process.exit_status

    async def leave(self) -> None:
        """Leave in order."""
        self.type(b"q")
        shown, status = await self.end()
        assert shown.endswith(LEAVE)
        assert status == 0

    @property
    def directory(self) -> list[str] | None:
        """What is in the child's directory; None where there is no such thing."""
        path = Path(self.told["directory"])
        return [each.name for each in path.iterdir()] if path.exists() else None

    def is_gone(self) -> bool:
        """Tell whether the child has ended."""
        try:
            os.kill(self.told["pid"], 0)
        except ProcessLookupError:
            return True
        return False


async def sit(connection: asyncssh.SSHClientConnection, **options: Any) -> Seat:
    """Have the one session, with a terminal. It may have been refused."""
    usual: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (90, 30), "encoding": None}
    return Seat(cast("asyncssh.SSHClientProcess[bytes]", await connection.create_process(**(usual | options))))


@asynccontextmanager
async def seated(
    running: House, name: str = "ada", passphrase: str | None = None, **options: Any
) -> AsyncIterator[Seat]:
    """Log in and have a terminal with the game on it."""
    async with connected(running, name, passphrase) as connection:
        yield await (await sit(connection, **options)).start()
