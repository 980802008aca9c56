"""Guests gone rogue, one for each way of taking more than their share: the others do not notice."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from net.ssh.keys import AT_ONCE
from tests.net.ssh.bystander import needs_proc, string, undisturbed
from tests.net.ssh.clients import WITHIN, connected, eventually, seated, sit
from tests.net.ssh.houses import house

MSG_IGNORE, MSG_GLOBAL_REQUEST, MSG_CHANNEL_REQUEST, MSG_KEXINIT, MSG_WINDOW_ADJUST = 2, 80, 98, 20, 93

pytestmark = needs_proc


async def flood(connection: asyncssh.SSHClientConnection, times: int, kind: int, body: bytes) -> None:
    """Send a packet as often as can be; what else goes on in this process is not held up."""
    for _ in range(times):
        if connection.is_closed():
            return
        connection.send_packet(kind, body)
        await asyncio.sleep(0)


async def ended(connection: asyncssh.SSHClientConnection) -> None:
    """Wait until the server has had enough."""
    await eventually(connection.is_closed)


async def test_twenty_megabytes_typed_are_thrown_away_and_then_keys_work(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), seated(running) as seat:
        for _ in range(20):
            seat.type(b"z" * 1024 * 1024)
            await seat.process.stdin.drain()
        over = time.monotonic()
        while True:
            seat.type(b"!")
            try:
                async with asyncio.timeout(0.4):
                    shown = await seat.until(b"!")
                break
            except TimeoutError:
                assert time.monotonic() - over < 5
        assert time.monotonic() - over < 1.5
        assert shown.count(b"z") < 2 * AT_ONCE
        await seat.leave()


async def test_a_huge_paste_is_thrown_away_and_then_keys_work(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), seated(running) as seat:
        seat.type(b"\x1b[200~")
        for _ in range(20):
            seat.type(b"z" * 1024 * 1024)
            await seat.process.stdin.drain()
        seat.type(b"\x1b[201~")
        seat.type(b"!")
        shown = await seat.until(b"!")
        assert b"\x1b[201~" in shown
        assert shown.count(b"z") <= AT_ONCE
        await seat.leave()


async def test_a_guest_who_does_not_read_holds_up_nobody_and_is_shown_what_is_now(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), connected(running, "chatty") as connection:
        seat = await (await sit(connection)).start()
        seat.process.channel.pause_reading()
        child = Path(f"/proc/{seat.told['pid']}/io")

        def written() -> int:
            return int(child.read_text().partition("wchar: ")[2].split()[0])

        await eventually(lambda: written() > 8 * 1024 * 1024)
        seat.process.channel.resume_reading()
        shown = await seat.until(b"[size 90x30]")
        assert len(shown) < 3 * 1024 * 1024, "what was missed is shown all the same"
        assert b"\x18\x1b[?2026l\x1b[0m" in shown
        assert b"[size 90x29]" in shown
        connection.abort()


async def test_a_guest_who_does_not_read_sees_the_end_all_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as running, connected(running, "chatty") as connection:
        seat = await (await sit(connection)).start()
        seat.process.channel.pause_reading()
        await asyncio.sleep(0.5)
        os.kill(seat.told["pid"], 9)
        await running.until(lambda: running.gone == [1])
        seat.process.channel.resume_reading()
        shown, status = await seat.end()
        assert b"\x1b[?1049l" in shown[-400:]
        assert status == 128 + 9


async def test_a_guest_with_an_endless_environment_is_sent_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running):
        for size in (1, 30_000):
            async with connected(running) as connection:
                with pytest.raises((asyncssh.Error, OSError)):
                    await sit(connection, env={f"X{number}": "x" * size for number in range(100)})
                await ended(connection)
        async with connected(running) as connection:
            seat = await (await sit(connection)).start()
            channel = bytes(4)
            for number in range(100):
                name, value = f"X{number}".encode(), b"x" * 1000
                request = channel + string(b"env") + b"\0" + string(name) + string(value)
                await flood(connection, 1, MSG_CHANNEL_REQUEST, request)
            await ended(connection)
        assert seat.told["environment"] == {}


async def test_a_guest_who_sends_requests_without_end_is_sent_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running):
        for packet in (string(b"nonsense@unokart") + b"\1", string(b"tcpip-forward") + b"\1" + string(b"") + bytes(4)):
            async with connected(running) as connection:
                await (await sit(connection)).start()
                await flood(connection, 20_000, MSG_GLOBAL_REQUEST, packet)
                await ended(connection)


async def test_a_guest_who_sends_what_means_nothing_is_sent_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), connected(running) as connection:
        await (await sit(connection)).start()
        await flood(connection, 400, MSG_IGNORE, string(bytes(30_000)))
        await ended(connection)


async def test_a_packet_that_inflates_is_not_inflated(tmp_path: Path) -> None:
    zlib = ["zlib@openssh.com"]
    async with house(tmp_path) as running, connected(running, compression_algs=zlib) as connection:
        bomb = string(bytes(30_000_000))
        seat = await (await sit(connection)).start()
        seat.type(b"abc" * 1000)
        await seat.until(b"c}")
        async with undisturbed(running):
            connection.send_packet(MSG_IGNORE, bomb)
            await ended(connection)


async def test_a_guest_who_exchanges_keys_again_and_again_is_sent_away(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), connected(running, rekey_bytes=1) as connection:
        await sit(connection)
        async with asyncio.timeout(WITHIN):
            while not connection.is_closed():
                connection.send_debug("x")
                await asyncio.sleep(0.001)


async def test_a_guest_who_begins_to_exchange_keys_and_goes_no_further_is_sent_away(tmp_path: Path) -> None:
    nothing = bytes(16) + string(b"curve25519-sha256") + string(b"ssh-ed25519")
    nothing += 2 * string(b"aes128-ctr") + 2 * string(b"hmac-sha2-256") + 2 * string(b"none") + bytes(13)
    async with house(tmp_path) as running, undisturbed(running), connected(running, "chatty") as connection:
        await (await sit(connection, window=2**31)).start()
        connection.send_packet(MSG_KEXINIT, nothing)
        await ended(connection)


@pytest.mark.parametrize("window", [0, 2**31])
async def test_a_guest_who_wants_a_packet_for_each_byte_is_sent_away(tmp_path: Path, window: int) -> None:
    async with house(tmp_path) as running, undisturbed(running), connected(running, "chatty") as connection:
        seat = await sit(connection, window=window, max_pktsize=1)
        if not window:
            await running.until(lambda: len(running.arrived) == 2)
            await asyncio.sleep(1)  # for what is to be seen to wait
            with suppress(BrokenPipeError):
                seat.process.channel.send_packet(MSG_WINDOW_ADJUST, (2**20).to_bytes(4, "big"))
        await ended(connection)


async def test_a_guest_who_resizes_without_end_holds_up_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running), connected(running) as connection:
        seat = await (await sit(connection)).start()
        for number in range(2000):
            seat.process.change_terminal_size(2**32 - 1 - number, 20 + number % 50)
            await asyncio.sleep(0.0005)
        seat.process.change_terminal_size(99, 33)
        shown = await seat.until(b"[size 99x33]")
        assert shown.count(b"[size ") < 400


async def test_packets_that_are_none_end_their_connection_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as running, undisturbed(running):
        for kind in (0, 1, *range(3, 8), 20, 21, 30, 31, 50, 51, 52, 61, 81, 82, 90, 91, *range(93, 100), 255):
            for body in (b"", b"\xff" * 40, string(b"x") * 5):
                async with connected(running) as connection:
                    await (await sit(connection)).start()
                    connection.send_packet(kind, body)
                    await asyncio.sleep(0.005)
                    connection.abort()
        await running.until(lambda: len(running.gone) == len(running.arrived) - 1)
