"""What is done for someone who does not answer in time: the same for everybody, and known beforehand."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.actions import Accept, Action, Draw, Keep, Name, Play, Target
from engine.cards import COLORS, Color, color_of
from engine.legal import legal_in
from engine.phases import Phase
from engine.views import View

_QUIET: Final = (Draw, Keep, Accept)


def default_action(view: View) -> Action:
    """Return what the seat of a view, which is asked, does by default.

    Draw, or play the first card that fits where nothing can be drawn; keep what was drawn; accept; name the color
    most held; let the Green Shell hit the opponent with the most cards.
    """
    match view.phase:
        case Phase.OPENING_COLOR | Phase.ITEM_COLOR:
            return Name(view.seat, most_held(view))
        case Phase.ITEM_TARGET:
            others = [seat for seat in range(view.players) if seat != view.seat]
            return Target(view.seat, max(others, key=lambda seat: (view.counts[seat], -seat)))
    options = legal_in(view)
    for action in options:
        if isinstance(action, _QUIET):
            return action
    color = most_held(view)
    plays = [action for action in options if isinstance(action, Play) and action.color in (None, color)]
    return plays[0]


def most_held(view: View) -> Color:
    """Return the color that most cards of the hand have; of several the first in the order of the colors."""
    held = Counter(color_of(card) for card in view.hand)
    return max(COLORS, key=lambda color: held[color])


def default_in_words(action: Action) -> str:
    """Say what is done by default, as in "Ann took too long: …"; it names no card."""
    match action:
        case Draw():
            return "a card is drawn and kept"
        case Keep():
            return "the drawn card is kept"
        case Accept():
            return "there is no challenge"
        case Name():
            return "the color most held is named"
        case Target():
            return "whoever holds the most cards is hit"
    return "the first card that fits is played"
