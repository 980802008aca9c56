"""Passphrases: made, read, typed, and proved without being told."""

from __future__ import annotations

import asyncio
import os
import re
import stat
import threading
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
    Guesses,
    HostProof,
    NotProved,
    PassphraseError,
    generate,
    normalized,
    read_file,
)
from net.words import WORDS
from tests.net.tls import Middle, served

PRINT = bytes(range(32))
OTHER_PRINT = bytes(range(32, 64))


def slips(word: str) -> set[str]:
    """The word, and what is left of it where one letter is missing."""
    return {word} | {word[:at] + word[at + 1 :] for at in range(len(word))}


def test_there_are_words_enough_and_no_two_are_a_slip_apart() -> None:
    assert len(WORDS) >= 512
    assert list(WORDS) == sorted(set(WORDS))
    whose: dict[str, str] = {}
    for word in WORDS:
        assert re.fullmatch("[a-z]{4,8}", word)
        for slip in slips(word):
            assert whose.setdefault(slip, word) == word
    assert not [(one, two) for one in WORDS for two in WORDS if one != two and two.startswith(one)]


def test_a_passphrase_is_two_words_and_two_digits() -> None:
    made = [generate() for _ in range(200)]
    assert len(set(made)) == 200
    for passphrase in made:
        first, second, digits = passphrase.split(" ")
        assert first in WORDS
        assert second in WORDS
        assert first != second
        assert re.fullmatch("[1-9][0-9]", digits)


@pytest.mark.parametrize(
    "typed",
    [
        "velvet otter 42",
        "  Velvet   OTTER 42 ",
        "velvet-otter-42",
        "velvet\u2013otter\u201442",
        "velvet_otter_42",
        "velvetotter42",
        "velvet otter 4 2",
        "\uff56elvet\u3000otter\u3000\uff14\uff12",
        "velvet\u200botter\u200f\t42\r",
    ],
)
def test_how_it_is_typed_does_not_matter(typed: str) -> None:
    assert normalized(typed) == normalized("velvet otter 42") == "velvetotter42"


def test_how_letters_are_composed_does_not_matter_but_which_they_are_does() -> None:
    assert normalized("Cafe\u0301") == normalized("caf\u00e9")
    assert normalized("cafe") != normalized("caf\u00e9")
    assert normalized("pizza!") != normalized("pizza")


@pytest.mark.parametrize("nothing", ["", "   ", " - _ ", "\u200b\x1b", "x" * 201])
def test_a_passphrase_of_nothing_or_too_much_is_refused(nothing: str) -> None:
    with pytest.raises(PassphraseError, match="A passphrase "):
        normalized(nothing)


@given(st.text(max_size=50))
def test_what_counts_is_a_fixed_point(text: str) -> None:
    try:
        counted = normalized(text)
    except PassphraseError:
        return
    assert normalized(counted) == counted
    assert normalized(f" {text.upper()} ".lower()) == normalized(text.upper().lower())


def test_a_file_is_read_to_the_end_of_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "passphrase"
    path.write_bytes(b"\xef\xbb\xbf velvet otter 42 \r\nmore\n\xff")
    path.chmod(0o600)
    found = read_file(path)
    assert (found.passphrase, found.warning) == ("velvet otter 42", None)


def test_a_file_that_others_can_read_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "passphrase"
    path.write_text("velvet otter 42")
    path.chmod(0o644)
    found = read_file(path)
    assert found.passphrase == "velvet otter 42"
    assert found.warning == f"Others on this computer can read {path}; chmod 600 keeps it to yourself."


def test_a_pipe_is_read_without_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o644)
    writer = threading.Thread(target=path.write_text, args=("velvet otter 42\n",))
    writer.start()
    found = read_file(path)
    writer.join()
    assert (found.passphrase, found.warning) == ("velvet otter 42", None)
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "No such file"),
        (b"", "can't be a passphrase. A passphrase needs at least one letter or digit."),
        (b"\nvelvet otter 42", "can't be a passphrase"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"x" * 10_000, "at most 200 characters"),
    ],
)
def test_a_file_without_a_passphrase_is_said(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "passphrase"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PassphraseError, match=re.escape(sentence)) as raised:
        read_file(path)
    assert str(path) in str(raised.value)


def test_a_directory_is_no_passphrase_file(tmp_path: Path) -> None:
    with pytest.raises(PassphraseError, match="Is a directory"):
        read_file(tmp_path)


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


def test_five_wrong_ones_and_an_address_has_to_wait() -> None:
    guesses = Guesses()
    for second in range(5):
        assert guesses.wait("10.0.0.7", 100 + second) == 0
        guesses.failed("10.0.0.7", 100 + second)
    assert guesses.wait("10.0.0.7", 104) == 56
    assert guesses.wait("10.0.0.8", 104) == 0
    assert guesses.wait("10.0.0.7", 159.5) == 0.5
    assert guesses.wait("10.0.0.7", 160) == 0
    guesses.failed("10.0.0.7", 160)
    assert guesses.wait("10.0.0.7", 160) == 1  # the second of them ends its minute then


@given(st.lists(st.floats(0, 30), max_size=60))
def test_no_minute_has_more_than_five(pauses: list[float]) -> None:
    guesses = Guesses()
    now = 0.0
    tried: list[float] = []
    for pause in pauses:
        now += pause
        if guesses.wait("10.0.0.7", now) <= 0:
            tried.append(now)
            guesses.failed("10.0.0.7", now)
    assert all(later - earlier >= 60 for earlier, later in zip(tried, tried[5:], strict=False))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.7", "::ffff:10.0.0.7", True),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", False),
        ("fe80::1%eth0", "fe80::1%eth0", True),
        ("", "10.0.0.7", False),
    ],
)
def test_addresses_that_one_machine_may_choose_count_as_one(one: str, other: str, same: bool) -> None:
    guesses = Guesses(most=1)
    guesses.failed(one, 0)
    assert (guesses.wait(other, 0) > 0) is same


def test_addresses_are_forgotten() -> None:
    guesses = Guesses()
    for number in range(1000):
        guesses.failed(f"10.0.{number // 250}.{number % 250}", float(number))
    assert len(guesses) == 60
