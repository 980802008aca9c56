"""Lost connections and what becomes of a seat meanwhile: away, played by a bot, taken back, left, resting."""

from __future__ import annotations

from typing import Any

from engine.actions import Draw, Play
from engine.phases import Phase
from engine.position import set_up
from engine.shuffles import SeededShuffles
from net.messages import (
    Bye,
    Done,
    Leave,
    No,
    Note,
    Ready,
    RoomNow,
    State,
    Welcome,
)
from net.updates import Person
from net.wishes import CloseRoom, Pause, Sit, Start
from tests.net.rooms import Desk, hello
from tests.net.test_room_lobby import code, lobby, room


def playing(persons: int = 2, **given: Any) -> Desk:
    """A match of persons alone, whose turn it is in seat 0."""
    desk = lobby(persons, **{"hold_seconds": 120.0, **given})
    desk.say(0, Start())
    hands = ["R1 R2 R3", "G1 G2 G3", "Y1 Y2 Y3"][:persons]
    desk.put(set_up(hands))
    return desk


def person(desk: Desk, seat: int, connection: int = 1) -> Person:
    return room(desk, connection).people[seat]


def token(desk: Desk, connection: int) -> bytes:
    found = desk.last(connection, Welcome).token
    assert found is not None
    return found


def test_who_loses_the_connection_is_away_at_once() -> None:
    desk = playing()
    desk.gone(0)
    assert (person(desk, 0).here, person(desk, 0).bot) == (False, None)


def test_the_seat_is_held_and_then_a_bot_plays_it() -> None:
    desk = playing()
    version = desk.version
    desk.gone(0)
    desk.run(119.0)
    assert (desk.version, person(desk, 0).bot) == (version, None)
    desk.run(10.0)
    assert person(desk, 0).stand_in
    assert (person(desk, 0).name, person(desk, 0).bot) == ("Person 0", "normal")
    assert desk.version > version
    assert desk.match.owed == 1


def test_its_owner_takes_it_back_in_the_middle_of_the_turn() -> None:
    desk = playing(pace=30.0)
    mine = token(desk, 0)
    desk.gone(0)
    desk.run(121.0)
    assert person(desk, 0).stand_in
    assert desk.match.owed == 0
    desk.say(7, hello(token=mine))
    assert person(desk, 0) == Person(0, "Person 0", host=True, who=1)
    assert token(desk, 7) == mine
    version = desk.version
    desk.run(100.0)
    assert desk.version == version
    assert isinstance(desk.act(7, Play(0, "R1")), Done)


def test_it_is_taken_back_even_a_match_later() -> None:
    desk = playing(hold_seconds=1.0)
    mine = token(desk, 1)
    desk.gone(1)
    desk.run(2.0)
    desk.put(set_up(["R1", "G1 G2"], scores=(499, 0)))
    desk.act(0, Play(0, "R1"))
    desk.say(0, Ready(desk.version))
    assert desk.room.table.number == 2
    assert person(desk, 1, 0).stand_in
    desk.say(7, hello(token=mine))
    assert (room(desk, 7).seat, room(desk, 7).people[1].bot) == (1, None)
    assert desk.last(7, State) == State(desk.version, desk.match.view(1))


def test_after_the_match_who_wants_to_play_goes_before_who_is_not_there() -> None:
    desk = playing(hold_seconds=10.0, seats=2)
    mine = token(desk, 1)
    desk.gone(1)
    desk.run(11.0)
    desk.say(5, hello("Eve"))
    desk.say(5, Sit())
    desk.put(set_up(["R1", "G1 G2"], scores=(499, 0)))
    assert room(desk, 5).seat < 0
    desk.act(0, Play(0, "R1"))
    assert room(desk, 5).seat == 1
    (no,) = desk.say(7, hello(token=mine))
    assert isinstance(no, No)


def test_coming_back_in_time_stops_the_waiting() -> None:
    desk = playing()
    mine = token(desk, 0)
    desk.gone(0)
    desk.run(100.0)
    desk.say(7, hello(token=mine))
    desk.gone(7)
    desk.run(100.0)
    assert person(desk, 0).bot is None
    desk.run(30.0)
    assert person(desk, 0).stand_in


def test_who_leaves_for_good_is_followed_by_a_bot_at_once() -> None:
    desk = playing()
    mine = token(desk, 0)
    desk.say(0, Leave())
    assert (person(desk, 0).name, person(desk, 0).bot, person(desk, 0).here) == ("Toad", "normal", True)
    (no,) = desk.say(7, hello(token=mine))
    assert isinstance(no, No)
    version = desk.version
    desk.run(5.0)
    assert desk.version > version


def test_a_room_without_anyone_rests() -> None:
    desk = playing(3)
    tokens = [token(desk, number) for number in range(3)]
    desk.say(2, Leave())
    desk.gone(0)
    desk.gone(1)
    version = desk.version
    assert desk.room.wake is None
    desk.run(10_000.0)
    assert desk.version == version
    desk.say(5, hello(token=tokens[1]))
    assert (person(desk, 0, 5).bot, person(desk, 0, 5).here) == (None, False)
    desk.run(119.0)
    assert person(desk, 0, 5).bot is None
    desk.run(2.0)
    assert person(desk, 0, 5).stand_in


def test_between_rounds_nobody_waits_for_who_is_away() -> None:
    desk = playing()
    desk.put(set_up(["R1", "G1 G2"], shuffles=SeededShuffles(1)))
    desk.act(0, Play(0, "R1"))
    assert desk.match.phase is Phase.ROUND_OVER
    version = desk.version
    desk.gone(1)
    desk.say(0, Ready(version))
    assert desk.version == version + 1


def test_the_host_may_go_and_leave_the_table_running() -> None:
    desk = playing()
    mine = token(desk, 0)
    outcome = desk.room.handle(0, CloseRoom("keep"), desk.now)
    assert outcome.closing == "keep"
    (bye,) = [send.message for send in outcome.sends if send.connection == 0]
    assert isinstance(bye, Bye)
    assert bye.code == "kept"
    told = [send.message for send in outcome.sends if send.connection == 1]
    assert [message.code for message in told if isinstance(message, Note)] == ["host_left"]
    (now,) = [message for message in told if isinstance(message, RoomNow)]
    assert now.room.people[0].stand_in
    desk.run(5.0)
    assert desk.match.owed == 1
    desk.say(9, hello(token=mine))
    assert room(desk, 9).people[0] == Person(0, "Person 0", host=True, who=1)


def test_or_close_it_for_all() -> None:
    desk = playing()
    outcome = desk.room.handle(0, CloseRoom("save"), desk.now)
    assert outcome.closing == "save"
    byes = {send.connection: send.message for send in outcome.sends}
    assert all(isinstance(bye, Bye) and bye.code == "saved" and "saved" in bye.sentence for bye in byes.values())
    assert set(byes) == {0, 1}
    assert desk.room.wake is None
    (no,) = desk.say(5, hello("Late"))
    assert isinstance(no, No)
    assert no.code == "host_closing"


def test_a_room_without_a_host_s_screen_cannot_be_closed_from_the_table() -> None:
    desk = playing(headless=True)
    assert code(desk.say(0, CloseRoom("save"))) == "headless"
    assert isinstance(desk.act(0, Draw(0)), Done)


def test_there_somebody_else_is_the_host_when_the_host_is_away_for_long() -> None:
    desk = playing(headless=True, hold_seconds=10.0)
    mine = token(desk, 0)
    desk.gone(0)
    desk.run(9.0)
    assert room(desk, 1).people[0].host
    desk.run(2.0)
    assert [one.host for one in room(desk, 1).people] == [False, True]
    desk.say(5, hello(token=mine))
    assert code(desk.say(5, Pause(True))) == "not_host"


def test_a_host_who_leaves_a_lobby_running_is_away_from_it() -> None:
    desk = lobby(2, hold_seconds=10.0)
    desk.say(0, CloseRoom("keep"))
    assert isinstance(desk.sent[0][-1], Bye)
    assert not person(desk, 0).here
    desk.run(11.0)
    assert [(one.name, one.host) for one in room(desk, 1).people] == [("Person 1", True)]


def test_a_table_that_slept_blames_nobody() -> None:
    desk = playing(turn_seconds=60)
    desk.gone(1)
    assert desk.room.wake is not None
    desk.now = desk.room.wake + 1000.0
    version = desk.version
    desk.tick()
    assert person(desk, 1, 0).bot is None
    assert desk.version == version + 2  # the answer that was due; nothing after it
    desk.run(50.0)
    assert person(desk, 1, 0).bot is None


def test_a_seat_that_nobody_could_prove_is_left_with_the_connection() -> None:
    desk = lobby(2)
    desk.gone(1, token_arrived=False)
    assert [one.name for one in room(desk).people] == ["Person 0"]
    desk.say(5, hello("Person 1"))
    assert [one.name for one in room(desk).people] == ["Person 0", "Person 1"]


def test_in_a_match_a_bot_has_it_then() -> None:
    desk = playing()
    desk.gone(1, token_arrived=False)
    assert [(one.name, one.bot) for one in room(desk).people] == [("Person 0", None), ("Toad", "normal")]


def test_once_proved_a_seat_is_kept_whatever_is_lost_afterwards() -> None:
    desk = playing()
    mine = token(desk, 1)
    desk.gone(1)
    desk.say(7, hello(token=mine))
    desk.gone(7, token_arrived=False)
    assert (person(desk, 1, 0).name, person(desk, 1, 0).here) == ("Person 1", False)
    desk.say(8, hello(token=mine))
    assert person(desk, 1, 0).here
