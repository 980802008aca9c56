"""Joining a room by lines: which one, the passphrase, then a place in it."""

from __future__ import annotations

import contextlib
import sys
import termios
import time
from collections.abc import Callable, Iterator

from engine.phases import TABLE
from net.addresses import BadAddress
from net.discovery import FoundRoom
from net.network import Network
from net.updates import Closed, Joined, JoinLink, PassphraseAsked, RoomChanged, Update
from unokart_tui.coming_back import Guest
from unokart_tui.finding import find_room, look_for_rooms, row_line
from unokart_tui.plain import Lines
from unokart_tui.plain_room import Around, PlainRoom
from unokart_tui.records import keep_record

LOOK_FOR = 2.0
"""Seconds before a list of rooms is shown."""


class PlainJoin:
    """A way into a room and a place in it; a `unokart_tui.plain.Conversation`.

    `hide` is told when what is typed must not be seen, and when it may be again. `met` tells the fingerprint of a host
    that was met for the first time just now. `guest` is there for one by ssh, of whom nothing is kept on this computer.
    """

    def __init__(
        self,
        link: JoinLink,
        say: Callable[[str], None],
        patient: bool,
        passphrase: str | None = None,
        hide: Callable[[bool], None] = lambda on: None,
        met: Callable[[], str | None] = lambda: None,
        guest: Guest | None = None,
    ) -> None:
        keep = keep_record if guest is None else lambda text, own: None
        around = Around(time.monotonic, keep_record=keep, guest=guest)
        self.room = PlainRoom(link, say, patient, around)
        self._guest = guest
        self._link = link
        self._passphrase = passphrase
        self._hide = hide
        self._met = met
        self._asked = False
        self._told: str | None = None  # the fingerprint that the player has heard of
        self.inside = False
        """Whether the room was ever entered."""

    @property
    def over(self) -> bool:
        """Whether the room is gone, or was never entered."""
        return self.room.over

    @property
    def left(self) -> bool:
        """Whether the player has left."""
        return self.room.left

    @property
    def farewell(self) -> Closed | None:
        """Why it is over."""
        return self.room.farewell

    @property
    def settled(self) -> bool:
        """Whether the end of input may leave."""
        return self._asked or self.room.settled

    @property
    def wake(self) -> float | None:
        """When `tick` is due."""
        return self.room.wake

    def tick(self) -> None:
        """Let time pass."""
        self.room.tick()

    def receive(self, update: Update) -> None:
        """Take what the network tells."""
        if isinstance(update, PassphraseAsked):
            self._ask(update)
            return
        if self._asked and isinstance(update, Closed):
            self._hide(False)
        self.room.receive(update)
        if isinstance(update, Joined):
            self.inside = True
            fingerprint = self._met()
            if fingerprint and fingerprint != self._told:
                self._tell_fingerprint(fingerprint)
        guest = self._guest
        if isinstance(update, RoomChanged) and guest is not None:
            guest.seated = update.room.seat != TABLE
            if not guest.keyed:
                self._tell_code(guest)

    def _tell_code(self, guest: Guest) -> None:
        """Say the rejoin code of the seat, once it is another."""
        code = self._link.rejoin_code
        if code != guest.code:
            guest.code = code
            if code is not None:
                self.room.say(f"Your rejoin code is {code}. With it the same ssh command leads back to this seat")

    def _ask(self, asked: PassphraseAsked) -> None:
        if asked.sentence:
            self.room.say(asked.sentence)
        if self._passphrase is not None:
            passphrase, self._passphrase = self._passphrase, None
            self._link.passphrase(passphrase)
            return
        if not self._asked and not asked.known and not asked.sentence:
            self._tell_fingerprint(asked.fingerprint)
        self.room.say(f"The passphrase of {asked.room}:")
        self._asked = True
        self._hide(True)

    def _tell_fingerprint(self, fingerprint: str) -> None:
        self._told = fingerprint
        self.room.say(f"You meet this host for the first time. Its screen shows this fingerprint: {fingerprint}")

    def wants(self, line: str) -> bool:
        """Say whether a typed line can be taken now."""
        return self._asked or self.room.wants(line)

    def answer(self, line: str) -> None:
        """Do what a typed line asks for."""
        if self._asked:
            self._asked = False
            self._hide(False)
            self._link.passphrase(line.strip())
        else:
            self.room.answer(line)

    def leave(self) -> None:
        """Leave: there is nothing more to be typed."""
        self.room.leave()


def choose_room(network: Network, lines: Lines, say: Callable[[str], None]) -> FoundRoom | str | None:
    """Let the player choose among the rooms on the network; None where they choose none."""
    while True:
        say("Looking for rooms ...")
        rooms = look_for_rooms(network, LOOK_FOR)
        if rooms.trouble:
            say(rooms.trouble)
        for number, row in enumerate(rooms.found, 1):
            say(f"{number} {row_line(row)}")
        if not rooms.found:
            say("No room is found. The host opens one with: unokart host")
        say("You can: the number of a room, its address, Enter to look again, quit")
        line = lines.next()
        if line is None or line.strip().casefold() in ("quit", "q", "exit"):
            return None
        wanted = line.strip()
        if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted) <= len(rooms.found):
            return rooms.found[int(wanted) - 1]
        if wanted:
            try:
                return find_room(network, wanted)
            except BadAddress as error:
                say(error.sentence)


@contextlib.contextmanager
def hiding() -> Iterator[Callable[[bool], None]]:
    """Give a function that stops the terminal from showing what is typed; in the end it shows it again."""
    if not (sys.stdin and sys.stdin.isatty()):
        yield lambda on: None
        return
    fileno = sys.stdin.fileno()
    before = termios.tcgetattr(fileno)

    def hide(on: bool) -> None:
        now = termios.tcgetattr(fileno)
        now[3] = now[3] & ~termios.ECHO if on else now[3] | termios.ECHO
        termios.tcsetattr(fileno, termios.TCSADRAIN, now)
        if not on:
            sys.stdout.write("\n")  # the one that was typed has not been shown
            sys.stdout.flush()

    try:
        yield hide
    finally:
        with contextlib.suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(fileno, termios.TCSADRAIN, before)
