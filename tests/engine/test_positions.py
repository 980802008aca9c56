"""Any situation can be set up, and only those that a match could be in."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import DEAL, Accept, Catch, Draw, Name, Play, Target
from engine.errors import PositionError
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import Position, match_at, position_of, set_up
from engine.rules import Rules
from engine.shuffles import SeededShuffles


def test_a_situation_takes_three_lines() -> None:
    match = set_up(["R7 G3", "B1 B2"], top="R5")
    match.apply(Play(0, "R7"))
    assert match.view(1).top == "R7"


def test_unnamed_cards_lie_in_the_draw_pile() -> None:
    position = position_of(set_up(["R7 G3", "B1 B2"], top="R5"))
    assert position.discard_pile == ("R5",)
    assert len(position.draw_pile) == 112 - 5


def test_a_named_draw_pile_is_just_what_it_says() -> None:
    position = position_of(set_up(["R7 G3", "B1 B2"], top="R5", draw="G9 YD", discard="B7"))
    assert position.draw_pile == ("G9", "YD")
    assert position.discard_pile[:2] == ("R5", "B7")
    assert len(position.discard_pile) == 112 - 4 - 2


@pytest.mark.parametrize("players", [2, 3, 10])
def test_positions_of_a_match_come_back_the_same(players: int) -> None:
    random = Random(players)
    match = Match(players, SeededShuffles(players), Rules(target_score=200))
    seen = set()
    while match.phase is not Phase.MATCH_OVER:
        position = position_of(match)
        seen.add(match.phase)
        assert position_of(match_at(position)) == position
        actions = [action for seat in range(-1, players) for action in match.legal_actions(seat)]
        match.apply(random.choice([action for action in actions if isinstance(action, Play)] or actions))
    assert {Phase.NEW, Phase.PLAY, Phase.DRAWN, Phase.CHALLENGE, Phase.ITEM_COLOR} <= seen


def test_a_match_in_a_position_goes_on_like_the_one_it_was_taken_from() -> None:
    match = Match(3, SeededShuffles(5))
    match.apply(DEAL)
    twin = match_at(position_of(match), SeededShuffles(6))
    for _ in range(40):
        actions = [action for seat in range(3) for action in match.legal_actions(seat)]
        if not actions or len(match.draw_pile) < 8:
            break
        action = actions[match.version * 5 % len(actions)]
        assert twin.apply(action) == match.apply(action)
    assert position_of(twin) == position_of(match)


def test_each_phase_that_asks_can_be_set_up() -> None:
    challenge = set_up(["R7", "B1 B2"], "W4", color="G", phase=Phase.CHALLENGE, owed=1, bluff_color="R")
    challenge.apply(Accept(1))
    assert challenge.view(1).counts == (1, 6)
    opening = set_up(["R7", "B1 B2"], "WI", phase=Phase.OPENING_COLOR)
    opening.apply(Name(0, "B"))
    assert opening.view(0).color == "B"
    item = set_up(["R7", "B1 B2"], "WI", phase=Phase.ITEM_COLOR)
    item.apply(Name(0, "Y"))
    assert item.view(0).color == "Y"
    target = set_up(["R7", "B1 B2", "B3"], "G4", phase=Phase.ITEM_TARGET)
    target.apply(Target(0, 2))
    assert target.view(0).counts == (1, 2, 2)
    drawn = set_up(["R7 G3", "B1 B2"], "R5", phase=Phase.DRAWN, drawn="R7")
    drawn.apply(Play(0, "R7"))
    assert drawn.view(0).counts == (1, 2)


def test_a_seat_with_one_card_is_late_unless_said_otherwise() -> None:
    match = set_up(["R7", "B1 B2"], turn=1)
    assert match.uno(0) is Uno.LATE
    match = set_up(["R7", "B1 B2"], turn=1, uno={0: Uno.OPEN})
    match.apply(Catch(1, 0))
    assert match.view(0).counts == (3, 2)


BASE = position_of(set_up(["R7 G3", "B1 B2"], top="R5"))
WILD = position_of(set_up(["R7 G3", "B1 B2"], top="WI", color="Y"))
ANSWER = position_of(set_up(["R7", "B1 B2"], "W4", color="G", phase=Phase.CHALLENGE, owed=1, bluff_color="R"))


@pytest.mark.parametrize(
    "position",
    [
        replace(BASE, draw_pile=BASE.draw_pile[1:]),
        replace(BASE, draw_pile=(*BASE.draw_pile[1:], "XX")),
        replace(BASE, hands=(("R7", "G3"), ("B1", "B2", BASE.draw_pile[0]))),
        replace(BASE, hands=((), ("B1", "B2")), draw_pile=(*BASE.draw_pile, "R7", "G3")),
        replace(BASE, color="G"),
        replace(WILD, color=None),
        replace(BASE, owed=1),
        replace(BASE, owed=2, turn=2),
        replace(BASE, dealer=7),
        replace(BASE, direction=0),
        replace(BASE, scores=(0,)),
        replace(BASE, scores=(0, -1)),
        replace(BASE, scores=(500, 0)),
        replace(BASE, phase=Phase.MATCH_OVER, owed=-1),
        replace(BASE, uno=(Uno.OPEN, Uno.NONE)),
        replace(BASE, last_turn=3),
        replace(BASE, last_turn=1, other_turn=1),
        replace(BASE, phase=Phase.DRAWN),
        replace(BASE, phase=Phase.DRAWN, drawn="B1"),
        replace(BASE, drawn="R7"),
        replace(BASE, bluff_color="R"),
        replace(BASE, phase=Phase.ROUND_OVER),
        replace(BASE, phase=Phase.ITEM_TARGET),
        replace(BASE, phase=Phase.OPENING_COLOR),
        replace(WILD, phase=Phase.ITEM_COLOR),
        replace(ANSWER, owed=0),
        replace(ANSWER, bluff_hand=()),
        replace(ANSWER, bluff_hand=("B9",)),
        replace(ANSWER, bluff_color=None),
        replace(BASE, rules=Rules(target_score=0)),
        replace(BASE, rules=Rules(hand_size=60)),
    ],
)
def test_what_no_match_could_be_in_is_refused(position: Position) -> None:
    with pytest.raises(PositionError) as refusal:
        match_at(position)
    assert str(refusal.value).endswith(".")


def test_a_card_named_too_often_is_refused() -> None:
    with pytest.raises(PositionError, match="R0 is named more often"):
        set_up(["R0 R0", "B1"])
    with pytest.raises(PositionError, match="'Q1' is no card"):
        set_up(["Q1", "B1"])


def test_a_match_needs_two_to_ten_players_and_enough_cards() -> None:
    for players, rules in [(1, Rules()), (11, Rules()), (10, Rules(hand_size=11)), (2, Rules(hand_size=1))]:
        with pytest.raises(PositionError):
            Match(players, SeededShuffles(1), rules)
    Match(10, SeededShuffles(1), Rules(hand_size=10)).apply(DEAL)
    Match(2, SeededShuffles(1), Rules(hand_size=53)).apply(DEAL)


def test_without_shuffles_a_position_still_plays_until_one_is_needed() -> None:
    match = set_up(["R7 G3", "B1 B2"], draw="G9")
    assert match.apply(Draw(0))
