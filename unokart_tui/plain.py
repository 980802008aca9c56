"""The line mode on stdin and stdout: for screen readers, dumb terminals and scripts."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import sys
from collections import deque
from typing import IO, Final

from net.solo import open_solo
from net.updates import Update
from unokart_tui.config import Settings
from unokart_tui.plain_table import PlainTable
from unokart_tui.solo import solo_setup

_INTERRUPTED: Final = 130
_LOST: Final = 1
_LONGEST_LINE: Final = 1000


class Lines:
    """The lines that come from a file descriptor; bytes that are no UTF-8 and lines without end do no harm."""

    def __init__(self, fileno: int | None) -> None:
        self.fileno = fileno
        self.waiting: deque[str] = deque()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._rest = ""

    @property
    def ended(self) -> bool:
        """Whether no more will come."""
        return self.fileno is None

    def read(self) -> None:
        """Take in what there is; call it when there is something."""
        assert self.fileno is not None
        try:
            data = os.read(self.fileno, 4096)
        except OSError:  # the terminal is gone
            data = b""
        text = self._rest + self._decode(data, final=not data)
        *lines, rest = text.split("\n")
        if not data:
            self.fileno = None
            if rest:
                lines.append(rest)
        self._rest = rest[:_LONGEST_LINE]
        self.waiting.extend(line[:_LONGEST_LINE] for line in lines)


class Mailbox:
    """Where the network thread puts its updates, and a file descriptor that tells of them."""

    def __init__(self) -> None:
        self._updates: deque[Update] = deque()
        self.fileno, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self.fileno, False)

    def put(self, update: Update) -> None:
        """Add an update; may be called from any thread."""
        self._updates.append(update)
        with contextlib.suppress(BlockingIOError):  # the bell has rung often enough to be heard
            os.write(self._bell, b"!")

    def take(self) -> list[Update]:
        """Return the updates that have come."""
        with contextlib.suppress(BlockingIOError):  # nothing has come since the last look
            os.read(self.fileno, 4096)
        return [self._updates.popleft() for _ in range(len(self._updates))]


def play_plain(settings: Settings, seed: int | None) -> int:
    """Play a match by lines; return the exit status: 0, or 1 when the table was lost."""
    for stream in (sys.stdout, sys.stderr):
        _speak_anything(stream)
    mailbox = Mailbox()
    lines = Lines(sys.stdin.fileno() if sys.stdin else None)
    # A script has its answers ready before it is asked; whoever types is told at once when it is not their turn.
    patient = not sys.stdin or not sys.stdin.isatty()
    table = PlainTable(open_solo(solo_setup(settings, seed), mailbox.put), _print, patient)
    try:
        return _converse(table, mailbox, lines)
    except KeyboardInterrupt:
        table.leave()
        return _INTERRUPTED


def _speak_anything(stream: IO[str]) -> None:
    """Let a stream whose encoding lacks a character write a question mark instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)  # what stands in for stdout in tests may not have it
    if reconfigure:
        reconfigure(errors="replace")


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _converse(table: PlainTable, mailbox: Mailbox, lines: Lines) -> int:
    """Go back and forth until the table is gone: left by word or by the end of input, or lost."""
    while True:
        for update in mailbox.take():
            table.receive(update)
        if table.farewell:
            break
        while not table.left and lines.waiting and table.wants(lines.waiting[0]):
            table.answer(lines.waiting.popleft())
        if not table.left and lines.ended and not lines.waiting and table.settled:
            table.leave()
        _wait(mailbox, lines)
    if table.left:
        return 0
    table.say(table.farewell.sentence)
    return _LOST


def _wait(mailbox: Mailbox, lines: Lines) -> None:
    """Sleep until an update or, where the lines at hand are used up, a line has come."""
    wanted: list[int] = [mailbox.fileno]
    if lines.fileno is not None and not lines.waiting:
        wanted.append(lines.fileno)
    ready, _, _ = select.select(wanted, [], [])
    if lines.fileno in ready:
        lines.read()
