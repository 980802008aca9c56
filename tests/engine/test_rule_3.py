"""Rules 3: a turn."""

from __future__ import annotations

import pytest

from engine.actions import DRAWS, KEEPS, PLAYS, WILD_PLAYS, Draw, Keep, Play
from engine.cards import COLORS, FACES, Color, color_of, fits
from engine.events import Drew, Kept, Played, Shuffled, redact
from engine.phases import Phase
from engine.position import set_up
from engine.shuffles import ScriptedShuffles
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, hand, only, refused, seated, top


@pytest.mark.parametrize(
    ("card", "matches"),
    [
        ("G9", True),  # the color
        ("GS", True),
        ("R7", True),  # the number
        ("B7", True),
        ("WI", True),  # a wild
        ("W4", True),
        ("R9", False),
        ("YS", False),
        ("B0", False),
    ],
)
def test_3_1_a_card_matches_the_color_or_the_number_or_is_wild(card: str, matches: bool) -> None:
    match = set_up([f"{card} Y1 Y2", "B1 B2"], "G7")
    assert (card in {play.card for play in match.legal_actions(0) if isinstance(play, Play)}) == matches
    if not matches:
        assert refused(match, Play(0, card)) == "no_match"


@pytest.mark.parametrize("symbol", "DRS")
def test_3_1_a_card_matches_the_symbol(symbol: str) -> None:
    hands = [" ".join(color + rank for color in "YGB" for rank in "DRS"), "R1 R2"]
    match = set_up(hands, f"R{symbol}")
    playable = {play.card for play in match.legal_actions(0) if isinstance(play, Play)}
    assert playable == {f"Y{symbol}", f"G{symbol}", f"B{symbol}"}


@pytest.mark.parametrize("wild", ["W4", "WI"])
@pytest.mark.parametrize("color", COLORS)
def test_3_1_on_a_wild_only_the_named_color_counts(wild: str, color: Color) -> None:
    hands = [" ".join(face for face in FACES if face[0] != "W"), "W4 WI"]
    match = set_up(hands, wild, color=color, discard="R5")
    playable = {play.card for play in match.legal_actions(0) if isinstance(play, Play)}
    assert playable == {face for face in FACES if face[0] == color}


def test_3_1_the_4_of_a_wild_draw_four_is_no_number() -> None:
    assert not fits("R4", "W4", "G")
    assert fits("G4", "W4", "G")


@pytest.mark.parametrize("on", ["W4", "WI", "R3"])
@pytest.mark.parametrize("wild", ["W4", "WI"])
def test_3_1_a_wild_may_lie_on_anything(wild: str, on: str) -> None:
    match = set_up([f"{wild} R1 R2", "B1 B2"], on, color="R")
    assert wild in {play.card for play in match.legal_actions(0) if isinstance(play, Play)}


@pytest.mark.parametrize("face", FACES)
def test_3_1_after_a_play_its_card_lies_on_top(face: str) -> None:
    color: Color | None = "B" if face == "W4" else None
    match = set_up([f"{face} Y1 Y2", "R1 R2", "G1 G2"], "R5" if face[0] == "W" else f"{face[0]}6", draw="R8 R9 G8 G9")
    before = len(match.discard_pile)
    played = match.apply(Play(0, face, color))[0]
    assert played == Played(0, face, color)
    assert "Y1 Y2" in hand(match, 0)
    turned = face == "WI"
    assert len(match.discard_pile) == before + 1 + turned
    assert top(match) == ("R8" if turned else face)
    if not turned:
        assert match.view(1).color == (color_of(face) or color)


def test_3_1_only_one_card_is_played() -> None:
    match = set_up(["R1 R2 R3", "B1 B2", "G1 G2"], "R5")
    match.apply(Play(0, "R1"))
    assert refused(match, Play(0, "R2")) == "not_your_turn"


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_3_1_then_the_next_player_is_on_turn(players: int, direction: int) -> None:
    match = set_up(seated(players, "R1 R2 R3"), "R5", direction=direction)
    match.apply(Play(0, "R1"))
    assert asked(match) == (Phase.PLAY, after(players, direction))
    assert match.turn == match.owed


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("cards", ["G1 G2", "R1 G2"], ids=["cannot", "will not"])
def test_3_2_who_cannot_or_does_not_want_to_play_draws_one(cards: str, players: int, direction: int) -> None:
    match = set_up(seated(players, cards), "R5", draw="B9 B8", direction=direction)
    assert match.apply(Draw(0))[0] == Drew(0, 1, "turn", ("B9",))
    assert asked(match) == (Phase.DRAWN, 0)
    assert match.apply(Keep(0))[0] == Kept(0)
    assert asked(match) == (Phase.PLAY, after(players, direction))
    assert hand(match, 0) == f"{cards} B9"


def test_3_2_a_playable_drawn_card_may_be_played_at_once() -> None:
    match = set_up(["G1 G2", "B1 B2", "Y1 Y2"], "R5", draw="R9 B8")
    match.apply(Draw(0))
    assert match.legal_actions(0) == [PLAYS[0]["R9"], KEEPS[0]]
    match.apply(Play(0, "R9"))
    assert asked(match) == (Phase.PLAY, 1)
    assert hand(match, 0) == "G1 G2"


def test_3_2_it_and_no_other_may_be_played() -> None:
    match = set_up(["R1 R2", "B1 B2"], "R5", draw="R9 B8")
    match.apply(Draw(0))
    assert match.legal_actions(0) == [PLAYS[0]["R9"], KEEPS[0]]
    assert refused(match, Play(0, "R1")) == "not_drawn_card"


def test_3_2_where_the_drawn_card_is_alike_a_held_one_either_is_it() -> None:
    match = set_up(["R1 G2", "B1 B2"], "R5", draw="R1 B8")
    match.apply(Draw(0))
    assert match.legal_actions(0) == [PLAYS[0]["R1"], KEEPS[0]]
    match.apply(Play(0, "R1"))
    assert hand(match, 0) == "R1 G2"


def test_3_2_a_drawn_card_that_does_not_fit_can_only_be_kept() -> None:
    match = set_up(["R1 R2", "B1 B2"], "R5", draw="G9 B8")
    match.apply(Draw(0))
    assert match.legal_actions(0) == [KEEPS[0]]
    assert refused(match, Play(0, "G9")) == "no_match"


@pytest.mark.parametrize("card", ["G9", "R9", "W4", "WI"])
def test_3_2_others_cannot_tell_whether_the_drawn_card_can_be_played(card: str) -> None:
    match = set_up(["G1 G2", "B1 B2", "Y1 Y2"], "R5", draw=f"{card} B8")
    events = match.apply(Draw(0))
    assert [redact(event, 1) for event in events] == [Drew(0, 1, "turn"), events[1]]
    assert match.view(1).drawn is None
    assert match.view(0).drawn == card


def test_3_2_no_second_card_is_drawn() -> None:
    match = set_up(["R1 R2", "B1 B2"], "R5", draw="G9 B8")
    match.apply(Draw(0))
    assert refused(match, Draw(0)) == "wrong_phase"


def test_3_2_nothing_is_kept_that_was_not_drawn() -> None:
    assert refused(set_up(["R1 R2", "B1 B2"]), Keep(0)) == "wrong_phase"


@pytest.mark.parametrize("action", [Draw(1), Keep(1), Play(1, "R9")])
def test_3_2_nobody_else_acts_on_a_turn(action: Draw | Keep | Play) -> None:
    match = set_up(["R1 R2", "R9 B2"], "R5", draw="R8 B8")
    assert refused(match, action) == "not_your_turn"
    match.apply(Draw(0))
    assert refused(match, action) == "not_your_turn"


def test_3_2_where_nothing_can_be_drawn_who_can_play_must() -> None:
    match = set_up(all_held("R1 R2 G1", "R5"), "R5", draw="")
    assert match.legal_actions(0) == [PLAYS[0]["R1"], PLAYS[0]["R2"]]
    assert refused(match, Draw(0)) == "must_play"


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_3_2_where_nothing_can_be_drawn_else_the_turn_passes(direction: int) -> None:
    match = set_up(all_held("G1 G2 G3", "R5"), "R5", draw="", direction=direction)
    assert match.legal_actions(0) == [DRAWS[0]]
    events = match.apply(Draw(0))
    assert only(events) == [Drew(0, 0, "turn")]
    assert asked(match) == (Phase.PLAY, after(3, direction))
    assert hand(match, 0) == "G1 G2 G3"


def test_3_2_with_one_card_left_in_the_discards_it_can_be_drawn() -> None:
    hands = all_held("R1 R2 G1", "R5", but="B7")
    match = set_up(hands, "R5", draw="", discard="B7", shuffles=ScriptedShuffles([["B7"]]))
    assert DRAWS[0] in match.legal_actions(0)
    events = match.apply(Draw(0))
    assert only(events) == [Shuffled("discards", 1, ("B7",)), Drew(0, 1, "turn", ("B7",))]
    assert match.legal_actions(0) == [KEEPS[0]]


@pytest.mark.parametrize("color", COLORS)
def test_3_3_a_wild_draw_four_may_be_played_on_any_turn(color: Color) -> None:
    # Seat 0 holds the color in force, the number, and a second wild: none of it forbids a bluff.
    match = set_up(["W4 R1 G5 WI", "B1 B2", "Y1 Y2"], "R5")
    assert set(WILD_PLAYS[0]) <= set(match.legal_actions(0))
    match.apply(Play(0, "W4", color))
    assert asked(match) == (Phase.CHALLENGE, 1)
    assert match.view(2).color == color


def test_3_3_also_when_it_was_just_drawn() -> None:
    match = set_up(["R1 G5", "B1 B2"], "R5", draw="W4")
    match.apply(Draw(0))
    assert match.legal_actions(0) == [*WILD_PLAYS[0], KEEPS[0]]
    match.apply(Play(0, "W4", "G"))
    assert asked(match) == (Phase.CHALLENGE, 1)
