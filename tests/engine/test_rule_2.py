"""Rules 2: setting up. The start cards are in test_rule_2_start.py."""

from __future__ import annotations

import pytest

from engine.actions import DEAL, Accept, Challenge, Draw, Keep, Play
from engine.cards import CODE
from engine.events import DealerDrew, Dealt, Shuffled
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles, SeededShuffles
from tests.engine.decks import any_hands, dealing, draw_for, first_round
from tests.engine.random_play import all_legal
from tests.engine.reading import SIZES, hand, refused, seated, top


def dealers(*draws: list[str]) -> tuple[Match, list[DealerDrew]]:
    """Deal to as many players as the first row has cards, each row being drawn in turn for the deal."""
    players = len(draws[0])
    match = Match(players, ScriptedShuffles([*draws, dealing(any_hands(players, 7, "R5"), 0, "R5")]))
    return match, [event for event in match.apply(DEAL) if isinstance(event, DealerDrew)]


@pytest.mark.parametrize("players", SIZES)
def test_2_1_the_highest_number_deals(players: int) -> None:
    for dealer in range(players):
        match, drawn = dealers(draw_for(dealer, players))
        assert match.dealer == dealer
        assert drawn == [DealerDrew(tuple(range(players)), tuple(draw_for(dealer, players)))]


@pytest.mark.parametrize("card", ["RD", "YR", "GS", "W4", "WI"])
def test_2_1_action_cards_and_wilds_count_0(card: str) -> None:
    match, _ = dealers([card, "B1", card])
    assert match.dealer == 1


def test_2_1_an_action_card_ties_with_a_0() -> None:
    match, drawn = dealers(["RD", "B0"], ["R3", "R2"])
    assert match.dealer == 0
    assert len(drawn) == 2


def test_2_1_those_tied_for_highest_alone_draw_again() -> None:
    match, drawn = dealers(["R9", "R3", "B9", "Y9"], ["R2", "R7", "R5"])
    assert match.dealer == 2
    assert drawn == [DealerDrew((0, 1, 2, 3), ("R9", "R3", "B9", "Y9")), DealerDrew((0, 2, 3), ("R2", "R7", "R5"))]


def test_2_1_they_draw_until_one_is_highest() -> None:
    match, drawn = dealers(["R9", "B9", "Y9"], ["R4", "R6", "G6"], ["W4", "GS"], ["R1", "R2"])
    assert [event.seats for event in drawn] == [(0, 1, 2), (0, 1, 2), (1, 2), (1, 2)]
    assert match.dealer == 2


def test_2_1_only_those_tied_put_their_cards_back_before_they_draw_again() -> None:
    orders = [["R9", "G3", "B9"], ["R9", "B9"], ["R2", "R1"], dealing(any_hands(3, 7, "R5"), 0, "R5")]
    events = Match(3, ScriptedShuffles(orders)).apply(DEAL)
    decks = [event.cards for event in events if isinstance(event, Shuffled)]
    assert [len(cards) for cards in decks] == [112, 111, 111, 112]
    assert [cards.count("G3") for cards in decks] == [2, 1, 1, 2]
    assert [cards.count("R9") for cards in decks] == [2, 2, 2, 2]


@pytest.mark.parametrize("players", SIZES)
def test_2_2_all_drawn_cards_go_back_and_seven_are_dealt_to_each(players: int) -> None:
    match = Match(players, SeededShuffles(8))
    events = match.apply(DEAL)
    dealt = next(event for event in events if isinstance(event, Dealt))
    last = [event for event in events if isinstance(event, Shuffled) and event.pile == "deck"][-1]
    assert last.count == 112
    assert sorted(last.cards) == sorted(CODE)
    assert [len(cards) for cards in dealt.hands] == [7] * players


@pytest.mark.parametrize("players", SIZES)
def test_2_2_one_card_at_a_time_starting_at_the_dealers_left(players: int) -> None:
    dealer = players - 1
    deck = [code for code in CODE if code not in ("R5", "W4")]
    order = [draw_for(dealer, players), [*deck[: players * 7], "R5"]]
    match = Match(players, ScriptedShuffles(order))
    match.apply(DEAL)
    for place in range(players):
        seat = (dealer + 1 + place) % players
        assert hand(match, seat).split() == deck[place : players * 7 : players]


@pytest.mark.parametrize("players", SIZES)
def test_2_2_the_rest_is_the_draw_pile(players: int) -> None:
    match, _ = first_round(players, "R5", then=("G1", "B2", "Y3"))
    assert [CODE[card] for card in match.draw_pile[:-4:-1]] == ["G1", "B2", "Y3"]
    assert len(match.draw_pile) == 112 - 7 * players - 1


@pytest.mark.parametrize("size", [2, 5, 35])
def test_2_2_the_hand_size_is_a_setting(size: int) -> None:
    match, _ = first_round(3, "B9", rules=Rules(hand_size=size))
    assert [len(cards) for cards in match.hands] == [size] * 3
    assert len(match.draw_pile) == 111 - 3 * size


@pytest.mark.parametrize("direction", [1, -1])
def test_2_4_play_runs_to_the_left_at_the_start_of_every_round(direction: int) -> None:
    match = set_up(["R1", "G2 G3", "B4 B5"], direction=direction, shuffles=SeededShuffles(3))
    match.apply(Play(0, "R1"))
    assert match.phase is Phase.ROUND_OVER
    match.apply(DEAL)
    assert top(match)[1] != "R"
    assert match.direction == 1


@pytest.mark.parametrize("players", SIZES)
def test_2_5_the_deal_passes_to_the_left_in_each_later_round(players: int) -> None:
    for dealer in range(players):
        match = set_up(seated(players, "R1"), direction=-1, dealer=dealer, shuffles=SeededShuffles(3))
        match.apply(Play(0, "R1"))
        events = match.apply(DEAL)
        assert match.dealer == (dealer + 1) % players
        assert match.round == 2
        assert not any(isinstance(event, DealerDrew) for event in events)


def test_2_only_the_table_deals_and_only_between_rounds() -> None:
    match = Match(2, SeededShuffles(1))
    assert all_legal(match) == match.legal_actions(TABLE) == [DEAL]
    assert DEAL.seat == TABLE
    match.apply(DEAL)
    assert match.legal_actions(TABLE) == []
    assert refused(match, DEAL) == "round_goes_on"


@pytest.mark.parametrize("action", [Draw(0), Keep(0), Play(0, "R5"), Accept(0), Challenge(0)])
def test_2_nothing_can_be_done_before_the_first_deal(
    action: Draw | Keep | Play | Accept | Challenge,
) -> None:
    assert refused(Match(2, SeededShuffles(1)), action) == "no_round"


def test_2_a_new_round_clears_what_the_last_one_left() -> None:
    match = set_up(["W4", "B1 B2", "G1"], "R5", last_turn=2, uno={2: Uno.CALLED}, shuffles=SeededShuffles(4))
    match.apply(Play(0, "W4"))
    match.apply(DEAL)
    assert match.result is None
    assert (match.exposed, match.called, match.caught) == (0, 0, 0)
    assert (match.last_turn, match.other_turn) == (TABLE, TABLE)
    assert len(match.discard_pile) == 1
