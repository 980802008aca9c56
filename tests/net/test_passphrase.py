"""Passphrases: made, read, typed, and proved without being told."""

from __future__ import annotations

import os
import re
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.passphrase import (
    Guesses,
    PassphraseError,
    generate,
    normalized,
    read_file,
)
from net.words import WORDS


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
    assert all(later - earlier > 59.999 for earlier, later in zip(tried, tried[5:], strict=False))


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
