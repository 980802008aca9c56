"""Hosting a room by lines: a place in it, and all that concerns the room itself."""

from __future__ import annotations

import errno
import os
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from net.found import People
from net.hosted import (
    HostControl,
    HostEnded,
    HostSetup,
    HostState,
    HostUpdate,
    InviteAnswered,
    SshSetup,
    SshState,
)
from net.network import Network
from net.updates import RoomLink, Update
from unokart_tui.host_words import host_news, ssh_lines, way_in
from unokart_tui.plain import (
    INTERRUPTED,
    LOST,
    USAGE_ERROR,
    Mailbox,
    converse,
    patient,
    prepare,
    print_line,
    stdin_lines,
)
from unokart_tui.plain_room import Around, PlainRoom
from unokart_tui.ssh_setup import ssh_setup

HELP: Final = (
    "invite: who could be invited. invite NAME: ask them to come. unsaved: play on though nothing can be saved.",
    "ssh: how guests get in who have nothing but ssh. ssh on, ssh off: let them in, or no more.",
)
_CLOSED_WITHIN: Final = 10.0
"""Seconds that a room has for saying good-bye."""


class Stop(Struct, frozen=True):
    """The system asks the program to end."""

    signal: int


class HungUp(Struct, frozen=True):
    """The terminal is gone."""


FromHost = Update | HostUpdate | People | Stop | HungUp


class PlainHost:
    """The place of the player who hosts, in words; a `unokart_tui.plain.Conversation`."""

    def __init__(
        self, control: HostControl, link: RoomLink, say: Callable[[str], None], patient: bool, ssh: SshSetup
    ) -> None:
        """`ssh` is how guests are let in that way when it is asked for."""
        self.room = PlainRoom(link, say, patient, Around(time.monotonic, self._way_in, hosts_here=True))
        self.ended: HostEnded | None = None
        """Set when the room is closed, or could not be opened."""
        self.stopped: Stop | None = None
        self.hung_up = False
        self.opened = False
        """Whether the room was ever open."""
        self._control = control
        self._ssh = ssh
        self._state: HostState | None = None
        self._people: People | None = None

    @property
    def over(self) -> bool:
        """Whether the player has no part in the room any more."""
        if self.ended is not None or self.stopped is not None or self.hung_up:
            return True
        return self.room.kept and self.room.over

    @property
    def left(self) -> bool:
        """Whether the player has left."""
        return self.room.left

    @property
    def settled(self) -> bool:
        """Whether the end of input may leave."""
        return self.room.settled

    @property
    def wake(self) -> float | None:
        """When `tick` is due."""
        return self.room.wake

    def tick(self) -> None:
        """Let time pass."""
        self.room.tick()

    def receive(self, update: FromHost) -> None:
        """Take what the network and the system tell."""
        match update:
            case HostState():
                before, self._state, self.opened = self._state, update, True
                for line in host_news(before, update):
                    self.room.say(line)
            case InviteAnswered():
                self.room.say(update.sentence)
            case HostEnded():
                self.ended = update
            case People():
                self._people = update
            case Stop():
                self.stopped = update
            case HungUp():
                self.hung_up = True
            case _:
                self.room.receive(update)

    def _way_in(self) -> list[str]:
        return way_in(self._state) if self._state is not None else []

    def wants(self, line: str) -> bool:
        """Say whether a typed line can be taken now."""
        return _verb(line) in ("invite", "unsaved", "ssh") or self.room.wants(line)

    def answer(self, line: str) -> None:
        """Do what a typed line asks for."""
        match _verb(line):
            case "invite":
                self._invite(line.strip().partition(" ")[2].strip())
            case "unsaved":
                self._control.go_on_unsaved()
            case "ssh":
                self._by_ssh(line.strip().partition(" ")[2].strip().casefold())
            case verb:
                self.room.answer(line)
                if verb in ("help", "?") and self.room.hosting:
                    for about in HELP:
                        self.room.say(about)

    def _invite(self, name: str) -> None:
        people = self._people
        found = people.found if people is not None else ()
        for person in found:
            if name and person.info.name.casefold() == name.casefold():
                self._control.invite(person)
                self.room.say(f"{person.info.name} is asked to come")
                return
        if people is not None and people.trouble:
            self.room.say(people.trouble)
        names = ", ".join(person.info.name for person in found)
        self.room.say(f"At home are: {names}" if names else "Nobody is at home on this network")

    def _by_ssh(self, wish: str) -> None:
        ssh = self._state.ssh if self._state is not None else SshState()
        match wish:
            case "on" if ssh.stage == "off":
                self._control.open_ssh(self._ssh)
            case "off" if ssh.stage != "off":
                self._control.close_ssh()
            case "" | "on" | "off":
                for line in ssh_lines(ssh):
                    self.room.say(line)
            case _:
                self.room.say("Say whether guests may come by ssh: ssh on, ssh off; ssh alone tells how")

    def leave(self) -> None:
        """Take in that there is nothing more to be typed: the room is saved and closed."""
        if terminal_gone(0):
            self.hung_up = True
        else:
            self.room.leave()


def _verb(line: str) -> str:
    return line.strip().partition(" ")[0].casefold()


def terminal_gone(fileno: int) -> bool:
    """Say whether a file descriptor led to a terminal that has hung up."""
    try:
        termios.tcgetattr(fileno)
    except termios.error as error:
        return bool(error.args[0] == errno.EIO)
    return False


def forget_terminal() -> None:
    """Point what led to a terminal that has hung up to nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fileno in (0, 1, 2):
        if terminal_gone(fileno):
            os.dup2(nowhere, fileno)
    os.close(nowhere)


@contextmanager
def signals_to(put: Callable[[Stop | HungUp], None]) -> Iterator[None]:
    """Have the system's wishes told; afterwards they are what they were."""

    def stop(number: int, _frame: object) -> None:
        put(HungUp() if number == signal.SIGHUP else Stop(number))

    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def host_plain(network: Network, setup: HostSetup) -> int:
    """Host a room and play in it by lines; return the exit status."""
    prepare()
    mailbox: Mailbox[FromHost] = Mailbox()

    def say(line: str) -> None:
        try:
            print_line(line)
        except OSError:  # the terminal is gone, or whoever has read
            mailbox.put(HungUp())

    with signals_to(mailbox.put):
        control = network.host(setup, mailbox.put, mailbox.put)
        assert control.link is not None, "somebody sits here"
        forget_people = network.browse_people(mailbox.put)
        place = PlainHost(control, control.link, say, patient(), setup.ssh or ssh_setup())
        converse(place, mailbox, stdin_lines())
        forget_people()
        return _finish(place, control, mailbox)


def _finish(place: PlainHost, control: HostControl, mailbox: Mailbox[FromHost]) -> int:
    """See to the room once the player has no part in it any more."""
    if place.hung_up:
        forget_terminal()
        control.detach()
        return _run_on(control, mailbox)
    if place.stopped is not None:
        return stop(control, place.stopped)
    if place.ended is None:
        place.room.say("The table runs on. Ctrl+C saves it and closes it for all")
        return _run_on(control, mailbox)
    if not place.opened:
        sys.stderr.write(f"unokart: {place.ended.sentence}\n")
        return USAGE_ERROR
    if place.left:
        place.room.say("The table is closed")
        return 0
    place.room.say(place.ended.sentence)
    return LOST


def _run_on(control: HostControl, mailbox: Mailbox[FromHost]) -> int:
    """Let the room go on until it ends by itself or the system wants its end; return the exit status."""
    while True:
        for update in mailbox.wait():
            match update:
                case HostEnded():
                    return 0
                case Stop():
                    return stop(control, update)
                case _:
                    pass


def stop(control: HostControl, asked: Stop) -> int:
    """Say good-bye to all and save; return the exit status."""
    control.shut_down()
    control.wait_ended(_CLOSED_WITHIN)
    return INTERRUPTED if asked.signal == signal.SIGINT else 0
