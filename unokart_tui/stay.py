"""A stay in a room: what a player knows of the room around the table.

No screen in here, and no clock but the one it is given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.phases import TABLE
from net.found import People as Nearby
from net.hosted import HostEnded, HostState, HostUpdate, InviteAnswered
from net.updates import (
    Chat,
    Clock,
    Closed,
    Connected,
    Notice,
    Offer,
    Person,
    Reconnecting,
    RoomChanged,
    RoomState,
    Spectator,
    Update,
)
from unokart_tui import room_words
from unokart_tui.coming_back import Guest
from unokart_tui.host_words import host_news
from unokart_tui.log import Log
from unokart_tui.names import name_in
from unokart_tui.turn_timer import LAST_SECONDS


@dataclass
class Stay:
    """One player's stay in one room. `take` folds in what the network tells, and writes the news into `log`."""

    clock: Callable[[], float] = time.monotonic
    log: Log = field(default_factory=Log)
    room: RoomState | None = None
    lost: str | None = None
    """Why there is no connection at the moment, in a sentence."""
    milliseconds: int | None = None
    """The round trip to the host; None where it is not known, as for one by ssh, whose game runs beside the host."""
    host: HostState | None = None
    """How the room stands to the world, where it is hosted here."""
    nearby: Nearby | None = None
    """Who could be invited."""
    invited: dict[str, str] = field(default_factory=dict)
    """What has become of the latest invitation of each person, by name."""
    muted: set[int] = field(default_factory=set)
    """The numbers of the people who are not listened to."""
    closed: Closed | None = None
    guest: Guest | None = None
    """Where the player is here by ssh."""
    _asked: int = TABLE
    _due: float | None = None

    # What comes in

    def take(self, update: Update | HostUpdate | Nearby) -> None:
        """Fold an update in. What happens at the table is not told here: `unokart_tui.table.Table` does."""
        match update:
            case RoomChanged():
                self._room_is(update.room)
            case Chat():
                self._hear(update)
            case Clock():
                left = update.milliseconds
                self._asked = update.seat
                self._due = None if left is None else self.clock() + left / 1000
            case Notice():
                self.log.add(update.sentence, "loud")
            case Offer():
                self.log.add(update.sentence, "loud")
            case Reconnecting():
                if update.sentence != self.lost:
                    self.log.add(update.sentence, "loud")
                self.lost, self._due = update.sentence, None
            case Connected():
                if self.lost is not None:
                    self.log.add("The connection is back", "loud")
                self.lost, self.milliseconds = None, update.milliseconds if self.guest is None else None
            case Closed():
                self.closed = update
            case HostState() | InviteAnswered() | HostEnded():
                self._host_is(update)
            case Nearby():
                self.nearby = update
            case _:
                pass  # of the table, or of a door that is behind us

    def _room_is(self, room: RoomState) -> None:
        before, self.room = self.room, room
        if before is None:
            return
        for line in room_words.changes(before, room):
            self.log.add(line)

    def _hear(self, chat: Chat) -> None:
        if chat.who not in self.muted:
            self.log.say(chat.name, chat.text)

    def _host_is(self, update: HostUpdate) -> None:
        match update:
            case HostState():
                if self.host is not None:
                    for line in host_news(self.host, update):
                        self.log.add(line)
                self.host = update
            case InviteAnswered():
                self.invited[update.name] = update.sentence
                self.log.add(update.sentence, "loud")
            case HostEnded():
                pass  # `Closed` has told the player

    # What holds

    @property
    def mine(self) -> bool:
        """Whether the player may do what is the host's alone."""
        return self.room is not None and room_words.hosts(self.room)

    @property
    def watching(self) -> bool:
        """Whether the player has no seat."""
        return self.room is not None and self.room.seat == TABLE

    @property
    def waits(self) -> bool:
        """Whether the player watches and takes the next seat that is free."""
        return self.room is not None and any(one.waits for one in self.room.spectators if one.who == self.room.who)

    @property
    def unsaved(self) -> str | None:
        """Why nothing can be saved at the moment, in a sentence, where that is for the player to decide upon."""
        return self.host.unsaved if self.host is not None and self.host.saving else None

    @property
    def paused_by(self) -> str | None:
        """Who has paused the game."""
        return self.room.paused_by if self.room is not None else None

    @property
    def others(self) -> list[Person | Spectator]:
        """The other people in the room, those at the table first; bots are no people."""
        if self.room is None:
            return []
        return [one for one in room_words.everyone(self.room) if one.who not in (0, self.room.who)]

    @property
    def not_ready(self) -> list[str]:
        """Who of those at the table is awaited before things go on."""
        return [person.name for person in self._seated() if person.here and not person.ready]

    @property
    def ready(self) -> bool:
        """Whether the player has said that things may go on."""
        return any(person.ready for person in self._seated() if self.room and person.who == self.room.who)

    def _seated(self) -> Iterator[Person]:
        """All who sit at the table, without bots."""
        return (person for person in (self.room.people if self.room else ()) if person.who)

    # The turn timer

    @property
    def seconds_left(self) -> int | None:
        """How long the answer that is awaited may still take, in whole seconds; None as long as that is plenty."""
        if self._due is None or self._asked == TABLE:
            return None
        left = self._due - self.clock()
        return max(0, int(left + 0.999)) if left <= LAST_SECONDS else None

    @property
    def next_second(self) -> float | None:
        """In how many seconds `seconds_left` will be another; None where it stays as it is."""
        if self._due is None or self._asked == TABLE:
            return None
        left = self._due - self.clock()
        if left > LAST_SECONDS:
            return left - LAST_SECONDS
        return left % 1 or 1.0 if left > 0 else None

    @property
    def hurried(self) -> bool:
        """Whether the player is the one who has not much time left to answer."""
        return self.seconds_left is not None and self.room is not None and self._asked == self.room.seat

    @property
    def hurry(self) -> str | None:
        """Say who has how long to answer, once that is not much."""
        left = self.seconds_left
        if left is None or self.room is None:
            return None
        if self._asked == self.room.seat:
            return f"{left} s left"
        return f"{name_in(self.room.people, self._asked)} has {left} s"

    # Whom to listen to

    def mute(self, who: int) -> bool:
        """Listen to a person no longer, or again; return whether they are muted now."""
        self.muted ^= {who}
        return who in self.muted
