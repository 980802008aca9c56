"""A room that nobody sits at: how friends get in goes to stdout, what happens to a log on stderr.

The log tells what a spectator sees: no card of a hand before it is public.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Callable
from typing import TextIO

from engine.events import RoundEnded
from net.hosted import HostEnded, HostSetup, HostState, InviteAnswered
from net.network import Network
from net.updates import Changed, Notice, RoomChanged, RoomState
from unokart_tui.host_words import host_news, way_in
from unokart_tui.names import People
from unokart_tui.plain import LOST, USAGE_ERROR, Mailbox, prepare
from unokart_tui.plain_host import FromHost, HungUp, Stop, forget_terminal, signals_to, stop
from unokart_tui.plain_words import result_lines
from unokart_tui.room_words import changes, others_here
from unokart_tui.words import narrate


class Log:
    """Tells in lines what happens in a room. `say` is for friends, `log` for whoever looks after the room."""

    def __init__(self, say: Callable[[str], None], log: Callable[[str], None]) -> None:
        self._say = say
        self._log = log
        self._room: RoomState | None = None
        self._state: HostState | None = None
        self._people: People = ()

    @property
    def deserted(self) -> bool:
        """Whether nobody is in the room."""
        return self._room is None or not others_here(self._room)

    @property
    def opened(self) -> bool:
        """Whether the room was ever open."""
        return self._state is not None

    def receive(self, update: FromHost) -> None:
        """Take what the network tells."""
        match update:
            case HostState():
                self._state_is(update)
            case RoomChanged():
                self._room_is(update.room)
            case Changed():
                self._changed(update)
            case Notice() | InviteAnswered():
                self._log(update.sentence)
            case _:
                pass

    def _state_is(self, state: HostState) -> None:
        before, self._state = self._state, state
        public = way_in(state)
        for line in host_news(before, state):
            # The passphrase is for friends; logs are kept, and read by others.
            (self._say if line in public or before is None else self._log)(line)

    def _room_is(self, room: RoomState) -> None:
        before, self._room = self._room, room
        self._people = room.people
        if before is not None:
            for line in changes(before, room):
                self._log(line)

    def _changed(self, changed: Changed) -> None:
        view = changed.view
        for event in changed.events:
            line = narrate(event, self._people, view.seat)
            if line:
                self._log(line)
            if isinstance(event, RoundEnded) and view.result:
                for told in result_lines(view.result, view, self._people):
                    self._log(told)


def host_headless(network: Network, setup: HostSetup) -> int:
    """Host a room until the system wants its end; return the exit status."""
    prepare()
    mailbox: Mailbox[FromHost] = Mailbox()
    log = Log(_print, _log)
    with signals_to(mailbox.put):
        control = network.host(setup, mailbox.put, mailbox.put)
        while True:
            for update in mailbox.wait():
                match update:
                    case HostEnded() if not log.opened:
                        sys.stderr.write(f"unokart: {update.sentence}\n")
                        return USAGE_ERROR
                    case HostEnded():
                        _log(update.sentence)
                        return LOST
                    case Stop():
                        return stop(control, update)
                    case HungUp():
                        forget_terminal()
                        # The room is not the terminal's while people are there.
                        if log.deserted:
                            return stop(control, Stop(signal.SIGTERM))
                    case _:
                        log.receive(update)


def _print(line: str) -> None:
    _write(sys.stdout, line)


def _log(line: str) -> None:
    _write(sys.stderr, f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}")


def _write(stream: TextIO, line: str) -> None:
    with contextlib.suppress(OSError):  # nobody reads it any more, and the room goes on
        stream.write(f"{''.join(char for char in line if char.isprintable())}\n")
        stream.flush()
