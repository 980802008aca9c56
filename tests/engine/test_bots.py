"""What bots do, and that they do it by the rules and from their view alone."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings

from engine.actions import CALLS, DEAL, CallUno, Catch, Challenge, Keep, Name, Play, Target
from engine.bots import Bot, EasyBot, Level, NormalBot, RandomBot, make
from engine.bots.runs import first_of_winning_run
from engine.cards import Color
from engine.legal import legal_in
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from engine.views import View
from tests.engine.random_play import Table, seats_of, tables, walk

LEVELS: tuple[Level, ...] = get_args(Level)
KINDS = (EasyBot, NormalBot, RandomBot)


def normal() -> Bot:
    return make("normal", Random(1))


def choose(match: Match, bot: Bot | None = None) -> object:
    """Return what a bot does in the seat that is asked; it has to be legal."""
    view = match.view(match.owed)
    action = (bot or normal()).act(view)
    assert action in legal_in(view)
    return action


def card_played(match: Match) -> str:
    action = choose(match)
    assert isinstance(action, Play)
    return action.card


def play_round(match: Match, seats: list[Bot]) -> int:
    """Play a round in which everyone calls and catches as soon as they may; return its winner."""
    match.apply(DEAL, events=False)
    while match.owed != TABLE:
        action = seats[match.owed].act(match.view(match.owed))
        assert action is not None
        match.apply(action, events=False)
        for seat, bot in enumerate(seats if match.exposed else []):
            if (call := bot.call(match.view(seat))) is not None:
                match.apply(call, events=False)
    assert match.result is not None
    return match.result.winner


# What holds for every bot.


@given(tables())
@settings(max_examples=60)
def test_a_bot_acts_when_its_seat_is_asked_and_only_legally(table: Table) -> None:
    bots: list[Bot] = [*(make(level, Random(table.seed)) for level in LEVELS), RandomBot(Random(table.seed))]
    for match, action in walk(table):
        match.apply(action)
        for seat in seats_of(match):
            view = match.view(seat)
            for bot in bots:
                chosen, call = bot.act(view), bot.call(view)
                assert (chosen is not None) == (seat == match.owed != TABLE)
                assert chosen is None or (chosen in legal_in(view) and not isinstance(chosen, CallUno | Catch))
                assert call is None or (call in legal_in(view) and isinstance(call, CallUno | Catch))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 10])
def test_bots_play_rounds_to_their_end(kind: type[Bot], players: int) -> None:
    for seed in range(20):
        match = Match(players, SeededShuffles(seed))
        chance = Random(seed)
        winner = play_round(match, [kind(chance) for _ in range(players)])
        assert match.hands[winner] == ()


@given(tables(steps=60))
@settings(max_examples=30)
def test_a_bot_has_no_memory_and_no_chance_but_its_generator(table: Table) -> None:
    for level in LEVELS:
        worn_chance = Random(0)
        worn = make(level, worn_chance)
        for match, action in walk(table):
            match.apply(action)
            if match.owed == TABLE:
                continue
            view = match.view(match.owed)
            fresh_chance = Random(match.version)
            worn_chance.setstate(fresh_chance.getstate())
            fresh = make(level, fresh_chance)
            assert (worn.act(view), worn.call(view)) == (fresh.act(view), fresh.call(view))
            assert worn_chance.getstate() == fresh_chance.getstate()


def test_a_spectator_is_never_asked() -> None:
    match = Match(2, SeededShuffles(1))
    assert normal().act(match.view(TABLE)) is None
    assert normal().call(match.view(TABLE)) is None


# The levels beside each other.


@pytest.mark.parametrize(("opponents", "enough"), [(1, 0.54), (3, 0.28)])
def test_the_normal_bot_beats_random_play(opponents: int, enough: float) -> None:
    # Far below what 10,000 rounds give (scripts/bench_bots.py), so that only a bot that has grown worse fails.
    players, rounds, won = opponents + 1, 800, 0
    for number in range(rounds):
        chance = Random(number)
        seats: list[Bot] = [RandomBot(chance) for _ in range(players)]
        seats[number % players] = make("normal", chance)
        won += play_round(Match(players, SeededShuffles(number)), seats) == number % players
    assert won / rounds > enough


def share(level: Level, match: Match, seat: int, wanted: object) -> float:
    """Return how often bots of a level want to do something, asked 600 times."""
    bot = make(level, Random(3))
    view = match.view(seat)
    chosen: list[object] = [bot.act(view) if seat == match.owed else bot.call(view) for _ in range(600)]
    return chosen.count(wanted) / len(chosen)


TWO_CARDS = ["R7 B2", "G1 G2 G3", "Y1 Y2 Y3"]


def test_uno_is_called_with_the_play_always_by_normal_and_sometimes_by_easy() -> None:
    match = set_up(TWO_CARDS)
    called = Play(0, "R7", uno=True)
    assert share("normal", match, 0, called) == 1
    assert 0.5 < share("easy", match, 0, called) < 0.7
    assert share("easy", match, 0, called) + share("easy", match, 0, Play(0, "R7")) == 1


def test_uno_is_called_when_a_box_is_the_last_but_one() -> None:
    assert choose(set_up(["WI B2", "G1 G2 G3"])) == Play(0, "WI", uno=True)


def test_an_open_call_is_made_up_for_always_by_normal_and_rarely_by_easy() -> None:
    match = set_up(["R7", "G1 G2 G3", "Y1 Y2 Y3"], turn=1, uno={0: Uno.OPEN})
    assert share("normal", match, 0, CALLS[0]) == 1
    assert 0 < share("easy", match, 0, CALLS[0]) < 0.3


def test_one_who_has_not_called_is_caught_always_by_normal_and_half_the_time_by_easy() -> None:
    match = set_up(["R7", "G1 G2 G3", "Y1 Y2 Y3"], turn=1, uno={0: Uno.OPEN})
    assert share("normal", match, 2, Catch(2, 0)) == 1
    assert 0.4 < share("easy", match, 2, Catch(2, 0)) < 0.6


def test_nobody_is_caught_who_has_called_or_got_away() -> None:
    for uno in (Uno.CALLED, Uno.LATE):
        view = set_up(["R7", "G1 G2 G3", "Y1 Y2 Y3"], turn=1, uno={0: uno}).view(2)
        assert normal().call(view) is None
        assert make("easy", Random(1)).call(view) is None


def test_easy_seldom_challenges() -> None:
    match = wild_draw_four("B1 B2 B3 B4 B5 B6")
    assert 0 < share("easy", match, 1, Challenge(1)) < 0.2
    assert RandomBot(Random(1)).act(match.view(1)) != Challenge(1)


# How the normal bot plays.


def wild_draw_four(bluff_hand: str) -> Match:
    return set_up(
        [bluff_hand, "G1 G2 G3 G4"],
        "W4",
        color="B",
        phase=Phase.CHALLENGE,
        owed=1,
        bluff_color="R",
        bluff_hand=bluff_hand,
        last_turn=0,
    )


def test_it_challenges_who_holds_many_cards_and_not_who_holds_few() -> None:
    assert choose(wild_draw_four("B1 B2 B3 B4 B5 B6")) == Challenge(1)
    assert choose(wild_draw_four("B1")) != Challenge(1)


def test_it_keeps_its_wilds_while_another_card_fits() -> None:
    assert card_played(set_up(["R3 B7 B8 W4 WI", "G1 G2 G3 G4"])) == "R3"


def test_it_plays_a_wild_rather_than_draw() -> None:
    assert card_played(set_up(["B7 B8 Y1 Y3 WI G4", "G1 G2 G3 G6"])) == "WI"


def test_it_keeps_a_wild_just_drawn_while_its_hand_is_large() -> None:
    match = set_up(["B7 B8 Y1 Y3 G4 G6 G7 W4", "G1 G2 G3 G6"], phase=Phase.DRAWN, drawn="W4")
    assert choose(match) == Keep(0)


def test_it_stays_with_its_commonest_color() -> None:
    assert card_played(set_up(["R3 Y5 Y1 Y2 Y8", "G1 G2 G3 G4"])) == "Y5"


def test_it_names_its_commonest_color() -> None:
    for phase in (Phase.ITEM_COLOR, Phase.OPENING_COLOR):
        match = set_up(["R3 Y5 Y1 G2 W4", "G1 G2 G3 G4"], "WI", phase=phase)
        assert choose(match) == Name(0, "Y")


def test_it_names_any_color_where_it_holds_none() -> None:
    view = set_up(["W4 WI", "G1 G2 G3 G4"], "WI", phase=Phase.ITEM_COLOR).view(0)
    bot = normal()
    assert {bot.act(view) for _ in range(100)} == {Name(0, color) for color in get_args(Color)}


@pytest.mark.parametrize("weapon", ["RD", "RS", "W4"])
def test_it_stops_the_next_player_who_is_about_to_go_out(weapon: str) -> None:
    hand = f"R9 {weapon} R5 B2" if weapon != "W4" else "B2 G9 W4 Y3 Y6"
    assert card_played(set_up([hand, "G1", "Y1 Y2 Y3", "Y4 Y5 Y6"])) == weapon


def test_it_does_not_skip_to_a_player_who_is_about_to_go_out() -> None:
    assert card_played(set_up(["R9 RS R5 B2", "G1 G2 G3", "Y1", "Y4 Y5 Y6"])) != "RS"


def test_it_does_not_reverse_to_a_player_who_is_about_to_go_out() -> None:
    assert card_played(set_up(["R9 RR R5 B2", "G1 G2 G3", "Y4 Y5 Y6", "Y1"])) != "RR"
    assert card_played(set_up(["R9 RR R5 B2", "Y1", "Y4 Y5 Y6", "G1 G2 G3"])) == "RR"


def test_it_hits_with_a_shell_who_holds_the_fewest_cards() -> None:
    match = set_up(["R1 R2", "Y4 Y5 Y6", "Y1 Y2", "B1 B2 B3"], "G5", phase=Phase.ITEM_TARGET)
    assert choose(match) == Target(0, 2)
    match = set_up(["R1 R2", "Y4 Y5", "Y1 Y2", "B1 B2"], "G5", phase=Phase.ITEM_TARGET, scores=[9, 30, 40, 20])
    assert choose(match) == Target(0, 2)


def test_it_goes_out_in_one_run_between_two() -> None:
    # After the first Skip the yellow one looks better, but then the green one would be left.
    match = set_up(["RS GS YS Y9", "B1"], "R1")
    played = []
    while match.owed == 0:
        action = normal().act(match.view(0))
        assert isinstance(action, Play)
        played.append(action.card)
        match.apply(action)
    assert (played, match.phase) == (["RS", "GS", "YS", "Y9"], Phase.ROUND_OVER)


def test_a_run_needs_one_opponent_and_reverses_that_skip() -> None:
    hand = "RR GR G0"
    assert first_of_winning_run(set_up([hand, "B1 B2"], "R1").view(0)) == "RR"
    assert first_of_winning_run(set_up([hand, "B1 B2", "B3"], "R1").view(0)) is None
    rules = Rules(reverse_skips_when_two=False)
    assert first_of_winning_run(set_up([hand, "B1 B2"], "R1", rules=rules).view(0)) is None


def test_no_run_is_seen_where_the_colors_break_it() -> None:
    for hand in ("RS GR G0", "RS R5 R6", "RS RD B0"):
        assert first_of_winning_run(set_up([hand, "B1 B2"], "R1").view(0)) is None


def test_its_last_card_is_played_whatever_it_is() -> None:
    for card in ("W4", "WI", "R7"):
        assert choose(set_up([card, "G1 G2"], uno={0: Uno.CALLED})) == Play(0, card)


def test_it_never_leaves_a_call_open() -> None:
    for seed in range(30):
        match = Match(3, SeededShuffles(seed))
        match.apply(DEAL, events=False)
        bot = make("normal", Random(seed))
        while match.owed != TABLE:
            view: View = match.view(match.owed)
            action = bot.act(view)
            assert action is not None
            match.apply(action, events=False)
            assert not match.open_calls
