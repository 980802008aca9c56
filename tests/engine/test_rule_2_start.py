"""Rule 2.3: the start card."""

from __future__ import annotations

import pytest

from engine.actions import NAMES, Name, Play
from engine.cards import CODE, COLORS, Color
from engine.events import Asked, BoxOpened, Dealt, Drew, Reversed, Shuffled, Skipped, StartTurned
from engine.phases import Phase
from engine.rules import Rules
from tests.engine.decks import any_hands, first_round
from tests.engine.random_play import all_legal
from tests.engine.reading import SIZES, asked, draws, hand, only, refused, top

LEFT = 1  # of the dealer, who is seat 0 unless a test says otherwise


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_2_3_start_number_the_player_at_the_dealers_left_plays_first(players: int, color: str) -> None:
    match, events = first_round(players, f"{color}4")
    assert asked(match) == (Phase.PLAY, LEFT)
    assert only(events)[-2:] == [next(e for e in events if isinstance(e, Dealt)), StartTurned(f"{color}4")]
    assert top(match) == f"{color}4"
    assert match.view(0).color == color


@pytest.mark.parametrize("players", SIZES)
def test_2_3_the_left_of_the_last_seat_is_the_first(players: int) -> None:
    match, _ = first_round(players, "G4", dealer=players - 1)
    assert asked(match) == (Phase.PLAY, 0)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_2_3_start_draw_two_the_left_draws_two_and_loses_the_turn(players: int, color: str) -> None:
    match, events = first_round(players, f"{color}D", then=("G8", "B8"))
    assert only(events)[-1] == Drew(LEFT, 2, "draw_two", ("G8", "B8"))
    assert len(match.hands[LEFT]) == 9
    assert asked(match) == (Phase.PLAY, 2 % players)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_2_3_start_skip_the_left_loses_the_turn(players: int, color: str) -> None:
    match, events = first_round(players, f"{color}S")
    assert only(events)[-1] == Skipped(LEFT)
    assert draws(events) == []
    assert asked(match) == (Phase.PLAY, 2 % players)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("skips", [True, False])
def test_2_3_start_reverse_the_dealer_plays_first_and_play_runs_to_the_right(
    players: int, color: str, skips: bool
) -> None:
    match, events = first_round(players, f"{color}R", rules=Rules(reverse_skips_when_two=skips))
    assert only(events)[-1] == Reversed(-1)
    assert asked(match) == (Phase.PLAY, 0)
    assert match.direction == -1


@pytest.mark.parametrize("players", SIZES)
def test_2_3_after_a_start_reverse_the_dealers_right_follows(players: int) -> None:
    match, _ = first_round(players, "RR")
    card = next(action for action in match.legal_actions(0) if isinstance(action, Play) and action.card[1].isdecimal())
    match.apply(card)
    assert asked(match) == (Phase.PLAY, players - 1)


@pytest.mark.parametrize("players", SIZES)
def test_2_3_start_item_box_the_dealer_names_the_color(players: int) -> None:
    match, events = first_round(players, "WI")
    assert asked(match) == (Phase.OPENING_COLOR, 0)
    assert all_legal(match) == list(NAMES[0])
    assert match.view(1).color is None
    assert not any(isinstance(event, BoxOpened) for event in events)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("color", COLORS)
def test_2_3_start_item_box_the_first_player_must_match_that_color(players: int, color: Color) -> None:
    match, _ = first_round(players, "WI")
    before = len(match.draw_pile)
    match.apply(Name(0, color))
    assert asked(match) == (Phase.PLAY, LEFT)
    assert len(match.draw_pile) == before, "no item is activated"
    assert match.view(1).color == color
    playable = {CODE[card] for card in match.playable(LEFT)}
    assert playable == {code for code in hand(match, LEFT).split() if code[0] in (color, "W")}


def test_2_3_start_item_box_nobody_else_names_the_color_or_plays_before() -> None:
    match, _ = first_round(3, "WI", dealer=2)
    assert asked(match) == (Phase.OPENING_COLOR, 2)
    assert refused(match, Name(0, "R")) == "not_your_turn"
    assert refused(match, Play(0, hand(match, 0).split()[0])) == "not_your_turn"
    assert refused(match, Play(2, hand(match, 2).split()[0])) == "wrong_phase"


@pytest.mark.parametrize("players", SIZES)
def test_2_3_start_wild_draw_four_goes_back_and_another_is_turned(players: int) -> None:
    match, events = first_round(players, "W4", more=[["B5"]])
    count = 112 - 7 * players
    shuffled = next(event for event in events if isinstance(event, Shuffled) and event.pile == "start")
    assert [event for event in events if isinstance(event, StartTurned)] == [StartTurned("W4"), StartTurned("B5")]
    assert shuffled.count == len(shuffled.cards) == count
    assert shuffled.cards.count("W4") >= 1, "it is shuffled into the draw pile with all the rest"
    assert "W4" in [CODE[card] for card in match.draw_pile]
    assert [CODE[card] for card in match.discard_pile] == ["B5"]
    assert len(match.draw_pile) == count - 1
    assert asked(match) == (Phase.PLAY, LEFT)


def test_2_3_start_wild_draw_four_again_and_again() -> None:
    match, events = first_round(2, "W4", more=[["W4"], ["W4"], ["W4"], ["WI"]])
    assert [event.card for event in events if isinstance(event, StartTurned)] == ["W4"] * 4 + ["WI"]
    assert asked(match) == (Phase.OPENING_COLOR, 0)


def test_2_3_start_a_card_turned_after_a_wild_draw_four_acts_as_any_start_card() -> None:
    match, events = first_round(3, "W4", more=[["YD", "G1", "G2"]])
    assert draws(events) == [(LEFT, 2, "draw_two")]
    assert asked(match) == (Phase.PLAY, 2)


@pytest.mark.parametrize("start", ["R4", "RD", "RS", "RR", "WI"])
def test_2_3_what_the_start_card_does_is_nobodys_turn(start: str) -> None:
    match, _ = first_round(3, start)
    assert (match.last_turn, match.other_turn) == (-1, -1)


def test_2_3_with_the_most_cards_dealt_a_start_card_is_always_left() -> None:
    rules = Rules(hand_size=53)
    hands = any_hands(2, 53, "W4", "W4", "W4", "W4", "RD")
    assert len(" ".join(hands).split()) == 106
    match, events = first_round(2, "W4", then=("W4", "W4", "W4", "RD"), more=[["RD"]], rules=rules)
    # Five of six cards are left under the start card, and the left neighbor draws two of them.
    assert draws(events) == [(LEFT, 2, "draw_two")]
    assert len(match.draw_pile) == 3


def test_2_3_the_question_is_the_last_thing_told() -> None:
    for start in ("R4", "RD", "RS", "RR", "WI"):
        _, events = first_round(3, start)
        assert isinstance(events[-1], Asked)
        assert sum(isinstance(event, Asked) for event in events) == 1
