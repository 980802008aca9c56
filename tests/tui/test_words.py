"""What is said of events and of what is asked, to the one it happens to and to the others."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.actions import Draw, Play
from engine.events import (
    Accepted,
    Asked,
    BoxOpened,
    Caught,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    Kept,
    MatchEnded,
    Played,
    Reversed,
    RoundEnded,
    Shuffled,
    Skipped,
    StartTurned,
    Targeted,
    UnoCalled,
    redact,
)
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from tests.tui.tables import four, game, seated
from unokart_tui.names import digit_of
from unokart_tui.words import drawn_fits, narrate, situation, targets, turn_choice, turn_of

ME, TOAD, PEACH = 0, 1, 2
PEOPLE = seated(("Ada", "Toad", "Peach", "Bowser"))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Played(TOAD, "G7"), "Toad plays green 7"),
        (Played(TOAD, "G7", uno=True), "Toad plays green 7 and calls UNO"),
        (Played(ME, "W4", "R", uno=True), "You play Wild Draw Four, name red and call UNO"),
        (Played(TOAD, "W4", "R"), "Toad plays Wild Draw Four, names red"),
        (Drew(ME, 1, "turn", ("B3",)), "You draw blue 3"),
        (Drew(TOAD, 1, "turn"), "Toad draws a card"),
        (Drew(TOAD, 0, "turn"), "Toad passes: no card is left to draw"),
        (Drew(ME, 0, "turn"), "You pass: no card is left to draw"),
        (Drew(TOAD, 2, "draw_two"), "Toad draws 2"),
        (Drew(TOAD, 1, "draw_two"), "Toad draws 1 (no more are left)"),
        (Drew(ME, 0, "draw_two"), "You draw nothing (no more are left)"),
        (Drew(ME, 4, "wild_draw_four", ("B3", "R1", "WI", "W4")),
         "You draw 4: blue 3, red 1, Wild Item Box, Wild Draw Four"),
        (Drew(TOAD, 2, "banana"), "The Banana Peel hits Toad, who draws 2"),
        (Drew(ME, 1, "shell", ("B3",)), "The Green Shell hits you: you draw 1: blue 3"),
        (Drew(TOAD, 1, "lightning"), None),
        (Drew(ME, 1, "lightning", ("GS",)), "You draw 1: green Skip"),
        (Drew(TOAD, 1, "guilty"), "Toad draws 1 (no more are left)"),
        (Kept(TOAD), "Toad keeps the card"),
        (Skipped(ME), "You lose the turn"),
        (Skipped(TOAD), "Toad loses the turn"),
        (Reversed(-1), "Play turns: seat numbers fall"),
        (Reversed(1), "Play turns: seat numbers rise"),
        (BoxOpened(PEACH, "B5", "lightning"), "Peach opens an item box: blue 5, Lightning! Everyone else draws 1"),
        (BoxOpened(ME, "R5", "mushroom"), "You open an item box: red 5, Mushroom! You take another turn"),
        (BoxOpened(PEACH, "W4", "bob_omb"),
         "Peach opens an item box: Wild Draw Four, Bob-omb! Peach draws 2 and names the color"),
        (BoxOpened(PEACH, "G5", "shell"), "Peach opens an item box: green 5, Green Shell! One opponent draws 1"),
        (BoxOpened(PEACH, "Y5", "banana"),
         "Peach opens an item box: yellow 5, Banana Peel! Whoever went before draws 2"),
        (BoxOpened(PEACH), "Peach opens an item box, but there is no card to turn"),
        (Challenged(ME, TOAD, True, ("G3", "B1")),
         "You challenge Toad: a bluff! Toad draws 4. The hand: green 3, blue 1"),
        (Challenged(TOAD, ME, False), "Toad challenges you: no bluff. Toad draws 6"),
        (Challenged(TOAD, ME, True), "Toad challenges you: a bluff! You draw 4"),
        (Caught(TOAD, ME), "Toad missed UNO: caught by you, draws 2"),
        (Caught(ME, TOAD), "You missed UNO: caught by Toad, draw 2"),
        (UnoCalled(TOAD), "Toad calls UNO"),
        (ColorNamed(ME, "Y"), "You name yellow"),
        (DealerDrew((0, 1), ("R7", "BS")), "The highest number deals: you red 7, Toad blue Skip"),
        (DealerDrew((0, 1), ("R7", "B7")), "The highest number deals: you red 7, Toad blue 7; a tie"),
        (DealerDrew((0, 1), ("W4", "R0")), "The highest number deals: you Wild Draw Four, Toad red 0; a tie"),
        (Dealt(3, TOAD, ()), "Round 3: Toad deals"),
        (Shuffled("deck", 112), None),
        (Shuffled("start", 80), "A Wild Draw Four can't start a round: it goes back, another card is turned"),
        (Shuffled("discards", 1), "The discard pile is shuffled and becomes the draw pile: 1 card"),
        (StartTurned("YR"), "The first card is yellow Reverse"),
        (RoundEnded(TOAD, 87, (), ()), "Toad wins the round and 87 points"),
        (MatchEnded(ME), "You win the match!"),
        (Accepted(TOAD), None),
        (Targeted(TOAD, ME), None),
        (Asked(Phase.PLAY, TOAD), None),
    ],
)  # fmt: skip
def test_an_event_is_told_in_one_line(event: Event, line: str | None) -> None:
    assert narrate(event, PEOPLE, ME) == line


def test_a_spectator_is_told_of_everyone_by_name() -> None:
    assert narrate(Played(ME, "G7"), PEOPLE, TABLE) == "Ada plays green 7"


def test_names_are_text_and_nothing_else() -> None:
    people = seated(("Ada", "[red]{x}\\n%s"))
    assert narrate(Played(1, "G7"), people, ME) == "[red]{x}\\n%s plays green 7"


@pytest.mark.parametrize("players", [2, 3, 10])
def test_whatever_happens_in_a_match_is_told_on_one_line_and_shows_nobody_elses_cards(players: int) -> None:
    people = seated([f"P{seat}" for seat in range(players)], ME)
    dice = random.Random(players)
    match = Match(players, SeededShuffles(players), Rules(target_score=200))
    while match.phase is not Phase.MATCH_OVER:
        choices = [action for seat in (TABLE, *range(players)) for action in match.legal_actions(seat)]
        for event in match.apply(choices[int(dice.random() * len(choices))]):
            line = narrate(redact(event, ME), people, ME)
            assert line is None or (line and "\n" not in line)
            if isinstance(event, Drew) and event.seat != ME and line:
                assert not any(word in line for word in ("red", "yellow", "green ", "blue", "Wild"))
        view = match.view(ME)
        assert situation(view, people)
        assert turn_of(view, people)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({}, "play a green card, a 7 or a wild, or draw"),
        ({"top": "G8"}, "play a green card, an 8 or a wild, or draw"),
        ({"top": "GS"}, "play a green card, a Skip or a wild, or draw"),
        ({"top": "WI", "color": "B"}, "play a blue card or a wild, or draw"),
        ({"hand": "R1 B2"}, "nothing fits, draw a card"),
        ({"turn": TOAD}, "It is Toad's turn"),
    ],
)  # fmt: skip
def test_a_turn_is_asked_for_by_what_is_possible(given: dict[str, Any], line: str) -> None:
    view = four(**given).view(ME)
    assert (turn_choice(view) if view.owed == ME else situation(view, PEOPLE)) == line


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("R7 G9", "play a green card, a 7 or a wild; no card is left to draw"),
        ("R1 B2", "nothing fits and no card is left: draw to pass"),
    ],
)
def test_where_no_card_is_left_none_is_offered(hand: str, line: str) -> None:
    view = replace(four(hand=hand).view(ME), draw_count=0, discard_count=1)
    assert turn_choice(view) == line


def test_a_drawn_card_is_offered_or_said_to_be_kept() -> None:
    fits, unfit = four(draw="G3"), four(draw="B3")
    for match in (fits, unfit):
        match.apply(Draw(ME))
    assert situation(fits.view(ME), PEOPLE) == "You drew green 3"
    assert drawn_fits(fits.view(ME))
    assert not drawn_fits(unfit.view(ME))
    assert situation(fits.view(TOAD), PEOPLE) == "Ada drew a card, and plays or keeps it"


def test_a_wild_draw_four_is_answered_by_two_keys() -> None:
    match = game(("R7 YD", "W4 B1 B2", "R1 R2"), turn=TOAD)
    match.apply(Play(TOAD, "W4", "R"))
    assert situation(match.view(PEACH), PEOPLE) == "Toad played a Wild Draw Four on green"
    assert situation(match.view(ME), PEOPLE) == "Peach thinks about Toad's Wild Draw Four"
    assert situation(match.view(TOAD), PEOPLE) == "Peach thinks about your Wild Draw Four"


def test_colors_and_targets_are_asked_for_by_their_keys() -> None:
    bob_omb, shell = four(draw="W4 R9 Y9"), four(draw="G8")
    for match in (bob_omb, shell):
        match.apply(Play(ME, "WI"))
    assert situation(bob_omb.view(ME), PEOPLE) == "Name the color"
    assert situation(bob_omb.view(TOAD), PEOPLE) == "Ada names the color"
    assert situation(shell.view(ME), PEOPLE) == "Who draws one?"
    assert targets(shell.view(ME), PEOPLE) == "2 Toad, 3 Peach, 4 Bowser"
    assert situation(shell.view(TOAD), PEOPLE) == "Ada chooses whom the Green Shell hits"


def test_after_a_round_and_a_match_the_next_step_is_said() -> None:
    round_over, match_over = four(hand="G9"), four(hand="G9", scores=(499, 0, 0, 0))
    for match in (round_over, match_over):
        match.apply(Play(ME, "G9"))
    assert situation(round_over.view(ME), PEOPLE) == "You have won the round"
    assert situation(round_over.view(TOAD), PEOPLE) == "Ada has won the round"
    assert turn_of(round_over.view(ME), PEOPLE) == "Round over"
    assert situation(match_over.view(ME), PEOPLE) == "You have won the match"
    assert situation(match_over.view(TOAD), PEOPLE) == "Ada has won the match"


def test_seats_are_numbered_from_one_and_the_tenth_has_zero() -> None:
    assert [digit_of(seat) for seat in range(10)] == list("1234567890")
