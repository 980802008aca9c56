"""The line mode on stdin and stdout: for screen readers, dumb terminals and scripts."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import sys
import time
from collections import deque
from functools import partial
from typing import IO, Final, Generic, Protocol, TypeVar

from net.solo import open_solo
from net.updates import Closed, Update
from unokart_tui.config import Settings
from unokart_tui.plain_table import PlainTable
from unokart_tui.records import keep_record
from unokart_tui.solo import solo_setup

INTERRUPTED: Final = 130
LOST: Final = 1
USAGE_ERROR: Final = 2
"""Exit statuses."""

_LONGEST_LINE: Final = 1000

T = TypeVar("T")
From = TypeVar("From", contravariant=True)


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

    def next(self) -> str | None:
        """Wait for a line and take it; None when no more will come."""
        while not self.waiting and self.fileno is not None:
            self.read()
        return self.waiting.popleft() if self.waiting else None


class Mailbox(Generic[T]):
    """Where other threads put what they have to tell, and a file descriptor that tells of it."""

    def __init__(self) -> None:
        self._updates: deque[T] = deque()
        self.fileno, self._bell = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self.fileno, False)

    def put(self, update: T) -> None:
        """Add something; may be called from any thread, and by a signal."""
        self._updates.append(update)
        with contextlib.suppress(BlockingIOError):  # the bell has rung often enough to be heard
            os.write(self._bell, b"!")

    def take(self) -> list[T]:
        """Return what has come."""
        with contextlib.suppress(BlockingIOError):  # nothing has come since the last look
            os.read(self.fileno, 4096)
        return [self._updates.popleft() for _ in range(len(self._updates))]

    def wait(self) -> list[T]:
        """Wait until something has come, and return it."""
        select.select([self.fileno], [], [])
        return self.take()


class Conversation(Protocol[From]):
    """What is told to a player in lines, and answered in lines."""

    @property
    def over(self) -> bool:
        """Whether nothing is to follow."""

    @property
    def left(self) -> bool:
        """Whether the player has left, so that nothing is asked any more."""

    @property
    def settled(self) -> bool:
        """Whether all that was asked for is answered, so that the end of input may leave."""

    @property
    def wake(self) -> float | None:
        """When `tick` is due, by `time.monotonic`; None while nothing is to come by itself."""

    def tick(self) -> None:
        """Let time pass."""

    def receive(self, update: From, /) -> None:
        """Take what is told."""

    def wants(self, line: str) -> bool:
        """Say whether a typed line can be taken now, or is to be offered again when something has been received."""

    def answer(self, line: str) -> None:
        """Do what a typed line asks for."""

    def leave(self) -> None:
        """Take in that the player has nothing more to say."""


def play_plain(settings: Settings, seed: int | None, lines: Lines | None = None) -> int:
    """Play a match by lines; return the exit status: 0, or 1 when the table was lost.

    `lines` are those of stdin, where somebody has begun to read them already.
    """
    prepare()
    mailbox: Mailbox[Update] = Mailbox()
    from_script = patient()
    # What a script plays is not what became of the player.
    keep = _keep_nothing if from_script else partial(keep_record, own=0)
    table = PlainTable(open_solo(solo_setup(settings, seed), mailbox.put), print_line, from_script, keep)
    try:
        converse(table, mailbox, lines or stdin_lines())
    except KeyboardInterrupt:
        table.leave()
        return INTERRUPTED
    return farewell(table)


def _keep_nothing(text: str) -> None:
    """Let a record go."""


class Leaver(Protocol):
    """Someone who was at a table."""

    left: bool
    farewell: Closed | None

    def say(self, line: str) -> None:
        """Say one line."""


def farewell(place: Leaver) -> int:
    """Return the exit status of a place at a table that is gone: 1, saying why, unless it was left."""
    if place.left or place.farewell is None:
        return 0
    place.say(place.farewell.sentence)
    return LOST


def prepare() -> None:
    """Make stdout and stderr fit for whatever is said."""
    for stream in (sys.stdout, sys.stderr):
        _speak_anything(stream)


def stdin_lines() -> Lines:
    """Return what is typed; without a stdin there is nothing."""
    return Lines(sys.stdin.fileno() if sys.stdin else None)


def patient() -> bool:
    """Say whether answers are to be held until they are asked for.

    A script has its answers ready before it is asked; whoever types is told at once when it is not their turn.
    """
    return not sys.stdin or not sys.stdin.isatty()


def _speak_anything(stream: IO[str]) -> None:
    """Let a stream whose encoding lacks a character write a question mark instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)  # what stands in for stdout in tests may not have it
    if reconfigure:
        reconfigure(errors="replace")


def print_line(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def converse(talk: Conversation[T], mailbox: Mailbox[T], lines: Lines) -> None:
    """Go back and forth until it is over: left by word or by the end of input, or lost."""
    while True:
        for update in mailbox.take():
            talk.receive(update)
        talk.tick()
        if talk.over:
            return
        while not talk.left and lines.waiting and talk.wants(lines.waiting[0]):
            talk.answer(lines.waiting.popleft())
        if not talk.left and lines.ended and not lines.waiting and talk.settled:
            talk.leave()
        _wait(mailbox, lines, talk.wake)


def _wait(mailbox: Mailbox[T], lines: Lines, wake: float | None) -> None:
    """Sleep until an update or, where the lines at hand are used up, a line has come, or it is time."""
    wanted: list[int] = [mailbox.fileno]
    if lines.fileno is not None and not lines.waiting:
        wanted.append(lines.fileno)
    timeout = None if wake is None else max(0.0, wake - time.monotonic())
    ready, _, _ = select.select(wanted, [], [], timeout)
    if lines.fileno in ready:
        lines.read()
