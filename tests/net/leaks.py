"""An oracle for leaks: reads the bytes sent to a seat with a codec that is none of ours, and knows what it may see.

What a seat may be told is worked out from what truly happened, by the rules; not with the code that is tested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgpack
from msgspec import Struct

from engine.cards import CODE, FACES, name_of
from engine.events import BoxOpened, Challenged, DealerDrew, Dealt, Drew, Event, Played, RoundEnded, StartTurned
from engine.match import Match
from engine.phases import TABLE

CODES = frozenset(FACES)
_NAMES = {name_of(code): code for code in FACES}
_NAMED = re.compile("|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)))


def may_see(event: Event, seat: int) -> Counter[str]:
    """Return the cards that an event shows to a seat."""
    match event:
        case Played() | StartTurned():
            return Counter([event.card])
        case BoxOpened():
            return Counter([event.card] if event.card else [])
        case DealerDrew():
            return Counter(event.cards)
        case Dealt():
            return Counter(event.hands[seat] if seat != TABLE else ())
        case RoundEnded():
            return Counter(card for hand in event.hands for card in hand)
        case Drew():
            return Counter(event.cards if event.seat == seat else ())
        case Challenged():
            return Counter(event.hand if event.seat == seat else ())
    return Counter()


def cards_in(value: object) -> Iterator[str]:
    """Find every card anywhere in a decoded message, as a code or by name."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from cards_in(key)
            yield from cards_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, str):
        if value in CODES:
            yield value
        for named in _NAMED.findall(value):
            yield _NAMES[named]


class Leak(AssertionError):
    """A seat was sent a card that it may not see."""


class Truth(Struct, frozen=True):
    """What the table is like in one version, and the events that led there."""

    events: tuple[Event, ...]
    hands: tuple[tuple[str, ...], ...]
    top: str | None
    owed: int
    drawn: str | None
    shown: tuple[tuple[str, ...], ...]
    """The hands left when the round ended, for all to see; empty while it is played."""


def truth_of(match: Match, events: Sequence[Event]) -> Truth:
    """Look at the table with all cards face up."""
    return Truth(
        events=tuple(events),
        hands=tuple(tuple(CODE[card] for card in hand) for hand in match.hands),
        top=CODE[match.discard_pile[-1]] if match.discard_pile else None,
        owed=match.owed,
        drawn=CODE[match.drawn] if match.drawn >= 0 else None,
        shown=match.result.hands if match.result else (),
    )


class Oracle:
    """Checks all that is sent to one player, or spectator.

    `seat` is theirs to begin with, and follows what they are told. `asked` holds the cards that they have asked to
    play, `records` those of matches that are over, which anyone may have.
    """

    def __init__(self, seat: int, truths: Mapping[int, Truth], records: Collection[str] = ()) -> None:
        self.seat = seat
        self.asked: set[str] = set()
        self._records = records
        self.messages = 0
        self._truths = truths
        self._held = b""

    def read(self, data: bytes) -> None:
        """Check bytes as they are sent; raise `Leak`. A version of which nothing is known has no cards yet."""
        self._held += data
        while len(self._held) >= 4 and len(self._held) >= 4 + (size := int.from_bytes(self._held[:4], "big")):
            self.check(msgpack.unpackb(self._held[4 : 4 + size]))
            self._held = self._held[4 + size :]

    def check(self, message: dict[str, Any]) -> None:
        """Check one message."""
        self.messages += 1
        if message["type"] == "record":
            if message["text"] not in self._records:
                raise Leak("A record was sent before its match was over.")
            return
        if message["type"] in ("welcome", "room"):
            self.seat = message["room"]["seat"]
        elif message["type"] == "seated":
            self.seat = message["seat"]
        seen = Counter(cards_in(message))
        truth = self._truths.get(message.get("v", -1))
        allowed: Counter[str] = Counter()
        if truth is not None and message["type"] == "happened":
            for event in truth.events:
                allowed += may_see(event, self.seat)
        elif truth is not None and message["type"] in ("state", "refused"):
            own = [truth.drawn] if truth.owed == self.seat != TABLE else []
            allowed = Counter(filter(None, [truth.top, *own]))
            if message["type"] == "state":
                own_hand = truth.hands[self.seat] if 0 <= self.seat < len(truth.hands) else ()
                allowed += Counter([*own_hand, *(card for hand in truth.shown for card in hand)])
            else:
                seen = Counter(set(seen) - self.asked)
        if leaked := seen - allowed:
            raise Leak(f"Seat {self.seat} was sent {dict(leaked)} in {message}")
