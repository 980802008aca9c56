"""The host's door on the network, attacked: crowds, the slow, and those who do not read. Others notice nothing."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
from asyncio.sslproto import SSLProtocol
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from net.frames import HEADER, frame
from net.identity import client_context
from net.messages import HostMessage, Leave, Message, No, Ping, Sync, Welcome, encode
from net.server import WAITING_FROM_ONE
from net.session import Limits
from net.updates import Changed, Chat, Joined, Reconnecting
from tests.net.lan_room import LanRoom, Player
from tests.net.rooms import hello

PATIENCE = 10.0
QUICK = Limits(hello_within=0.3, admitted_within=0.6, frame_within=0.3, messages_a_second=1e6, burst=1e6)
_DECODER = msgspec.msgpack.Decoder(HostMessage)


@asynccontextmanager
async def a_room(directory: Path, limits: Limits = QUICK, passphrase: str | None = None) -> AsyncIterator[LanRoom]:
    room = LanRoom(directory / "host", passphrase)
    room.limits = limits
    async with room.opened():
        yield room


async def raw(room: LanRoom) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", room.port)


async def secured(room: LanRoom) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", room.port, ssl=client_context(), server_hostname="x")


async def heard(reader: asyncio.StreamReader) -> HostMessage:
    async with asyncio.timeout(PATIENCE):
        size = int.from_bytes(await reader.readexactly(HEADER), "big")
        return _DECODER.decode(await reader.readexactly(size))


async def ends(reader: asyncio.StreamReader) -> None:
    """Wait until the host has closed the connection."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            while await reader.read(65536):
                pass


async def until_free(room: LanRoom) -> None:
    """Wait until nobody waits at the door."""
    async with asyncio.timeout(PATIENCE):
        while room.server.waiting:  # noqa: ASYNC110 - the host has no reason to tell this to anyone
            await asyncio.sleep(0.01)


async def test_a_crowd_of_connections_costs_little_and_the_room_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.server.HANDSHAKE_WITHIN", 0.5)
    async with a_room(tmp_path) as room:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        crowd = [await raw(room) for _ in range(300)]
        assert room.server.waiting <= WAITING_FROM_ONE
        await asyncio.gather(*(ends(reader) for reader, _ in crowd))
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30 * 1024
        for _, writer in crowd:
            writer.close()
        await until_free(room)
        ann = Player(tmp_path / "Ann", room.port)
        await ann.told(Joined)
        await ann.gone()


async def test_who_says_nothing_after_the_handshake_is_let_go(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        silent = [await secured(room) for _ in range(WAITING_FROM_ONE)]
        for reader, writer in silent:
            refusal = await heard(reader)
            assert isinstance(refusal, No)
            assert refusal.code == "silent"
            writer.close()
        await until_free(room)


async def test_who_sends_a_byte_at_a_time_is_let_go(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        reader, writer = await secured(room)

        async def drip() -> None:
            with suppress(ConnectionError):
                for byte in frame(encode(hello())):
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        await ends(reader)
        dripping.cancel()
        writer.close()
        await until_free(room)


async def test_plain_bytes_are_no_handshake(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        reader, writer = await raw(room)
        writer.write(frame(encode(hello())))
        await ends(reader)
        writer.close()
        await until_free(room)


async def test_a_long_hello_is_refused_before_it_is_read(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        reader, writer = await secured(room)
        writer.write((4097).to_bytes(4, "big"))
        refusal = await heard(reader)
        assert isinstance(refusal, No)
        assert refusal.code == "protocol"
        await ends(reader)
        writer.close()


@pytest.mark.parametrize("protocol", [(0, 0), (2, 9), (2, 1)])
async def test_another_protocol_is_refused_with_both_numbers(tmp_path: Path, protocol: tuple[int, int]) -> None:
    async with a_room(tmp_path, passphrase="walnut comet 42") as room:
        reader, writer = await secured(room)
        writer.write(frame(encode(hello(protocol=protocol))))
        refusal = await heard(reader)
        assert isinstance(refusal, No)
        assert refusal.code == "version"
        assert "protocol 1" in refusal.sentence
        assert str(protocol[0]) in refusal.sentence
        await ends(reader)
        writer.close()


@pytest.mark.parametrize("message", [Sync(), Ping(1)], ids=repr)
async def test_nothing_of_the_table_is_heard_before_the_passphrase(tmp_path: Path, message: Message) -> None:
    async with a_room(tmp_path, passphrase="walnut comet 42") as room:
        reader, writer = await secured(room)
        writer.write(frame(encode(hello())) + frame(encode(message)))
        told = [type(await heard(reader)).__name__, type(await heard(reader)).__name__]
        assert told == ["AskPassphrase", "No"]
        await ends(reader)
        writer.close()
        assert not [person for person in room.room.seats.people if person.bot is None]


async def test_a_token_of_no_seat_opens_nothing(tmp_path: Path) -> None:
    async with a_room(tmp_path, passphrase="walnut comet 42") as room:
        reader, writer = await secured(room)
        writer.write(frame(encode(hello(token=bytes(16)))))
        refusal = await heard(reader)
        assert isinstance(refusal, No)
        assert refusal.code == "token"
        await ends(reader)
        writer.close()


async def test_who_does_not_read_is_cut_and_the_others_play_on(tmp_path: Path) -> None:
    limits = Limits(messages_a_second=1e6, burst=1e6)
    async with a_room(tmp_path, limits) as room:
        ann = Player(tmp_path / "Ann", room.port)
        await ann.told(Joined)
        plain = socket.create_connection(("127.0.0.1", room.port))
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        _reader, writer = await asyncio.open_connection(sock=plain, ssl=client_context(), server_hostname="x")
        writer.write(frame(encode(hello("Bob"))))
        await ann.told(Changed)  # both are there, and the match has begun
        # From here on nobody reads: the stream stops when it has as much as it likes.

        async def ask_and_not_read() -> None:
            with suppress(ConnectionError):
                while not writer.is_closing():
                    writer.write(frame(encode(Sync())) * 100)
                    await asyncio.sleep(0.01)

        asking = asyncio.create_task(ask_and_not_read())
        async with asyncio.timeout(30.0):
            while room.room.seats[1].connection is not None:
                began = asyncio.get_running_loop().time()
                ann.link.chat("Hello?")
                await ann.told(Chat)
                assert asyncio.get_running_loop().time() - began < 0.5
                await asyncio.sleep(2.0)
        asking.cancel()
        writer.transport.abort()
        assert not [update for update in ann.updates if isinstance(update, Reconnecting)]
        await ann.gone()


async def test_a_welcome_makes_room_for_the_next(tmp_path: Path) -> None:
    async with a_room(tmp_path) as room:
        reader, writer = await secured(room)
        writer.write(frame(encode(hello())))
        assert isinstance(await heard(reader), Welcome)
        assert room.server.waiting == 0
        writer.close()


async def test_who_has_gone_leaves_no_memory_for_the_garbage_collector(tmp_path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        async with a_room(tmp_path) as room:
            reader, writer = await secured(room)
            writer.write(frame(encode(hello())))
            assert isinstance(await heard(reader), Welcome)
            assert ends_of_hosts() == 1
            writer.write(frame(encode(Leave())))
            await ends(reader)
            writer.close()
        assert ends_of_hosts() == 0
    finally:
        gc.enable()


def ends_of_hosts() -> int:
    """Count the hosts' ends of TLS connections in this process, each of which holds a quarter of a megabyte."""
    return sum(isinstance(one, SSLProtocol) and one._server_side for one in gc.get_objects())
