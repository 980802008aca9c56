"""Somebody who plays while others attack the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import pytest

from tests.net.ssh.clients import seated
from tests.net.ssh.houses import House

MEGABYTES = 24
"""By how much the server may grow."""

_USUAL = 1.0
"""Seconds. A busy computer keeps a key waiting for longer now and then, but not every other one."""

needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to say what memory is used")


def string(data: bytes) -> bytes:
    """Return bytes as ssh writes them."""
    return len(data).to_bytes(4, "big") + data


def peak(running: House) -> int:
    """Return the most memory that the server has used, in bytes."""
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


@asynccontextmanager
async def undisturbed(running: House) -> AsyncIterator[None]:
    """Play at the table all the while: every key is answered, most of them soon, and the server does not grow."""
    async with seated(running, "bystander") as seat:
        before = peak(running)
        done = asyncio.Event()
        waits: list[float] = []

        async def play() -> None:
            while not done.is_set():
                begun = time.monotonic()
                seat.type(b"x")
                await seat.until(b"{x}")
                waits.append(time.monotonic() - begun)
                await asyncio.sleep(0.02)

        playing = asyncio.create_task(play())
        yield
        done.set()
        await playing
        assert median(waits) < _USUAL
        assert peak(running) - before < MEGABYTES * 1024 * 1024
        await seat.leave()
