"""The host among real sockets: whoever breaks the protocol, floods or does not read is cut; nobody else notices."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import msgspec
import pytest

from engine import bots
from engine.actions import Draw
from engine.rules import Rules
from net.frames import HEADER, frame
from net.host import Host
from net.messages import Act, Bye, HostMessage, Leave, Message, No, Ping, Pong, Refusal, RoomNow, Sync, Welcome, encode
from net.room import Room
from net.session import Limits
from net.setup import Setup
from tests.net.rooms import hello, numbered_tokens

PATIENCE = 10.0
_DECODER = msgspec.msgpack.Decoder(HostMessage)

T = TypeVar("T")


class Peer:
    """A client made of nothing but a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def say(self, message: Message) -> None:
        """Send a message."""
        self.writer.write(frame(encode(message)))

    async def hear(self) -> HostMessage:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            size = int.from_bytes(await self.reader.readexactly(HEADER), "big")
            return _DECODER.decode(await self.reader.readexactly(size))

    async def hear_a(self, kind: type[T]) -> T:
        """Wait for the next message of a kind."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def hear_the_end(self) -> None:
        """Wait until the host has closed the connection."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while await self.reader.read(65536):
                    pass


class Place:
    """A host that listens on the loopback interface, with seats for two persons and a bot."""

    def __init__(self, limits: Limits | None) -> None:
        setup = Setup("A room", 2, (("Bot", "easy"),), Rules(), seed=1, pace=60.0)
        self.room = Room(setup, bots.make, numbered_tokens())
        self.host = Host(self.room, limits=limits)
        self.port = 0
        self.peers: list[Peer] = []

    @property
    def here(self) -> int:
        """How many persons sit at the table, connected."""
        return len(self.room.seats.present)

    async def connect(self) -> Peer:
        """Return a new client."""
        self.peers.append(Peer(*await asyncio.open_connection("127.0.0.1", self.port)))
        return self.peers[-1]

    async def seat(self, name: str, token: bytes | None = None) -> tuple[Peer, bytes]:
        """Return a new client with a seat, and the token of that."""
        peer = await self.connect()
        peer.say(hello(name, token))
        welcome = await peer.hear_a(Welcome)
        assert welcome.token is not None
        return peer, welcome.token

    async def check_alive(self, peer: Peer) -> None:
        """See that the host answers somebody who has a seat."""
        peer.say(Act(2**40, 2**40, Draw(0)))
        assert (await peer.hear_a(Refusal)).code == "stale"


@asynccontextmanager
async def place(limits: Limits | None = None) -> AsyncIterator[Place]:
    loop = asyncio.get_running_loop()
    faults: list[object] = []
    loop.set_exception_handler(lambda loop, context: faults.append(context))
    there = Place(limits)
    server = await loop.create_server(there.host.protocol, "127.0.0.1", 0)
    there.port = server.sockets[0].getsockname()[1]
    yield there
    server.close()
    there.host.close("over", "Good night.")
    await there.host.wait_closed(PATIENCE)
    for peer in there.peers:
        peer.writer.close()
    assert not faults


async def test_a_client_that_sends_byte_by_byte_is_understood() -> None:
    async with place() as there:
        peer = await there.connect()
        for byte in frame(encode(hello())):
            peer.writer.write(bytes([byte]))
            await peer.writer.drain()
        assert (await peer.hear_a(Welcome)).token


async def test_many_messages_in_one_write_are_all_answered() -> None:
    async with place() as there:
        peer = await there.connect()
        peer.writer.write(frame(encode(hello())) + b"".join(frame(encode(Ping(number))) for number in range(1, 11)))
        assert [await peer.hear_a(Pong) for _ in range(10)] == [Pong(number) for number in range(1, 11)]


BREACHES = {
    "a length bomb": b"\xff\xff\xff\xff",
    "garbage": bytes(range(1, 256)) * 64,
    "an empty frame": frame(b""),
    "deep nesting": frame(b"\x91" * 3000),
    "a web browser": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
}


@pytest.mark.parametrize("breach", [*BREACHES.values(), frame(encode(Sync()))], ids=[*BREACHES, "out of turn"])
async def test_a_breach_ends_its_own_connection_and_no_other(breach: bytes) -> None:
    async with place() as there:
        ann, _ = await there.seat("Ann")
        eve = await there.connect()
        eve.writer.write(breach)
        assert (await eve.hear_a(No)).code == "protocol"
        await eve.hear_the_end()
        await there.check_alive(ann)


@pytest.mark.parametrize("breach", [*BREACHES.values(), frame(encode(hello()))], ids=[*BREACHES, "out of turn"])
async def test_a_breach_of_somebody_seated_costs_the_connection_and_not_the_seat(breach: bytes) -> None:
    async with place() as there:
        ann, _ = await there.seat("Ann")
        bob, token = await there.seat("Bob")
        bob.writer.write(breach)
        assert (await bob.hear_a(Bye)).code == "protocol"
        await bob.hear_the_end()
        await there.check_alive(ann)
        _, again = await there.seat("Bob", token)
        assert again == token


async def test_a_flood_ends_the_flooder() -> None:
    async with place() as there:
        ann, _ = await there.seat("Ann")
        eve, _ = await there.seat("Eve")
        for number in range(1000):
            eve.say(Ping(number))
        # What had not been read of the flood when it was cut may take the farewell with it.
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            assert (await eve.hear_a(Bye)).code == "flood"
        await eve.hear_the_end()
        assert there.here == 1
        await there.check_alive(ann)


async def test_a_connection_that_says_nothing_is_closed_in_time() -> None:
    async with place(Limits(hello_within=0.2, admitted_within=0.4)) as there:
        ann, _ = await there.seat("Ann")
        silent = await there.connect()
        await silent.hear_the_end()
        await there.check_alive(ann)


async def test_a_peer_that_falls_silent_is_given_up_and_its_seat_kept() -> None:
    async with place(Limits(ping_every=0.1, dead_after=0.3)) as there:
        await there.seat("Bob")
        ann, token = await there.seat("Ann")
        await there.check_alive(ann)
        assert (await ann.hear_a(Bye)).code == "silent"
        _, again = await there.seat("Ann", token)
        assert again == token


async def test_a_seat_whose_token_did_not_arrive_goes_with_the_connection() -> None:
    async with place() as there:
        bob, _ = await there.seat("Bob")
        lost = await there.connect()
        lost.say(hello("Ann"))
        names = ["Bob", "Bot"]
        while "Ann" not in names:
            names = [person.name for person in (await bob.hear_a(RoomNow)).room.people]
        lost.writer.transport.abort()
        people = (await bob.hear_a(RoomNow)).room.people
        assert [(person.name, person.bot, person.here) for person in people][1] == ("Toad", "normal", True)


async def test_who_does_not_read_is_cut_and_nobody_waits() -> None:
    async with place(Limits(messages_a_second=1e6, burst=1e6)) as there:
        ann, _ = await there.seat("Ann")
        loop = asyncio.get_running_loop()
        near, far = socket.socketpair()
        near.setblocking(False)
        far.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        await loop.connect_accepted_socket(there.host.protocol, far)
        await loop.sock_sendall(near, frame(encode(hello("Eve"))))
        async with asyncio.timeout(PATIENCE):
            while there.here < 2:
                await there.check_alive(ann)
            while there.here == 2:
                # Each asks for a whole state, that nobody fetches.
                with suppress(ConnectionError):
                    await loop.sock_sendall(near, frame(encode(Sync())) * 20)
                await there.check_alive(ann)
        near.close()
        await there.check_alive(ann)


async def test_who_leaves_is_let_go() -> None:
    async with place() as there:
        ann, _ = await there.seat("Ann")
        eve, _ = await there.seat("Eve")
        eve.say(Leave())
        await eve.hear_the_end()
        await there.check_alive(ann)


async def test_a_farewell_is_sent_and_not_waited_for_longer_than_it_takes() -> None:
    async with place() as there:
        ann, _ = await there.seat("Ann")
        there.host.close("over", "Good night.")
        assert (await ann.hear_a(Bye)).code == "over"
        await there.host.wait_closed(PATIENCE)
