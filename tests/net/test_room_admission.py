"""Who is let in, to which seat, and what becomes of a connection that is lost."""

from __future__ import annotations

import pytest

from engine.actions import Draw
from engine.errors import PositionError
from engine.match import Match
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles
from net.messages import (
    PROTOCOLS,
    Bye,
    Done,
    Happened,
    Leave,
    No,
    RoomNow,
    State,
    Sync,
    Welcome,
)
from net.updates import Person
from tests.net.rooms import Desk, hello


def test_who_comes_first_is_told_all_sits_in_the_first_seat_and_is_the_host() -> None:
    desk = Desk(persons=2, bots=["easy"])
    (welcome,) = desk.say(7, hello("Ann"))
    assert isinstance(welcome, Welcome)
    room = welcome.room
    assert (room.seat, room.name, welcome.protocol, welcome.last_id) == (0, "A room", PROTOCOLS[1], 0)
    assert room.people == (Person(0, "Ann", host=True, who=1), Person(2, "Bot 0", "easy"))
    assert (room.who, room.host, room.stage) == (1, 1, "lobby")
    assert welcome.token is not None
    assert welcome.offer is None


def test_the_whole_table_is_shown_when_a_match_has_begun() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    for seat in (0, 1):
        assert desk.last(seat, State) == State(0, Match(2, ScriptedShuffles()).view(seat))
    desk.say(8, hello(token=desk.last(1, Welcome).token))
    assert desk.last(8, State) == State(1, desk.match.view(1))


def test_the_cards_are_dealt_when_the_last_seat_is_taken() -> None:
    desk = Desk(persons=2)
    desk.say(0, hello("Ann"))
    assert desk.version == 0
    desk.say(1, hello("Bob"))
    assert desk.version == 1
    for seat in (0, 1):
        happened = desk.last(seat, Happened)
        assert happened.v == 1
        assert len(desk.match.view(seat).hand) >= 7


def test_those_at_the_table_are_told_who_comes() -> None:
    desk = Desk(persons=3)
    desk.say(0, hello("Ann"))
    desk.say(1, hello("Bob"))
    assert desk.last(0, RoomNow).room.people == (Person(0, "Ann", host=True, who=1), Person(1, "Bob", who=2))


def test_a_name_is_cleaned_and_told_apart_from_the_others() -> None:
    desk = Desk(persons=2, bots=["easy"])
    desk.say(0, hello("bot\u200b \x1b0\n"))
    assert desk.last(0, Welcome).room.people[0].name == "bot 0 2"


def test_a_full_table_where_nobody_may_watch_refuses_a_newcomer() -> None:
    desk = Desk(persons=1, bots=["easy"], spectators=0)
    desk.seat_all()
    (no,) = desk.say(5, hello("Eve"))
    assert isinstance(no, No)
    assert no.code == "full"
    assert no.sentence


@pytest.mark.parametrize("theirs", [(2, 3), (0, 0), (3, 2)])
def test_another_protocol_is_refused_with_both_numbers(theirs: tuple[int, int]) -> None:
    desk = Desk()
    (no,) = desk.say(0, hello(protocol=theirs))
    assert isinstance(no, No)
    assert no.code == "version"
    assert no.protocol == PROTOCOLS
    assert str(PROTOCOLS[1]) in no.sentence
    assert str(theirs[1]) in no.sentence
    assert desk.room.seats.names == []


def test_the_newest_protocol_that_both_speak_is_chosen() -> None:
    desk = Desk()
    desk.say(0, hello(protocol=(0, 60_000)))
    assert desk.last(0, Welcome).protocol == PROTOCOLS[1]


def test_a_token_takes_the_seat_again_whatever_the_name() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    token = desk.last(0, Welcome).token
    desk.gone(0)
    assert desk.last(1, RoomNow).room.people[0].here is False
    desk.say(9, hello("Someone else", token))
    welcome = desk.last(9, Welcome)
    assert (welcome.room.seat, welcome.token) == (0, token)
    assert desk.last(1, RoomNow).room.people[0] == Person(0, "Person 0", host=True, who=1)


def test_the_newest_connection_of_a_seat_supersedes_the_old_at_once() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    desk.say(9, hello(token=desk.last(0, Welcome).token))
    bye = desk.sent[0][-1]
    assert isinstance(bye, Bye)
    assert bye.code == "superseded"
    desk.gone(0)
    assert desk.room.seats[0].connection == 9
    assert desk.say(0, Sync()) == []


def test_a_token_of_no_seat_is_refused() -> None:
    desk = Desk()
    desk.seat_all()
    (no,) = desk.say(5, hello(token=b"x" * 16))
    assert isinstance(no, No)
    assert no.code == "token"


def test_every_seat_has_its_own_token() -> None:
    desk = Desk(persons=4)
    desk.seat_all()
    assert len({desk.last(seat, Welcome).token for seat in range(4)}) == 4


def test_the_state_on_coming_back_is_the_present_one() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    desk.gone(1)
    seat = desk.match.owed
    if seat == 1:
        desk.say(1, hello(token=desk.last(1, Welcome).token))
    answer = desk.act(seat, Draw(seat))
    assert isinstance(answer, Done)
    desk.say(8, hello(token=desk.last(1, Welcome).token))
    assert desk.last(8, State) == State(desk.version, desk.match.view(1))


def test_action_ids_go_on_where_the_seat_had_come_to() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    seat = desk.match.owed
    desk.act(seat, Draw(seat), action_id=12)
    desk.say(8, hello(token=desk.last(seat, Welcome).token))
    assert desk.last(8, Welcome).last_id == 12


def test_who_leaves_is_gone_for_good_and_is_told_nothing_more() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    told, token = len(desk.sent[0]), desk.last(0, Welcome).token
    desk.say(0, Leave())
    person = desk.last(1, RoomNow).room.people[0]
    assert (person.bot, person.here, person.who) == ("normal", True, 0)
    desk.say(1, Sync())
    assert len(desk.sent[0]) == told
    (no,) = desk.say(0, hello(token=token))
    assert isinstance(no, No)
    assert no.code == "token"


def test_a_connection_without_a_seat_is_not_heard() -> None:
    desk = Desk()
    assert desk.say(3, Sync()) == []
    desk.gone(3)
    assert desk.version == 0


def test_rules_that_so_many_cannot_play_by_are_no_table() -> None:
    with pytest.raises(PositionError):
        Desk(persons=1)
    with pytest.raises(PositionError):
        Desk(persons=10, rules=Rules(hand_size=20))
