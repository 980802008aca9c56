"""TLS as both ends set it up, and someone in the middle of it."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from pathlib import Path

import pytest

from net.identity import (
    Identity,
    NotAHost,
    Shown,
    client_context,
    fingerprint,
    own_identity,
    same_fingerprint,
    server_context,
    shown,
)
from tests.net.test_identity import foreign_pem
from tests.net.tls import Middle, served


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


@pytest.fixture
def host(tmp_path: Path) -> Identity:
    return own_identity(tmp_path / "host", no_warning)


@pytest.fixture
def impostor(tmp_path: Path) -> Identity:
    """One who has another key, and knows the id of the host."""
    directory = tmp_path / "impostor"
    directory.mkdir(0o700)
    (directory / "host-id").write_text((tmp_path / "host" / "host-id").read_text())
    return own_identity(directory, no_warning)


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def test_both_ends_speak_tls_1_3_and_the_client_sees_whom_it_has(host: Identity) -> None:
    async with served(host, silent) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        connection = writer.get_extra_info("ssl_object")
        assert connection.version() == "TLSv1.3"
        assert shown(connection) == Shown(host.host_id, host.fingerprint)
        writer.close()
        await writer.wait_closed()


def shake_hands(client: ssl.SSLContext, server: ssl.SSLContext) -> str | None:
    """Bring two ends together without a network; return what they speak."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = server.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for end in (asking, answering):
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return asking.version()


def test_neither_end_speaks_less_than_tls_1_3(host: Identity) -> None:
    assert shake_hands(client_context(), server_context(host)) == "TLSv1.3"
    old_client, old_server = client_context(), server_context(host)
    for old in (old_client, old_server):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    assert shake_hands(old_client, old_server) == "TLSv1.2"
    with pytest.raises(ssl.SSLError):
        shake_hands(old_client, server_context(host))
    with pytest.raises(ssl.SSLError):
        shake_hands(client_context(), old_server)


async def test_the_host_hands_out_no_session_tickets(host: Identity) -> None:
    async with served(host, echo) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        writer.write(b"x")
        assert await reader.readexactly(1) == b"x"  # tickets would have come before it
        assert not writer.get_extra_info("ssl_object").session.has_ticket
        writer.close()


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)


class Pinned(asyncio.Protocol):
    """A client that knows its host, and greets it as soon as it may."""

    def __init__(self, pinned: bytes) -> None:
        self._pinned = pinned
        self.stopped = asyncio.get_running_loop().create_future()
        self.answered = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if same_fingerprint(shown(transport.get_extra_info("ssl_object")).fingerprint, self._pinned):
            transport.write(b"my seat's token")
        else:
            transport.close()

    def data_received(self, data: bytes) -> None:
        self.answered.set_result(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stopped.set_result(exc)


async def test_a_pinned_client_stops_before_someone_in_the_middle_has_heard_a_byte(
    host: Identity, impostor: Identity
) -> None:
    assert impostor.host_id == host.host_id
    loop = asyncio.get_running_loop()
    async with served(host, echo) as port:
        _, straight = await loop.create_connection(
            lambda: Pinned(host.fingerprint), "127.0.0.1", port, ssl=client_context()
        )
        assert await straight.answered == b"my seat's token"
        middle = Middle(impostor, port)
        async with middle.listening() as middle_port:
            _, tricked = await loop.create_connection(
                lambda: Pinned(host.fingerprint), "127.0.0.1", middle_port, ssl=client_context()
            )
            await tricked.stopped
            await middle.client_gone.wait()
        assert middle.from_client == b""
        assert not tricked.answered.done()
        middle = Middle(impostor, port)
        async with middle.listening() as middle_port:  # it would have been heard
            _, trusting = await loop.create_connection(
                lambda: Pinned(impostor.fingerprint), "127.0.0.1", middle_port, ssl=client_context()
            )
            assert await trusting.answered == b"my seat's token"
        assert middle.from_client == b"my seat's token"


@pytest.mark.parametrize(
    "name", ["example.org", "unokart host", "unokart host ABCDEF01", "unokart host 01234567 unokart host 89abcdef"]
)
async def test_a_certificate_of_no_host_or_of_two_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "foreign.pem"
    path.write_bytes(foreign_pem(name))
    foreign = Identity("", b"", path)
    async with served(foreign, silent) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
        with pytest.raises(NotAHost, match="no host of UNO Kart"):
            shown(writer.get_extra_info("ssl_object"))
        writer.close()


def test_no_certificate_at_all_is_refused() -> None:
    before = client_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO())
    with pytest.raises((NotAHost, ValueError)):
        shown(before)


def test_a_fingerprint_is_of_the_whole_certificate(host: Identity) -> None:
    assert fingerprint(host.certificate + b"\0") != host.fingerprint
    assert server_context(host).num_tickets == 0
