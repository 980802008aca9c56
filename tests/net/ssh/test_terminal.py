"""What is passed on of a guest's terminal, and when it has to be put in order."""

from __future__ import annotations

import pytest

from net.ssh.terminal import Picture, environment, term
from net.ssh.tty import COLUMNS, ROWS, clamped

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"


@pytest.mark.parametrize(
    "told", ["xterm-256color", "tmux", "xterm+direct", "Eterm", "rxvt-16color", "st-0.8.5", "dumb"]
)
def test_a_terminal_is_called_what_it_is(told: str) -> None:
    assert term(told) == told


@pytest.mark.parametrize("told", ["", "../../etc/passwd", "x" * 65, "xterm\n", "-x", "a b", "x\x1b[2J", "\u00e4"])
def test_what_is_no_terminal_is_none(told: str) -> None:
    assert term(told) == ""


def test_only_what_is_known_of_the_environment_is_passed_on() -> None:
    told = {
        b"COLORTERM": b"truecolor",
        b"LANG": b"de_DE.UTF-8",
        b"LC_ALL": b"../../x",
        b"LC_CTYPE": b"x" * 65,
        b"NO_COLOR": b"",
        b"PYTHONSTARTUP": b"evil",
        b"LD_PRELOAD": b"evil",
        b"TERM": b"evil",
        b"\xff": b"\xff",
    }
    assert environment(told) == {"COLORTERM": "truecolor", "LANG": "de_DE.UTF-8", "NO_COLOR": ""}
    assert environment({b"COLORTERM": b"\xff", b"LANG": b"a\nb"}) == {}


def test_sizes_that_no_terminal_has_are_made_ones() -> None:
    assert clamped(0, 0) == (80, 24)
    assert clamped(60_000, 60_000) == (COLUMNS, ROWS)
    assert clamped(2**32 - 1, 1) == (COLUMNS, 1)
    assert clamped(120, 40) == (120, 40)


def test_only_a_terminal_that_is_full_of_the_game_is_restored() -> None:
    picture = Picture()
    assert picture.restoring() == b""
    picture.see(b"> what is your code?")
    assert picture.restoring() == b""
    picture.see(b"..." + ENTER[:4])
    picture.see(ENTER[4:] + b"...")
    assert LEAVE in picture.restoring()
    picture.see(b"x" * 10_000)
    assert LEAVE in picture.restoring()
    picture.see(b"bye" + LEAVE + b"bye")
    assert picture.restoring() == b""
    picture.see(ENTER + LEAVE + ENTER)
    assert LEAVE in picture.restoring()
