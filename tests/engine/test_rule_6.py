"""Rules 6: the items that an item box activates. Who a Banana Peel hits is in test_rule_6_banana.py."""

from __future__ import annotations

import pytest

from engine.actions import DRAWS, NAMES, TARGETS, Draw, Keep, Name, Play, Target
from engine.cards import COLORS, Color
from engine.events import BoxOpened, Drew, Played, Targeted
from engine.match import Match
from engine.phases import Phase
from engine.position import set_up
from tests.engine.reading import DIRECTIONS, SIZES, after, asked, draws, hand, only, refused, seated

DRAW = "R6 R7 R8 R9 G6 G7 G8 G9 GS GR"


def opened(turned: str, players: int, direction: int = 1, cards: str = "R1 R2") -> tuple[Match, list[object]]:
    """Let seat 0 open a box; return what happened but for the play and the question after it."""
    match = set_up(seated(players, f"WI {cards}"), "R5", draw=f"{turned} {DRAW}", direction=direction)
    events = only(match.apply(Play(0, "WI")))
    assert events[0] == Played(0, "WI")
    return match, [*events[1:]]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_1_mushroom_the_boxs_player_takes_another_turn_at_once(players: int, direction: int) -> None:
    match, events = opened("R3", players, direction)
    assert events == [BoxOpened(0, "R3", "mushroom")]
    assert asked(match) == (Phase.PLAY, 0)
    match.apply(Play(0, "R1", uno=True))
    assert asked(match) == (Phase.PLAY, after(players, direction))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_1_mushroom_and_draws_as_usual_if_there_is_nothing_to_play(players: int, direction: int) -> None:
    match, _ = opened("R3", players, direction, cards="G1 B2")
    assert match.legal_actions(0) == [DRAWS[0]]
    match.apply(Draw(0))
    match.apply(Keep(0))
    assert asked(match) == (Phase.PLAY, after(players, direction))


def test_6_1_mushroom_may_be_followed_by_another_box() -> None:
    match = set_up(["WI WI R1 R2", "B1 B2", "Y1 Y2"], "G5", draw="R3 R4 G6 G7")
    match.apply(Play(0, "WI"))
    match.apply(Play(0, "WI"))
    assert asked(match) == (Phase.PLAY, 0)
    assert hand(match, 0) == "R1 R2"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", [3, 10])
def test_6_3_green_shell_the_boxs_player_chooses_an_opponent_who_draws_one(players: int, direction: int) -> None:
    for victim in range(1, players):
        match, events = opened("G3", players, direction)
        assert events == [BoxOpened(0, "G3", "shell")]
        assert asked(match) == (Phase.ITEM_TARGET, 0)
        assert match.legal_actions(0) == list(TARGETS[0][1:players])
        assert only(match.apply(Target(0, victim))) == [Targeted(0, victim), Drew(victim, 1, "shell", ("R6",))]
        assert asked(match) == (Phase.PLAY, after(players, direction))


def test_6_3_green_shell_does_not_hit_its_player_or_an_empty_seat() -> None:
    match, _ = opened("G3", 3)
    assert refused(match, Target(0, 0)) == "own_seat"
    assert refused(match, Target(0, 3)) == "unknown_seat"
    assert refused(match, Target(0, -1)) == "unknown_seat"
    assert refused(match, Target(1, 2)) == "not_your_turn"


def test_6_3_green_shell_must_be_aimed_before_anything_else() -> None:
    match, _ = opened("G3", 3)
    assert refused(match, Play(0, "R1")) == "wrong_phase"
    assert refused(match, Draw(0)) == "wrong_phase"


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_6_3_green_shell_with_one_opponent_there_is_nothing_to_choose(direction: int) -> None:
    match, events = opened("G3", 2, direction)
    assert events == [BoxOpened(0, "G3", "shell"), Targeted(0, 1), Drew(1, 1, "shell", ("R6",))]
    assert asked(match) == (Phase.PLAY, 1)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_4_lightning_every_other_player_draws_one_in_turn_order(players: int, direction: int) -> None:
    match, events = opened("B3", players, direction)
    hit = [after(players, direction, steps=steps) for steps in range(1, players)]
    assert events == [
        BoxOpened(0, "B3", "lightning"),
        *(Drew(seat, 1, "lightning", (card,)) for seat, card in zip(hit, DRAW.split(), strict=False)),
    ]
    assert hand(match, 0) == "R1 R2"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_4_lightning_then_the_boxs_player_takes_another_turn(players: int, direction: int) -> None:
    match, _ = opened("B3", players, direction, cards="B8 R2")
    assert asked(match) == (Phase.PLAY, 0)
    match.apply(Play(0, "B8", uno=True))
    assert asked(match) == (Phase.PLAY, after(players, direction))


@pytest.mark.parametrize("turned", ["W4", "WI"])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_5_bob_omb_the_boxs_player_draws_two_and_names_the_color(players: int, direction: int, turned: str) -> None:
    match, events = opened(turned, players, direction)
    assert events == [BoxOpened(0, turned, "bob_omb"), Drew(0, 2, "bob_omb", ("R6", "R7"))]
    assert asked(match) == (Phase.ITEM_COLOR, 0)
    assert match.legal_actions(0) == list(NAMES[0])
    match.apply(Name(0, "B"))
    assert match.view(1).color == "B"
    assert asked(match) == (Phase.PLAY, after(players, direction))


@pytest.mark.parametrize("color", COLORS)
def test_6_5_bob_omb_until_the_color_is_named_none_is_in_force(color: Color) -> None:
    match, _ = opened("WI", 3)
    assert match.view(1).color is None
    assert refused(match, Name(1, color)) == "not_your_turn"
    assert refused(match, Play(0, "R1")) == "wrong_phase"
    match.apply(Name(0, color))
    assert {card.card[0] for card in match.legal_actions(1) if isinstance(card, Play)} <= {color}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("turned", ["Y3", "G3", "WI"], ids=["banana", "shell", "bob_omb"])
def test_6_6_the_turn_passes_to_the_next_player_who_has_lost_nothing(turned: str, players: int, direction: int) -> None:
    match, _ = opened(turned, players, direction)
    following = after(players, direction)
    if match.phase is Phase.ITEM_TARGET:
        match.apply(Target(0, following))
    elif match.phase is Phase.ITEM_COLOR:
        match.apply(Name(0, "G"))
    assert asked(match) == (Phase.PLAY, following)
    assert DRAWS[following] in match.legal_actions(following)


@pytest.mark.parametrize("card", ["R3", "Y3", "G3", "B3", "W4"])
def test_6_the_item_on_a_played_card_does_nothing(card: str) -> None:
    """Only cards that a box turns do (1.2)."""
    match = set_up([f"{card} G1 G2", "B1 B2", "Y1 Y2"], "R3", draw=DRAW)
    events = match.apply(Play(0, card, "R" if card == "W4" else None))
    assert draws(events) == []
    assert match.owed == 1
