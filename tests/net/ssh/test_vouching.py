"""Guests by ssh at the table: the seats of their keys, who is sent away, and where they count as coming from."""

from __future__ import annotations

import pytest

from net.entrance import AWAY_FROM_ONE
from net.messages import Bye, Leave, No, Seated, Welcome
from net.ssh.vouch import Vouch
from net.wishes import Kick, Sit, Stand, Start
from tests.net.rooms import Desk
from tests.net.shelf import Shelf
from tests.net.ssh.desks import (
    HERE,
    HOLDER,
    KEY,
    OTHER_KEY,
    THERE,
    code_of,
    come,
    let_in,
    lobby,
    names_in,
    refusal,
    seat_of,
    with_ann,
    without_ann,
)

# With a key


def test_the_seat_is_the_key_s() -> None:
    desk, first = with_ann(HOLDER)
    assert first.token == KEY
    desk.gone(1)
    again = come(desk, 2, "Somebody", Vouch("10.0.0.1", KEY))
    assert seat_of(again) == seat_of(first)
    assert names_in(again) == ["Host", "Ann"]


def test_another_key_is_another_seat_whatever_the_name() -> None:
    desk, first = without_ann(HOLDER)
    other = come(desk, 2, "Ann", Vouch("192.168.1.9", OTHER_KEY))
    assert seat_of(other) != seat_of(first)


def test_a_code_opens_nothing_to_who_has_a_key() -> None:
    desk, first = without_ann(HOLDER)
    other = come(desk, 2, "Ann", Vouch("192.168.1.9", OTHER_KEY), code=code_of(first))
    assert seat_of(other) != seat_of(first)


def test_a_key_that_comes_twice_has_its_seat_in_the_newer_place() -> None:
    desk, first = with_ann(HOLDER)
    again = come(desk, 2, "Ann", HOLDER)
    assert seat_of(again) == seat_of(first)
    assert desk.last(1, Bye).code == "superseded"


def test_who_stands_up_and_sits_down_again_has_the_key_s_seat_again() -> None:
    desk, _ = with_ann(HOLDER)
    desk.say(1, Stand())
    assert desk.last(1, Seated).token is None
    desk.say(1, Sit())
    assert desk.last(1, Seated).token == KEY


def test_two_spectators_of_one_key_get_seats_that_are_told_apart() -> None:
    desk = lobby()
    for connection in (1, 2):
        come(desk, connection, "Ann", HOLDER, watch=True)
    for connection in (1, 2):
        desk.say(connection, Sit())
    tokens = [desk.last(connection, Seated).token for connection in (1, 2)]
    assert tokens[0] == KEY
    assert tokens[1] not in (None, KEY)


def test_a_key_whose_holder_left_gets_a_seat_anew() -> None:
    desk, _ = with_ann(HOLDER)
    desk.say(1, Leave())
    again = come(desk, 2, "Ann", HOLDER)
    assert (let_in(again).token, len(let_in(again).room.people)) == (KEY, 2)


# Who is sent away


@pytest.mark.parametrize(
    ("name", "vouch", "banned"),
    [
        ("Ann", THERE, True),
        ("Bob", HERE, True),
        ("Bob", THERE, False),
        ("Bob", Vouch("127.0.0.1"), False),
    ],
)
def test_a_ban_holds_for_the_name_and_for_where_the_guest_comes_from(name: str, vouch: Vouch, banned: bool) -> None:
    desk, _ = with_ann()
    desk.say(0, Kick(2, ban=True))
    assert desk.last(1, Bye).code == "banned"
    answer = come(desk, 2, name, vouch)
    assert isinstance(answer, No if banned else Welcome)
    assert desk.room.orders.is_banned(name, vouch.source, vouch.token) is banned


@pytest.mark.parametrize("watch", [False, True])
def test_it_holds_for_the_key_too(watch: bool) -> None:
    desk = lobby()
    come(desk, 1, "Ann", HOLDER, watch=watch)
    desk.say(0, Kick(2, ban=True))
    assert refusal(come(desk, 2, "Bob", Vouch("10.0.0.1", KEY)))[0] == "banned"
    assert isinstance(come(desk, 3, "Bob", Vouch("10.0.0.1", OTHER_KEY)), Welcome)


def test_it_holds_for_the_key_of_someone_who_is_away() -> None:
    desk, _ = without_ann(HOLDER)
    desk.say(0, Kick(2, ban=True))
    assert refusal(come(desk, 2, "Bob", Vouch("10.0.0.1", KEY)))[0] == "banned"


def test_the_key_s_seat_is_held_over_a_restart_of_the_host() -> None:
    shelf = Shelf()
    desk, _ = with_ann(HOLDER, shelf=shelf)
    desk.say(0, Start())
    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    assert seat_of(come(desk, 2, "Ann", HOLDER)) == 1
    host = desk.room.seats.host
    assert host is not None
    (ann,) = [member for member in desk.room.seats.members.values() if member.name == "Ann"]
    desk.room.orders.take(host, Kick(ann.who, ban=True), desk.now)
    assert refusal(come(desk, 3, "Bob", Vouch("10.0.0.1", KEY)))[0] == "banned"


def test_who_is_only_kicked_may_come_again() -> None:
    desk, _ = with_ann(HOLDER)
    desk.say(0, Kick(2))
    assert isinstance(come(desk, 2, "Ann", HOLDER), Welcome)


# Seats for one address


def test_who_hangs_up_and_comes_again_by_other_names_does_not_get_every_seat() -> None:
    desk = lobby()
    first = come(desk, 1, "Ann")
    for connection in range(1, AWAY_FROM_ONE + 1):
        desk.gone(connection)
        answer = come(desk, connection + 1, f"Ann the {connection}th")
    assert refusal(answer)[0] == "full"
    assert "rejoin code" in refusal(answer)[1]
    assert isinstance(come(desk, 20, "Bea", THERE), Welcome)  # from elsewhere as ever
    assert seat_of(come(desk, 21, "Ann", code=code_of(first))) == seat_of(first)
    assert isinstance(come(desk, 22, "Cyd"), Welcome)  # fewer wait now
