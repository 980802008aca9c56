"""Measure the table in a real pty at 80x24: keys, bytes and resizes with ten players, and a long evening.

python -m scripts.bench_table
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import select
import signal
import struct
import sys
import tempfile
import termios
from pathlib import Path
from statistics import median, quantiles
from time import monotonic, perf_counter, sleep

from scripts.bench_screen import Program

ROOT = Path(__file__).resolve().parent.parent
TABLE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from tests.tui.tables import MANY, TEN, Seat, TableApp, calm, game
from unokart_tui.terminal import TerminalDriver

class Table(TableApp):
    def __init__(self):
        others = ("R4 R5", "Y4 Y6", "B7 B3", "G2 G4", "R6 R7", "Y0 Y8", "B0 B5", "G7 G8", "R8 R9")
        super().__init__(Seat(game((MANY, *others), left=20, top="G7"), TEN), calm(motion=True))
        self.driver_class = TerminalDriver

Table().run()
"""
SIZES = ((80, 24), (100, 30), (60, 20), (132, 43), (40, 12))


def resize(program: Program, width: int, height: int) -> None:
    """Give a program's terminal another size, and tell it so: the terminal is not the one that controls it."""
    fcntl.ioctl(program.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    program.screen.resize(height, width)
    program.tell(signal.SIGWINCH)


def measure_cursor(home: str, keys: int) -> None:
    """Print how long a cursor key takes to be seen, and what it costs the line."""
    script = Path(home, "table.py")
    script.write_text(TABLE)
    program = Program(str(script), home=home)
    try:
        program.wait_for("Your turn")
        program.settle(0.5)
        times, costs = [], []
        for at in range(keys):
            before = program.read_bytes
            begin = perf_counter()
            program.press("\x1b[C" if at // 20 % 2 == 0 else "\x1b[D")
            program.wait_for_output()
            times.append(program.read_at - begin)
            program.settle(0.05)
            costs.append(program.read_bytes - before)
        worst = quantiles(times, n=20)[-1]
        took = f"median {median(times) * 1000:.1f} ms, 95 % under {worst * 1000:.1f} ms"
        print(f"cursor key, 10 players and 30 cards: {took} (goal: median under 25 ms)")
        print(f"  bytes to the terminal: median {median(costs):.0f}, at most {max(costs)} (goal: under 1024)")
        quiet = program.read_bytes
        end = monotonic() + 3
        while monotonic() < end:
            program.settle(0.2)
        print(f"nothing happens for 3 s: {program.read_bytes - quiet} bytes (goal: 0)")
        measure_storm(program)
    finally:
        program.end()


def measure_storm(program: Program) -> None:
    """Print how long after fifty resizes in two seconds the screen is as it should be."""
    for at in range(50):
        resize(program, *SIZES[at % len(SIZES)])
        sleep(0.04)
        while select.select([program.terminal], [], [], 0)[0]:
            os.read(program.terminal, 65536)  # no emulator keeps up with this
    resize(program, 90, 26)
    last = begin = perf_counter()
    while select.select([program.terminal], [], [], 1.0)[0]:
        os.read(program.terminal, 65536)
        last = perf_counter()
    print(f"50 resizes in 2 s: the last byte {max(0.0, last - begin) * 1000:.0f} ms after the last one (goal: 300 ms)")


def measure_evening(home: str, seconds: float) -> None:
    """Print how memory grows while nine bots play at once and a key is pressed whenever something is asked."""
    program = Program(
        *("-m", "unokart_tui", "play", "--bots", "9", "--pace", "0", "--target", "100000", "--seed", "3"), home=home
    )
    try:
        program.wait_for("[Rr]ound 1")
        begin, rows, next_look = monotonic(), [], 0.0
        while monotonic() - begin < seconds:
            program.settle(0.05)
            screen = program.text()
            program.press(key_for(screen))
            if monotonic() - begin >= next_look:
                rows.append(program.memory())
                next_look += seconds / 10
        found = re.findall(r"[Rr]ound (\d+)", program.text())

        told = ", ".join(f"{row / 1024:.1f}" for row in rows)
        print(f"{seconds:.0f} s of nine bots at pace 0, {found[0] if found else '?'} rounds; MiB by tenths: {told}")
    finally:
        program.end()


def key_for(screen: str) -> str:
    """Return a key that gets on with what a screen asks."""
    for words, key in (
        ("next round", "\r"),
        ("Name the color", "r"),
        ("First name", "r"),
        ("Who draws", "2"),
        ("accept, draw", "a"),
        ("keep it", "k"),
        ("Enter plays", "\r"),
    ):
        if words in screen:
            return key
    return "d"


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=100, help="cursor keys (default 100)")
    parser.add_argument("--seconds", type=float, default=600, help="the evening's length (default 600)")
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # it is a text stream
    with tempfile.TemporaryDirectory() as home:
        measure_cursor(home, options.keys)
        measure_evening(home, options.seconds)


if __name__ == "__main__":
    main()
