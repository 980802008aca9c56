"""Whether what a host says can be true of any table, so that whatever comes after may rely on it.

A host is another machine, and may be no program of ours. Codecs see to types, `net.tidy` to texts; this sees to
numbers, seats and cards, and to what has to fit together. (The bounds of the rules are in their type.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import CARDS_OF, DECK
from engine.events import (
    BoxOpened,
    Challenged,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    Played,
    Reversed,
    RoundEnded,
    Shuffled,
    StartTurned,
)
from engine.phases import TABLE, Phase
from engine.rules import MAX_PLAYERS, MIN_PLAYERS
from engine.views import View
from net.messages import (
    PROTOCOLS,
    TOKEN_BYTES,
    Done,
    Happened,
    HostMessage,
    OpenRecord,
    Refusal,
    RoomNow,
    Said,
    Seated,
    State,
    Ticking,
    Welcome,
)
from net.updates import RoomState
from net.wishes import MAX_TURN_SECONDS

EVENTS_AT_MOST: Final = 200
"""Events in which one action may result; the longest that a table of ten makes is well under half of it."""
SPECTATORS_AT_MOST: Final = 1000
ROUNDS_AT_MOST: Final = 100_000
"""A match goes to no more points than that, and hardly a round brings none."""
RECORD_CHARACTERS: Final = 700_000
_POINTS: Final = 10**9
_NUMBER: Final = 2**53
_OVER: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)
_TABLES: Final = (Phase.NEW, *_OVER)
"""The phases in which no seat is asked."""


def sound(message: HostMessage) -> bool:
    """Return whether a message can be one of an honest host, as far as it alone can tell."""
    match message:
        case Welcome():
            numbers = PROTOCOLS[0] <= message.protocol <= PROTOCOLS[1] and _counts(message.last_id)
            return numbers and _token(message.token) and sound_room(message.room)
        case RoomNow():
            return sound_room(message.room)
        case Seated():
            return _seat(message.seat, MAX_PLAYERS) and _token(message.token) and _counts(message.last_id)
        case State():
            return _counts(message.v) and sound_view(message.view)
        case Happened():
            return _counts(message.v) and len(message.events) <= EVENTS_AT_MOST
        case Done() | Refusal():
            return _counts(message.id, message.v)
        case Said():
            return _counts(message.who)
        case Ticking():
            longest = MAX_TURN_SECONDS * 1000
            return _seat(message.seat, MAX_PLAYERS) and 0 <= (message.milliseconds or 0) <= longest
        case OpenRecord():
            return len(message.text) <= RECORD_CHARACTERS
    return True


def sound_room(room: RoomState) -> bool:
    """Return whether a room can be as it is described."""
    seats = [person.seat for person in room.people]
    numbers = [person.who for person in room.people if person.who] + [one.who for one in room.spectators]
    return (
        0 < room.seats <= MAX_PLAYERS
        and len(room.spectators) <= SPECTATORS_AT_MOST
        and 0 <= room.turn_seconds <= MAX_TURN_SECONDS
        and _seat(room.seat, room.seats)
        and all(TABLE < seat < room.seats for seat in seats)
        and seats == sorted(set(seats))
        and _counts(room.who, room.host, *numbers)
        and len(numbers) == len(set(numbers))
    )


def sound_events(events: Sequence[Event], players: int) -> bool:
    """Return whether each of some events can happen to so many players; what they lead to is another question."""
    return all(_event(event, players) for event in events)


def _event(event: Event, players: int) -> bool:
    for field in ("seat", "target", "against", "by", "dealer", "winner"):
        if not _seat(getattr(event, field, TABLE), players):
            return False
    match event:
        case DealerDrew():
            seats = all(TABLE < seat < players for seat in event.seats)
            return seats and len(event.seats) == len(event.cards) and _cards(event.cards)
        case Shuffled():
            return 0 <= event.count <= len(DECK) and not event.cards
        case Dealt():
            return _counts(event.round) and len(event.hands) == players and all(map(_cards, event.hands))
        case Played():
            return event.seat != TABLE and event.card in CARDS_OF
        case StartTurned():
            return event.card in CARDS_OF
        case BoxOpened():
            return event.card is None or event.card in CARDS_OF
        case Drew():
            counted = 0 <= event.count <= len(DECK) and len(event.cards) in (0, event.count)
            return event.seat != TABLE and counted and _cards(event.cards)
        case Challenged():
            return _cards(event.hand)
        case Reversed():
            return event.direction in (1, -1)
        case RoundEnded():
            return _result(event.winner, event.points, event.hands, players)
    return True


def sound_view(view: View) -> bool:
    """Return whether a table can look like this."""
    players = view.players
    return (
        MIN_PLAYERS <= players <= MAX_PLAYERS
        and len(view.uno) == len(view.scores) == players
        and all(_seat(seat, players) for seat in (view.seat, view.owed, view.turn, view.dealer))
        and view.direction in (1, -1)
        and 0 <= view.round <= ROUNDS_AT_MOST
        and all(0 <= points <= _POINTS for points in view.scores)
        and _piles(view)
        and _hand(view)
        and _question(view)
        and _past(view)
    )


def _piles(view: View) -> bool:
    piles = (*view.counts, view.draw_count, view.discard_count)
    cards = view.top is None or view.top in CARDS_OF
    return min(piles) >= 0 and sum(piles) <= len(DECK) and cards


def _hand(view: View) -> bool:
    held = len(view.hand) == (0 if view.seat == TABLE else view.counts[view.seat])
    return held and _cards(view.hand) and (view.drawn is None or view.drawn in view.hand)


def _question(view: View) -> bool:
    """Whether somebody is asked where somebody has to be, and what they are asked about is there."""
    if (view.owed == TABLE) != (view.phase in _TABLES):
        return False
    if view.phase in _TABLES:
        return view.phase is Phase.NEW or view.result is not None
    if view.phase is Phase.DRAWN and view.owed == view.seat and view.drawn is None:
        return False
    return view.round > 0 and view.turn != TABLE and view.top is not None


def _past(view: View) -> bool:
    if len(view.history) > ROUNDS_AT_MOST or not all(_won(each.winner, each.points, view) for each in view.history):
        return False
    result = view.result
    return result is None or _result(result.winner, result.points, result.hands, view.players)


def _won(winner: int, points: int, view: View) -> bool:
    return TABLE < winner < view.players and 0 <= points <= _POINTS


def _result(winner: int, points: int, hands: Sequence[Sequence[str]], players: int) -> bool:
    hands_shown = len(hands) == players and all(map(_cards, hands)) and sum(map(len, hands)) <= len(DECK)
    return TABLE < winner < players and 0 <= points <= _POINTS and hands_shown


def _cards(cards: Sequence[str]) -> bool:
    return len(cards) <= len(DECK) and all(card in CARDS_OF for card in cards)


def _seat(seat: int, places: int) -> bool:
    return TABLE <= seat < places


def _counts(*numbers: int) -> bool:
    return all(0 <= number < _NUMBER for number in numbers)


def _token(token: bytes | None) -> bool:
    return token is None or len(token) == TOKEN_BYTES
