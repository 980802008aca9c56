"""A passphrase proved without being told, to the right host and to no other."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.identity import Identity, client_context, own_identity, shown
from net.passphrase import (
    CONFIRMATION_BYTES,
    MESSAGE_BYTES,
    REFUSAL,
    ClientProof,
    HostProof,
    NotProved,
)
from tests.net.tls import Middle, served

PRINT = bytes(range(32))
OTHER_PRINT = bytes(range(32, 64))


def attempt(client: ClientProof, host: HostProof) -> None:
    """Let two ends talk to their end; raise `NotProved` where either refuses."""
    confirmation = client.confirm(host.message)
    client.check(host.check(client.message, confirmation))


def test_who_knows_the_passphrase_is_let_in() -> None:
    client, host = ClientProof("Velvet-Otter 42", PRINT), HostProof("velvet otter 42", PRINT)
    assert len(client.message) == len(host.message) == MESSAGE_BYTES
    confirmation = client.confirm(host.message)
    answer = host.check(client.message, confirmation)
    assert len(confirmation) == len(answer) == CONFIRMATION_BYTES
    assert confirmation != answer
    client.check(answer)


def test_a_wrong_passphrase_and_another_certificate_are_refused_with_one_sentence() -> None:
    refusals: list[str] = []
    for client in (ClientProof("velvet otter 43", PRINT), ClientProof("velvet otter 42", OTHER_PRINT)):
        host = HostProof("velvet otter 42", PRINT)
        confirmation = client.confirm(host.message)
        with pytest.raises(NotProved) as refused:
            host.check(client.message, confirmation)
        refusals.append(str(refused.value))
        with pytest.raises(NotProved) as refused:
            client.check(bytes(CONFIRMATION_BYTES))
        refusals.append(str(refused.value))
    assert set(refusals) == {REFUSAL}


def test_an_end_that_has_refused_goes_on_refusing() -> None:
    host = HostProof("right", PRINT)
    wrong, right = ClientProof("wrong", PRINT), ClientProof("right", PRINT)
    confirmations = wrong.confirm(host.message), right.confirm(host.message)
    with pytest.raises(NotProved):
        host.check(wrong.message, confirmations[0])
    with pytest.raises(NotProved):
        host.check(right.message, confirmations[1])
    with pytest.raises(NotProved):
        right.check(bytes(CONFIRMATION_BYTES))
    with pytest.raises(NotProved):
        right.confirm(host.message)
    with pytest.raises(NotProved):
        ClientProof("right", PRINT).check(bytes(CONFIRMATION_BYTES))


def test_a_host_that_says_everything_back_is_refused() -> None:
    client = ClientProof("velvet otter 42", PRINT)
    with pytest.raises(NotProved):
        client.confirm(client.message)
    mirrored = ClientProof("velvet otter 42", PRINT)
    with pytest.raises(NotProved):
        mirrored.confirm(b"B" + mirrored.message[1:])
    confirmed = ClientProof("velvet otter 42", PRINT)
    confirmation = confirmed.confirm(HostProof("velvet otter 42", PRINT).message)
    with pytest.raises(NotProved):
        confirmed.check(confirmation)


# The neutral point and one of each small order; none of them may lead to a key that anyone can work out.
SMALL_ORDER = [
    (1).to_bytes(32, "little"),
    (0).to_bytes(32, "little"),
    (2**255 - 20).to_bytes(32, "little"),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
]


@pytest.mark.parametrize("point", SMALL_ORDER)
@pytest.mark.parametrize("side", [b"A", b"B"])
def test_points_of_small_order_are_refused(point: bytes, side: bytes) -> None:
    with pytest.raises(NotProved):
        ClientProof("velvet otter 42", PRINT).confirm(side + point)
    with pytest.raises(NotProved):
        HostProof("velvet otter 42", PRINT).check(side + point, bytes(CONFIRMATION_BYTES))


@given(st.binary(max_size=70) | st.binary(min_size=MESSAGE_BYTES, max_size=MESSAGE_BYTES), st.binary(max_size=40))
def test_whatever_comes_is_refused_and_nothing_else(message: bytes, confirmation: bytes) -> None:
    with pytest.raises(NotProved):
        HostProof("velvet otter 42", PRINT).check(message, confirmation)
    client = ClientProof("velvet otter 42", PRINT)
    with suppress(NotProved):
        client.confirm(message)  # a point by chance, and then nobody knows the key
    with pytest.raises(NotProved):
        client.check(confirmation)


@pytest.fixture
def host(tmp_path: Path) -> Identity:
    return own_identity(tmp_path / "host", print)


@pytest.fixture
def impostor(tmp_path: Path) -> Identity:
    return own_identity(tmp_path / "impostor", print)


class Door:
    """A host that lets in whoever knows the passphrase."""

    def __init__(self, identity: Identity, passphrase: str) -> None:
        self._identity = identity
        self._passphrase = passphrase
        self.results: asyncio.Queue[str] = asyncio.Queue()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        proof = HostProof(self._passphrase, self._identity.fingerprint)
        message = await reader.readexactly(MESSAGE_BYTES)
        writer.write(proof.message)
        try:
            writer.write(proof.check(message, await reader.readexactly(CONFIRMATION_BYTES)))
        except NotProved as refusal:
            self.results.put_nowait(str(refusal))
            return
        self.results.put_nowait("proved")
        writer.write(await reader.readexactly(5))


async def enter(port: int, passphrase: str) -> bytes:
    """Come in by the door; return what the host says back, or raise `NotProved`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context())
    try:
        proof = ClientProof(passphrase, shown(writer.get_extra_info("ssl_object")).fingerprint)
        writer.write(proof.message)
        writer.write(proof.confirm(await reader.readexactly(MESSAGE_BYTES)))
        proof.check(await reader.read(CONFIRMATION_BYTES))
        writer.write(b"hello")
        return await reader.readexactly(5)
    finally:
        writer.close()


async def test_over_tls_the_right_passphrase_opens_and_a_wrong_one_does_not(host: Identity) -> None:
    door = Door(host, "velvet otter 42")
    async with served(host, door.answer) as port:
        assert await enter(port, "VELVET OTTER 42") == b"hello"
        assert await door.results.get() == "proved"
        with pytest.raises(NotProved):
            await enter(port, "velvet otter 24")
        assert await door.results.get() == REFUSAL


async def test_someone_in_the_middle_who_passes_all_on_is_refused_by_both_ends(
    host: Identity, impostor: Identity
) -> None:
    door = Door(host, "velvet otter 42")
    async with served(host, door.answer) as port:
        middle = Middle(impostor, port)
        async with middle.listening() as middle_port:
            with pytest.raises(NotProved) as refused:
                await enter(middle_port, "velvet otter 42")
        assert str(refused.value) == await door.results.get() == REFUSAL
        assert len(middle.from_client) == MESSAGE_BYTES + CONFIRMATION_BYTES  # and never "hello"
        assert len(middle.from_host) == MESSAGE_BYTES  # the host has confirmed nothing


async def test_a_host_that_does_not_know_the_passphrase_is_refused(impostor: Identity) -> None:
    door = Door(impostor, "a guess")
    async with served(impostor, door.answer) as port:
        with pytest.raises(NotProved):
            await enter(port, "velvet otter 42")
        assert await door.results.get() == REFUSAL
