"""A room at which a test can speak for every connection, in time that only the test lets pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any, TypeVar

from engine.actions import Action
from engine.bots import make
from engine.match import Match
from engine.rules import Rules
from net.bots import Player
from net.messages import PROTOCOLS, Act, ClientMessage, Done, Hello, HostMessage, Refusal
from net.room import Room
from net.saved import SavedRoom
from net.setup import Outcome, Setup
from net.ssh.vouch import Vouch
from net.table import Change
from net.updates import BotLevel
from tests.net.shelf import Shelf

T = TypeVar("T")


def hello(
    name: str = "Ann", token: bytes | None = None, protocol: tuple[int, int] = PROTOCOLS, *, watch: bool = False
) -> Hello:
    """Return the first message of a client."""
    return Hello(protocol, "test 1", name, token, watch)


def numbered_tokens() -> Callable[[], bytes]:
    """Return a source of tokens that are all different, and the same each time."""
    numbers = count(1)
    return lambda: next(numbers).to_bytes(16, "big")


class Desk:
    """A room, and what it has sent to each connection so far."""

    def __init__(
        self,
        persons: int = 2,
        bots: Sequence[BotLevel] = (),
        *,
        seed: int = 1,
        pace: float = 1.0,
        grace: bool = True,
        rules: Rules | None = None,
        make_bot: Callable[[BotLevel, Random], Player] = make,
        shelf: Shelf | None = None,
        saved: SavedRoom | None = None,
        **given: Any,
    ) -> None:
        """Put up a room, kept in `shelf`; again if it was `saved`. `given` goes to its `Setup`."""
        named = tuple((f"Bot {number}", level) for number, level in enumerate(bots))
        setup = Setup("A room", persons, named, rules or Rules(), seed, pace, grace, **given)
        self.room = Room(setup, make_bot, numbered_tokens(), saved)
        if shelf is not None:
            self.room.keeper.commit = shelf.commit
        self.now = 100.0
        self.sent: dict[int, list[HostMessage]] = defaultdict(list)
        self.changes: list[Change] = []
        self._ids = count(1)
        self._take(self.room.open(self.now))

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.room.table.version

    @property
    def match(self) -> Match:
        """The match at the table."""
        return self.room.table.match

    def seat_all(self) -> None:
        """Let persons take all seats: connection 0 seat 0, and so on."""
        for seat in [seat for seat in self.room.seats if seat.bot is None]:
            self.say(seat.index, hello(f"Person {seat.index}"))

    def put(self, match: Match) -> None:
        """Put a position on the table, and let the bots see it."""
        self.room.table.match = match
        time = self.room.clock.time(self.now)
        self.room.play.look(time)
        self.room.play.plan(time)

    def say(
        self, connection: int, message: ClientMessage, origin: str = "", vouch: Vouch | None = None
    ) -> list[HostMessage]:
        """Let a connection say something; return what it is sent at once."""
        return self._take(self.room.handle(connection, message, self.now, origin, vouch))[connection]

    def act(self, seat: int, action: Action, version: int | None = None, action_id: int | None = None) -> Any:
        """Let a seat ask for an action in the present version; return the answer."""
        number = next(self._ids) if action_id is None else action_id
        asked = Act(number, self.version if version is None else version, action)  # type: ignore[arg-type] # a Deal too
        return [message for message in self.say(seat, asked) if isinstance(message, Done | Refusal)][-1]

    def gone(self, connection: int, token_arrived: bool = True) -> None:
        """Let a connection end."""
        self._take(self.room.gone(connection, self.now, token_arrived))

    def tick(self) -> None:
        """Wake the room."""
        self._take(self.room.tick(self.now))

    def run(self, seconds: float) -> None:
        """Let time pass, waking the room when it asks for it."""
        end = self.now + seconds
        while (wake := self.room.wake) is not None and wake <= end:
            self.now = max(self.now, wake)
            self._take(self.room.tick(self.now))
        self.now = end

    def last(self, connection: int, kind: type[T]) -> T:
        """Return the last message of a kind that a connection was sent."""
        return [message for message in self.sent[connection] if isinstance(message, kind)][-1]

    def _take(self, outcome: Outcome) -> dict[int, list[HostMessage]]:
        self.changes += outcome.changes
        fresh: dict[int, list[HostMessage]] = defaultdict(list)
        for send in outcome.sends:
            fresh[send.connection].append(send.message)
            self.sent[send.connection].append(send.message)
        return fresh
