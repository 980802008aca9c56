"""Rules 4.5 and 4.6: the item box. What each item does is in test_rule_6.py."""

from __future__ import annotations

import pytest

from engine.actions import NAMES, Draw, Name, Play
from engine.cards import CODE, COLORED_FACES, COLORS, FACES, Color, item_of
from engine.effects import open_box
from engine.events import Asked, BoxOpened, Event, Played, Shuffled
from engine.match import Match
from engine.phases import Phase
from engine.position import set_up
from engine.shuffles import ScriptedShuffles
from tests.engine.random_play import all_legal
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, only, seated, top


def opened(card: str, players: int = 3, direction: int = 1) -> Match:
    """Let seat 0 open a box that turns this card."""
    match = set_up(seated(players, "WI R1 R2"), "R5", draw=f"{card} R6 R7 R8 R9 G7 G8 G9 WI WI WI", direction=direction)
    match.apply(Play(0, "WI"))
    return match


@pytest.mark.parametrize("card", FACES)
def test_4_5_the_top_card_of_the_draw_pile_is_turned_and_its_item_activated(card: str) -> None:
    match = set_up(["WI R1 R2", "Y2 Y1", "B2 B1"], "R5", draw=f"{card} R6 R7 R8 R9")
    events = match.apply(Play(0, "WI"))
    assert events[:2] == [Played(0, "WI"), BoxOpened(0, card, item_of(card))]
    assert [CODE[at] for at in match.discard_pile[-3:]] == ["R5", "WI", card]


@pytest.mark.parametrize("card", ["R7", "GS", "BD", "YR", "G0"])
def test_4_5_the_next_card_must_match_the_turned_one(card: str) -> None:
    rest = [face for face in COLORED_FACES if face != card or face[1] != "0"]
    match = set_up(["Y1 R1", " ".join(rest)], card, turn=1, discard="WI")
    playable = {CODE[at] for at in match.playable(1)}
    assert playable == {face for face in rest if face[0] == card[0] or face[1] == card[1]}


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", [color + rank for color in COLORS for rank in "DSR"])
def test_4_5_a_turned_action_card_does_not_act(card: str, players: int) -> None:
    """It does just what a number card of its color does."""
    match, plain = opened(card, players), opened(f"{card[0]}6" if card[0] != "R" else "R3", players)
    assert asked(match) == asked(plain)
    assert match.direction == 1
    assert [len(cards) for cards in match.hands] == [len(cards) for cards in plain.hands]


@pytest.mark.parametrize("players", SIZES)
def test_4_5_a_turned_wild_draw_four_makes_nobody_draw_but_the_boxs_player(players: int) -> None:
    match = opened("W4", players)
    assert asked(match) == (Phase.ITEM_COLOR, 0)
    assert [len(cards) for cards in match.hands] == [4] + [2] * (players - 1)
    match.apply(Name(0, "G"))
    assert asked(match) == (Phase.PLAY, 1), "there is nothing to challenge"


@pytest.mark.parametrize("players", SIZES)
def test_4_5_a_turned_item_box_opens_nothing(players: int) -> None:
    match = set_up(seated(players, "WI R1 R2"), "R5", draw="WI B6 R7 R8 R9")
    events = match.apply(Play(0, "WI"))
    assert [event for event in events if isinstance(event, BoxOpened)] == [BoxOpened(0, "WI", "bob_omb")]
    assert top(match) == "WI"
    assert asked(match) == (Phase.ITEM_COLOR, 0)


def test_4_5_a_box_that_was_just_drawn_is_opened_too() -> None:
    match = set_up(["G1 G2", "B1 B2", "Y1 Y2"], "R5", draw="WI R6 R7 R8")
    match.apply(Draw(0))
    match.apply(Play(0, "WI"))
    assert top(match) == "R6"
    assert asked(match) == (Phase.PLAY, 0)


def test_4_6_with_an_empty_draw_pile_the_discards_under_the_box_are_shuffled() -> None:
    match = set_up(["WI R1 R2", "B1 B2", "Y1 Y2"], "R5", draw="", shuffles=ScriptedShuffles([["G7", "G8"]]))
    count = len(match.discard_pile)
    events = match.apply(Play(0, "WI"))
    reshuffled = next(event for event in events if isinstance(event, Shuffled))
    assert (reshuffled.pile, reshuffled.count) == ("discards", count)
    assert reshuffled.cards.count("R5") == 2, "what lay under the box is in it"
    assert [CODE[card] for card in match.discard_pile] == ["WI", "G7"]
    assert asked(match) == (Phase.ITEM_TARGET, 0)


def test_4_6_the_one_card_under_the_box_is_turned() -> None:
    match = set_up(all_held("WI R1 R2", "R5"), "R5", draw="", shuffles=ScriptedShuffles([["R5"]]))
    events = match.apply(Play(0, "WI"))
    assert only(events) == [Played(0, "WI"), Shuffled("discards", 1, ("R5",)), BoxOpened(0, "R5", "mushroom")]
    assert asked(match) == (Phase.PLAY, 0)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_4_6_with_no_card_to_turn_the_boxs_player_names_the_color_and_the_turn_passes(
    players: int, direction: int
) -> None:
    """A box always covers a card that can be turned, so that this takes a box lying alone from the start."""
    match = set_up(all_held("R1 R2", "WI", players), "WI", draw="", color="B", direction=direction)
    events: list[Event] = []
    match.out = events
    open_box(match, 0)
    assert events == [BoxOpened(0), Asked(Phase.ITEM_COLOR, 0)]
    match.apply(Name(0, "G"))
    assert match.view(1).color == "G"
    assert asked(match) == (Phase.PLAY, after(players, direction))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_4_6_who_owes_a_color_names_it_and_the_turn_passes(color: Color, players: int, direction: int) -> None:
    match = set_up(seated(players, "R1 R2"), "WI", phase=Phase.ITEM_COLOR, direction=direction)
    assert all_legal(match) == list(NAMES[0])
    match.apply(Name(0, color))
    assert match.view(1).color == color
    assert asked(match) == (Phase.PLAY, after(players, direction))
