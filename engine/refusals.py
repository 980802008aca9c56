"""Why an action is refused, in words a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARDS_OF, CODE, COLOR_NAMES, COLORS, WILD_4, name_of
from engine.errors import IllegalAction
from engine.phases import Phase

if TYPE_CHECKING:
    from engine.actions import Play
    from engine.match import Match

_OWED_BY_OTHER = {
    Phase.OPENING_COLOR: "The dealer is naming the color to start with.",
    Phase.PLAY: "It is not your turn.",
    Phase.DRAWN: "It is not your turn.",
    Phase.CHALLENGE: "A Wild Draw Four waits for an answer, and not for yours.",
    Phase.ITEM_COLOR: "The color is being named.",
    Phase.ITEM_TARGET: "A Green Shell is looking for its target.",
}
_NOBODY = {
    Phase.NEW: "The first round has not been dealt yet.",
    Phase.ROUND_OVER: "The round is over.",
    Phase.MATCH_OVER: "The match is over.",
}
_OWED_BY_YOU = {
    Phase.OPENING_COLOR: "First name the color to start with.",
    Phase.PLAY: "Play a card or draw one.",
    Phase.DRAWN: "First play the card you drew, or keep it.",
    Phase.CHALLENGE: "First answer the Wild Draw Four: accept it or challenge it.",
    Phase.ITEM_COLOR: "First name the color.",
    Phase.ITEM_TARGET: "First choose whom the Green Shell hits.",
}


def check_owed(match: Match, seat: int, *phases: Phase) -> None:
    """Raise unless a seat is asked for what belongs to one of these phases."""
    phase = match.phase
    if phase in _NOBODY:
        raise IllegalAction("no_round", _NOBODY[phase])
    if seat != match.owed:
        raise IllegalAction("not_your_turn", _OWED_BY_OTHER[phase])
    if phase not in phases:
        raise IllegalAction("wrong_phase", _OWED_BY_YOU[phase])


def not_held(code: str) -> IllegalAction:
    """A card that is not in the hand."""
    if code not in CARDS_OF:
        return IllegalAction("unknown_card", "There is no such card.")
    return IllegalAction("not_held", f"You hold no {name_of(code)}.")


def not_playable(match: Match, card: int) -> IllegalAction:
    """A card that does not fit, or is not the one just drawn."""
    if match.fits[card]:
        return IllegalAction("not_drawn_card", f"After drawing only the {name_of(CODE[match.drawn])} may be played.")
    top = CODE[match.discard_pile[-1]]
    wanted = COLOR_NAMES[COLORS[match.color]]
    face = "" if top[0] == "W" else f" and does not match the {name_of(top)}"
    return IllegalAction("no_match", f"The {name_of(CODE[card])} is not {wanted}{face}.")


def wrong_color(action: Play, kind: int, size: int) -> None:
    """Raise where a play names a color it must not, or lacks one it must (rules 4.4, 9.2)."""
    if kind != WILD_4:
        raise IllegalAction("no_color_here", "Only a Wild Draw Four names a color when it is played.")
    if size == 1:
        if action.color is not None:
            raise IllegalAction("no_color_here", "A Wild Draw Four played as the last card names no color.")
    elif action.color not in COLORS:
        raise IllegalAction("color_missing", "Name a color with the Wild Draw Four: red, yellow, green or blue.")


def wrong_uno(size: int) -> IllegalAction:
    """A call of UNO with a play that does not leave one card (rule 8.1)."""
    left = "no card" if size == 1 else f"{size - 1} cards"
    return IllegalAction("no_uno_here", f"UNO is called with the play that leaves one card; this one leaves {left}.")
