"""The nursery: forks a child for each guest, and tells when it has ended.

It has one thread, for a fork copies only the one that calls it, and whatever another held locked stays so.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

import msgspec

from net.frames import CAP_FROM_HOST, FrameParser, frame
from net.ssh.talk import Born, Died, FromKeeper, FromNursery, Ready, Signal, Spawn

END_WITHIN: Final = 4.0
"""Seconds that children have for ending by themselves when the nursery ends."""
UNBORN: Final = 71
"""The status of a child that could not be had."""
FAULTY: Final = 70
"""The status of a child that has failed in a way of its own."""

_READ: Final = 64 * 1024
_LOG_AT_MOST: Final = 16 * 1024
_DESCRIPTORS: Final = 8
_LOOK_EVERY: Final = 0.02

_decoder: Final = msgspec.msgpack.Decoder(FromKeeper)


class _Kept(NamedTuple):
    """What is kept of a child; the ticket of one guest is not to be in the memory of another's."""

    guest: int
    directory: Path


class Nursery:
    """Speaks over `link`, a connected stream socket. `live` is a child's life.

    It is given what the child was spawned with and its side of the pty, and returns the exit status.
    """

    def __init__(self, link: socket.socket, live: Callable[[Spawn, int], int]) -> None:
        self._link = link
        self._live = live
        self._parser = FrameParser(CAP_FROM_HOST)
        self._terminals: list[int] = []  # that have come and belong to nobody yet
        self._kept: dict[int, _Kept] = {}  # by the process ids of the children
        self._bell, self._ring = os.pipe()
        self._ended = False

    def serve(self) -> None:
        """Have children until the other end of the socket is gone, or SIGTERM; then end them all."""
        for fileno in (self._bell, self._ring):
            os.set_blocking(fileno, False)
        signal.set_wakeup_fd(self._ring, warn_on_full_buffer=False)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, lambda number, frame: None)  # the bell rings
        link = self._link.fileno()
        try:
            self._say(Ready())
            while not self._ended:
                ready, _, _ = select.select([link, self._bell], [], [])
                if self._bell in ready:
                    self._ended = signal.SIGTERM in os.read(self._bell, 4096)
                    self._bury()
                if link in ready:
                    self._hear()
        except (BrokenPipeError, ConnectionResetError):
            pass  # whoever would hear of the children is gone
        finally:
            self._end_children()

    def _hear(self) -> None:
        data, descriptors, _, _ = socket.recv_fds(self._link, _READ, _DESCRIPTORS)
        self._terminals += descriptors
        self._parser.feed(data)
        self._ended = self._ended or not data
        while (payload := self._parser.next()) is not None:
            match _decoder.decode(payload):
                case Spawn() as spawn:
                    self._spawn(spawn)
                case Signal(guest=guest, number=number):
                    self._signal(guest, number)

    def _say(self, message: FromNursery) -> None:
        self._link.sendall(frame(msgspec.msgpack.encode(message)))

    # Children

    def _spawn(self, spawn: Spawn) -> None:
        terminal = self._terminals.pop(0)
        # A thread would be one that something has started on import or while it was warmed up.
        assert threading.active_count() == 1, "a child would inherit the locks of other threads"
        try:
            pid = os.fork()
        except OSError as error:
            sys.stderr.write(f"No process for guest {spawn.guest}: {error.strerror}\n")
            os.close(terminal)
            self._say(Died(spawn.guest, UNBORN))
            return
        if pid == 0:
            self._be_child(spawn, terminal)
        os.close(terminal)
        self._kept[pid] = _Kept(spawn.guest, Path(spawn.directory))
        self._say(Born(spawn.guest, pid))

    def _be_child(self, spawn: Spawn, terminal: int) -> NoReturn:
        status = FAULTY
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            self._link.detach()  # the descriptor is closed with all the others
            self._kept.clear()
            status = self._live(spawn, terminal)
        finally:
            os._exit(status)  # nothing of the nursery's is to be run on the way out

    def _signal(self, guest: int, number: int) -> None:
        for pid, kept in self._kept.items():
            if kept.guest == guest:  # not waited for yet, so the number is still this child's
                os.kill(pid, number)

    def _bury(self) -> None:
        """Take in which children have ended, and tell."""
        while self._kept:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            kept = self._kept.pop(pid)
            _tell_faults(kept)
            if not self._ended:
                self._say(Died(kept.guest, os.waitstatus_to_exitcode(status)))

    def _end_children(self) -> None:
        self._ended = True
        for number, within in ((signal.SIGTERM, END_WITHIN), (signal.SIGKILL, END_WITHIN)):
            self._bury()
            for pid in self._kept:
                os.kill(pid, number)
            deadline = time.monotonic() + within
            while self._kept and time.monotonic() < deadline:
                select.select([self._bell], [], [], _LOOK_EVERY)
                with suppress(BlockingIOError):
                    os.read(self._bell, 4096)
                self._bury()


def _tell_faults(kept: _Kept) -> None:
    """Write what a child has logged to stderr, before its directory is removed: it is the host's to read."""
    for log in sorted(kept.directory.rglob("*.log")):
        text = log.read_bytes()[-_LOG_AT_MOST:].decode("utf-8", "replace")
        sys.stderr.write(f"From the child of guest {kept.guest}, {log.name}:\n{text}\n")
