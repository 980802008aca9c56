"""Rules 9.1, 9.2, 9.4 and 9.5: the end of a round, and of the match. A last item box, 9.3, is in test_rule_9_box.py."""

from __future__ import annotations

import pytest

from engine.actions import DEAL, Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.cards import COLORED_FACES, points_of
from engine.events import Drew, MatchEnded, Played, Reversed, RoundEnded, Shuffled, Skipped
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles, SeededShuffles
from engine.views import RoundResult, RoundScore, in_order
from tests.engine.random_play import all_legal
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, draws, hand, only, refused, seated

ANY_BOX = [Rules(last_box_opens=False), Rules(last_box_opens=True)]


def went_out(card: str, players: int = 3, direction: int = 1, rules: Rules | None = None) -> tuple[Match, list[object]]:
    """Let seat 0 play its last card on one that it fits; return what happened, without the question after it."""
    top = "R5" if card[0] == "W" else f"{card[0]}{'6' if card[1] != '6' else '7'}"
    match = set_up(seated(players, card), top, draw="R8 R9 G8 G9", direction=direction, rules=rules)
    return match, [*only(match.apply(Play(0, card)))]


@pytest.mark.parametrize("rules", ANY_BOX)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", [face for face in COLORED_FACES if face[1] in "07S"])
def test_9_1_a_player_whose_hand_is_empty_has_won_the_round_and_it_ends(card: str, players: int, rules: Rules) -> None:
    match, events = went_out(card, players, rules=rules)
    assert asked(match) == (Phase.ROUND_OVER, TABLE)
    assert events[0] == Played(0, card)
    assert isinstance(events[-1], RoundEnded)
    assert events[-1].winner == 0
    assert all_legal(match) == [DEAL]


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", ["RS", "GR"])
def test_9_1_a_last_skip_or_reverse_does_nothing_more(card: str, players: int) -> None:
    match, events = went_out(card, players)
    assert not any(isinstance(event, Skipped | Reversed) for event in events)
    assert match.direction == 1


def test_9_1_the_last_card_needs_no_call() -> None:
    match = set_up(["R1", "B1 B2"], "R5", uno={0: Uno.OPEN})
    match.apply(Play(0, "R1"))
    assert match.phase is Phase.ROUND_OVER


@pytest.mark.parametrize("action", [Draw(1), Keep(1), Accept(1), Challenge(1), Name(1, "R"), Target(1, 2)])
def test_9_1_nothing_is_played_after_the_end(action: Action) -> None:
    match, _ = went_out("R7")
    assert refused(match, action) == "no_round"
    assert refused(match, CallUno(1)) == "no_round"
    assert refused(match, Catch(1, 2)) == "no_round"
    assert refused(match, Play(1, "Y1")) == "no_round"


@pytest.mark.parametrize("rules", ANY_BOX)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", "RYGB")
def test_9_2_after_a_last_draw_two_the_next_player_still_draws_and_it_counts(
    color: str, players: int, direction: int, rules: Rules
) -> None:
    match, events = went_out(f"{color}D", players, direction, rules)
    victim = after(players, direction)
    assert events[:2] == [Played(0, f"{color}D"), Drew(victim, 2, "draw_two", ("R8", "R9"))]
    ended = events[2]
    assert isinstance(ended, RoundEnded)
    assert set(ended.hands[victim]) >= {"R8", "R9"}
    assert ended.points == 8 + 9 + sum(2 * seat for seat in range(1, players))
    assert match.phase is Phase.ROUND_OVER


@pytest.mark.parametrize("rules", ANY_BOX)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_9_2_after_a_last_wild_draw_four_the_next_player_still_draws_and_it_counts(
    players: int, direction: int, rules: Rules
) -> None:
    match, events = went_out("W4", players, direction, rules)
    victim = after(players, direction)
    assert events[:2] == [Played(0, "W4"), Drew(victim, 4, "wild_draw_four", ("R8", "R9", "G8", "G9"))]
    ended = events[2]
    assert isinstance(ended, RoundEnded)
    assert ended.points == 34 + sum(2 * seat for seat in range(1, players))
    assert match.phase is Phase.ROUND_OVER


def test_9_2_a_last_wild_draw_four_names_no_color() -> None:
    match = set_up(["W4", "B1 B2"], "R5", draw="R8 R9 G8 G9")
    assert match.legal_actions(0)[:1] == [Play(0, "W4")]
    assert refused(match, Play(0, "W4", "G")) == "no_color_here"
    match.apply(Play(0, "W4"))
    assert match.view(1).color is None


def test_9_2_a_last_wild_draw_four_cannot_be_challenged() -> None:
    match, _ = went_out("W4")
    assert refused(match, Challenge(1)) == "no_round"


@pytest.mark.parametrize(("card", "drew"), [("RD", "draw_two"), ("W4", "wild_draw_four")])
def test_9_2_they_draw_what_there_is(card: str, drew: str) -> None:
    rules = Rules(target_score=10_000)
    match = set_up(all_held(card, "R5"), "R5", draw="", rules=rules, shuffles=ScriptedShuffles([["R5"]]))
    events = match.apply(Play(0, card))
    assert any(isinstance(event, Shuffled) for event in events)
    assert draws(events) == [(1, 1, drew)]
    assert match.phase is Phase.ROUND_OVER
    assert "R5" in hand(match, 1)


@pytest.mark.parametrize("players", SIZES)
def test_9_4_the_winner_scores_all_cards_left_in_the_other_hands(players: int) -> None:
    hands = ["R7", "W4 WI RD", "G0 G9 YS BR", "Y4 Y5"][:players]
    hands += [f"G{number} B{number}" for number in range(1, players - len(hands) + 1)]
    match = set_up(hands, "R5", scores=[30, 40, *[0] * (players - 2)])
    left = tuple(in_order(cards.split()) for cards in ["", *hands[1:]])
    points = sum(points_of(code) for cards in left for code in cards)
    events = match.apply(Play(0, "R7"))
    assert only(events)[-1] == RoundEnded(0, points, left, (30 + points, 40, *[0] * (players - 2)))
    assert match.scores[0] == 30 + points
    assert match.scores[1] == 40
    assert match.result is not None
    assert (match.result.winner, match.result.points) == (0, points)
    assert match.history[-1] == RoundScore(0, points)


def test_9_4_the_round_is_scored_once() -> None:
    match, events = went_out("R7")
    assert sum(isinstance(event, RoundEnded) for event in events) == 1
    scores = match.scores
    assert refused(match, Play(0, "R7")) == "no_round"
    match.shuffles = SeededShuffles(1)
    match.apply(DEAL)
    assert match.scores == scores


@pytest.mark.parametrize(
    ("before", "over"), [(500 - 7, True), (500 - 8, False), (499, True), (0, False)], ids=["500", "499", "506", "7"]
)
def test_9_5_the_first_to_reach_the_target_score_wins_the_match(before: int, over: bool) -> None:
    match = set_up(["R7", "B3 B4"], "R5", scores=[before, 499])
    events = only(match.apply(Play(0, "R7")))
    assert (MatchEnded(0) in events) == over
    assert asked(match) == (Phase.MATCH_OVER if over else Phase.ROUND_OVER, TABLE)
    assert match.view(1).winner == (0 if over else None)


@pytest.mark.parametrize("target", [1, 8, 100_000])
def test_9_5_the_target_score_is_a_setting(target: int) -> None:
    match = set_up(["R7", "B3 B4"], "R5", rules=Rules(target_score=target))
    match.apply(Play(0, "R7"))
    assert (match.phase is Phase.MATCH_OVER) == (target <= 7)


def test_9_5_a_round_worth_nothing_wins_nothing() -> None:
    match = set_up(["R7", "B0 Y0"], "R5", rules=Rules(target_score=1))
    match.apply(Play(0, "R7"))
    assert match.result == RoundResult(0, 0, ((), ("Y0", "B0")))
    assert match.phase is Phase.ROUND_OVER


def test_9_5_after_the_match_nothing_can_be_done() -> None:
    match = set_up(["R7", "B3 B4"], "R5", rules=Rules(target_score=1))
    match.apply(Play(0, "R7"))
    assert all_legal(match) == []
    assert refused(match, DEAL) == "match_over"
    assert refused(match, Draw(1)) == "no_round"
