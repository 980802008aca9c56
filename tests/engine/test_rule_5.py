"""Rules 5: challenging a Wild Draw Four."""

from __future__ import annotations

import pytest

from engine.actions import Accept, Action, Catch, Challenge, Draw, Keep, Play
from engine.cards import COLORS, Color
from engine.events import Caught, Challenged, Drew, redact
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.position import set_up
from engine.shuffles import ScriptedShuffles
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, draws, hand, only, refused, seated

SIX = "R8 R9 G8 G9 B8 B9"


def bluffed(cards: str, players: int = 3, direction: int = 1, top: str = "R5", color: Color | None = None) -> Match:
    """Let seat 0, who holds these cards beside it, play a Wild Draw Four and name green."""
    match = set_up(seated(players, f"W4 {cards}"), top, color=color, draw=f"{SIX} Y8 Y9", direction=direction)
    match.apply(Play(0, "W4", "G"))
    return match


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_5_1_only_the_next_player_may_challenge(players: int, direction: int) -> None:
    match = bluffed("R1 R2", players, direction)
    following = after(players, direction)
    for seat in range(players):
        if seat == following:
            assert Challenge(seat) in match.legal_actions(seat)
        else:
            assert match.legal_actions(seat) == []
            assert refused(match, Challenge(seat)) == "not_your_turn"


def test_5_1_only_before_drawing() -> None:
    match = bluffed("R1 R2")
    match.apply(Accept(1))
    for seat in range(3):
        assert refused(match, Challenge(seat)) == ("wrong_phase" if seat == 2 else "not_your_turn")


@pytest.mark.parametrize("action", [Draw(1), Keep(1), Play(1, "Y1"), Play(1, "B1")])
def test_5_1_it_is_answered_before_anything_else(action: Action) -> None:
    assert refused(bluffed("R1 R2"), action) == "wrong_phase"


def test_5_1_nothing_else_can_be_challenged() -> None:
    match = set_up(["RD R1 R2", "B1 B2", "Y1 Y2"], "R5")
    match.apply(Play(0, "RD"))
    assert refused(match, Challenge(2)) == "wrong_phase"
    assert refused(match, Accept(2)) == "wrong_phase"


@pytest.mark.parametrize("cards", ["R1 B2", "Y1 B2"], ids=["guilty", "innocent"])
def test_5_2_the_hand_is_shown_to_the_challenger_and_to_no_one_else(cards: str) -> None:
    told = next(event for event in bluffed(cards, 4).apply(Challenge(1)) if isinstance(event, Challenged))
    assert " ".join(told.hand) == cards
    assert redact(told, 1) == told
    for seat in (0, 2, 3, TABLE):
        assert redact(told, seat) == Challenged(1, 0, guilty=told.guilty)


def test_5_2_no_view_shows_it() -> None:
    match = bluffed("R1 B2")
    for seat in (1, 2, TABLE):
        assert "R1" not in repr(match.view(seat))
    match.apply(Challenge(1))
    for seat in (1, 2, TABLE):
        assert "R1" not in repr(match.view(seat))


def test_5_2_an_accepted_one_is_shown_to_nobody() -> None:
    events = bluffed("R1 B2").apply(Accept(1))
    assert all("R1" not in repr(redact(event, seat)) for event in events for seat in (TABLE, 1, 2))


def test_5_2_the_hand_as_it_was_when_the_card_had_been_played() -> None:
    match = bluffed("B7")
    assert match.apply(Catch(2, 0))[:2] == [Caught(0, 2), Drew(0, 2, "uno", ("R8", "R9"))]
    assert asked(match) == (Phase.CHALLENGE, 1), "the question stands"
    told = match.apply(Challenge(1))[0]
    assert told == Challenged(1, 0, guilty=False, hand=("B7",))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_5_3_guilty_its_player_draws_four_instead_and_the_challenger_takes_a_turn(players: int, direction: int) -> None:
    match = bluffed("R1 B2", players, direction)
    challenger = after(players, direction)
    events = match.apply(Challenge(challenger))
    assert only(events) == [
        Challenged(challenger, 0, guilty=True, hand=("R1", "B2")),
        Drew(0, 4, "guilty", ("R8", "R9", "G8", "G9")),
    ]
    assert asked(match) == (Phase.PLAY, challenger)
    assert len(match.hands[0]) == 6


def test_5_3_the_named_color_stands() -> None:
    match = bluffed("R1 B2")
    match.apply(Challenge(1))
    assert match.view(2).color == "G"
    assert match.playable(1) == []


@pytest.mark.parametrize("before", COLORS)
def test_5_3_the_color_in_force_before_decides(before: Color) -> None:
    """The named color is green, and no other matters: seat 0 holds one of each but that before."""
    others = " ".join(f"{color}7" for color in COLORS if color != before)
    for cards, guilty in ((others, False), (f"{others} {before}3", True)):
        match = bluffed(cards, top=f"{before}5")
        assert match.view(2).previous_color == before
        told = match.apply(Challenge(1))[0]
        assert isinstance(told, Challenged)
        assert told.guilty == guilty


@pytest.mark.parametrize("top", ["WI", "W4"])
@pytest.mark.parametrize("before", COLORS)
def test_5_3_where_a_wild_lay_below_it_is_the_color_named_for_that(before: Color, top: str) -> None:
    other = "B" if before == "R" else "R"
    for cards, guilty in ((f"{other}7 {other}8", False), (f"{other}7 {before}3", True)):
        told = bluffed(cards, top=top, color=before).apply(Challenge(1))[0]
        assert isinstance(told, Challenged)
        assert told.guilty == guilty


def test_5_3_the_number_on_top_does_not_decide() -> None:
    told = bluffed("G5 B5").apply(Challenge(1))[0]
    assert told == Challenged(1, 0, guilty=False, hand=("G5", "B5"))


@pytest.mark.parametrize("color", COLORS)
def test_5_3_wilds_have_no_color(color: Color) -> None:
    told = bluffed("W4 WI", top=f"{color}5").apply(Challenge(1))[0]
    assert told == Challenged(1, 0, guilty=False, hand=("W4", "WI"))


@pytest.mark.parametrize("held", ["RD", "RS", "RR", "R0"])
def test_5_3_any_card_of_that_color_makes_guilty(held: str) -> None:
    told = bluffed(f"{held} B2").apply(Challenge(1))[0]
    assert isinstance(told, Challenged)
    assert told.guilty


def test_5_3_cards_drawn_since_make_nobody_guilty() -> None:
    match = bluffed("B7")
    match.apply(Catch(2, 0))
    assert hand(match, 0) == "R8 R9 B7"
    events = match.apply(Challenge(1))
    assert draws(events) == [(1, 6, "innocent")]


def test_5_3_a_guilty_player_who_was_caught_meanwhile_draws_for_both() -> None:
    match = bluffed("R7")
    match.apply(Catch(2, 0))
    match.apply(Challenge(1))
    assert len(match.hands[0]) == 1 + 2 + 4
    assert asked(match) == (Phase.PLAY, 1)


def test_5_3_a_bluff_with_the_drawn_card_is_judged_alike() -> None:
    match = set_up(["R1 G5", "B1 B2", "Y1 Y2"], "R5", draw=f"W4 {SIX}")
    match.apply(Draw(0))
    match.apply(Play(0, "W4", "B"))
    assert match.apply(Challenge(1))[0] == Challenged(1, 0, guilty=True, hand=("R1", "G5"))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_5_4_innocent_the_challenger_draws_six_and_loses_the_turn(players: int, direction: int) -> None:
    match = bluffed("G1 B2", players, direction)
    challenger = after(players, direction)
    events = match.apply(Challenge(challenger))
    assert only(events) == [
        Challenged(challenger, 0, guilty=False, hand=("G1", "B2")),
        Drew(challenger, 6, "innocent", tuple(SIX.split())),
    ]
    assert asked(match) == (Phase.PLAY, after(players, direction, steps=2))
    assert match.view(0).color == "G"


@pytest.mark.parametrize(
    ("answer", "first", "seat", "reason"),
    [
        (Accept(1), "W4 R1 B1", 1, "wild_draw_four"),
        (Challenge(1), "W4 R1 B1", 0, "guilty"),
        (Challenge(1), "W4 Y1 B1", 1, "innocent"),
    ],
)
def test_5_with_only_the_card_below_to_draw_one_is_drawn(
    answer: Accept | Challenge, first: str, seat: int, reason: str
) -> None:
    match = set_up(all_held(first, "R5"), "R5", draw="", shuffles=ScriptedShuffles([["R5"]]))
    match.apply(Play(0, "W4", "G"))
    events = match.apply(answer)
    assert draws(events) == [(seat, 1, reason)]
    assert match.phase is Phase.PLAY
