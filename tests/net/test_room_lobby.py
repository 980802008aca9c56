"""Before a match and after one: who sits where, what the host sets, and when it begins."""

from __future__ import annotations

from typing import Any

import pytest

from engine.phases import TABLE, Phase
from engine.position import set_up
from engine.rules import Rules
from net.messages import (
    ClientMessage,
    Happened,
    HostMessage,
    Leave,
    No,
    Note,
    OpenRecord,
    Ready,
    Refusal,
    RoomNow,
    Seated,
    State,
    Sync,
    Welcome,
)
from net.updates import RoomState
from net.wishes import (
    AddBot,
    CloseRoom,
    Kick,
    Pause,
    Remove,
    SetLevel,
    SetPace,
    SetRules,
    Sit,
    Stand,
    Start,
)
from tests.net.rooms import Desk, hello


def lobby(persons: int = 2, **given: Any) -> Desk:
    """A room with a lobby; person 0, who is the host, came over connection 0, and so on."""
    desk = Desk(0, (), **{"lobby": True, **given})
    for number in range(persons):
        desk.say(number, hello(f"Person {number}"))
    return desk


def room(desk: Desk, connection: int = 0) -> RoomState:
    """Return the room as a connection knows it."""
    told = [message.room for message in desk.sent[connection] if isinstance(message, RoomNow | Welcome)]
    return told[-1]


def code(messages: list[HostMessage]) -> str:
    """Return why something was refused."""
    (refusal,) = [message for message in messages if isinstance(message, Refusal)]
    assert refusal.id == 0
    assert refusal.sentence.endswith(".")
    return refusal.code


def names(desk: Desk) -> list[str]:
    return [person.name for person in room(desk).people]


def finish(desk: Desk) -> None:
    """Let the person in seat 0 win the match at the table."""
    players = desk.match.players
    hands = ["R1", *(f"G{number} B{number}" for number in range(1, players))]
    desk.put(set_up(hands, scores=(499, *(0,) * (players - 1))))
    connection = desk.room.seats[0].connection
    assert connection is not None
    desk.act(connection, desk.match.legal_actions(0)[0])
    assert desk.match.phase is Phase.MATCH_OVER


def test_a_room_has_no_table_before_the_first_match() -> None:
    desk = lobby(1)
    assert room(desk).stage == "lobby"
    assert not any(isinstance(message, State | Happened) for message in desk.sent[0])
    assert desk.room.wake is None


def test_the_first_who_sits_is_the_host() -> None:
    desk = lobby(2)
    assert [person.host for person in room(desk).people] == [True, False]
    assert room(desk, 1).host == room(desk, 0).who


def test_the_host_begins_and_bots_play_too() -> None:
    desk = lobby(2)
    desk.say(0, AddBot("easy"))
    desk.say(0, Start())
    assert room(desk).stage == "play"
    assert desk.match.players == 3
    assert [desk.last(seat, State).view.seat for seat in range(2)] == [0, 1]
    assert desk.last(1, Happened).v == desk.version == 1


def test_everyone_knows_who_sits_where_before_the_cards_are_dealt() -> None:
    desk = lobby(3)
    desk.say(1, Leave())
    told = len(desk.sent[2])
    desk.say(0, Start())
    kinds = [type(message) for message in desk.sent[2][told:]]
    assert kinds[:3] == [RoomNow, State, Happened]
    assert (room(desk, 2).seat, desk.last(2, State).view.seat) == (1, 1)
    assert [person.seat for person in room(desk).people] == [0, 1]


def test_it_begins_when_all_are_ready() -> None:
    desk = lobby(2)
    desk.say(0, Ready(0))
    assert [person.ready for person in room(desk, 1).people] == [True, False]
    desk.say(0, Ready(0, on=False))
    desk.say(1, Ready(0))
    assert desk.version == 0
    desk.say(0, Ready(0))
    assert desk.version == 1
    assert not any(person.ready for person in room(desk).people)


def test_start_pressed_twice_deals_once() -> None:
    desk = lobby(2)
    desk.say(0, Start())
    assert code(desk.say(0, Start())) == "running"
    assert desk.version == 1


def test_nobody_begins_alone() -> None:
    desk = lobby(1)
    assert code(desk.say(0, Start())) == "cannot_begin"
    notes = [message for message in desk.say(0, Ready(0)) if isinstance(message, Note)]
    assert [note.code for note in notes] == ["cannot_begin"]
    assert not room(desk).people[0].ready


def test_who_is_away_is_not_waited_for() -> None:
    desk = lobby(3)
    desk.say(0, Ready(0))
    desk.say(1, Ready(0))
    desk.gone(2)
    assert desk.version == 1
    assert desk.match.players == 3


@pytest.mark.parametrize(
    "order",
    [AddBot("easy"), Remove(0), SetLevel(0, "easy"), SetRules(Rules()), Kick(1), Pause(True), Start(), SetPace(1)],
    ids=repr,
)
def test_what_is_the_host_s_is_refused_to_others(order: ClientMessage) -> None:
    desk = lobby(2)
    assert code(desk.say(1, order)) == "not_host"
    desk.say(0, Start())
    assert code(desk.say(1, order)) == "not_host"


def test_nor_may_others_close_the_room() -> None:
    desk = lobby(2)
    assert code(desk.say(1, CloseRoom("save"))) == "not_host"


@pytest.mark.parametrize("order", [AddBot("easy"), Remove(1), SetRules(Rules()), Start()], ids=repr)
def test_some_of_it_waits_until_the_match_is_over(order: ClientMessage) -> None:
    desk = lobby(1)
    desk.say(0, AddBot("easy"))
    desk.say(0, Start())
    assert code(desk.say(0, order)) == "running"


def test_rules_are_shown_and_played_by() -> None:
    desk = lobby(2)
    desk.say(1, Ready(0))
    desk.say(0, SetRules(Rules(hand_size=3), 30))
    assert (room(desk, 1).rules.hand_size, room(desk, 1).turn_seconds) == (3, 30)
    assert not room(desk).people[1].ready
    desk.say(0, Start())
    assert room(desk).rules == desk.match.rules == Rules(hand_size=3)
    assert desk.last(0, State).view.rules.hand_size == 3


def test_rules_that_so_many_cannot_play_by_are_refused() -> None:
    desk = lobby(3)
    assert code(desk.say(0, SetRules(Rules(hand_size=40)))) == "rules"
    assert room(desk).rules == Rules()


def test_a_room_with_too_many_for_its_rules_does_not_begin() -> None:
    desk = lobby(2)
    desk.say(0, SetRules(Rules(hand_size=50)))
    desk.say(2, hello("Third"))
    assert code(desk.say(0, Start())) == "cannot_begin"


def test_bots_come_with_names_of_their_own_and_go() -> None:
    desk = lobby(0)
    desk.say(0, hello("toad"))
    for level in ("easy", "normal"):
        desk.say(0, AddBot(level))
    assert [(person.name, person.bot) for person in room(desk).people] == [
        ("toad", None),
        ("Peach", "easy"),
        ("Bowser", "normal"),
    ]
    desk.say(0, SetLevel(1, "normal"))
    desk.say(0, Remove(2))
    assert [person.bot for person in room(desk).people] == [None, "normal"]
    assert code(desk.say(0, Remove(2))) == "no_bot"
    assert code(desk.say(0, Remove(0))) == "no_bot"
    assert code(desk.say(0, SetLevel(0, "easy"))) == "no_bot"


def test_a_full_room_takes_no_more_bots() -> None:
    desk = lobby(2, seats=2)
    assert code(desk.say(0, AddBot("easy"))) == "full"


def test_who_leaves_the_lobby_leaves_the_seat() -> None:
    desk = lobby(3)
    desk.say(1, Leave())
    assert names(desk) == ["Person 0", "Person 2"]
    assert [person.seat for person in room(desk).people] == [0, 2]
    desk.say(9, hello("Next"))
    assert room(desk, 9).seat == 1


def test_when_the_host_leaves_the_next_one_is() -> None:
    desk = lobby(3)
    desk.gone(1)
    desk.say(0, Leave())
    assert [(person.name, person.host) for person in room(desk, 2).people] == [("Person 1", False), ("Person 2", True)]
    assert code(desk.say(2, Pause(True))) == "no_match"


def test_who_is_away_too_long_in_the_lobby_has_left() -> None:
    desk = lobby(2, hold_seconds=100.0)
    desk.gone(1)
    desk.run(99.0)
    assert names(desk) == ["Person 0", "Person 1"]
    desk.run(2.0)
    assert names(desk) == ["Person 0"]


def test_one_may_stand_up_and_sit_down_again() -> None:
    desk = lobby(2)
    told = desk.say(1, Stand())
    assert Seated(TABLE) in told
    assert room(desk, 1).seat == TABLE
    assert [spectator.name for spectator in room(desk).spectators] == ["Person 1"]
    (seated,) = [message for message in desk.say(1, Sit()) if isinstance(message, Seated)]
    assert seated.seat == 1
    assert seated.token is not None
    assert code(desk.say(1, Sit())) == "seated"
    desk.gone(1)
    assert desk.say(5, hello(token=seated.token))
    assert room(desk, 5).seat == 1


def test_the_old_token_of_who_stood_up_is_worth_nothing() -> None:
    desk = lobby(2)
    token = desk.last(1, Welcome).token
    desk.say(1, Stand())
    (no,) = desk.say(5, hello(token=token))
    assert isinstance(no, No)


def test_after_a_match_the_room_is_a_lobby_again() -> None:
    desk = lobby(2)
    desk.say(0, Start())
    finish(desk)
    assert room(desk, 1).stage == "lobby"
    desk.say(0, SetRules(Rules(target_score=100)))
    desk.say(0, AddBot("easy"))
    desk.say(2, hello("New"))
    assert room(desk, 2).seat == 3
    assert desk.last(2, State).view == desk.match.view(TABLE)
    version = desk.version
    desk.say(0, Start())
    assert desk.match.players == 4
    assert desk.match.rules.target_score == 100
    assert desk.version == version + 2
    assert desk.last(2, State).view.seat == 3
    assert [change.match for change in desk.changes if change.version > version] == [2]


def test_the_open_record_is_for_all_when_the_match_is_over() -> None:
    desk = lobby(2)
    desk.say(0, Start())
    desk.say(7, hello(watch=True))
    finish(desk)
    texts = {desk.last(connection, OpenRecord).text for connection in (0, 1, 7)}
    assert texts == {desk.room.table.record.to_text()}


def test_who_comes_back_after_the_match_sees_how_it_ended() -> None:
    desk = lobby(2)
    desk.say(0, Start())
    token = desk.last(1, Welcome).token
    desk.gone(1)
    finish(desk)
    desk.say(5, hello(token=token))
    assert desk.last(5, State).view.phase is Phase.MATCH_OVER
    assert desk.last(5, OpenRecord).text


def test_a_seat_left_after_a_match_is_gone_from_the_next() -> None:
    desk = lobby(3)
    desk.say(0, Start())
    finish(desk)
    desk.say(1, Leave())
    desk.say(0, Start())
    assert desk.match.players == 2
    assert room(desk, 2).seat == 1
    assert desk.last(2, State).view.seat == 1


def test_who_takes_a_seat_after_a_match_had_no_part_in_it() -> None:
    desk = lobby(3, hold_seconds=100.0)
    desk.say(0, Start())
    finish(desk)
    desk.say(1, Leave())
    desk.say(5, hello("New"))
    assert room(desk, 5).seat == 1
    assert desk.last(5, State).view == desk.match.view(TABLE)
    desk.gone(5)
    desk.run(101.0)
    assert names(desk) == ["Person 0", "Person 2"]


def test_sync_in_the_lobby_brings_the_room() -> None:
    desk = lobby(2)
    assert desk.say(1, Sync()) == [RoomNow(room(desk, 1))]
