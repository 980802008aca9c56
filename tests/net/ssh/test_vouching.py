"""What the table makes of guests by ssh: whose seat is whose, and where they count as coming from."""

from __future__ import annotations

from typing import Any

import pytest

from net.entrance import AWAY_FROM_ONE
from net.messages import PROTOCOLS, Bye, Hello, Leave, No, Seated, State, Welcome
from net.saved import token_hash
from net.ssh.codes import rejoin_code
from net.ssh.vouch import Vouch
from net.wishes import Kick, Sit, Stand, Start
from tests.net.rooms import Desk, hello
from tests.net.shelf import Shelf

HERE, THERE = Vouch("192.168.1.7"), Vouch("192.168.1.8")
KEY, OTHER_KEY = b"k" * 16, b"o" * 16
HOLDER = Vouch("192.168.1.9", KEY)


def lobby(**given: Any) -> Desk:
    """A lobby whose host, of this computer, is connection 0."""
    desk = Desk(persons=0, lobby=True, **given)
    desk.say(0, hello("Host"))
    return desk


def come(desk: Desk, connection: int, name: str = "Ann", vouch: Vouch = HERE, **said: Any) -> Welcome | No:
    """Let a guest by ssh say hello."""
    (answer,) = [
        message
        for message in desk.say(connection, Hello(PROTOCOLS, "test", name, **said), vouch.source, vouch)
        if isinstance(message, Welcome | No)
    ]
    return answer


def seat_of(answer: Welcome | No) -> int:
    assert isinstance(answer, Welcome), answer
    return answer.room.seat


def code_of(answer: Welcome | No) -> str:
    """Return the rejoin code of the seat that someone was given."""
    assert isinstance(answer, Welcome), answer
    assert answer.token is not None
    return rejoin_code(token_hash(answer.token))


def refusal(answer: Welcome | No) -> tuple[str, str]:
    assert isinstance(answer, No), answer
    return answer.code, answer.sentence


# With a rejoin code


def test_a_guest_who_was_cut_off_comes_back_with_the_code_of_the_seat() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    again = come(desk, 2, code=code_of(first))
    assert seat_of(again) == seat_of(first)
    assert isinstance(again, Welcome)
    assert [person.name for person in again.room.people] == ["Host", "Ann"]
    assert all(person.here for person in again.room.people)


def test_a_code_stays_the_seat_s() -> None:
    desk = lobby()
    first = come(desk, 1)
    for connection in (2, 3, 4):
        desk.gone(connection - 1)
        again = come(desk, connection, code=code_of(first))
        assert (seat_of(again), code_of(again)) == (seat_of(first), code_of(first))


def test_the_codes_of_who_had_the_seat_before_are_worth_nothing() -> None:
    desk = lobby(seats=2)
    first = come(desk, 1)
    desk.gone(1)
    come(desk, 2, code=code_of(first))
    desk.say(2, Leave())
    again = come(desk, 3)
    assert seat_of(again) == seat_of(first)
    desk.gone(3)
    assert refusal(come(desk, 4, code=code_of(first)))[0] == "code"


def test_a_name_alone_takes_nobody_s_seat() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    again = come(desk, 2)
    assert seat_of(again) != seat_of(first)
    assert isinstance(again, Welcome)
    assert [person.name for person in again.room.people] == ["Host", "Ann", "Ann 2"]


def test_a_code_takes_no_seat_of_someone_who_is_there() -> None:
    desk = lobby()
    first = come(desk, 1)
    code, sentence = refusal(come(desk, 2, code=code_of(first)))
    assert code == "code"
    assert sentence == "That is not the code of Ann's seat."


def test_a_code_takes_no_seat_of_another_name() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    assert refusal(come(desk, 2, "Bob", code=code_of(first)))[0] == "code"


def test_who_was_told_apart_by_a_number_comes_back_by_the_name_they_type() -> None:
    desk = lobby()
    come(desk, 1)
    second = come(desk, 2, "ann", THERE)
    desk.gone(2)
    assert desk.room.seats.away_as("Ann")
    again = come(desk, 3, "Ann", THERE, code=code_of(second))
    assert seat_of(again) == seat_of(second)
    assert isinstance(again, Welcome)
    assert again.room.people[-1].name == "ann 2"


def test_two_of_one_name_who_are_away_are_told_apart_by_their_codes() -> None:
    desk = lobby()
    answers = [come(desk, number) for number in (1, 2, 3)]
    for number in (1, 2, 3):
        desk.gone(number)
    for number in (2, 0, 1):
        assert seat_of(come(desk, 10 + number, code=code_of(answers[number]))) == seat_of(answers[number])


def test_someone_whom_nobody_vouches_for_has_no_use_for_a_code() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    (answer, *_) = desk.say(2, Hello(PROTOCOLS, "test", "Ann", code=code_of(first)), "192.168.1.7")
    assert isinstance(answer, Welcome)
    assert answer.room.seat != seat_of(first)


def test_guesses_are_counted_by_where_the_guest_comes_from() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    for number in range(5):
        assert refusal(come(desk, 10 + number, code="22222"))[0] == "code"
    code, sentence = refusal(come(desk, 20, code=code_of(first)))
    assert (code, sentence) == ("code", "Too many wrong codes. Try again in 60 seconds.")
    assert seat_of(come(desk, 21, vouch=THERE, code=code_of(first))) == seat_of(first)


def test_a_guesser_may_still_come_in_anew() -> None:
    desk = lobby()
    come(desk, 1)
    desk.gone(1)
    for number in range(6):
        come(desk, 10 + number, code="22222")
    assert isinstance(come(desk, 20), Welcome)


def test_a_seat_bears_only_so_many_guesses_from_anywhere() -> None:
    desk = lobby()
    first = come(desk, 1)
    desk.gone(1)
    for number in range(30):
        come(desk, 10 + number, vouch=Vouch(f"10.0.0.{number}"), code="22222")
    assert "Too many" in refusal(come(desk, 50, code=code_of(first)))[1]


def test_the_token_works_as_for_everyone_and_beside_it_a_code_means_nothing() -> None:
    desk = lobby()
    first = come(desk, 1)
    assert isinstance(first, Welcome)
    desk.gone(1)
    again = come(desk, 2, token=first.token, code="22222")
    assert seat_of(again) == seat_of(first)
    assert isinstance(again, Welcome)
    assert again.token == first.token


def test_the_code_leads_back_to_a_hand_that_a_bot_has_played_meanwhile() -> None:
    desk = lobby(hold_seconds=10.0)
    first = come(desk, 1)
    desk.say(0, Start())
    desk.gone(1)
    desk.run(11.0)
    assert desk.room.seats[1].stand_in
    again = come(desk, 2, code=code_of(first))
    assert seat_of(again) == 1
    assert not desk.room.seats[1].stand_in
    assert desk.last(2, State).view.hand == desk.match.view(1).hand


def test_the_code_is_good_after_a_restart_of_the_host_which_gives_another() -> None:
    shelf = Shelf()
    desk = lobby(shelf=shelf)
    first = come(desk, 1)
    desk.say(0, Start())
    hand = desk.match.view(1).hand

    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    assert desk.room.seats.away_as("Ann")
    again = come(desk, 2, code=code_of(first))
    assert seat_of(again) == seat_of(first)
    assert desk.last(2, State).view.hand == hand
    assert code_of(again) != code_of(first)  # the host knows the hash of its token alone
    assert isinstance(first, Welcome)
    (no,) = desk.say(3, hello("Ann", first.token))
    assert isinstance(no, No)
    assert no.code == "token"
    for connection, code in ((4, code_of(first)), (5, code_of(again)), (6, code_of(first))):  # one may be on paper
        desk.gone(connection - (2 if connection == 4 else 1))
        back = come(desk, connection, code=code)
        assert (seat_of(back), code_of(back)) == (seat_of(first), code_of(again))

    desk.gone(6)
    desk = Desk(0, (), seed=3, shelf=shelf, saved=shelf.saved(), lobby=True)
    assert refusal(come(desk, 7, code=code_of(first)))[0] == "code"
    assert seat_of(come(desk, 8, code=code_of(again))) == seat_of(first)


def test_after_a_restart_a_token_that_was_shown_keeps_the_code_as_it_was() -> None:
    shelf = Shelf()
    desk = lobby(shelf=shelf)
    first = come(desk, 1)
    assert isinstance(first, Welcome)
    desk.say(0, Start())
    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    come(desk, 2, token=first.token)
    desk.gone(2)
    assert code_of(come(desk, 3, code=code_of(first))) == code_of(first)


# With a key


def test_the_seat_is_the_key_s() -> None:
    desk = lobby()
    first = come(desk, 1, "Ann", HOLDER)
    assert isinstance(first, Welcome)
    assert first.token == KEY
    desk.gone(1)
    again = come(desk, 2, "Somebody", Vouch("10.0.0.1", KEY))
    assert seat_of(again) == seat_of(first)
    assert isinstance(again, Welcome)
    assert [person.name for person in again.room.people] == ["Host", "Ann"]


def test_another_key_is_another_seat_whatever_the_name() -> None:
    desk = lobby()
    first = come(desk, 1, "Ann", HOLDER)
    desk.gone(1)
    other = come(desk, 2, "Ann", Vouch("192.168.1.9", OTHER_KEY))
    assert seat_of(other) != seat_of(first)


def test_a_code_opens_nothing_to_who_has_a_key() -> None:
    desk = lobby()
    first = come(desk, 1, "Ann", HOLDER)
    desk.gone(1)
    other = come(desk, 2, "Ann", Vouch("192.168.1.9", OTHER_KEY), code=code_of(first))
    assert seat_of(other) != seat_of(first)


def test_a_key_that_comes_twice_has_its_seat_in_the_newer_place() -> None:
    desk = lobby()
    first = come(desk, 1, "Ann", HOLDER)
    again = come(desk, 2, "Ann", HOLDER)
    assert seat_of(again) == seat_of(first)
    assert desk.last(1, Bye).code == "superseded"


def test_who_stands_up_and_sits_down_again_has_the_key_s_seat_again() -> None:
    desk = lobby()
    come(desk, 1, "Ann", HOLDER)
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
    desk = lobby()
    come(desk, 1, "Ann", HOLDER)
    desk.say(1, Leave())
    again = come(desk, 2, "Ann", HOLDER)
    assert isinstance(again, Welcome)
    assert (again.token, len(again.room.people)) == (KEY, 2)


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
    desk = lobby()
    come(desk, 1)
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
    desk = lobby()
    come(desk, 1, "Ann", HOLDER)
    desk.gone(1)
    desk.say(0, Kick(2, ban=True))
    assert refusal(come(desk, 2, "Bob", Vouch("10.0.0.1", KEY)))[0] == "banned"


def test_the_key_s_seat_is_held_over_a_restart_of_the_host() -> None:
    shelf = Shelf()
    desk = lobby(shelf=shelf)
    come(desk, 1, "Ann", HOLDER)
    desk.say(0, Start())
    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    assert seat_of(come(desk, 2, "Ann", HOLDER)) == 1
    host = desk.room.seats.host
    assert host is not None
    (ann,) = [member for member in desk.room.seats.members.values() if member.name == "Ann"]
    desk.room.orders.take(host, Kick(ann.who, ban=True), desk.now)
    assert refusal(come(desk, 3, "Bob", Vouch("10.0.0.1", KEY)))[0] == "banned"


def test_who_is_only_kicked_may_come_again() -> None:
    desk = lobby()
    come(desk, 1, "Ann", HOLDER)
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
