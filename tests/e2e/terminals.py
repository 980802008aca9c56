"""Two terminals for the real program, both of which wait for what they expect: a pty, seen byte by byte, and tmux.

`Pty` knows which modes are left on and how the process ended; `Tmux` is a terminal that people use.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyte

from tests.e2e.offline import ROOT

UNOKART: Final = (sys.executable, "-m", "unokart_tui")

KEYS: Final = {
    "Enter": "\r",
    "Escape": "\x1b",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Right": "\x1b[C",
    "Left": "\x1b[D",
    "F1": "\x1bOP",
    "F2": "\x1bOQ",
    "C-c": "\x03",
}

# What pyte would print instead of swallowing: kitty keys, mode queries, the pointer's shape, the title's stack.
_UNKNOWN_TO_PYTE: Final = re.compile(rb"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\]22;[^\x07]*\x07|\x1b\[2[23];0t")
_PARTIAL: Final = re.compile(rb"\x1b[^a-zA-Z\x07]{0,20}$")

# tmux at times does not learn that a program has ended, so a shell says it on the screen.
_TOLD: Final = '"$@"; echo "ended with status $?"; exec cat'
_ENDED: Final = r"ended with status (\d+)"

Expected = str | Callable[[str], object]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a terminal, with these variables added."""
    usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **usual, **(more or {})}


def matches(expected: Expected, screen: str) -> bool:
    """Say whether a screen is as expected: by a regular expression, or by what a function says of it."""
    return bool(re.search(expected, screen, re.MULTILINE) if isinstance(expected, str) else expected(screen))


def _without_shades(numbers: str) -> str:
    """Leave out which of the many colors is meant."""
    return re.sub(r"([34]8;2);\d+;\d+;\d+|([34]8;5);\d+", lambda found: found[1] or found[2], numbers)


class Watched:
    """A pseudo terminal whose output is kept and shown by pyte. `slave` is the side of the program in it."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.output = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._pending = b""
        self._master, self.slave = os.openpty()
        self._set_size(columns, rows)
        self.attributes: list[Any] = termios.tcgetattr(self.slave)

    def press(self, *keys: str) -> None:
        """Press keys, by name or as they are."""
        self.send("".join(KEYS.get(key, key) for key in keys).encode())

    def send(self, data: bytes) -> None:
        """Type bytes."""
        os.write(self._master, data)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        self._screen.resize(rows, columns)
        self._set_size(columns, rows)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, expected: Expected, seconds: float = 20) -> str:
        """Read until the screen is as expected, and return it."""
        deadline = time.monotonic() + seconds
        while not matches(expected, self.text()):
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"not seen: {expected!r}; on the screen:\n{self.text()}")
        return self.text()

    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self._screen.display)

    def read_for(self, seconds: float) -> int:
        """Read all that comes within so many seconds, and return how many bytes that were."""
        before, deadline = len(self.output), time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._read(left)
        return len(self.output) - before

    def cells(self) -> list[tuple[str, str, str]]:
        """What is written in each cell, with which color and on which, by pyte's names; reversed where it is."""
        rows = (self._screen.buffer[y] for y in range(self._screen.lines))
        chars = [row[x] for row in rows for x in range(self._screen.columns)]
        return [(char.data, *((char.bg, char.fg) if char.reverse else (char.fg, char.bg))) for char in chars]

    def graphics(self) -> set[str]:
        """Each number that was sent to choose colors and attributes (SGR), with what belongs to it: ``38;5``."""
        sent: set[str] = set()
        for numbers in re.findall(rb"\x1b\[([0-9;]*)m", self.output):
            sent |= set(re.findall(r"[34]8;[25]|\d+", _without_shades(numbers.decode())))
        return sent

    def wait_full(self, seconds: float = 20) -> None:
        """Wait, without reading, until the terminal takes no more of what is drawn."""
        deadline = time.monotonic() + seconds
        held, since = 0, time.monotonic()
        while held < 1000 or time.monotonic() - since < 1:
            assert time.monotonic() < deadline, f"only {held} bytes wait to be read"
            now = struct.unpack("i", fcntl.ioctl(self._master, termios.FIONREAD, bytes(4)))[0]
            if now != held:
                held, since = now, time.monotonic()
            select.select([], [], [], 0.02)

    def hang_up(self) -> None:
        """Close the terminal, as when its window is closed."""
        for fileno in (self._master, self.slave):
            if fileno >= 0:
                os.close(fileno)
        self._master = self.slave = -1

    def modes(self) -> set[int]:
        """The private modes (DECSET) that the program has switched on and not off again."""
        on: set[int] = set()
        for numbers, switch in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", self.output):
            for number in map(int, numbers.split(b";")):
                (on.add if switch == b"h" else on.discard)(number)
        return on

    def kitty_depth(self) -> int:
        """How often the program has pushed a keyboard mode without popping it."""
        return len(re.findall(rb"\x1b\[>[0-9]+u", self.output)) - self.output.count(b"\x1b[<u")

    def _read(self, seconds: float) -> bool:
        """Take in what comes within so many seconds; return whether anything did."""
        if self._master < 0 or seconds < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.output += data
        data = self._pending + data
        partial = _PARTIAL.search(data)
        end = partial.start() if partial else len(data)
        self._pending = data[end:]
        try:
            self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", data[:end]))
        except TypeError:  # a sequence was cut off, and what came after it made one that is none
            self._stream = pyte.ByteStream(self._screen)
        return bool(data)


class Pty(Watched):
    """A program in a pseudo terminal of its own."""

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        deaf_to_hangup: bool = False,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(columns, rows)

        def become_its_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            # Whoever runs the tests may be deaf to signals, and what it starts would inherit that.
            signal.signal(signal.SIGHUP, signal.SIG_IGN if deaf_to_hangup else signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)

        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment(variables),
            start_new_session=True,
            preexec_fn=become_its_terminal,
        )

    def __enter__(self) -> Pty:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def wait_end(self, seconds: float = 20) -> int:
        """Read until the process has ended, and return its exit status, negative for a signal."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"the process has not ended; on the screen:\n{self.text()}")
            self._read(0.05)
        while self._read(0):
            pass
        return self.process.returncode


class Tmux:
    """A program in a tmux of its own, without anybody's settings."""

    def __init__(self, command: Sequence[str], columns: int = 80, rows: int = 24) -> None:
        self._directory = tempfile.mkdtemp(prefix="unokart-tmux-")
        size = ("-x", str(columns), "-y", str(rows))
        self._tmux("new-session", "-d", "-s", "it", *size, "cat")
        self._tmux("set", "-g", "status", "off")
        self._tmux("set", "-sg", "escape-time", "0")
        self._tmux("resize-window", "-t", "it", *size)
        self._tmux("respawn-pane", "-k", "-t", "it", "sh", "-c", _TOLD, "sh", *command)

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run([*self._command(), "kill-server"], capture_output=True, check=False)
        shutil.rmtree(self._directory, ignore_errors=True)

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", "-t", "it", *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        self._tmux("resize-window", "-t", "it", "-x", str(columns), "-y", str(rows))

    def text(self) -> str:
        """What stands on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "it")

    def wait_for(self, expected: Expected, seconds: float = 20) -> str:
        """Look until the screen is as expected, twice in a row, since tmux shows half-written frames too."""
        deadline = time.monotonic() + seconds
        before = ""
        while True:
            screen = self.text()
            if screen == before and matches(expected, screen):
                return screen
            if time.monotonic() > deadline:
                raise AssertionError(f"not seen: {expected!r}; on the screen:\n{screen}")
            before = screen
            select.select([], [], [], 0.02)

    def kill(self) -> None:
        """Let the program end as if the power had failed."""
        shell = self._tmux("display-message", "-p", "-t", "it", "#{pane_pid}").strip()
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True, check=True)
        os.kill(int(found.stdout), signal.SIGKILL)

    def wait_end(self, seconds: float = 20) -> int:
        """Wait until the program has ended, and return its exit status."""
        ended = re.search(_ENDED, self.wait_for(_ENDED, seconds))
        assert ended
        return int(ended[1])

    def _command(self) -> list[str]:
        return ["tmux", "-S", str(Path(self._directory) / "socket"), "-f", os.devnull]

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._command(), *arguments],
            env=environment({"LC_ALL": "C.UTF-8"}),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout
