"""The line mode as scripts use it: the real program, whole matches, over pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from tests.e2e.offline import ROOT
from tests.e2e.terminals import Pty

PLAIN = (sys.executable, "-m", "unokart_tui", "play", "--plain", "--name", "Ada", "--pace", "0", "--seed", "5")

pytestmark = pytest.mark.timeout(180)


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PLAIN, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def choose(offer: str) -> str:
    """Choose from a line of offers as a simple player would: catch, call, challenge nothing, play before drawing."""
    offers = offer.removeprefix("You can: ").split(", ")
    for wanted in ("catch", "next", "accept", "play", "uno", "color", "target", "keep", "draw", "again"):
        fitting = [each for each in offers if each.startswith(wanted)]
        if fitting:
            return next((each for each in fitting if each.endswith("uno")), fitting[0])
    raise AssertionError(offer)


def play(lines: Iterable[str], process: subprocess.Popen[str]) -> Iterator[str]:
    """Answer every offer until the match has been won, passing on what is read."""
    assert process.stdin is not None
    for line in lines:
        line = line.rstrip("\n")
        yield line
        if line.startswith("You can: again"):
            return
        if line.startswith("You can: "):
            process.stdin.write(f"{choose(line)}\n")
            process.stdin.flush()


@pytest.mark.parametrize(("bots", "target"), [("1", "1"), ("3", "60"), ("9", "1")])
def test_a_script_plays_a_whole_match(bots: str, target: str) -> None:
    with start("--bots", bots, "--target", target) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        told = list(play(process.stdout, process))
        process.stdin.close()
        assert process.wait(20) == 0
    assert any(line.endswith(("win the match!", "wins the match!")) for line in told)
    assert sum(line.startswith("Scores, first to ") for line in told) >= 1
    assert not any("Traceback" in line for line in told)


def run(stdin: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PLAIN, *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_answers_that_were_piped_in_before_wait_for_their_turn() -> None:
    done = run(b"draw\nkeep\ndraw\nkeep\n", "--bots", "2")
    told = done.stdout.decode()
    assert done.returncode == 0
    assert told.count("You drew") >= 2
    assert "It is not your turn" not in told
    assert "You leave the match in round 1" in told


def test_the_end_of_input_leaves_the_match() -> None:
    done = run(b"")
    assert done.returncode == 0
    assert done.stderr == b""
    assert "You leave the match in round 1" in done.stdout.decode()


def test_bytes_that_are_not_utf_8_do_not_end_it() -> None:
    done = run(b"\xff\xfe\n\xc3\nhand\nquit\n")
    assert done.returncode == 0
    assert "You hold " in done.stdout.decode()
    assert done.stderr == b""


def test_a_closed_stdin_is_the_end_of_input() -> None:
    command = " ".join(PLAIN)
    done = subprocess.run(
        ["sh", "-c", f"exec {command} <&-"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    assert "You leave the match" in done.stdout


def test_an_encoding_that_lacks_letters_gets_question_marks() -> None:
    done = subprocess.run(
        [*PLAIN, "--name", "Zoë"],
        input=b"table\n",
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert b"1 Zo? (you)" in done.stdout


def test_an_interrupt_leaves_in_good_order() -> None:
    with start("--bots", "3") as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("You can"):
                break
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()
        assert process.wait(20) == 130
    assert "Traceback" not in told
    assert "You leave the match" in told


def test_a_dumb_terminal_is_played_on_in_lines_and_answers_at_once() -> None:
    command = (
        sys.executable,
        "-m",
        "unokart_tui",
        "play",
        "--bots",
        "1",
        "--name",
        "Ada",
        "--pace",
        "10",
        "--seed",
        "1",
    )
    with Pty(command, variables={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Type help for what you can type")
        terminal.press("table\r")
        terminal.wait_for(r"1 Ada \(you\)")
        terminal.press("quit\r")
        assert terminal.wait_end() == 0
    assert b"\x1b" not in terminal.output
