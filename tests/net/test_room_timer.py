"""The turn timer and the pause: how long an answer may take, what is done without it, and when no time runs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.actions import Draw, Play
from engine.events import Accepted, ColorNamed, Drew, Event, Kept, Targeted
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.position import set_up
from engine.shuffles import SeededShuffles
from net.defaults import default_action
from net.messages import (
    Act,
    Done,
    Happened,
    Note,
    Ready,
    Refusal,
    Ticking,
    Welcome,
)
from net.wishes import AddBot, Pause, Start
from tests.net.rooms import Desk, hello
from tests.net.test_room_lobby import code, lobby, room


def timed(match: Match | None = None, seconds: int = 60, persons: int = 2, **given: Any) -> Desk:
    """Persons at a table, with a timer."""
    desk = Desk(0, (), lobby=True, turn_seconds=seconds, **given)
    for number in range(persons):
        desk.say(number, hello(f"Person {number}"))
    desk.say(0, Start())
    desk.put(match or set_up(["R1 R2 R3", "G1 G2 G3", "Y1 Y2 Y3"][:persons], shuffles=SeededShuffles(1)))
    return desk


def told(desk: Desk, connection: int = 1) -> list[Event]:
    """Return what has happened, as a connection was told."""
    return [event for message in desk.sent[connection] if isinstance(message, Happened) for event in message.events]


def answered(desk: Desk) -> list[type[Event]]:
    """Let the time run out once; return what happened."""
    before = len(told(desk))
    desk.run(60.1)
    return [type(event) for event in told(desk)[before:]]


def test_everyone_is_told_whose_answer_is_awaited_and_how_long() -> None:
    desk = timed()
    desk.act(0, Draw(0))
    ticking = desk.last(1, Ticking)
    assert ticking == Ticking(desk.match.owed, 60_000)


def test_the_clock_is_told_once_a_question() -> None:
    desk = timed()
    desk.act(0, Draw(0))
    before = len([message for message in desk.sent[1] if isinstance(message, Ticking)])
    desk.run(50.0)
    desk.say(1, Ready(desk.version))
    assert len([message for message in desk.sent[1] if isinstance(message, Ticking)]) == before


def test_who_comes_is_told_what_is_left() -> None:
    desk = timed()
    desk.act(0, Draw(0))
    desk.run(20.0)
    desk.say(7, hello(watch=True))
    assert desk.last(7, Ticking) == Ticking(desk.match.owed, 40_000)


def test_it_does_not_run_for_bots() -> None:
    desk = lobby(1, turn_seconds=60)
    desk.say(0, Start())
    assert not any(isinstance(message, Ticking) for message in desk.sent[0])


def test_a_turn_is_drawn_and_kept() -> None:
    desk = timed()
    assert answered(desk)[:1] == [Drew]
    assert len(desk.match.hands[0]) == 4
    assert (desk.match.phase, desk.match.owed) == (Phase.PLAY, 1)
    note = desk.last(1, Note)
    assert note.code == "too_slow"
    assert note.sentence.startswith("Person 0 took too long: ")


def test_a_drawn_card_is_kept() -> None:
    desk = timed(set_up(["R1 R2 R3", "G1 G2 G3"], draw="R9 R8 R7", shuffles=SeededShuffles(1)))
    desk.act(0, Draw(0))
    assert desk.match.phase is Phase.DRAWN
    assert Kept in answered(desk)


def test_a_wild_draw_four_is_accepted() -> None:
    desk = timed(set_up(["W4 B2 R3", "G1 G2 G3"], shuffles=SeededShuffles(1)))
    desk.act(0, Play(0, "W4", "B"))
    assert Accepted in answered(desk)


def test_the_color_most_held_is_named() -> None:
    match = set_up(["R1 B2 B3", "G1 G2 G3"], top="WI", phase=Phase.ITEM_COLOR, shuffles=SeededShuffles(1))
    desk = timed(match)
    assert ColorNamed in answered(desk)
    assert ColorNamed(0, "B") in told(desk)


def test_of_colors_held_alike_the_first_in_order_is_named() -> None:
    match = set_up(["B1 Y2 W4", "G1 G2 G3"], top="WI", phase=Phase.ITEM_COLOR)
    assert default_action(match.view(0)) == match.legal_actions(0)[1]


def test_the_opponent_with_the_most_cards_is_hit() -> None:
    match = set_up(
        ["R1 B2 B3 B4 B5", "G1 G2", "Y1 Y2 Y3"], top="G4", phase=Phase.ITEM_TARGET, shuffles=SeededShuffles(1)
    )
    desk = timed(match, persons=3)
    assert Targeted in answered(desk)
    assert Targeted(0, 2) in told(desk)


def test_where_nothing_can_be_drawn_a_card_that_fits_is_played() -> None:
    match = set_up(["R1 B2", "G1 G2"], draw="", shuffles=SeededShuffles(1))
    match.discard_pile = match.discard_pile[-1:]
    assert default_action(match.view(0)) == Play(0, "R1")


@pytest.mark.parametrize("seed", range(6))
def test_the_default_is_always_allowed(seed: int) -> None:
    desk = timed(seconds=1, seed=seed)
    desk.run(3.0 * 300)
    versions = [message.v for message in desk.sent[1] if isinstance(message, Happened)]
    assert len(versions) > 200
    assert all(after == before + 1 for before, after in pairwise(versions))


def test_it_goes_on_for_who_is_away_and_no_longer() -> None:
    desk = timed()
    desk.gone(0)
    assert answered(desk)[:1] == [Drew]


def test_a_call_does_not_give_more_time() -> None:
    desk = timed(set_up(["R1 R2 R3", "G1"], shuffles=SeededShuffles(1)))
    desk.run(50.0)
    version = desk.version
    desk.act(1, desk.match.legal_actions(1)[0])
    assert desk.version == version + 1
    desk.run(11.0)
    assert desk.match.owed == 1


def test_an_answer_in_time_is_followed_by_a_time_of_its_own() -> None:
    desk = timed()
    desk.run(59.0)
    desk.act(0, Play(0, "R1"))
    version = desk.version
    desk.run(59.0)
    assert desk.version == version
    desk.run(2.0)
    assert desk.version > version


def test_between_rounds_it_deals() -> None:
    desk = timed(set_up(["R1", "G1 G2"], shuffles=SeededShuffles(1)))
    desk.act(0, Play(0, "R1"))
    assert desk.match.phase is Phase.ROUND_OVER
    assert desk.last(1, Ticking) == Ticking(TABLE, 60_000)
    version = desk.version
    desk.run(61.0)
    assert desk.version == version + 1


def test_without_a_timer_nobody_is_hurried() -> None:
    desk = timed(seconds=0)
    version = desk.version
    desk.run(100_000.0)
    assert desk.version == version
    assert not any(isinstance(message, Ticking) for message in desk.sent[1])


# The pause.


def test_a_pause_stops_everything_and_is_shown_to_all() -> None:
    desk = timed(hold_seconds=100.0)
    desk.say(8, hello(watch=True))
    desk.run(30.0)
    desk.say(0, Pause(True))
    assert room(desk, 8).paused_by == room(desk, 1).paused_by == "Person 0"
    assert desk.last(1, Ticking) == Ticking(0)
    version = desk.version
    desk.gone(1)
    desk.run(10_000.0)
    assert desk.version == version
    assert room(desk).people[1].bot is None
    assert desk.room.wake is None


def test_nobody_acts_meanwhile() -> None:
    desk = timed()
    desk.say(0, Pause(True))
    answer = desk.act(0, Draw(0))
    assert isinstance(answer, Refusal)
    assert answer.code == "paused"
    assert "Person 0" in answer.sentence


def test_then_it_goes_on_with_what_was_left() -> None:
    desk = timed()
    desk.act(0, Play(0, "R1"))
    desk.run(40.0)
    desk.say(0, Pause(True))
    desk.say(0, Pause(True))
    desk.run(1000.0)
    desk.say(0, Pause(False))
    assert desk.last(1, Ticking) == Ticking(1, 20_000)
    assert room(desk, 1).paused_by is None
    version = desk.version
    desk.run(19.0)
    assert desk.version == version
    desk.run(2.0)
    assert desk.version > version


def test_bots_wait_too_and_go_on() -> None:
    desk = lobby(1, pace=1.0)
    for _ in range(2):
        desk.say(0, AddBot("easy"))
    desk.say(0, Start())
    desk.put(set_up(["R1 R2 R3", "G1 G2 G3", "Y1 Y2 Y3"], turn=1, shuffles=SeededShuffles(1)))
    desk.say(0, Pause(True))
    version = desk.version
    desk.run(100.0)
    assert desk.version == version
    desk.say(0, Pause(False))
    desk.run(2.0)
    assert desk.version > version


def test_who_comes_in_a_pause_is_told_that_no_time_runs() -> None:
    desk = timed()
    token = desk.last(1, Welcome).token
    desk.say(0, Pause(True))
    desk.say(7, hello(token=token))
    assert desk.last(7, Ticking) == Ticking(0)
    assert desk.last(7, Welcome).room.paused_by == "Person 0"


def test_ready_in_a_pause_deals_after_it() -> None:
    desk = timed(set_up(["R1", "G1 G2"], shuffles=SeededShuffles(1)))
    desk.act(0, Play(0, "R1"))
    version = desk.version
    desk.say(0, Pause(True))
    for seat in (0, 1):
        desk.say(seat, Ready(version))
    assert desk.version == version
    desk.say(0, Pause(False))
    assert desk.version == version + 1


def test_a_pause_ends_when_its_host_is_away() -> None:
    desk = timed()
    desk.say(0, Pause(True))
    desk.gone(0)
    assert room(desk, 1).paused_by is None
    desk.run(61.0)
    assert desk.match.owed == 1


def test_only_a_match_can_be_paused() -> None:
    desk = lobby(2)
    assert code(desk.say(0, Pause(True))) == "no_match"


def test_an_action_on_its_way_is_answered_the_same_after_the_pause() -> None:
    desk = timed()
    desk.say(0, Pause(True))
    act = Act(9, desk.version, Draw(0))
    refusal = [message for message in desk.say(0, act) if isinstance(message, Refusal)]
    desk.say(0, Pause(False))
    again = [message for message in desk.say(0, act) if isinstance(message, Refusal | Done)]
    assert refusal == again
