"""A guest: the real ssh in a pty, what comes out of it and when, and a terminal emulator to look at it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

import pyte

COLUMNS: Final = 80
ROWS: Final = 24
TERM: Final = "xterm-256color"
"""Taken for a terminal of 256 colors where no COLORTERM is sent."""

_KEYS: Final = {"Enter": "\r", "Left": "\x1b[D", "Right": "\x1b[C"}

# The emulator prints the tails of private sequences that it does not know.
_UNKNOWN: Final = re.compile(
    rb"\x1b\[[<>=?][0-9;]*u|\x1b\[\?[0-9;]*\$p|\x1b\]22;[^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[>[0-9]*[a-z]"
)


class Guest:
    """Comes when it is made. `hear` takes in what its terminal is sent."""

    def __init__(self, address: str, port: int, name: str, files: Path, *options: str) -> None:
        files.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.came = perf_counter()
        self.heard_at = 0.0
        """When the latest output was read, by `perf_counter`."""
        self.received = 0
        """Bytes."""
        self.tail = b""
        """The latest of what was received."""
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._unseen = b""
        self._terminal, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        settings = ("UserKnownHostsFile=" + str(files / "known_hosts"), "StrictHostKeyChecking=accept-new")
        own = [part for setting in (*settings, "IdentityFile=none") for part in ("-o", setting)]
        environment = {key: value for key, value in os.environ.items() if key not in ("SSH_AUTH_SOCK", "COLORTERM")}
        self._process = subprocess.Popen(
            ["ssh", "-F", os.devnull, *own, *options, "-p", str(port), f"{name}@{address}"],
            stdin=child,
            stdout=child,
            stderr=child,
            env={**environment, "TERM": TERM},
            start_new_session=True,
        )
        os.close(child)

    def fileno(self) -> int:
        """Where it can be heard."""
        return self._terminal

    def hear(self) -> bool:
        """Take in what there is; return whether there may be more."""
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # ssh has ended
            data = b""
        self.heard_at = perf_counter()
        self.received += len(data)
        self.tail = (self.tail + data)[-65536:]
        self._unseen += data
        return bool(data)

    def press(self, *keys: str) -> None:
        """Press keys, by name or as they are."""
        os.write(self._terminal, "".join(_KEYS.get(key, key) for key in keys).encode())

    def text(self) -> str:
        """Return what the terminal shows. What the emulator takes to draw it is nobody else's time."""
        self._stream.feed(_UNKNOWN.sub(b"", self._unseen))
        self._unseen = b""
        return "\n".join(self._screen.display)

    @property
    def ended(self) -> int | None:
        """The exit status of ssh, if it has ended."""
        return self._process.poll()

    def close(self) -> None:
        """End ssh as if the power had failed."""
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)


def hear_until(guests: Sequence[Guest], condition: Callable[[], object], seconds: float = 30.0) -> None:
    """Take in what all of these are sent, until something is so; raise TimeoutError."""
    deadline = monotonic() + seconds
    hearing = list(guests)
    while not condition():
        left = deadline - monotonic()
        if left < 0:
            raise TimeoutError("\n".join(guest.text() for guest in guests[:2]))
        for guest in select.select(hearing, [], [], min(left, 0.05))[0]:
            if not guest.hear():
                hearing.remove(guest)


def settle(guests: Sequence[Guest], seconds: float = 0.1) -> None:
    """Take in what all of these are sent, until nothing comes for a while."""
    while ready := select.select(guests, [], [], seconds)[0]:
        for guest in ready:
            guest.hear()


def first_heard(guests: Sequence[Guest], asked: Sequence[Guest], seconds: float = 5.0) -> list[float]:
    """Take in what all are sent until something has come to each of those; return when it did, by `perf_counter`."""
    before = {guest: guest.received for guest in asked}
    first: dict[Guest, float] = {}

    def all_have() -> bool:
        for guest, was in before.items():
            if guest not in first and guest.received > was:
                first[guest] = guest.heard_at
        return len(first) == len(before)

    hear_until(guests, all_have, seconds)
    return list(first.values())
