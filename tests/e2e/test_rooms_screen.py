"""Friends on a network, on full screens: hosted, joined, left and come back to, by the real program on loopback."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.terminals import UNOKART, Pty
from tests.e2e.test_rooms import HERE, PASSPHRASE, free_port

pytestmark = pytest.mark.timeout(180)

Open = Callable[..., Pty]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens a terminal for someone, in which the program runs with these arguments."""
    (tmp_path / "passphrase").write_text(f"{PASSPHRASE}\n")
    (tmp_path / "passphrase").chmod(0o600)
    with ExitStack() as terminals:

        def open_for(who: str, *arguments: str, columns: int = 80, rows: int = 24) -> Pty:
            home = tmp_path / who
            home.mkdir(exist_ok=True)
            variables = {"HOME": str(home)}
            pty = Pty((*UNOKART, *arguments), columns=columns, rows=rows, variables=variables)
            return terminals.enter_context(pty)

        yield open_for


def hosted(opened: Open, tmp_path: Path, port: int, *arguments: str) -> Pty:
    where = ("--bind", HERE, "--port", str(port), "--passphrase-file", str(tmp_path / "passphrase"))
    hal = opened("Hal", "host", "--name", "Hal", "--room", "Den", "--bots", "1", *where, *arguments)
    hal.wait_for(f"unokart join {HERE}:{port}")
    hal.wait_for(PASSPHRASE)
    return hal


def joined(opened: Open, port: int, **size: int) -> Pty:
    ada = opened("Ada", "join", f"{HERE}:{port}", "--bind", HERE, "--name", "Ada", **size)
    ada.wait_for("You meet this host for the first time")
    ada.press(PASSPHRASE, "Enter")
    ada.wait_for("Enter says that you are ready")
    return ada


def dealt(hal: Pty, ada: Pty) -> None:
    ada.press("Enter")
    hal.wait_for("Ada is ready")
    hal.press("Enter")
    for one in (hal, ada):
        one.wait_for("round 1")


def test_two_meet_talk_and_play_and_one_comes_back_after_a_crash(opened: Open, tmp_path: Path) -> None:
    port = free_port()
    hal = hosted(opened, tmp_path, port)
    ada = joined(opened, port, columns=60, rows=20)
    ada.press("t", "hello [b]Hal[/b]", "Enter")
    hal.wait_for(r"Ada: hello \[b\]Hal\[/b\]")
    dealt(hal, ada)
    hal.press("!", "4")
    ada.wait_for("Hal: Oh no!")
    hal.press("p")
    ada.wait_for("Hal has paused the game")
    hal.press("p")
    ada.wait_for("The game goes on")
    ada.process.kill()
    hal.wait_for(r"Ada +away")
    back = opened("Ada", "join", f"{HERE}:{port}", "--bind", HERE, "--name", "Ada")
    back.wait_for("round 1")
    hal.wait_for("Ada is back")
    back.press("q")
    back.wait_for("Leave the match")
    back.press("y")
    assert back.wait_end() == 0
    hal.press("q")
    hal.wait_for("Close the room")
    hal.press("s")
    assert hal.wait_end() == 0


def test_the_table_runs_on_when_its_host_leaves_and_closes_when_told_to(opened: Open, tmp_path: Path) -> None:
    port = free_port()
    hal = hosted(opened, tmp_path, port)
    ada = joined(opened, port)
    dealt(hal, ada)
    hal.press("q")
    hal.wait_for("What becomes of it")
    hal.press("k")
    hal.wait_for("The table runs on")
    ada.wait_for(r"Hal +\(bot\)")
    os.kill(hal.process.pid, signal.SIGINT)
    ada.wait_end()
    assert "The table is saved" in ada.output.decode()
    assert hal.wait_end() == 130


def test_the_table_goes_on_without_a_screen_when_the_terminal_hangs_up(opened: Open, tmp_path: Path) -> None:
    port = free_port()
    hal = hosted(opened, tmp_path, port)
    ada = joined(opened, port)
    dealt(hal, ada)
    hal.hang_up()
    ada.wait_for(r"Hal +(away|\(bot\))")
    assert hal.process.poll() is None
    back = opened("Hal", "join", f"{HERE}:{port}", "--bind", HERE)
    back.wait_for("round 1")
    ada.wait_for("Hal is back")
    for one in (back, ada):
        one.press("q")
        one.wait_for("Leave the match")
        one.press("y")
        assert one.wait_end() == 0
    assert hal.process.wait(20) == 128 + signal.SIGHUP


def test_a_match_that_was_left_is_gone_on_with_from_home(opened: Open) -> None:
    solo = opened("Ada", "play", "--bots", "2", "--name", "Ada")
    solo.wait_for("round 1")
    solo.press("q")
    solo.wait_for("Leave the table")
    solo.press("y")
    assert solo.wait_end() == 0
    home = opened("Ada")
    home.wait_for("► Continue")
    home.press("Enter")
    home.wait_for("Round 1 against Toad, Peach")
    home.press("Enter")
    home.wait_for("round 1")
    home.press("q")
    home.wait_for("Leave the table")
    home.press("y")
    home.wait_for("► Continue")
    home.press("q")
    assert home.wait_end() == 0
