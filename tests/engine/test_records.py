"""A record is a match as text; it replays to the same states without a generator."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, CallUno, Catch, Challenge, Play
from engine.cards import FACES
from engine.errors import RecordError
from engine.match import Match
from engine.notation import format_action, parse_action
from engine.phases import Phase
from engine.position import Position, position_of
from engine.record import Record
from engine.rules import Rules
from engine.shuffles import SeededShuffles

SEATS = st.integers(0, 9)
COLORS = st.sampled_from(["R", "Y", "G", "B"])
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, SEATS, st.sampled_from(FACES), st.none() | COLORS, st.booleans()),
    st.builds(Catch, SEATS, SEATS),
    st.builds(CallUno, SEATS),
    st.builds(Challenge, SEATS),
)


def play_whole_match(players: int, seed: int, rules: Rules | None = None) -> tuple[Record, list[Position]]:
    random = Random(seed)
    match = Match(players, SeededShuffles(seed), rules)
    record = Record(players, rules, [f"Racer {seat}" for seat in range(players)])
    positions = [position_of(match)]
    while match.phase is not Phase.MATCH_OVER:
        actions = [action for seat in range(-1, players) for action in match.legal_actions(seat)]
        plays = [action for action in actions if isinstance(action, Play)]
        action = random.choice(plays or actions)
        record.observe(action, match.apply(action))
        positions.append(position_of(match))
    return record, positions


@pytest.mark.parametrize("players", [2, 3, 10])
def test_a_record_replays_to_the_same_states(players: int) -> None:
    record, positions = play_whole_match(players, 40 + players)
    assert [position_of(step.match) for step in record.replay()] == positions


def test_a_record_round_trips_as_text() -> None:
    rules = Rules(target_score=60, hand_size=5, reverse_skips_when_two=False, last_box_opens=True)
    record, positions = play_whole_match(2, 3, rules)
    again = Record.from_text(record.to_text())
    assert again.to_text() == record.to_text()
    assert (again.players, again.rules, again.names) == (2, rules, ("Racer 0", "Racer 1"))
    assert [position_of(step.match) for step in again.replay()] == positions


@given(ACTIONS)
def test_actions_round_trip_as_lines(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    "line",
    [
        "",
        "play R7",
        "0 draw",
        "11 draw",
        "-1 draw",
        "² draw",
        "1 play Q7",
        "1 play R7 UNO",
        "1 play R7 uno red",
        "1 color mauve",
        "1 target",
        "1 catch x",
        "deal 2",
    ],
)
def test_what_is_no_action_is_refused(line: str) -> None:
    with pytest.raises(RecordError):
        parse_action(line)


HEAD = "UNO Kart record 1\nplayers 2\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with"),
        ("Something else\n", "begins with"),
        ("UNO Kart record 1\n\ndeal\n", "how many players"),
        ("UNO Kart record 1\nplayers 11\n\n", "2 to 10 players"),
        ("UNO Kart record 1\nplayers ²\n\n", "how many players"),
        (HEAD + "color_of_sky blue\n\n", "no rules of this game"),
        (HEAD + "target_score many\n\n", "no rules of this game"),
        (HEAD + "\n1 juggle\n", "Line 4"),
        (HEAD + "\n= R7\ndeal\n", "before the first action"),
        (HEAD + "\ndeal\n= Q9\n", "Line 5"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says):
        Record.from_text(text)


def test_a_record_of_what_the_rules_forbid_does_not_replay() -> None:
    lines = play_whole_match(2, 9)[0].to_text().splitlines()
    first_deal = lines.index("deal")
    body = next(at for at in range(first_deal + 1, len(lines)) if not lines[at].startswith("="))
    for damage, says in [
        ([*lines[:body], "1 accept", *lines[body:]], "Action 2, 1 accept"),
        ([*lines[: first_deal + 1], *lines[body:]], "no order is recorded"),
        ([*lines[:body], lines[body - 1], *lines[body:]], "a shuffle too many"),
        ([*lines[: body - 1], "= " + "R7 " * 5, *lines[body:]], "not among the cards"),
    ]:
        record = Record.from_text("\n".join(damage))
        with pytest.raises(RecordError, match=says):
            list(record.replay())


def test_a_name_takes_one_line_whatever_is_in_it() -> None:
    record = Record(2, names=["two\nlines\r\nplayers 9", ""])
    assert Record.from_text(record.to_text()).names == ("two lines players 9", "")
