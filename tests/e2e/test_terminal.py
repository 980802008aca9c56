"""Whatever ends the program, the terminal is left as it was found, and the process is gone."""

from __future__ import annotations

import os
import signal
import sys
import termios
import time

import pytest

from tests.e2e.terminals import UNOKART, Pty
from unokart_tui.paths import log_file

HOME = "Play against bots"
TABLE = r"Your turn|It is \w+'s turn|names the color"
ALTERNATE_SCREEN, MOUSE, FOCUS, PASTE, WRAP, CURSOR = 1049, 1003, 1004, 2004, 7, 25

BROKEN = """
from unokart_tui import app, full_screen, terminal
from unokart_tui.config import Settings

def fail(self, step): raise RuntimeError("nobody can see this coming")

{what} = fail
raise SystemExit(full_screen.run_app(Settings(name="Toad")))
"""


def assert_restored(terminal: Pty) -> None:
    modes = terminal.modes()
    assert modes == {WRAP, CURSOR}, modes
    assert terminal.kitty_depth() == 0
    assert terminal.output.count(b"\x1b[22;0t") == terminal.output.count(b"\x1b[23;0t")
    assert termios.tcgetattr(terminal.slave) == terminal.attributes


@pytest.mark.parametrize(
    ("number", "status"),
    [
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        (signal.SIGINT, 130),
        (signal.SIGQUIT, 131),
        (signal.SIGUSR1, 128 + signal.SIGUSR1),
        (signal.SIGALRM, 142),
    ],
    ids=lambda each: str(each),
)
@pytest.mark.parametrize("arguments", [(), ("play", "--bots", "3")], ids=["home", "table"])
def test_a_signal_restores_the_terminal_and_ends_the_process(
    number: signal.Signals, status: int, arguments: tuple[str, ...]
) -> None:
    with Pty([*UNOKART, *arguments]) as terminal:
        terminal.wait_for(TABLE if arguments else HOME)
        assert {ALTERNATE_SCREEN, MOUSE, FOCUS, PASTE} <= terminal.modes()
        assert CURSOR not in terminal.modes()
        terminal.process.send_signal(number)
        assert terminal.wait_end(5) == status
        assert_restored(terminal)


def test_quitting_restores_the_terminal() -> None:
    with Pty(UNOKART) as terminal:
        terminal.wait_for(HOME)
        terminal.press("q")
        assert terminal.wait_end(5) == 0
        assert_restored(terminal)


@pytest.mark.parametrize(
    "what", ["app.HomeScreen.action_move", "terminal.TerminalDriver.process_message"], ids=["app", "reading"]
)
def test_a_fault_restores_the_terminal_and_says_where_the_details_are(what: str) -> None:
    with Pty([sys.executable, "-c", BROKEN.format(what=what)]) as terminal:
        terminal.wait_for(HOME)
        terminal.press("Down")
        assert terminal.wait_end(5) == 1
        assert_restored(terminal)
        said = " ".join(terminal.text().split())
    assert "UNO Kart has ended because of a fault of its own (RuntimeError)" in said
    assert "Traceback" not in said
    assert str(log_file()) in said.replace(" ", "")
    assert "nobody can see this coming" in log_file().read_text()


@pytest.mark.parametrize("deaf_to_hangup", [False, True], ids=["SIGHUP", "nohup"])
@pytest.mark.parametrize("arguments", [(), ("play", "--bots", "9", "--pace", "0")], ids=["home", "table"])
def test_a_terminal_that_goes_away_ends_the_process(deaf_to_hangup: bool, arguments: tuple[str, ...]) -> None:
    with Pty([*UNOKART, *arguments], deaf_to_hangup=deaf_to_hangup) as terminal:
        terminal.wait_for(TABLE if arguments else HOME)
        terminal.hang_up()
        gone = time.monotonic()
        _, status, used = os.wait4(terminal.process.pid, 0)
        terminal.process.returncode = os.waitstatus_to_exitcode(status)
        assert terminal.process.returncode == 129
        assert time.monotonic() - gone < 5
        assert used.ru_utime + used.ru_stime < 5  # a spinning core would have used up the whole time and more


def test_a_terminal_that_does_not_read_does_not_keep_the_process_from_ending() -> None:
    with Pty([*UNOKART, "play", "--bots", "9", "--pace", "0"]) as terminal:
        terminal.wait_for(lambda _: ALTERNATE_SCREEN in terminal.modes())
        terminal.wait_full()
        terminal.press(*"ssss" * 20)  # each is drawn, and so fills the queue of the program itself too
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(10) == 143


def test_bytes_that_are_not_utf_8_and_keys_that_are_none_do_not_end_the_program() -> None:
    with Pty(UNOKART) as terminal:
        terminal.wait_for(HOME)
        for junk in (
            b"\xff",
            b"\xc3(",
            b"\xe2\x82",
            b"\xf0\x9f",
            b"\x1b[1114112u",
            b"\x1b[99999999999u",
            b"\x1b[97;1:3u",
        ):
            terminal.send(junk)
            terminal.read_for(0.2)  # what is read together may be lost together
        terminal.wait_for(HOME)
        terminal.press("Up")
        terminal.wait_for(r"► Quit")
        terminal.press("Enter")
        assert terminal.wait_end(5) == 0
