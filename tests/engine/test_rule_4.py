"""Rules 4.1-4.4: Draw Two, Reverse, Skip, Wild Draw Four. Item boxes are in test_rule_4_box.py."""

from __future__ import annotations

import pytest

from engine.actions import ACCEPTS, CHALLENGES, Accept, Draw, Keep, Play
from engine.cards import COLORS, Color
from engine.events import Accepted, Drew, Played, Reversed, Skipped
from engine.phases import Phase
from engine.position import set_up
from engine.rules import Rules
from tests.engine.reading import DIRECTIONS, SIZES, after, asked, draws, hand, only, refused, seated

KEEPS_REVERSE = Rules(reverse_skips_when_two=False)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_4_1_draw_two_the_next_player_draws_two_and_loses_the_turn(color: str, players: int, direction: int) -> None:
    match = set_up(seated(players, f"{color}D R2 R3"), f"{color}6", draw="R8 R9 G9", direction=direction)
    victim = after(players, direction)
    events = match.apply(Play(0, f"{color}D"))
    assert only(events) == [Played(0, f"{color}D"), Drew(victim, 2, "draw_two", ("R8", "R9"))]
    assert asked(match) == (Phase.PLAY, after(players, direction, steps=2))


def test_4_1_draw_two_cannot_be_answered_with_another() -> None:
    match = set_up(["RD R1 R2", "BD B2", "Y1 Y2"], "R5")
    match.apply(Play(0, "RD"))
    assert asked(match) == (Phase.PLAY, 2)
    assert refused(match, Play(1, "BD")) == "not_your_turn"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", [3, 10])
@pytest.mark.parametrize("rules", [Rules(), KEEPS_REVERSE])
def test_4_2_reverse_changes_the_direction(rules: Rules, players: int, direction: int) -> None:
    match = set_up(seated(players, "RR R1 R2"), "R5", direction=direction, rules=rules)
    events = match.apply(Play(0, "RR"))
    assert only(events) == [Played(0, "RR"), Reversed(-direction)]
    assert match.direction == -direction
    assert asked(match) == (Phase.PLAY, after(players, -direction))


def test_4_2_two_reverses_cancel_out() -> None:
    match = set_up(["RR R1 R2", "B1 B2", "BR Y2"], "R5")
    match.apply(Play(0, "RR"))
    match.apply(Play(2, "BR"))
    assert match.direction == 1
    assert asked(match) == (Phase.PLAY, 0)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_4_2_with_two_players_reverse_also_works_like_a_skip(direction: int) -> None:
    match = set_up(["RR R1 R2", "B1 B2"], "R5", direction=direction)
    events = match.apply(Play(0, "RR"))
    assert only(events) == [Played(0, "RR"), Reversed(-direction), Skipped(1)]
    assert asked(match) == (Phase.PLAY, 0)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_4_2_with_two_players_and_the_setting_off_it_only_turns(direction: int) -> None:
    match = set_up(["RR R1 R2", "B1 B2"], "R5", direction=direction, rules=KEEPS_REVERSE)
    events = match.apply(Play(0, "RR"))
    assert only(events) == [Played(0, "RR"), Reversed(-direction)]
    assert asked(match) == (Phase.PLAY, 1)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_4_3_skip_the_next_player_loses_the_turn(color: str, players: int, direction: int) -> None:
    match = set_up(seated(players, f"{color}S R2 R3"), f"{color}6", direction=direction)
    events = match.apply(Play(0, f"{color}S"))
    assert only(events) == [Played(0, f"{color}S"), Skipped(after(players, direction))]
    assert asked(match) == (Phase.PLAY, after(players, direction, steps=2))
    assert draws(events) == []


@pytest.mark.parametrize("color", COLORS)
def test_4_4_wild_draw_four_its_player_names_the_color_with_the_play(color: Color) -> None:
    match = set_up(["W4 R1 R2", "B1 B2", "Y1 Y2"], "R5")
    assert match.apply(Play(0, "W4", color))[0] == Played(0, "W4", color)
    assert match.view(2).color == color


def test_4_4_a_color_must_be_named() -> None:
    match = set_up(["W4 R1 R2", "B1 B2"], "R5")
    assert refused(match, Play(0, "W4")) == "color_missing"


@pytest.mark.parametrize("card", ["R1", "RS", "RD", "RR", "WI"])
def test_4_4_no_other_card_names_one_with_the_play(card: str) -> None:
    match = set_up([f"{card} R8 R9", "B1 B2"], "R5")
    assert refused(match, Play(0, card, "R")) == "no_color_here"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_4_4_the_next_player_draws_four_and_loses_the_turn_or_challenges(players: int, direction: int) -> None:
    match = set_up(seated(players, "W4 R2 R3"), "R5", draw="R8 R9 G8 G9", direction=direction)
    match.apply(Play(0, "W4", "G"))
    victim = after(players, direction)
    assert asked(match) == (Phase.CHALLENGE, victim)
    assert match.turn == 0, "it is its player's turn until it is answered"
    assert match.legal_actions(victim) == [ACCEPTS[victim], CHALLENGES[victim]]
    events = match.apply(Accept(victim))
    assert only(events) == [Accepted(victim), Drew(victim, 4, "wild_draw_four", ("R8", "R9", "G8", "G9"))]
    assert asked(match) == (Phase.PLAY, after(players, direction, steps=2))


def test_4_4_the_named_color_is_in_force_afterwards() -> None:
    match = set_up(["W4 G2 B3", "B1 B2"], "R5")
    match.apply(Play(0, "W4", "G"))
    match.apply(Accept(1))
    assert match.playable(0) == [match.hands[0][0]]
    assert hand(match, 0) == "G2 B3"
    assert refused(match, Play(0, "B3")) == "no_match"


def test_4_4_a_wild_draw_four_cannot_be_answered_with_another() -> None:
    match = set_up(["W4 R1 R2", "W4 B2"], "R5")
    match.apply(Play(0, "W4", "G"))
    assert refused(match, Play(1, "W4", "R")) == "wrong_phase"


@pytest.mark.parametrize(
    ("card", "phase", "seat"),
    [("RS", Phase.PLAY, 2), ("RD", Phase.PLAY, 2), ("RR", Phase.PLAY, 2), ("W4", Phase.CHALLENGE, 1)],
)
def test_4_an_action_card_acts_also_when_it_was_just_drawn(card: str, phase: Phase, seat: int) -> None:
    match = set_up(["G1 G2", "B1 B2", "Y1 Y2"], "R5", draw=f"{card} B7 B8 B9")
    match.apply(Draw(0))
    match.apply(Play(0, card, "R" if card == "W4" else None))
    assert asked(match) == (phase, seat)


@pytest.mark.parametrize("card", ["RD", "RS", "RR", "W4", "WI"])
def test_4_an_action_card_that_was_drawn_and_kept_does_nothing(card: str) -> None:
    match = set_up(["G1 G2", "B1 B2", "Y1 Y2"], "R5", draw=f"{card} B8")
    match.apply(Draw(0))
    match.apply(Keep(0))
    assert asked(match) == (Phase.PLAY, 1)
    assert match.direction == 1
