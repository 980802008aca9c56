"""Rules 8.1, 8.2, 8.4 and 8.5: calling UNO and catching. The chance to catch, 8.3, is in test_rule_8_window.py."""

from __future__ import annotations

from functools import reduce

import pytest

from engine.actions import CALLS, CATCHES, CallUno, Catch, Challenge, Draw, Name, Play
from engine.events import Caught, Drew, Played, UnoCalled, redact
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.position import set_up
from engine.shuffles import ScriptedShuffles
from engine.views import advance
from tests.engine.reading import SIZES, all_held, asked, draws, hand, refused, seated

CARDS = ["R7", "RS", "RR", "RD", "W4", "WI"]


def down_to_one(card: str = "R7", *, uno: bool = False, players: int = 3, turned: str = "R3") -> Match:
    """Let seat 0 play its second-to-last card; a box turns a Mushroom unless told otherwise."""
    draw = f"{turned} B8 B9 G8 G9 Y8 Y9" if card == "WI" else "B8 B9 G8 G9 Y8 Y9"
    match = set_up(seated(players, f"{card} G2"), "R5", draw=draw)
    match.apply(Play(0, card, "G" if card == "W4" else None, uno))
    return match


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", CARDS)
def test_8_1_uno_may_be_called_with_the_play_of_the_second_to_last_card(card: str, players: int) -> None:
    match = down_to_one(card, uno=True, players=players)
    assert match.uno(0) is Uno.CALLED
    assert not any(CATCHES[seat][0] in match.legal_actions(seat) for seat in range(1, players))


def test_8_1_the_call_is_told_with_the_play() -> None:
    match = set_up(["R7 G2", "B1 B2"], "R5")
    assert match.apply(Play(0, "R7", uno=True))[0] == Played(0, "R7", uno=True)


@pytest.mark.parametrize("cards", ["R7", "R7 G2 G3", "R7 G2 G3 G4"])
def test_8_1_it_may_not_be_called_with_another_card(cards: str) -> None:
    match = set_up([cards, "B1 B2"], "R5")
    assert refused(match, Play(0, "R7", uno=True)) == "no_uno_here"


def test_8_1_it_may_be_called_with_a_drawn_card() -> None:
    match = set_up(["G2", "B1 B2"], "R5", draw="R7 B8")
    match.apply(Draw(0))
    match.apply(Play(0, "R7", uno=True))
    assert match.uno(0) is Uno.CALLED


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", CARDS)
def test_8_1_it_may_be_called_after_the_play_while_not_yet_caught(card: str, players: int) -> None:
    match = down_to_one(card, players=players)
    assert match.uno(0) is Uno.OPEN
    assert CALLS[0] in match.legal_actions(0)
    before = asked(match)
    assert match.apply(CallUno(0)) == [UnoCalled(0)]
    assert match.uno(0) is Uno.CALLED
    assert asked(match) == before
    assert refused(match, Catch(1, 0)) == "no_catch"


def test_8_1_it_may_be_called_when_the_chance_to_catch_is_over() -> None:
    match = down_to_one()
    match.apply(Draw(1))
    assert match.uno(0) is Uno.LATE
    assert match.apply(CallUno(0)) == [UnoCalled(0)]


@pytest.mark.parametrize("turned", ["W4", "WI"])
def test_8_1_a_call_lapses_where_a_bob_omb_makes_the_hand_grow(turned: str) -> None:
    match = down_to_one("WI", uno=True, turned=turned)
    assert hand(match, 0) == "G2 B8 B9"
    assert match.uno(0) is Uno.NONE
    assert refused(match, CallUno(0)) == "no_uno"
    match.apply(Name(0, "G"))
    assert match.called == 0


@pytest.mark.parametrize("turned", ["R3", "Y3", "G3", "B3"])
def test_8_1_a_call_stands_where_the_box_turns_anything_else(turned: str) -> None:
    assert down_to_one("WI", uno=True, turned=turned).uno(0) is Uno.CALLED


def test_8_1_who_did_not_call_cannot_be_caught_after_a_bob_omb() -> None:
    match = down_to_one("WI", turned="WI")
    assert refused(match, Catch(1, 0)) == "no_catch"


@pytest.mark.parametrize("players", SIZES)
def test_8_2_any_other_player_may_catch_and_the_caught_player_draws_two(players: int) -> None:
    for catcher in range(1, players):
        match = down_to_one(players=players)
        assert CATCHES[catcher][0] in match.legal_actions(catcher)
        assert match.apply(Catch(catcher, 0)) == [Caught(0, catcher), Drew(0, 2, "uno", ("B8", "B9"))]
        assert match.uno(0) is Uno.NONE
        assert asked(match) == (Phase.PLAY, 1)


def test_8_2_nobody_catches_oneself() -> None:
    match = down_to_one()
    assert CATCHES[0][0] not in match.legal_actions(0)
    assert refused(match, Catch(0, 0)) == "own_seat"


def test_8_2_a_spectator_catches_nobody() -> None:
    match = down_to_one()
    assert match.legal_actions(TABLE) == []
    assert refused(match, Catch(TABLE, 0)) == "unknown_seat"
    assert refused(match, CallUno(TABLE)) == "unknown_seat"


def test_8_2_the_first_call_counts() -> None:
    called = down_to_one()
    called.apply(CallUno(0))
    assert refused(called, Catch(1, 0)) == "no_catch"
    caught = down_to_one()
    caught.apply(Catch(1, 0))
    assert refused(caught, CallUno(0)) == "no_uno"
    assert refused(caught, Catch(2, 0)) == "no_catch"


def test_8_2_a_catch_settles_the_matter_even_where_there_is_nothing_to_draw() -> None:
    match = set_up(all_held("Y1", "R5"), "R5", draw="", uno={0: Uno.OPEN}, turn=1)
    views = [match.view(seat) for seat in range(TABLE, 3)]
    events = match.apply(Catch(1, 0))
    assert draws(events) == [(0, 0, "uno")]
    assert match.uno(0) is Uno.CAUGHT
    for view in views:
        told = [redact(event, view.seat) for event in events]
        assert reduce(advance, told, view) == match.view(view.seat)
    assert refused(match, Catch(2, 0)) == "no_catch"
    assert refused(match, CallUno(0)) == "already_caught"
    assert match.legal_actions(0) == []


def test_8_2_with_one_card_to_draw_the_caught_player_draws_one() -> None:
    match = set_up(
        all_held("Y1", "R5", but="B1"), "R5", draw="", discard="B1", uno={0: Uno.OPEN}, turn=1,
        shuffles=ScriptedShuffles([["B1"]]),
    )  # fmt: skip
    assert draws(match.apply(Catch(1, 0))) == [(0, 1, "uno")]
    assert match.uno(0) is Uno.NONE


def test_8_2_several_can_be_caught_one_after_the_other() -> None:
    match = set_up(["R1", "B1", "Y1 Y2"], "R5", turn=2, uno={0: Uno.OPEN, 1: Uno.OPEN}, draw="B8 B9 G8 G9")
    match.apply(Catch(1, 0))
    match.apply(Catch(0, 1))
    assert [len(cards) for cards in match.hands] == [3, 3, 2]


def test_8_4_a_call_holds_while_its_caller_holds_one_card() -> None:
    match = down_to_one(uno=True)
    match.apply(Draw(1))
    assert match.uno(0) is Uno.CALLED
    assert refused(match, CallUno(0)) == "already_called"


def test_8_4_once_the_hand_has_grown_coming_down_again_needs_a_new_call() -> None:
    match = set_up(["G2", "B1 B2"], "R5", uno={0: Uno.CALLED}, draw="R7 B8 B9")
    match.apply(Draw(0))
    assert match.uno(0) is Uno.NONE
    match.apply(Play(0, "R7"))
    assert match.uno(0) is Uno.OPEN
    assert match.apply(Catch(1, 0))[0] == Caught(0, 1)


def test_8_4_the_same_after_a_penalty() -> None:
    match = set_up(["G2", "RD B1 B2", "Y1 Y2"], "R5", uno={0: Uno.CALLED}, turn=1, direction=-1, draw="R8 R9 B8 B9")
    match.apply(Play(1, "RD"))
    assert hand(match, 0) == "R8 R9 G2"
    assert match.uno(0) is Uno.NONE


def test_8_4_a_guilty_wild_draw_four_takes_the_call_with_it() -> None:
    match = set_up(["W4 R2", "B1 B2"], "R5", draw="B6 B7 B8 B9")
    match.apply(Play(0, "W4", "G", uno=True))
    match.apply(Challenge(1))
    assert match.uno(0) is Uno.NONE
    assert refused(match, Catch(1, 0)) == "no_catch"


@pytest.mark.parametrize(
    ("uno", "cards", "code"),
    [(Uno.CALLED, "G2", "already_called"), (Uno.CAUGHT, "G2", "already_caught"), (Uno.NONE, "G2 G3", "no_uno")],
)
def test_8_5_a_call_that_does_not_apply_is_refused_and_costs_nothing(uno: Uno, cards: str, code: str) -> None:
    match = set_up([cards, "B1 B2"], "R5", turn=1, uno={0: uno})
    assert refused(match, CallUno(0)) == code


@pytest.mark.parametrize(
    ("uno", "cards"), [(Uno.CALLED, "G2"), (Uno.CAUGHT, "G2"), (Uno.LATE, "G2"), (Uno.NONE, "G2 G3")]
)
def test_8_5_a_catch_that_does_not_apply_is_refused_and_costs_nothing(uno: Uno, cards: str) -> None:
    match = set_up([cards, "B1 B2", "Y1 Y2"], "R5", turn=1, uno={0: uno})
    assert CATCHES[2][0] not in match.legal_actions(2)
    assert refused(match, Catch(2, 0)) == "no_catch"
    assert refused(match, Catch(2, 0)) == "no_catch", "it is the host that counts wrong catches"


@pytest.mark.parametrize("phase", [Phase.ROUND_OVER, Phase.MATCH_OVER])
def test_8_5_after_the_round_nobody_calls_or_is_caught(phase: Phase) -> None:
    match = set_up(["R7", "G2", "B1"], "R5", uno={1: Uno.OPEN}, scores=[499 if phase is Phase.MATCH_OVER else 0, 0, 0])
    match.apply(Play(0, "R7"))
    assert match.phase is phase
    assert refused(match, Catch(2, 1)) == "no_round"
    assert refused(match, CallUno(1)) == "no_round"
