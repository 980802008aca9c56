"""Two matches that a seat must not be able to tell apart, and what it is shown of each.

A disguise is a permutation of the 112 cards that leaves the face of each card which the seat may know: its own hand,
the top card, and what the action about to be taken lets it know by the rules. All other cards, in other hands, in the
draw pile and buried in the discard pile, trade places at random; alike cards trade places everywhere. Whatever a seat
is shown must be the same, byte for byte, in a match and in its disguise, before the action and after it.

One action from any state is enough: the state after it and its disguise are again disguises of each other, so by
induction a whole match never tells more than the rules let it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from msgspec import msgpack

from engine.actions import Action, Challenge, Deal, Draw, Play
from engine.cards import CARDS_OF, CODE, COLOR, DECK, NO_CARD
from engine.errors import IllegalAction
from engine.events import DealerDrew, Event, redact
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.shuffles import ScriptedShuffles, SeededShuffles
from engine.views import View

_BETWEEN = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class Sight(NamedTuple):
    """The ways in which a seat is shown anything; the tests swap in leaky ones to see that they are noticed."""

    redact: Callable[[Event, int], Event]
    view: Callable[[Match, int], View]


HONEST = Sight(redact, Match.view)


class RecordedShuffles:
    """Shuffles that keep the orders they made, next card last."""

    def __init__(self, seed: int) -> None:
        self._inner = SeededShuffles(seed)
        self.orders: list[list[int]] = []

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle, and keep the result."""
        self._inner.shuffle(cards)
        self.orders.append(cards[:])


class Trial(NamedTuple):
    """An action at a match, taken once with known shuffles, to compare its disguises with."""

    before: Match
    action: Action
    after: Match
    events: Sequence[Event]
    orders: list[list[int]]


def try_out(match: Match, action: Action, seed: int) -> Trial:
    """Take an action on a copy of a match."""
    shuffles = RecordedShuffles(seed)
    after = match.copy(shuffles)
    events = after.apply(action)
    return Trial(match, action, after, events, shuffles.orders)


def known(trial: Trial, seat: int) -> set[int]:
    """Return the cards that a seat may know before an action or by it, as the rules say and not as the engine does."""
    before, action, after = trial.before, trial.action, trial.after
    cards = _in_sight(before, seat) | _in_sight(after, seat)
    match action:
        case Play():
            cards.add(_played(before, action))
            if before.phase is Phase.DRAWN:
                cards.add(before.drawn)  # it is the card just drawn, or one alike
        case Challenge() if action.seat == seat:
            cards |= set(before.bluff_hand)  # 5.2
        case Deal():
            cards |= _shown_by_deal(trial)
    return cards


def _in_sight(match: Match, seat: int) -> set[int]:
    """Its own hand, the top card; at the end of a round all hands (9.4)."""
    cards = set(match.discard_pile[-1:])
    if seat != TABLE:
        cards |= set(match.hands[seat])
    if match.phase in _BETWEEN:
        cards |= {card for hand in match.hands for card in hand}
    return cards


def _played(match: Match, action: Play) -> int:
    return next(card for card in CARDS_OF[action.card] if card in match.hands[action.seat])


def _shown_by_deal(trial: Trial) -> set[int]:
    """The cards drawn for the deal (2.1), and each start card turned (2.3)."""
    match = trial.after
    dealt = match.rules.hand_size * match.players
    draws = [event for event in trial.events if isinstance(event, DealerDrew)]
    shown = {card for drew, order in zip(draws, trial.orders, strict=False) for card in order[-len(drew.cards) :]}
    deck, *piles = trial.orders[len(draws) :]
    return shown | {deck[-dealt - 1]} | {pile[-1] for pile in piles}


def disguise(fixed: set[int], chance: Random) -> list[int]:
    """Return, by card id, another that takes its place: one of the same face for the fixed ones."""
    free = [card for card in DECK if card not in fixed]
    places = chance.sample(free, len(free))
    other = list(DECK)
    for card, place in zip(free, places, strict=True):
        other[card] = place
    swapped = [place for alike in CARDS_OF.values() for place in chance.sample(alike, len(alike))]
    return [swapped[card] for card in other]


def disguised(trial: Trial, other: Sequence[int]) -> Match:
    """Return the match before an action with its cards exchanged, and with them those of the shuffles to come."""
    orders = [[CODE[other[card]] for card in reversed(order)] for order in trial.orders]
    match = trial.before.copy(ScriptedShuffles(orders))
    match.hands = [tuple(other[card] for card in hand) for hand in match.hands]
    match.draw_pile = [other[card] for card in match.draw_pile]
    match.discard_pile = [other[card] for card in match.discard_pile]
    match.bluff_hand = tuple(other[card] for card in match.bluff_hand)
    if match.drawn != NO_CARD:
        match.drawn = other[match.drawn]
    return match


def shown(match: Match, seat: int, sight: Sight, asked_for: Sequence[Action]) -> list[bytes]:
    """Return all that a seat is shown while it waits: its view, what it may do, and the answers to what it may not."""
    legal = match.legal_actions(seat)
    seen = [msgpack.encode(sight.view(match, seat)), msgpack.encode(legal)]
    for action in asked_for:
        if action not in legal:
            seen.append(_answer(match, action))
    return seen


def _answer(match: Match, action: Action) -> bytes:
    """Return why an action is refused; another test sees that asking changes nothing."""
    try:
        match.apply(action)
    except IllegalAction as refusal:
        return f"{refusal.code} {refusal.sentence}".encode()
    raise AssertionError(f"{action} is not listed, and was carried out")


def told(events: Sequence[Event], seat: int, sight: Sight) -> list[bytes]:
    """Return what a seat is sent of events."""
    return [msgpack.encode(sight.redact(event, seat)) for event in events]


class Unlike(Exception):
    """No disguise was found that goes on as the match does, because the rules let everyone see a difference."""


def difference(
    trial: Trial, seat: int, sight: Sight, asked_for: Sequence[Action], chance: Random
) -> tuple[list[bytes], list[bytes]] | None:
    """Compare what a seat is shown of a trial and of a disguise: None where it is the same. May raise `Unlike`."""
    twin = find_twin(trial, seat, chance)
    seen = shown(trial.before, seat, sight, asked_for)
    twin_seen = shown(twin, seat, sight, asked_for)
    if seen == twin_seen:
        seen = told(trial.events, seat, sight) + shown(trial.after, seat, sight, asked_for)
        if trial.action in twin.legal_actions(trial.action.seat):
            twin_seen = told(twin.apply(trial.action), seat, sight) + shown(twin, seat, sight, asked_for)
        else:
            twin_seen = [_answer(twin, trial.action)]
    return None if seen == twin_seen else (seen, twin_seen)


def find_twin(trial: Trial, seat: int, chance: Random) -> Match:
    """Return a disguise that agrees with the match in what the action makes public to everyone: whether a challenged
    player was guilty, and that a player who passes has nothing to play.
    """
    fixed = known(trial, seat)
    for _ in range(20):
        twin = disguised(trial, disguise(fixed, chance))
        if _public(twin, trial.action) == _public(trial.before, trial.action):
            return twin
    raise Unlike


def _public(match: Match, action: Action) -> bool | None:
    if isinstance(action, Challenge):
        return any(COLOR[card] == match.bluff_color for card in match.bluff_hand)
    if isinstance(action, Draw) and not match.can_draw:
        return any(match.fits[card] for card in match.hands[action.seat])
    return None
