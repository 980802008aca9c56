"""Rule 8.3: when the chance to catch opens and ends."""

from __future__ import annotations

import pytest

from engine.actions import CATCHES, Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.events import Caught
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from tests.engine.reading import all_held, asked, play_out, refused

DRAW = "B6 B7 B8 B9 Y6 Y7 Y8 Y9 G8 G9"


def table(first: str, *others: str, draw: str = DRAW, top: str = "R5") -> Match:
    """Seat three players, the first about to come down to one card."""
    return set_up([first, *(others or ("G5 B1 B2", "Y1 Y2 Y3"))], top, draw=draw)


def open_to(match: Match, *catchers: int) -> bool:
    """Say whether these seats, and the rules, agree that seat 0 may be caught."""
    offered = {CATCHES[seat][0] in match.legal_actions(seat) for seat in catchers}
    assert offered == {match.uno(0) is Uno.OPEN}
    return match.uno(0) is Uno.OPEN


def test_8_3_it_opens_when_the_card_lies_on_the_discard_pile() -> None:
    match = table("R7 G2")
    assert not open_to(match, 1, 2)
    assert refused(match, Catch(1, 0)) == "no_catch"
    match.apply(Play(0, "R7"))
    assert open_to(match, 1, 2)


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param(Play(1, "R1"), id="another plays"),
        pytest.param(Draw(1), id="another draws"),
    ],
)
def test_8_3_it_ends_when_another_player_takes_a_turn_action(ends: Action) -> None:
    match = table("R7 G2", "R1 B1 B2", "Y1 Y2")
    match.apply(Play(0, "R7"))
    assert open_to(match, 1, 2)
    match.apply(ends)
    assert match.uno(0) is Uno.LATE
    assert not open_to(match, 1, 2)
    assert refused(match, Catch(2, 0)) == "no_catch"


@pytest.mark.parametrize("answer", [Accept(1), Challenge(1)])
def test_8_3_an_answer_to_a_wild_draw_four_ends_it(answer: Action) -> None:
    """Innocent, or accepted: seat 0 still holds one card when seat 2 comes on turn."""
    match = table("W4 G2")
    match.apply(Play(0, "W4", "B"))
    assert open_to(match, 1, 2), "the question does not end it"
    match.apply(answer)
    assert match.uno(0) is Uno.LATE
    assert not open_to(match, 1, 2)


@pytest.mark.parametrize("catcher", [1, 2])
def test_8_3_a_catch_leaves_a_wild_draw_four_standing(catcher: int) -> None:
    match = table("W4 G2")
    match.apply(Play(0, "W4", "B"))
    match.apply(Catch(catcher, 0))
    assert asked(match) == (Phase.CHALLENGE, 1)
    match.apply(Accept(1))
    assert [len(cards) for cards in match.hands] == [3, 7, 3]
    assert asked(match) == (Phase.PLAY, 2)


def test_8_3_a_question_for_a_target_does_not_end_it_and_a_catch_leaves_it_standing() -> None:
    match = table("WI G2", draw=f"G3 {DRAW}")
    match.apply(Play(0, "WI"))
    assert asked(match) == (Phase.ITEM_TARGET, 0)
    assert open_to(match, 1, 2)
    match.apply(Catch(2, 0))
    assert asked(match) == (Phase.ITEM_TARGET, 0)
    match.apply(Target(0, 2))
    assert asked(match) == (Phase.PLAY, 1)


def test_8_3_an_answered_target_does_not_end_it() -> None:
    match = table("WI G2", draw=f"G3 {DRAW}")
    match.apply(Play(0, "WI"))
    match.apply(Target(0, 2))
    assert open_to(match, 1, 2)


def test_8_3_a_question_for_a_color_leaves_others_open_and_stands_after_a_catch() -> None:
    match = set_up(["Y1", "G1 G2 G3", "B1 B2"], "WI", phase=Phase.ITEM_COLOR, turn=1, uno={0: Uno.OPEN}, draw=DRAW)
    match.apply(Catch(2, 0))
    assert asked(match) == (Phase.ITEM_COLOR, 1)
    match.apply(Name(1, "R"))
    assert asked(match) == (Phase.PLAY, 2)


def test_8_3_a_named_color_is_no_turn_action() -> None:
    match = set_up(["Y1", "G1 G2 G3", "B1 B2"], "WI", phase=Phase.ITEM_COLOR, turn=1, uno={0: Uno.OPEN}, draw=DRAW)
    match.apply(Name(1, "R"))
    assert open_to(match, 1, 2)


@pytest.mark.parametrize(
    ("cards", "draw", "play"),
    [
        pytest.param("RS G2", "", Play(0, "RS"), id="Skip"),
        pytest.param("RR G2", "", Play(0, "RR"), id="Reverse"),
        pytest.param("RD G2", "", Play(0, "RD"), id="Draw Two"),
        pytest.param("WI G2", "R3", Play(0, "WI"), id="Mushroom"),
        pytest.param("WI G2", "B3", Play(0, "WI"), id="Lightning"),
    ],
)
def test_8_3_further_turns_of_the_same_player_do_not_end_it(cards: str, draw: str, play: Play) -> None:
    match = set_up([cards, "B1 B2"], "R5", draw=f"{draw} {DRAW}")
    match.apply(play)
    assert asked(match) == (Phase.PLAY, 0)
    assert open_to(match, 1)
    match.apply(Draw(0))
    assert not open_to(match, 1), "now the hand is no longer one card"
    assert refused(match, Catch(1, 0)) == "no_catch"


@pytest.mark.parametrize("turned", ["Y3", "B3"], ids=["banana", "lightning"])
def test_8_3_penalty_draws_of_others_do_not_end_it(turned: str) -> None:
    match = table("WI G2", draw=f"{turned} {DRAW}")
    match.apply(Play(0, "WI"))
    assert open_to(match, 1, 2)


def test_8_3_a_draw_two_on_another_does_not_end_it() -> None:
    match = table("RD G2")
    match.apply(Play(0, "RD"))
    assert asked(match) == (Phase.PLAY, 2)
    assert open_to(match, 1, 2)


def test_8_3_it_ends_when_the_hand_is_no_longer_one_card() -> None:
    match = set_up(["R7", "WI G2", "Y1 Y2"], "R5", turn=1, uno={0: Uno.OPEN}, draw=f"B3 {DRAW}")
    match.apply(Play(1, "WI"))
    assert match.uno(0) is Uno.NONE
    assert not open_to(match, 1, 2)


def test_8_3_calls_and_catches_are_no_turn_actions() -> None:
    match = set_up(["R1", "B1", "Y1", "G1 G2"], "R5", turn=3, uno=dict.fromkeys((0, 1, 2), Uno.OPEN), draw=DRAW)
    match.apply(CallUno(1))
    match.apply(Catch(1, 2))
    assert open_to(match, 1, 2, 3)


def test_8_3_a_kept_card_is_no_further_turn_action() -> None:
    """The draw before it ended the chance to catch others; the kept card's own player stands as before."""
    match = set_up(["R1", "B1 B2", "Y1 Y2"], "R5", turn=1, draw=DRAW, uno={0: Uno.OPEN})
    match.apply(Draw(1))
    assert match.uno(0) is Uno.LATE
    match.apply(Keep(1))
    assert match.uno(0) is Uno.LATE


def test_8_3_who_passes_with_nothing_to_draw_does_not_end_the_own_one() -> None:
    match = set_up(["G1", *all_held("G1", "R5", 2)[1:]], "R5", draw="", uno={0: Uno.OPEN})
    match.apply(Draw(0))
    assert match.uno(0) is Uno.OPEN


@pytest.mark.parametrize("uno", [Uno.OPEN, Uno.CALLED, Uno.LATE])
def test_8_3_in_the_phase_of_a_drawn_card_too(uno: Uno) -> None:
    match = set_up(["R1", "B1 B2", "Y1 Y2"], "R5", turn=1, phase=Phase.DRAWN, drawn="B1", uno={0: uno}, draw=DRAW)
    assert open_to(match, 1, 2) == (uno is Uno.OPEN)
    if uno is Uno.OPEN:
        assert match.apply(Catch(1, 0))[0] == Caught(0, 1)
        assert asked(match) == (Phase.DRAWN, 1)
    if uno is Uno.LATE:
        match.apply(CallUno(0))
        assert asked(match) == (Phase.DRAWN, 1)


def test_8_3_who_passes_with_nothing_to_draw_ends_it_for_others() -> None:
    match = set_up(["G1", "G2 G3", *all_held("G1", "R5", 2, but="G2 G3")[1:]], "R5", draw="", turn=1, uno={0: Uno.OPEN})
    match.apply(Draw(1))
    assert match.uno(0) is Uno.LATE


def test_8_3_an_open_chance_ends_with_the_round() -> None:
    match = set_up(["R7", "G2", "B1"], "R5", uno={1: Uno.OPEN})
    play_out(match, [Play(0, "R7")])
    assert refused(match, Catch(0, 1)) == "no_round"
    assert match.legal_actions(0) == []
