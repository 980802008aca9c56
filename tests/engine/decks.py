"""Decks stacked by hand: who is to deal, what everyone is dealt, which start card is turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.actions import DEAL
from engine.cards import CODE
from engine.events import Event
from engine.match import Match
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles

_LOW = ("R0", "Y0", "G0", "B0", "R1", "R1", "Y1", "Y1", "G1", "G1")


def draw_for(dealer: int, players: int) -> list[str]:
    """Return the cards that make a seat the first dealer, in seat order (rule 2.1)."""
    return ["R9" if seat == dealer else _LOW[seat] for seat in range(players)]


def dealing(hands: Sequence[str], dealer: int, *then: str) -> list[str]:
    """Return the deck, from its top, that deals these hands, one card at a time, and goes on with `then` (rule 2.2)."""
    players = len(hands)
    rows = [hands[(dealer + 1 + place) % players].split() for place in range(players)]
    return [*(card for cards in zip(*rows, strict=True) for card in cards), *then]


def any_hands(players: int, size: int, *kept_back: str) -> list[str]:
    """Return hands made of the first cards of the deck, save those that a test needs elsewhere."""
    rest = list(CODE)
    for code in kept_back:
        rest.remove(code)
    return [" ".join(rest[seat * size : (seat + 1) * size]) for seat in range(players)]


def first_round(
    players: int,
    start: str,
    *,
    dealer: int = 0,
    hands: Sequence[str] = (),
    then: Sequence[str] = (),
    more: Iterable[Sequence[str]] = (),
    rules: Rules | None = None,
) -> tuple[Match, list[Event]]:
    """Deal the first round of a match with this dealer and start card, and with these hands if they are given.

    `then` are the next cards to draw; `more` are the orders of any further shuffles.
    """
    size = (rules or Rules()).hand_size
    dealt = hands or any_hands(players, size, start, *then)
    orders = [draw_for(dealer, players), dealing(dealt, dealer, start, *then), *more]
    match = Match(players, ScriptedShuffles(orders), rules)
    return match, list(match.apply(DEAL))
