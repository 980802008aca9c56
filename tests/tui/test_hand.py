"""The hand: the choice stays with the card, and every hand has its place on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CODE
from engine.views import in_order
from unokart_tui.fan import lay_out
from unokart_tui.hand import Hand


def holding(codes: str) -> Hand:
    hand = Hand()
    hand.take(codes.split())
    return hand


def shown(hand: Hand) -> str:
    return " ".join(card.code for card in hand.cards)


def test_the_first_card_is_chosen_at_first() -> None:
    hand = holding("R1 G2")
    assert hand.chosen == hand.cards[0]


def test_an_empty_hand_has_no_choice_and_takes_every_command() -> None:
    hand = Hand()
    hand.move(1)
    hand.sort()
    hand.take([])
    assert hand.chosen is None
    assert not hand.jump(0)


def test_the_choice_stays_with_the_card_when_cards_come_before_it() -> None:
    hand = holding("R7 G2 B3")
    hand.jump(1)
    card = hand.chosen
    hand.take(["R1", "R7", "Y2", "G2", "B3", "WI"])
    assert hand.chosen == card
    assert hand.cards[hand.place].code == "G2"


def test_of_two_alike_the_chosen_one_stays_the_chosen_one() -> None:
    hand = holding("R7 R7 B3")
    hand.jump(1)
    card = hand.chosen
    hand.take(["R7", "R7", "R7", "B3"])
    assert hand.chosen == card


def test_of_two_alike_the_chosen_one_is_the_one_played() -> None:
    hand = holding("R7 R7 B3")
    hand.jump(0)
    other = hand.cards[1]
    hand.take(["R7", "B3"])
    assert hand.cards[0] == other


def test_when_the_chosen_card_goes_its_neighbor_is_chosen() -> None:
    hand = holding("R7 G2 B3")
    hand.jump(2)
    hand.take(["R7", "G2"])
    assert hand.chosen is not None
    assert hand.chosen.code == "G2"
    assert not hand.touched


def test_sorting_goes_round_and_keeps_the_choice() -> None:
    hand = holding("Y5 R7")
    hand.take(["Y5", "R7", "R1", "W4"])
    hand.jump(1)
    card = hand.chosen
    assert shown(hand) == "R1 R7 Y5 W4"
    hand.sort()
    assert shown(hand) == "R1 Y5 R7 W4"
    hand.sort()
    assert shown(hand).split()[:2] in (["Y5", "R7"], ["R7", "Y5"])
    assert set(shown(hand).split()[2:]) == {"R1", "W4"}
    hand.sort()
    assert shown(hand) == "R1 R7 Y5 W4"
    assert hand.chosen == card


def test_single_steps_go_round_and_longer_ones_stop_at_the_ends() -> None:
    hand = holding("R1 R2 R3")
    hand.move(-1)
    assert hand.place == 2
    hand.move(1)
    assert hand.place == 0
    hand.move(-2)
    assert hand.place == 0


@given(st.data())
def test_whatever_comes_and_goes_the_hand_is_the_one_told(data: st.DataObject) -> None:
    hand = Hand()
    for _ in range(data.draw(st.integers(1, 6))):
        cards = data.draw(st.lists(st.sampled_from(range(112)), max_size=20, unique=True))
        codes = in_order(CODE[card] for card in cards)
        if hand.cards:
            hand.jump(data.draw(st.integers(0, len(hand.cards) - 1)))
        before = hand.chosen
        left = before is not None and [card.code for card in hand.cards].count(before.code) <= codes.count(before.code)
        hand.take(codes)
        assert sorted(shown(hand).split()) == sorted(codes)
        assert len({card.number for card in hand.cards}) == len(codes)
        assert (hand.chosen is None) == (not codes)
        if left:
            assert hand.chosen == before


@given(count=st.integers(1, 70), width=st.integers(60, 220), height=st.sampled_from((6, 7, 10)), part=st.floats(0, 1))
def test_a_fan_shows_every_card_or_says_which_and_always_the_chosen_one(
    count: int, width: int, height: int, part: float
) -> None:
    chosen = min(count - 1, int(part * count))
    fan = lay_out(count, width, height, chosen)
    places = list(fan.places(chosen))
    assert [place.at for place in places] == list(range(fan.first, fan.first + fan.count))
    assert [place.at for place in places if place.chosen] == [chosen]
    for place in places:
        assert place.x >= 0
        assert place.x + place.width <= width
        assert place.y >= 1
        assert place.y + place.height <= height
    if count <= 30:
        assert fan.count == count


@pytest.mark.parametrize("width", [60, 80])
def test_thirty_cards_fit_and_each_shows_its_value_and_letter(width: int) -> None:
    places = list(lay_out(30, width, 6, 3).places(3))
    assert len(places) == 30
    assert all(place.width >= 3 and place.height >= 2 for place in places)
