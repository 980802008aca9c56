"""Every refusal says why, in words that a player understands."""

from __future__ import annotations

from typing import cast

import pytest

from engine.actions import DEAL, Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.cards import Color
from engine.errors import IllegalAction
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from tests.engine.reading import all_held, refused

HANDS = ["R7 G3 W4 WI", "B1 B2", "Y1"]


def new() -> Match:
    """Seat two at an empty table."""
    return Match(2, SeededShuffles(1))


def turn(**changes: Uno) -> Match:
    """Let it be seat 0's turn on a red 5."""
    calls = {2: changes["peach"]} if "peach" in changes else {}
    return set_up(HANDS, "R5", uno=calls)


def drawn() -> Match:
    """Let seat 0 have drawn its red 7."""
    return set_up(HANDS, "R5", phase=Phase.DRAWN, drawn="R7")


def answering() -> Match:
    """Let seat 1 owe an answer to seat 0's Wild Draw Four."""
    return set_up(HANDS, "W4", color="G", phase=Phase.CHALLENGE, owed=1, bluff_color="R")


def naming() -> Match:
    """Let seat 0 owe a color for a Bob-omb."""
    return set_up(HANDS, "WI", phase=Phase.ITEM_COLOR)


def opening() -> Match:
    """Let seat 0 owe the color to start with."""
    return set_up(HANDS, "WI", phase=Phase.OPENING_COLOR)


def aiming() -> Match:
    """Let seat 0 owe a target."""
    return set_up(HANDS, "G5", phase=Phase.ITEM_TARGET)


def ended(target: int = 500) -> Match:
    """Let seat 0 have won a round."""
    match = set_up(["R7", "B1 B2"], "R5", rules=Rules(target_score=target))
    match.apply(Play(0, "R7"))
    return match


NOT_YOURS = "It is not your turn."
NO_COLOR = "Only a Wild Draw Four names a color when it is played."

REFUSALS: list[tuple[Match, Action, str, str]] = [
    (new(), Draw(0), "no_round", "The first round has not been dealt yet."),
    (new(), CallUno(0), "no_round", "No round is being played."),
    (new(), Catch(0, 1), "no_round", "No round is being played."),
    (turn(), DEAL, "round_goes_on", "The round is not over yet."),
    (ended(), Draw(1), "no_round", "The round is over."),
    (ended(target=1), Draw(1), "no_round", "The match is over."),
    (ended(target=1), DEAL, "match_over", "The match is over."),
    (turn(), Play(1, "B1"), "not_your_turn", NOT_YOURS),
    (turn(), Draw(2), "not_your_turn", NOT_YOURS),
    (turn(), Play(9, "B1"), "not_your_turn", NOT_YOURS),
    (turn(), Play(-1, "B1"), "not_your_turn", NOT_YOURS),
    (drawn(), Keep(1), "not_your_turn", NOT_YOURS),
    (answering(), Accept(2), "not_your_turn", "A Wild Draw Four waits for an answer, and not for yours."),
    (naming(), Name(1, "R"), "not_your_turn", "The color is being named."),
    (opening(), Name(1, "R"), "not_your_turn", "The dealer is naming the color to start with."),
    (aiming(), Target(1, 2), "not_your_turn", "A Green Shell is looking for its target."),
    (turn(), Keep(0), "wrong_phase", "Play a card or draw one."),
    (turn(), Challenge(0), "wrong_phase", "Play a card or draw one."),
    (drawn(), Draw(0), "wrong_phase", "First play the card you drew, or keep it."),
    (answering(), Draw(1), "wrong_phase", "First answer the Wild Draw Four: accept it or challenge it."),
    (naming(), Draw(0), "wrong_phase", "First name the color."),
    (opening(), Play(0, "R7"), "wrong_phase", "First name the color to start with."),
    (aiming(), Keep(0), "wrong_phase", "First choose whom the Green Shell hits."),
    (turn(), Play(0, "B9"), "not_held", "You hold no blue 9."),
    (turn(), Play(0, "YD"), "not_held", "You hold no yellow Draw Two."),
    (turn(), Play(0, "X1"), "unknown_card", "There is no such card."),
    (turn(), Play(0, "G3"), "no_match", "The green 3 is not red and does not match the red 5."),
    (set_up(HANDS, "WI", color="B"), Play(0, "G3"), "no_match", "The green 3 is not blue."),
    (set_up(HANDS, "G3"), Play(0, "R7"), "no_match", "The red 7 is not green and does not match the green 3."),
    (drawn(), Play(0, "WI"), "not_drawn_card", "After drawing only the red 7 may be played."),
    (turn(), Play(0, "R7", "R"), "no_color_here", NO_COLOR),
    (turn(), Play(0, "WI", "R"), "no_color_here", NO_COLOR),
    (turn(), Play(0, "W4"), "color_missing", "Name a color with the Wild Draw Four: red, yellow, green or blue."),
    (
        set_up(["W4", "B1"], "R5"),
        Play(0, "W4", "R"),
        "no_color_here",
        "A Wild Draw Four played as the last card names no color.",
    ),
    (
        turn(),
        Play(0, "R7", uno=True),
        "no_uno_here",
        "UNO is called with the play that leaves one card; this one leaves 3 cards.",
    ),
    (
        set_up(["R7", "B1"], "R5"),
        Play(0, "R7", uno=True),
        "no_uno_here",
        "UNO is called with the play that leaves one card; this one leaves no card.",
    ),
    (
        set_up(all_held("R1 G1", "R5"), "R5", draw=""),
        Draw(0),
        "must_play",
        "There is no card left to draw, so you must play one.",
    ),
    (naming(), Name(0, cast(Color, "P")), "unknown_color", "Name one of the colors: red, yellow, green or blue."),
    (aiming(), Target(0, 0), "own_seat", "Choose one of the others."),
    (aiming(), Target(0, 3), "unknown_seat", "Nobody sits there."),
    (turn(), CallUno(0), "no_uno", "UNO is called with one card left; you hold 4."),
    (turn(peach=Uno.CALLED), CallUno(2), "already_called", "You have called UNO already."),
    (turn(peach=Uno.CAUGHT), CallUno(2), "already_caught", "Too late: you have been caught."),
    (turn(), CallUno(3), "unknown_seat", "Nobody sits there."),
    (turn(), Catch(3, 2), "unknown_seat", "Nobody sits there."),
    (turn(), Catch(0, 3), "unknown_seat", "Nobody sits there."),
    (turn(peach=Uno.OPEN), Catch(2, 2), "own_seat", "You can't catch yourself; call UNO instead."),
    (turn(), Catch(0, 1), "no_catch", "They do not hold exactly one card."),
    (turn(peach=Uno.CALLED), Catch(0, 2), "no_catch", "They have called UNO."),
    (turn(peach=Uno.LATE), Catch(0, 2), "no_catch", "Too late: someone has taken a turn since."),
    (turn(peach=Uno.CAUGHT), Catch(0, 2), "no_catch", "They have been caught already."),
    (turn(), cast(Action, "draw"), "unknown_action", "That is nothing one can do in this game."),
]


@pytest.mark.parametrize(
    ("match", "action", "code", "sentence"), REFUSALS, ids=[f"{row[2]}-{row[1]}" for row in REFUSALS]
)
def test_a_refusal_carries_a_code_and_a_sentence_and_changes_nothing(
    match: Match, action: Action, code: str, sentence: str
) -> None:
    assert refused(match, action) == code
    with pytest.raises(IllegalAction) as refusal:
        match.apply(action)
    assert refusal.value.sentence == str(refusal.value) == sentence


def test_a_sentence_speaks_of_one_thing_and_ends() -> None:
    for _, _, code, sentence in REFUSALS:
        assert code.isidentifier()
        assert sentence[0].isupper()
        assert sentence.endswith(".")
