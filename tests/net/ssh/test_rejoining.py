"""Rejoin codes at the table: who was cut off has their seat again, and nobody else has it."""

from __future__ import annotations

import pytest

from net.messages import PROTOCOLS, Bye, Hello, Leave, No, State, Welcome
from net.saved import token_hash
from net.ssh.codes import rejoin_code
from net.ssh.vouch import Vouch
from net.wishes import Start
from tests.net.rooms import Desk, hello
from tests.net.shelf import Shelf
from tests.net.ssh.desks import (
    HERE,
    HOLDER,
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


def test_a_guest_who_was_cut_off_comes_back_with_the_code_of_the_seat() -> None:
    desk, first = without_ann()
    again = come(desk, 2, code=code_of(first))
    assert seat_of(again) == seat_of(first)
    assert names_in(again) == ["Host", "Ann"]
    assert all(person.here for person in let_in(again).room.people)


def test_a_code_stays_the_seat_s() -> None:
    desk, first = with_ann()
    for connection in (2, 3, 4):
        desk.gone(connection - 1)
        again = come(desk, connection, code=code_of(first))
        assert (seat_of(again), code_of(again)) == (seat_of(first), code_of(first))


def test_the_codes_of_who_had_the_seat_before_are_worth_nothing() -> None:
    desk, first = without_ann(seats=2)
    come(desk, 2, code=code_of(first))
    desk.say(2, Leave())
    again = come(desk, 3)
    assert seat_of(again) == seat_of(first)
    desk.gone(3)
    assert refusal(come(desk, 4, code=code_of(first)))[0] == "code"


def test_a_name_alone_takes_nobody_s_seat() -> None:
    desk, first = without_ann()
    again = come(desk, 2)
    assert seat_of(again) != seat_of(first)
    assert names_in(again) == ["Host", "Ann", "Ann 2"]


def test_a_code_takes_no_seat_of_another_name() -> None:
    desk, first = without_ann()
    assert refusal(come(desk, 2, "Bob", code=code_of(first)))[0] == "code"


def test_who_was_told_apart_by_a_number_comes_back_by_the_name_they_type() -> None:
    desk, _ = with_ann()
    second = come(desk, 2, "ann", THERE)
    desk.gone(2)
    assert desk.room.seats.by_code("Ann")
    again = come(desk, 3, "Ann", THERE, code=code_of(second))
    assert seat_of(again) == seat_of(second)
    assert let_in(again).room.people[-1].name == "ann 2"


def test_two_of_one_name_who_are_away_are_told_apart_by_their_codes() -> None:
    desk = lobby()
    answers = [come(desk, number) for number in (1, 2, 3)]
    for number in (1, 2, 3):
        desk.gone(number)
    for number in (2, 0, 1):
        assert seat_of(come(desk, 10 + number, code=code_of(answers[number]))) == seat_of(answers[number])


def test_someone_whom_nobody_vouches_for_has_no_use_for_a_code() -> None:
    desk, first = without_ann()
    (answer, *_) = desk.say(2, Hello(PROTOCOLS, "test", "Ann", code=code_of(first)), "192.168.1.7")
    assert isinstance(answer, Welcome)
    assert answer.room.seat != seat_of(first)


def test_guesses_are_counted_by_where_the_guest_comes_from() -> None:
    desk, first = without_ann()
    for number in range(5):
        assert refusal(come(desk, 10 + number, code="22222"))[0] == "code"
    code, sentence = refusal(come(desk, 20, code=code_of(first)))
    assert (code, sentence) == ("code", "Too many wrong codes. Try again in 60 seconds.")
    assert seat_of(come(desk, 21, vouch=THERE, code=code_of(first))) == seat_of(first)


def test_a_guesser_may_still_come_in_anew() -> None:
    desk, _ = without_ann()
    for number in range(6):
        come(desk, 10 + number, code="22222")
    assert isinstance(come(desk, 20), Welcome)


def test_a_seat_bears_only_so_many_guesses_from_anywhere() -> None:
    desk, first = without_ann()
    for number in range(30):
        come(desk, 10 + number, vouch=Vouch(f"10.0.0.{number}"), code="22222")
    assert "Too many" in refusal(come(desk, 50, code=code_of(first)))[1]


def test_the_token_works_as_for_everyone_and_beside_it_a_code_means_nothing() -> None:
    desk, first = with_ann()
    desk.gone(1)
    again = come(desk, 2, token=first.token, code="22222")
    assert seat_of(again) == seat_of(first)
    assert let_in(again).token == first.token


def test_the_code_leads_back_to_a_hand_that_a_bot_has_played_meanwhile() -> None:
    desk, first = with_ann(hold_seconds=10.0)
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
    desk, first = with_ann(shelf=shelf)
    desk.say(0, Start())
    hand = desk.match.view(1).hand

    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    assert desk.room.seats.by_code("Ann")
    again = come(desk, 2, code=code_of(first))
    assert seat_of(again) == seat_of(first)
    assert desk.last(2, State).view.hand == hand
    assert code_of(again) != code_of(first)  # the host knows the hash of its token alone
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
    desk, first = with_ann(shelf=shelf)
    desk.say(0, Start())
    desk = Desk(0, (), seed=2, shelf=shelf, saved=shelf.saved(), lobby=True)
    come(desk, 2, token=first.token)
    desk.gone(2)
    assert code_of(come(desk, 3, code=code_of(first))) == code_of(first)


# Who is here as far as anyone can tell: their connection may have been cut off without a word


def test_the_code_leads_back_also_before_the_old_connection_has_ended_and_ends_it() -> None:
    desk, first = with_ann()
    desk.say(0, Start())
    hand = desk.match.view(1).hand
    again = come(desk, 2, vouch=THERE, code=code_of(first))
    assert seat_of(again) == seat_of(first)
    assert names_in(again) == ["Host", "Ann"]
    assert desk.last(2, State).view.hand == hand
    assert desk.last(1, Bye) == Bye("superseded", "You have come back to this seat from elsewhere.")
    desk.gone(1)
    assert [person.here for person in desk.room.seats.people] == [True, True]
    assert code_of(again) == code_of(first)


def is_undisturbed(desk: Desk) -> bool:
    """Tell whether Ann has kept her connection."""
    return not any(isinstance(message, Bye) for message in desk.sent[1])


def test_a_name_alone_ends_nobody_s_connection() -> None:
    desk, first = with_ann()
    again = come(desk, 2)
    assert seat_of(again) != seat_of(first)
    assert names_in(again) == ["Host", "Ann", "Ann 2"]
    assert is_undisturbed(desk)


def test_wrong_codes_end_nobody_s_connection_and_are_counted_as_ever() -> None:
    desk, first = with_ann()
    for number in range(5):
        assert refusal(come(desk, 10 + number, code="22222"))[0] == "code"
    assert refusal(come(desk, 20, code=code_of(first)))[1] == "Too many wrong codes. Try again in 60 seconds."
    for number in range(25):
        come(desk, 30 + number, vouch=Vouch(f"10.0.0.{number}"), code="22222")
    assert "Too many" in refusal(come(desk, 60, vouch=THERE, code=code_of(first)))[1]
    assert is_undisturbed(desk)


def test_a_code_ends_no_connection_of_another_name() -> None:
    desk, first = with_ann()
    assert refusal(come(desk, 2, "Bob", code=code_of(first)))[0] == "code"
    assert is_undisturbed(desk)


def test_a_code_ends_no_connection_of_one_who_is_here_with_a_key() -> None:
    desk, first = with_ann(HOLDER)
    assert refusal(come(desk, 2, code=code_of(first)))[0] == "code"
    assert is_undisturbed(desk)


def test_a_code_ends_no_connection_of_one_who_is_not_here_by_ssh() -> None:
    desk = lobby()
    desk.say(1, hello("Ann"))
    token = desk.last(1, Welcome).token
    assert token is not None
    code = rejoin_code(token_hash(token))
    assert refusal(come(desk, 2, code=code))[0] == "code"
    assert is_undisturbed(desk)
    desk.gone(1)
    assert seat_of(come(desk, 3, code=code)) == 1


@pytest.mark.parametrize("vouch", [HERE, None], ids=["by ssh", "otherwise"])
def test_who_came_back_in_another_way_is_judged_by_that(vouch: Vouch | None) -> None:
    desk, first = without_ann()
    desk.say(2, Hello(PROTOCOLS, "test", "Ann", first.token), "192.168.1.7", vouch)
    answer = come(desk, 3, code=code_of(first))
    assert isinstance(answer, Welcome if vouch else No)
