"""Rules 1: the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import CARDS_OF, CODE, COLOR, COLORED_FACES, COLORS, DECK, FACES, item_of, name_of, points_of


def test_1_1_the_deck_has_112_cards() -> None:
    assert len(DECK) == len(CODE) == 112
    assert sorted(card for cards in CARDS_OF.values() for card in cards) == list(DECK)


@pytest.mark.parametrize("color", COLORS)
def test_1_1_each_color_has_19_numbers_and_6_actions(color: str) -> None:
    colored = Counter(code[1] for code in CODE if code[0] == color)
    assert colored == {"0": 1, **dict.fromkeys("123456789", 2), "D": 2, "R": 2, "S": 2}
    assert sum(count for rank, count in colored.items() if rank.isdecimal()) == 19


def test_1_1_there_are_8_of_each_action_in_the_whole_deck() -> None:
    ranks = Counter(code[1] for code in CODE if code[0] != "W")
    assert (ranks["D"], ranks["R"], ranks["S"]) == (8, 8, 8)


def test_1_1_the_wilds_are_4_wild_draw_four_and_8_wild_item_box_and_no_plain_wild() -> None:
    assert Counter(code for code in CODE if code[0] == "W") == {"W4": 4, "WI": 8}


def test_1_1_only_wilds_have_no_color() -> None:
    for card in DECK:
        assert (COLOR[card] == 4) == CODE[card].startswith("W")


@pytest.mark.parametrize(
    ("color", "item"), [("R", "mushroom"), ("Y", "banana"), ("G", "shell"), ("B", "lightning"), ("W", "bob_omb")]
)
def test_1_2_every_card_of_a_color_carries_its_item(color: str, item: str) -> None:
    of_color = [face for face in FACES if face[0] == color]
    assert {item_of(face) for face in of_color} == {item}
    assert len(of_color) == (2 if color == "W" else 13)


def test_1_3_a_number_card_is_worth_its_number() -> None:
    for color in COLORS:
        assert [points_of(f"{color}{number}") for number in range(10)] == list(range(10))


def test_1_3_draw_two_reverse_and_skip_are_worth_20() -> None:
    assert {points_of(color + rank) for color in COLORS for rank in "DRS"} == {20}


def test_1_3_wilds_are_worth_50() -> None:
    assert (points_of("W4"), points_of("WI")) == (50, 50)


def test_1_3_the_deck_is_worth_1440_points() -> None:
    # Four colors of 2 x 45 points in numbers and 6 x 20 in actions, and 12 wilds at 50.
    assert sum(points_of(code) for code in CODE) == 4 * (90 + 120) + 600


def test_cards_have_names_in_words() -> None:
    assert [name_of(code) for code in ("R7", "GS", "YR", "BD", "W4", "WI")] == [
        "red 7",
        "green Skip",
        "yellow Reverse",
        "blue Draw Two",
        "Wild Draw Four",
        "Wild Item Box",
    ]
    assert len({name_of(code) for code in FACES}) == len(FACES) == len(COLORED_FACES) + 2
