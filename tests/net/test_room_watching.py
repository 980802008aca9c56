"""Spectators: what they are shown, and how they come to a seat."""

from __future__ import annotations

from typing import Any

from engine.actions import Draw, Play
from engine.events import Drew
from engine.phases import TABLE, Phase
from engine.position import set_up
from engine.shuffles import SeededShuffles
from net.messages import (
    Act,
    Done,
    Happened,
    Leave,
    No,
    Ready,
    Refusal,
    Seated,
    State,
    Welcome,
)
from net.updates import Spectator
from net.wishes import AddBot, Sit, Stand, Start
from tests.net.rooms import Desk, hello
from tests.net.test_room_lobby import code, lobby, room


def running(**given: Any) -> Desk:
    """A match of person 0, person 1 and a bot, that person 0 can end at once; connection 8 watches."""
    desk = lobby(2, **given)
    desk.say(0, AddBot("easy"))
    desk.say(0, Start())
    desk.put(set_up(["R1", "G1 G2", "Y1 Y2"], scores=(100, 50, 25), shuffles=SeededShuffles(1)))
    desk.say(8, hello("Wil", watch=True))
    return desk


def end_round(desk: Desk) -> None:
    assert isinstance(desk.act(0, Play(0, "R1")), Done)
    assert desk.match.phase is Phase.ROUND_OVER


def test_who_watches_is_shown_what_everyone_may_see() -> None:
    desk = running()
    welcome = desk.last(8, Welcome)
    assert (welcome.room.seat, welcome.token, welcome.offer) == (TABLE, None, None)
    assert desk.last(8, State) == State(desk.version, desk.match.view(TABLE))
    assert room(desk).spectators == (Spectator(3, "Wil"),)
    desk.act(0, Draw(0))
    drawn = [event for event in desk.last(8, Happened).events if isinstance(event, Drew)]
    assert [event.cards for event in drawn] == [()]


def test_who_watches_cannot_act() -> None:
    desk = running()
    (refusal,) = desk.say(8, Act(1, desk.version, Draw(0)))
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (1, "no_seat")


def test_a_running_match_is_offered_to_watch() -> None:
    desk = running()
    desk.say(9, hello("Xan"))
    offer = desk.last(9, Welcome).offer
    assert offer is not None
    assert offer[0] == "running"
    assert offer[1].endswith(".")
    assert desk.last(9, State).view.seat == TABLE


def test_a_full_lobby_is_offered_to_watch_too() -> None:
    desk = lobby(2, seats=2)
    desk.say(9, hello("Xan"))
    offer = desk.last(9, Welcome).offer
    assert offer is not None
    assert offer[0] == "full"


def test_only_so_many_may_watch() -> None:
    desk = running(spectators=2)
    desk.say(9, hello("Xan", watch=True))
    (no,) = desk.say(10, hello("Yve", watch=True))
    assert isinstance(no, No)
    assert no.code == "full"
    assert code(desk.say(1, Stand())) == "full"


def test_who_waits_takes_a_bot_s_seat_with_its_score_between_rounds() -> None:
    desk = running()
    desk.say(8, Sit())
    assert room(desk).spectators == (Spectator(3, "Wil", waits=True),)
    assert room(desk, 8).seat == TABLE
    end_round(desk)
    seated = desk.last(8, Seated)
    assert seated.seat == 2
    assert seated.token is not None
    assert desk.last(8, State) == State(desk.version, desk.match.view(2))
    assert (room(desk).people[2].name, room(desk).people[2].bot) == ("Wil", None)
    assert desk.match.scores[2] == 25
    for connection in (0, 1, 8):
        desk.say(connection, Ready(desk.version))
    assert desk.match.phase is not Phase.ROUND_OVER
    assert len(desk.last(8, Happened).events) > 0
    assert desk.say(5, hello(token=seated.token))
    assert room(desk, 5).seat == 2


def test_between_rounds_a_seat_is_there_at_once() -> None:
    desk = running()
    end_round(desk)
    desk.say(8, Sit())
    assert room(desk, 8).seat == 2


def test_who_waited_longer_comes_first() -> None:
    desk = running()
    desk.say(9, hello("Xan"))
    desk.say(9, Sit())
    desk.say(8, Sit())
    end_round(desk)
    assert (room(desk, 8).seat, room(desk, 9).seat) == (2, TABLE)
    desk.say(8, Leave())
    assert room(desk, 9).seat == 2


def test_a_seat_that_was_left_is_taken_too() -> None:
    desk = running()
    desk.say(9, hello("Xan"))
    for connection in (8, 9):
        desk.say(connection, Sit())
    desk.say(1, Leave())
    end_round(desk)
    assert {room(desk, 8).seat, room(desk, 9).seat} == {1, 2}
    assert desk.match.scores[1] == 50


def test_the_seat_of_who_is_away_is_nobody_else_s() -> None:
    desk = running(hold_seconds=0.0)
    desk.say(9, hello("Xan"))
    for connection in (8, 9):
        desk.say(connection, Sit())
    desk.gone(1)
    desk.run(0.1)
    assert room(desk).people[1].stand_in
    end_round(desk)
    assert {room(desk, 8).seat, room(desk, 9).seat} == {2, TABLE}


def test_one_may_think_better_of_waiting() -> None:
    desk = running()
    desk.say(8, Sit())
    desk.say(8, Stand())
    end_round(desk)
    assert room(desk, 8).seat == TABLE


def test_who_watches_and_goes_is_forgotten() -> None:
    desk = running()
    desk.gone(8)
    assert room(desk).spectators == ()
    desk.say(9, hello("Wil", watch=True))
    assert room(desk).spectators[0].name == "Wil"


def test_names_are_told_apart_from_those_who_watch_too() -> None:
    desk = running()
    desk.say(9, hello("wil"))
    assert [spectator.name for spectator in room(desk).spectators] == ["Wil", "wil 2"]


def test_who_stands_up_in_a_match_leaves_the_seat_to_a_bot_and_watches() -> None:
    desk = running()
    told = desk.say(1, Stand())
    assert Seated(TABLE) in told
    assert desk.last(1, State).view.seat == TABLE
    person = room(desk).people[1]
    assert (person.bot, person.who) == ("normal", 0)


def test_bots_play_on_for_those_who_watch() -> None:
    desk = running()
    for connection in (0, 1):
        desk.say(connection, Leave())
    version = desk.version
    desk.run(600.0)
    assert desk.version > version + 10
    assert desk.match.round > 1
