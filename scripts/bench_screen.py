#!/usr/bin/env python3
"""Measure the real program in a real pty at 80x24: start, memory, and a key press that plays a card.

Start and memory are ratios to a Textual app that shows one word, interleaved; medians of five. The key press is timed
from its byte written to the pty until the screen, read by a terminal emulator, tells of the play in the host's words.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter

import pyte

COLUMNS, LINES = 80, 24
EMPTY_APP = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("ready")

Empty().run()
"""
# The emulator prints the tails of private sequences that it does not know.
UNKNOWN = re.compile(
    rb"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\]22;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[>[0-9]*[a-z]"
)


class Program:
    """A program on a pty of its own, and what its terminal shows."""

    def __init__(self, *command: str, home: str) -> None:
        self.screen = pyte.Screen(COLUMNS, LINES)
        self._stream = pyte.ByteStream(self.screen)
        self.read_at = 0.0
        """When the program's latest output was read, by `perf_counter`."""
        self.read_bytes = 0
        """How much it has written so far."""
        self.terminal, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("TEXTUAL", "UNOKART"))}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HOME": home}
        environment |= {f"XDG_{kind}_HOME": f"{home}/{kind}" for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
        self._process = subprocess.Popen(
            [sys.executable, *command], stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True
        )
        os.close(child)

    def press(self, key: str) -> None:
        """Press a key."""
        os.write(self.terminal, key.encode())

    def text(self) -> str:
        """Return what the terminal shows."""
        return "\n".join(self.screen.display)

    def wait_for(self, pattern: str, seconds: float = 5.0) -> str:
        """Read until the screen shows a pattern; return the screen."""
        end = monotonic() + seconds
        while not re.search(pattern, self.text()):
            self._read(end)
        return self.text()

    def wait_for_output(self, seconds: float = 5.0) -> None:
        """Read once, when something comes."""
        self._read(monotonic() + seconds)

    def _read(self, end: float) -> None:
        ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - monotonic()))
        if not ready:
            raise TimeoutError(f"nothing came that was waited for; the screen is:\n{self.text()}")
        data = os.read(self.terminal, 65536)
        self.read_at = perf_counter()  # what the emulator takes to draw it is not the program's time
        self.read_bytes += len(data)
        self._stream.feed(UNKNOWN.sub(b"", data))

    def settle(self, seconds: float = 0.1) -> None:
        """Read until nothing more comes for a while: a look in between may see half a repaint."""
        while select.select([self.terminal], [], [], seconds)[0]:
            self._read(monotonic() + seconds)

    def wait_for_other(self, screen: str, seconds: float = 20.0) -> None:
        """Read until the screen differs from what it was."""
        end = monotonic() + seconds
        while self.text() == screen:
            self._read(end)

    def memory(self) -> int:
        """Return the resident memory in KiB."""
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self._process.pid)], capture_output=True, text=True, check=True
        )
        return int(shown.stdout)

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def end(self) -> None:
        """End the program."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self.terminal)


def start(home: str, pattern: str, *command: str) -> tuple[float, int]:
    """Return the seconds until a program shows a pattern, and its memory then."""
    begin = perf_counter()
    program = Program(*command, home=home)
    try:
        program.wait_for(pattern)
        return program.read_at - begin, program.memory()
    finally:
        program.end()


def measure_starts(rounds: int, home: str) -> None:
    """Print what starting costs beside an empty app."""
    empty_script = str(Path(home, "empty_app.py"))
    Path(empty_script).write_text(EMPTY_APP)
    kinds = {
        "empty app": ("ready", empty_script),
        "home screen": ("Quit", "-m", "unokart_tui"),
        "dealt table": ("Round 1", "-m", "unokart_tui", "play", "--bots", "3", "--seed", "1"),
    }
    found: dict[str, list[tuple[float, int]]] = {kind: [] for kind in kinds}
    for _ in range(rounds + 1):
        for kind, (pattern, *command) in kinds.items():
            found[kind].append(start(home, pattern, *command))
    base = [median(row[at] for row in found["empty app"][1:]) for at in (0, 1)]
    for kind, rows in found.items():
        seconds, memory = (median(row[at] for row in rows[1:]) for at in (0, 1))
        ratios = f"{seconds / base[0]:.2f} and {memory / base[1]:.2f} of an empty app's"
        print(f"{kind:12} first screen after {seconds * 1000:5.0f} ms, {memory / 1024:5.1f} MiB ({ratios})")
    print("goals: at most 1.60 of the time and 1.50 of the memory")


def measure_plays(plays: int, home: str) -> None:
    """Print how long a play takes from the key to the screen."""
    times: list[float] = []
    seed = 0
    while len(times) < plays:
        seed += 1
        program = Program(
            "-m",
            "unokart_tui",
            "play",
            "--bots",
            "1",
            "--pace",
            "0",
            "--seed",
            str(seed),
            "--target",
            "5000",
            home=home,
        )
        try:
            while len(times) < plays and (took := time_play(program)) is not None:
                times.append(took)
        except TimeoutError:
            continue  # what was drawn in answer to the play made up for the card played
        finally:
            program.end()
    worst = quantiles(times, n=20)[-1]
    print(
        f"key to repaint of a play: median {median(times) * 1000:.1f} ms, 95 % under {worst * 1000:.1f} ms, of {plays}"
    )
    print("goal: median under 50 ms")


def time_play(program: Program) -> float | None:
    """Play on until Enter has played a colored card and return the seconds it took; None when the round is over."""
    while True:
        program.wait_for(r"Your turn|wins the round|is over")
        program.settle(0.5)  # for a moment after the hand has changed Enter plays nothing
        screen = program.text()
        if re.search(r"wins the round|is over", screen):
            return None
        held = re.search(r" 1 \S+ +\S+ +(\d+) ", screen)
        if held is None or not re.search(r"Enter plays (?:red|yellow|green|blue)", screen):
            answer_untimed(program, screen)
            continue
        begin = perf_counter()
        program.press("\r")
        program.wait_for(rf" 1 \S+ +\S+ +(?!{held[1]} )\d+ |wins the round|is over")
        return program.read_at - begin


def answer_untimed(program: Program, screen: str) -> None:
    """Do something about a prompt that no timed key answers, and wait until it is gone."""
    for words, key in (("accept", "a"), ("Name", "r"), ("Who", "2"), ("You drew", "k"), ("", "d")):
        if words in screen:
            program.press(key)
            break
    program.wait_for_other(screen)


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="starts of each kind, after one to warm up (default 5)")
    parser.add_argument("--plays", type=int, default=60, help="cards played (default 60)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        measure_starts(options.rounds, home)
        measure_plays(options.plays, home)


if __name__ == "__main__":
    main()
