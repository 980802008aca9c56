"""A guest by ssh has the game as it is at home, and their terminal again as it was."""

from __future__ import annotations

import re
import termios
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.ssh import PASSPHRASE, READY, Evening, evening, needs_ssh, tree
from tests.e2e.terminals import Pty

pytestmark = [pytest.mark.timeout(150), needs_ssh]

AS_BEFORE: Final = {7, 25}
"""Lines wrap, and the cursor is seen; no other mode is on."""


@pytest.fixture
def eve(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as one:
        yield one


def leave(guest: Pty, question: str = "Leave the") -> None:
    """Leave in good order, and find the terminal as it was."""
    guest.press("q")
    guest.wait_for(question)
    guest.press("y")
    assert guest.wait_end() == 0
    assert guest.modes() <= AS_BEFORE
    assert guest.kitty_depth() <= 0
    assert termios.tcgetattr(guest.slave) == guest.attributes


def is_wide(columns: int, screen: str) -> bool:
    return widest(screen) > columns


def widest(screen: str) -> int:
    return max(len(line.rstrip()) for line in screen.splitlines())


def test_all_is_as_at_home(eve: Evening) -> None:
    eve.open("--passphrase-file", eve.passphrase_file(), "--bots", "1")
    ada, bob = eve.comes("Ada", variables={"TERM": "xterm-kitty"}), eve.comes("Bob", size=(60, 20))
    ada.wait_for("A card game, not a shell")
    ada.wait_for("Passphrase of the room")
    ada.press("walnut comet 43", "Enter")
    ada.wait_for(lambda screen: screen.count("Passphrase of the room") == 2)
    for one in (ada, bob):
        one.wait_for("Passphrase of the room")
        one.press(PASSPHRASE.title(), "Enter")
        one.wait_for(READY)
        assert PASSPHRASE.title().encode() not in one.output
    ada.wait_for(r"\d Bob")

    # Function keys, a lone Escape, and what is pasted and typed in UTF-8
    ada.press("F1")
    ada.wait_for("Keys of the lobby")
    ada.press("Escape")
    ada.wait_for(lambda screen: "Keys of the lobby" not in screen)
    ada.press("t")
    ada.send("\x1b[200~Hallo [b]Welt[/b], ä\x1b[201~".encode())
    ada.press("ö ☕", "Enter")
    bob.wait_for(r"Ada: Hallo \[b\]Welt\[/b\], äö ☕")

    # The mouse
    bob.press("Enter")
    ada.wait_for("Bob +ready|Enter begins")
    ada.press("Enter")
    for one in (ada, bob):
        one.wait_for("round 1")
    ada.press("w")
    here = ada.wait_for(r"WHO IS HERE(.*\n)+.*choose   .*Esc back")  # all of it: the table may still be under its end
    row = next(at for at, line in enumerate(here.splitlines(), 1) if " Bob" in line)
    ada.send(f"\x1b[<0;10;{row}M\x1b[<0;10;{row}m".encode())
    ada.wait_for("► . Bob")
    ada.press("Escape")

    # Sizes
    ada.resize(120, 40)
    ada.wait_for(lambda screen: widest(screen) > 100)
    ada.resize(50, 15)
    ada.wait_for("UNO Kart needs 60 columns")
    for number in range(50):
        ada.resize(60 + number, 20 + number % 20)
    ada.resize(80, 24)
    ada.wait_for(lambda screen: "round 1" in screen and "q quit" in screen and widest(screen) <= 80)
    ada.press("w")
    ada.wait_for("WHO IS HERE")
    ada.press("Escape")

    # Ctrl+C asks, and is answered; and so ends
    bob.press("C-c")
    bob.wait_for("Leave the match")
    bob.press("Escape")
    bob.wait_for(lambda screen: "Leave the match" not in screen)
    leave(bob)
    leave(ada)
    eve.wait(lambda: len(tree(eve.host.process.pid)) == 2)


def test_colors_are_what_the_terminal_says_and_can_be_changed(eve: Evening) -> None:
    eve.open()
    plain = eve.comes("Ada", variables={"TERM": "xterm-256color", "COLORTERM": ""})
    plain.wait_for(READY)
    assert depth(plain.output) == "256"
    true = eve.comes("Bob", "-o", "SetEnv=COLORTERM=truecolor")
    true.wait_for(READY)
    assert depth(true.output) == "all"
    for columns, expected in ((100, "256"), (110, "16"), (120, "none")):
        true.send(b"\x1bOQ")  # F2
        true.wait_for(f"Drawn in {'no' if expected == 'none' else expected} colors")
        true.output = b""
        true.resize(columns, 30)
        true.wait_for(partial(is_wide, columns - 8))
        assert depth(true.output) == expected
    console = eve.comes("Eve", variables={"TERM": "linux"})
    console.wait_for(READY)
    assert depth(console.output) == "16"


def depth(output: bytes) -> str:
    """Return how many colors some output makes use of."""
    styles = re.findall(rb"\x1b\[([0-9;]*)m", output)
    if any(b"8;2;" in style for style in styles):
        return "all"
    if any(b"8;5;" in style for style in styles):
        return "256"
    numbers = {int(number) for style in styles for number in style.split(b";") if number}
    return "16" if numbers & {*range(30, 38), *range(40, 48), *range(90, 98), *range(100, 108)} else "none"


def test_a_terminal_that_can_do_nothing_gets_lines(eve: Evening) -> None:
    eve.open("--bots", "1")
    ada = eve.comes("Ada", variables={"TERM": "dumb"}, size=(120, 50))
    ada.wait_for("UNO Kart, unofficial. Room UNO Kart: Ada, you have seat")
    ada.press("start", "Enter")
    ada.wait_for("Round 1: ")
    ada.press("quit", "Enter")
    ada.wait_for("You can: leave, away, stay")
    ada.press("leave", "Enter")
    assert ada.wait_end() == 0
    assert b"\x1b[?" not in ada.output
