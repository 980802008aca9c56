"""Those who have not logged in, and those who have and do no more."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import asyncssh
import pytest

from net.ssh.doorstep import STRANGERS_AN_ADDRESS
from tests.net.ssh.bystander import needs_proc, undisturbed
from tests.net.ssh.clients import connected, seated
from tests.net.ssh.houses import House, house

pytestmark = needs_proc


async def talk(running: House, *parts: bytes) -> bytes:
    """Connect, say something, and return what was said until the server had enough."""
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    try:
        async with asyncio.timeout(20):
            for part in parts:
                writer.write(part)
                await writer.drain()
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_whoever_speaks_no_ssh_is_hung_up_on(tmp_path: Path) -> None:
    version = b"SSH-2.0-x\r\n"
    async with house(tmp_path) as running, undisturbed(running):
        await talk(running, b"GET / HTTP/1.1\r\n\r\n")
        await talk(running, b"x" * 10_000)
        await talk(running, version, b"\xff" * 64)
        await talk(running, version, (200_000).to_bytes(4, "big") + b"\x04\x14" + bytes(200_000))
        await talk(running, version, (12).to_bytes(4, "big") + b"\x04\x14" + bytes(10))  # less than is to be in it
        await talk(running, version, *[(12).to_bytes(4, "big") + b"\x04\x02" + bytes(10)] * 20_000)


async def test_strangers_are_told_to_come_back_and_are_gone_after_half_a_minute(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running):
        idle = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(STRANGERS_AN_ADDRESS)]
        for reader, _ in idle:
            await reader.readline()
        with pytest.raises(asyncssh.DisconnectError, match="Too many people from your address"):
            async with connected(running):
                pass
        begun = time.monotonic()
        async with asyncio.timeout(40):
            for reader, writer in idle:
                await reader.read()
                writer.close()
        assert 25 < time.monotonic() - begun < 35
        async with seated(running) as seat:
            await seat.leave()


async def test_who_logs_in_and_opens_no_terminal_is_sent_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running) as connection:
        begun = time.monotonic()
        async with asyncio.timeout(40):
            await connection.wait_closed()
        assert 25 < time.monotonic() - begun < 35


async def test_many_who_come_at_once_are_let_in_one_after_the_other(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running):
        for _ in range(10):
            sockets = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(100)]
            for one in sockets:
                one.close()
        async with asyncio.timeout(20):
            while True:
                try:
                    async with seated(running) as seat:
                        await seat.leave()
                    break
                except asyncssh.DisconnectError:
                    await asyncio.sleep(0.1)
