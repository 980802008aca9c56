"""Going out in one run: between two, cards that take the other's turn follow each other (rules 4.1-4.3)."""

from __future__ import annotations

from engine.cards import DRAW_TWO, FACES, REVERSE, SKIP, fits, kind_of
from engine.views import View

_LONGEST = 6
"""Cards of the longest run looked for; the number of orders to try grows fast."""

_TAKES_TURN = {code: kind_of(code) in (SKIP, DRAW_TWO) for code in FACES}
_TAKES_TURN_OR_REVERSES = {code: kind_of(code) in (SKIP, DRAW_TWO, REVERSE) for code in FACES}


def first_of_winning_run(view: View) -> str | None:
    """Return the card to begin with where the whole hand can be played before the other player's next turn."""
    hand = view.hand
    if view.players != 2 or len(hand) > _LONGEST or view.top is None:
        return None
    takes_turn = _TAKES_TURN_OR_REVERSES if view.rules.reverse_skips_when_two else _TAKES_TURN
    # All but the last card have to take a turn, so at most one other fits into a run.
    if sum([not takes_turn[card] for card in hand]) > 1:
        return None
    run = _run(hand, view.top, view.color or "", takes_turn)
    return run[0] if run else None


def _run(hand: tuple[str, ...], top: str, color: str, takes_turn: dict[str, bool]) -> tuple[str, ...] | None:
    """Return an order in which a hand can be played out on a top card."""
    if not hand:
        return ()
    for at, card in enumerate(hand):
        if not fits(card, top, color) or not (takes_turn[card] or len(hand) == 1):
            continue
        rest = _run(hand[:at] + hand[at + 1 :], card, card[0], takes_turn)
        if rest is not None:
            return (card, *rest)
    return None
