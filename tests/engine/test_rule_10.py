"""Rules 10: the settings of a table. What each does is tested with the rule it belongs to."""

from __future__ import annotations

import msgspec
import pytest

from engine.actions import DEAL
from engine.errors import PositionError
from engine.match import Match
from engine.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, problem_with
from engine.shuffles import SeededShuffles


def test_10_the_defaults_are_the_published_game() -> None:
    assert Rules() == Rules(target_score=500, hand_size=7, reverse_skips_when_two=True, last_box_opens=False)
    assert Match(2, SeededShuffles(1)).rules == Rules()


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_10_a_match_takes_2_to_10_players(players: int) -> None:
    match = Match(players, SeededShuffles(players))
    match.apply(DEAL)
    assert match.view(0).players == players


@pytest.mark.parametrize("players", [-1, 0, 1, 11])
def test_10_and_no_other_number(players: int) -> None:
    with pytest.raises(PositionError, match="A match takes 2 to 10 players"):
        Match(players, SeededShuffles(1))


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_10_players_times_hand_size_is_at_most_107(players: int) -> None:
    most = 107 // players
    for size in range(2, most + 1):
        assert problem_with(Rules(hand_size=size), players) is None
    problem = problem_with(Rules(hand_size=most + 1), players)
    assert problem == f"With {players} players at most {most} cards each can be dealt, not {most + 1}."


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_10_with_the_most_cards_dealt_a_start_card_always_remains(players: int) -> None:
    rules = Rules(hand_size=107 // players)
    for seed in range(50):
        match = Match(players, SeededShuffles(seed), rules)
        match.apply(DEAL)
        assert match.view(0).top not in (None, "W4")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules(hand_size=1), "Each player needs at least 2 cards."),
        (Rules(hand_size=0), "Each player needs at least 2 cards."),
        (Rules(target_score=0), "The target score must be at least 1."),
        (Rules(target_score=-5), "The target score must be at least 1."),
    ],
)
def test_10_settings_that_make_no_game_are_refused_in_a_sentence(rules: Rules, sentence: str) -> None:
    with pytest.raises(PositionError) as refusal:
        Match(2, SeededShuffles(1), rules)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    "wire",
    [
        b'{"target_score":0}',
        b'{"target_score":1.5}',
        b'{"hand_size":1}',
        b'{"hand_size":54}',
        b'{"last_box_opens":"yes"}',
        b'{"speed":2}',
    ],
)
def test_10_settings_from_another_machine_are_checked_on_arrival(wire: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(wire, type=Rules)


def test_10_any_combination_of_settings_can_be_played() -> None:
    for skips in (False, True):
        for opens in (False, True):
            rules = Rules(target_score=1, hand_size=2, reverse_skips_when_two=skips, last_box_opens=opens)
            assert rules == msgspec.json.decode(msgspec.json.encode(rules), type=Rules)
            for players in (2, 3, 10):
                assert problem_with(rules, players) is None
