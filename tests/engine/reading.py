"""Short ways to seat a table and to read what happened there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import pytest

from engine.actions import Action
from engine.cards import CODE
from engine.errors import IllegalAction
from engine.events import Asked, Drew, Event
from engine.match import Match
from engine.phases import TABLE, Phase
from tests.engine.states import snapshot

SIZES: Final = (2, 3, 10)
"""The numbers of players that every rule is tried with."""

DIRECTIONS: Final = (1, -1)

_OTHERS: Final = tuple(f"Y{number} B{number}" for number in range(10))


def seated(players: int, *hands: str) -> list[str]:
    """Return the hands of a table: those given, in seat order, and two low cards for everyone else."""
    return [*hands, *_OTHERS[len(hands) : players]]


def all_held(first: str, top: str, players: int = 3, *, but: str = "") -> list[str]:
    """Return hands that hold every card but the top card and those of `but`: seat 0 the `first`, others the rest."""
    rest = list(CODE)
    for code in (*first.split(), top, *but.split()):
        rest.remove(code)
    others = players - 1
    return [first, *(" ".join(rest[at::others]) for at in range(others))]


def codes(cards: Iterable[int]) -> str:
    """Write card ids as face codes, lowest first."""
    return " ".join(CODE[card] for card in sorted(cards))


def hand(match: Match, seat: int) -> str:
    """Write a hand as face codes."""
    return codes(match.hands[seat])


def top(match: Match) -> str:
    """Return the face of the top card."""
    return CODE[match.discard_pile[-1]]


def asked(match: Match) -> tuple[Phase, int]:
    """Return what is owed, and by whom."""
    return match.phase, match.owed


def draws(events: Iterable[Event]) -> list[tuple[int, int, str]]:
    """List who drew how many cards, and why."""
    return [(event.seat, event.count, event.reason) for event in events if isinstance(event, Drew)]


def only(events: Iterable[Event], *left_out: type[Event]) -> list[Event]:
    """List the events but for the questions at their end, and those of the kinds given."""
    return [event for event in events if not isinstance(event, (Asked, *left_out))]


def refused(match: Match, action: Action) -> str:
    """Return the code with which an action is refused, having seen that it is not offered and changed nothing."""
    for seat in range(TABLE, match.players):
        assert action not in match.legal_actions(seat)
    before = snapshot(match)
    with pytest.raises(IllegalAction) as refusal:
        match.apply(action)
    assert snapshot(match) == before
    return refusal.value.code


def after(players: int, direction: int, seat: int = 0, steps: int = 1) -> int:
    """Return the seat so many places on."""
    return (seat + direction * steps) % players


def play_out(match: Match, actions: Sequence[Action]) -> list[Event]:
    """Apply actions one after the other and return all events."""
    return [event for action in actions for event in match.apply(action)]
