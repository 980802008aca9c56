"""What people say to each other, and who is sent away."""

from __future__ import annotations

import pytest

from engine.actions import Draw
from net.addresses import source
from net.messages import (
    Bye,
    Done,
    HostMessage,
    Leave,
    No,
    Note,
    Said,
    Welcome,
)
from net.updates import CHAT_CHARACTERS
from net.wishes import Kick, React, Say, Start
from tests.net.rooms import Desk, hello
from tests.net.test_room_lobby import code, lobby, room


def three() -> Desk:
    """Two persons in a match, and one who watches, over connection 8."""
    desk = lobby(2)
    desk.say(0, Start())
    desk.say(8, hello("Wil", watch=True), origin="here")
    return desk


def said(messages: list[HostMessage]) -> list[Said]:
    return [message for message in messages if isinstance(message, Said)]


def test_everyone_hears_what_is_said_and_who_says_it() -> None:
    desk = three()
    desk.say(8, Say("Good luck!"))
    for connection in (0, 1, 8):
        assert desk.last(connection, Said) == Said(3, "Wil", "Good luck!")
    desk.say(1, React(2))
    assert desk.last(8, Said) == Said(2, "Person 1", "", 2)


def test_it_is_one_line_that_does_nothing_to_a_terminal() -> None:
    desk = three()
    (line,) = said(desk.say(0, Say("a\x1b[31m\nb\u202ec\u200bd\x00")))
    assert line.text == "a[31m bcd"
    (line,) = said(desk.say(0, Say("x" * 900)))
    assert len(line.text) == CHAT_CHARACTERS


def test_nothing_said_is_nothing() -> None:
    desk = three()
    assert desk.say(0, Say("  \u200b\n")) == []


def test_who_says_too_much_is_not_heard_until_later() -> None:
    desk = three()
    heard = 0
    while said(told := desk.say(1, Say("!"))):
        heard += 1
    assert 3 < heard < 10
    assert code(told) == "too_much"
    assert said(desk.say(0, Say("and I?")))
    desk.run(3.0)
    assert said(desk.say(1, React(0)))
    assert code(desk.say(1, React(0))) == "too_much"


def test_talk_changes_nothing_at_the_table() -> None:
    desk, silent = three(), three()
    for connection in (0, 1, 8):
        desk.say(connection, Say("R1 is mine"))
    assert desk.match.view(0) == silent.match.view(0)
    owed = desk.match.owed
    assert isinstance(desk.act(owed, Draw(owed)), Done)
    silent.act(owed, Draw(owed))
    assert desk.match.view(owed) == silent.match.view(owed)


def test_who_is_sent_away_is_told_so_and_a_bot_plays_on() -> None:
    desk = three()
    token = desk.last(1, Welcome).token
    desk.say(0, Kick(2))
    bye = desk.sent[1][-1]
    assert isinstance(bye, Bye)
    assert (bye.code, bye.sentence) == ("kicked", "Person 0 has sent you away from the table.")
    assert (room(desk).people[1].bot, room(desk).people[1].who) == ("normal", 0)
    assert desk.last(8, Note).sentence == "Person 0 has sent Person 1 away."
    (no,) = desk.say(4, hello(token=token))
    assert isinstance(no, No)
    desk.gone(1)
    assert isinstance(desk.say(5, hello("Person 1"))[0], Welcome)


def test_so_is_who_watches_or_is_away() -> None:
    desk = three()
    desk.say(0, Kick(3))
    assert isinstance(desk.sent[8][-1], Bye)
    assert room(desk).spectators == ()
    desk.gone(1)
    desk.say(0, Kick(2))
    assert room(desk).people[1].bot == "normal"


def test_who_is_banned_does_not_come_again_by_name_or_from_there() -> None:
    desk = three()
    desk.say(0, Kick(3, ban=True))
    assert isinstance(desk.sent[8][-1], Bye)
    for name, origin in (("Wil", "elsewhere"), ("w\u200bIL", ""), ("Innocent", "here")):
        (no,) = desk.say(9, hello(name, watch=True), origin=origin)
        assert isinstance(no, No)
        assert no.code == "banned"
        assert no.sentence.endswith(".")
    assert isinstance(desk.say(9, hello("Xan", watch=True), origin="elsewhere")[0], Welcome)
    assert isinstance(desk.say(10, hello("Yve", watch=True))[0], Welcome)


def test_who_comes_from_where_the_host_does_is_banned_by_name_alone() -> None:
    desk = lobby(0)
    desk.say(0, hello("Ann"), origin="home")
    desk.say(1, hello("Bob"), origin="home")
    desk.say(0, Kick(2, ban=True))
    assert isinstance(desk.say(2, hello("Cid"), origin="home")[0], Welcome)
    assert isinstance(desk.say(3, hello("Bob"), origin="home")[0], No)


def test_nobody_is_sent_away_twice_nor_the_host() -> None:
    desk = three()
    assert code(desk.say(0, Kick(1))) == "yourself"
    assert code(desk.say(0, Kick(77))) == "nobody"
    assert code(desk.say(0, Kick(0))) == "nobody"


def test_where_all_may_come_no_address_fills_the_room_alone() -> None:
    desk = lobby(0, from_one=2)
    for number in range(2):
        assert isinstance(desk.say(number, hello("Eve"), origin="192.168.1.9")[0], Welcome)
    for watch in (False, True):
        (no,) = desk.say(2, hello("Eve", watch=watch), origin="192.168.1.9")
        assert isinstance(no, No)
        assert no.code == "full"
        assert "2 people from one address" in no.sentence
    token = desk.last(1, Welcome).token
    desk.gone(1)
    assert isinstance(desk.say(3, hello("Eve"), origin="192.168.1.9")[0], No)
    assert isinstance(desk.say(4, hello(token=token), origin="192.168.1.9")[0], Welcome)
    desk.say(4, Leave())
    assert isinstance(desk.say(5, hello("Eve"), origin="192.168.1.9")[0], Welcome)
    assert isinstance(desk.say(6, hello("Ann"), origin="192.168.1.10")[0], Welcome)


@pytest.mark.parametrize("origin", ["", source("127.0.0.1"), source("::1")])
def test_those_on_this_computer_are_not_counted(origin: str) -> None:
    desk = lobby(0, from_one=1)
    for number in range(3):
        assert isinstance(desk.say(number, hello("Ann"), origin=origin)[0], Welcome)
