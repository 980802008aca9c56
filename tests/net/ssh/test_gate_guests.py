"""The guests of a room by ssh, as its host sees them: who is let in, what is told of them, and how it ends for them."""

from __future__ import annotations

import re
from pathlib import Path

from net.hosted import HostEnded, HostState, SshSetup
from net.ssh.place import Place
from net.ssh.talk import Arrived, Closing, Gone, Placed, Turned, Vouched
from net.store import Store
from net.updates import Changed, Closed, Joined, PassphraseAsked, RoomChanged
from tests.net.ssh.gatehouse import Gatehouse

KEYS = SshSetup(nursery=("nursery",), keys="/nowhere/keys")


def test_a_guest_comes_in_without_being_asked_for_the_passphrase_again(gatehouse: Gatehouse) -> None:
    vouched = gatehouse.opened().arrives()
    assert not vouched.asks_code
    assert gatehouse.ssh(lambda ssh: ssh.guests == 1).stage == "open"
    link, told = gatehouse.joins(vouched)
    assert told.wait(Joined).seat == 1
    told.wait(RoomChanged)
    assert re.fullmatch("[2-9a-z]{5}", str(link.rejoin_code))
    link.leave()
    assert told.wait(Closed).code == "left"
    gatehouse.run.say(Gone(1))
    gatehouse.ssh(lambda ssh: ssh.guests == 0)
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_a_guest_whose_ssh_ends_is_away_at_once_and_comes_back_with_the_code(gatehouse: Gatehouse) -> None:
    first = gatehouse.opened().comes()
    gatehouse.run.say(Gone(1))
    assert first.told.wait(Closed) == Closed("closed", "Your connection by ssh has ended.")
    gatehouse.seat.wait(RoomChanged, lambda update: [one.here for one in update.room.people] == [True, False])
    vouched = gatehouse.arrives(2)
    assert vouched.asks_code
    _, wrong = gatehouse.joins(vouched, code="22222")
    assert wrong.wait(Closed) == Closed("code", "That is not the code of Ann's seat.")
    _, right = gatehouse.joins(vouched, code=first.code.upper())
    assert right.wait(Joined).seat == first.seat
    gatehouse.seat.wait(RoomChanged, lambda update: update.room.people[1].here)
    with gatehouse.ended():
        gatehouse.control.shut_down()


def test_a_guest_who_is_back_before_the_old_connection_has_timed_out_has_the_seat_with_the_code(
    gatehouse: Gatehouse,
) -> None:
    first = gatehouse.opened().comes()
    vouched = gatehouse.arrives(2)
    assert vouched.asks_code
    _, wrong = gatehouse.joins(vouched, code="22222")
    assert wrong.wait(Closed).code == "code"
    assert not any(isinstance(update, Closed) for update in first.told.all)
    _, right = gatehouse.joins(vouched, code=first.code)
    assert right.wait(Joined).seat == first.seat
    assert first.told.wait(Closed).code == "superseded"
    gatehouse.run.say(Gone(1))
    gatehouse.ssh(lambda ssh: ssh.guests == 1)
    assert [person.here for person in gatehouse.seat.last(RoomChanged).room.people] == [True, True]
    gatehouse.run.kill()


def test_nobody_is_asked_for_a_code_whose_name_is_unknown_or_not_a_guest_s(gatehouse: Gatehouse) -> None:
    gatehouse.opened().comes()
    assert not gatehouse.arrives(2, "Bob").asks_code
    assert not gatehouse.arrives(3, "Hedy").asks_code  # who hosts
    gatehouse.run.kill()


def test_a_ticket_is_worth_nothing_once_its_guest_is_gone(gatehouse: Gatehouse) -> None:
    vouched = gatehouse.opened().arrives()
    gatehouse.ssh(lambda ssh: ssh.guests == 1)
    gatehouse.run.say(Gone(1))
    gatehouse.ssh(lambda ssh: ssh.guests == 0)
    _, told = gatehouse.joins(vouched)
    told.wait(PassphraseAsked)
    gatehouse.run.kill()


def test_another_client_on_this_computer_is_asked_for_the_passphrase(gatehouse: Gatehouse) -> None:
    gatehouse.opened().arrives()
    _, told = gatehouse.joins(Vouched(9, b"?" * 16, False))
    told.wait(PassphraseAsked)
    gatehouse.run.kill()


def test_a_key_has_its_seat_also_when_the_room_is_resumed(gatehouse: Gatehouse, tmp_path: Path) -> None:
    ann = gatehouse.opened(ssh=KEYS).comes(key="SHA256:ann")
    gatehouse.seat.wait(RoomChanged, lambda update: len(update.room.people) == 2)
    link = gatehouse.control.link
    assert link is not None
    link.start()
    ann.told.wait(Changed)
    gatehouse.run.kill()
    assert ann.told.wait(Closed) == Closed("closed", "The way in by ssh broke down.")
    gatehouse.control.shut_down()
    gatehouse.told.wait(HostEnded)
    (table,) = open_tables(tmp_path / "host")
    vouched = gatehouse.opened(ssh=KEYS, resume=table).arrives(5, "Someone", "10.9.9.9", key="SHA256:ann")
    assert not vouched.asks_code
    _, told = gatehouse.joins(vouched, "Someone")
    joined = told.wait(Joined)
    assert (joined.seat, joined.people[ann.seat].name) == (ann.seat, "Ann")
    told.wait(Changed)
    gatehouse.run.kill()


def open_tables(directory: Path) -> list[str]:
    store = Store(directory, lambda sentence: None)
    try:
        return [table.room for table in store.tables("room")]
    finally:
        store.close()


def test_whoever_was_sent_away_for_good_is_turned_away(gatehouse: Gatehouse) -> None:
    ann = gatehouse.opened().comes()
    gatehouse.seat.wait(RoomChanged, lambda update: len(update.room.people) == 2)
    link = gatehouse.control.link
    assert link is not None
    link.ban(2)
    assert ann.told.wait(Closed).code == "banned"
    gatehouse.run.say(Gone(1))
    gatehouse.run.say(Arrived(2, "10.0.0.7", "Bob", None))
    assert gatehouse.run.hear(Turned) == Turned(2, "The host has sent you away from this room.")
    gatehouse.run.say(Arrived(3, "10.0.0.8", "ann", None))
    assert gatehouse.run.hear(Turned).guest == 3
    assert not gatehouse.arrives(4, "Bob", "10.0.0.8").asks_code
    gatehouse.run.kill()


# What the ssh server is told of their places


def test_the_code_of_a_seat_is_told_when_it_is_taken_and_that_there_is_none_when_it_is_left(
    gatehouse: Gatehouse,
) -> None:
    ann = gatehouse.opened().comes()
    assert gatehouse.run.hear(Placed) == Placed(1, Place(True, ann.code))
    ann.link.stand()
    assert gatehouse.run.hear(Placed) == Placed(1, Place())
    ann.link.sit()
    again = gatehouse.run.hear(Placed).place
    ann.told.wait(RoomChanged, lambda update: update.room.seat == 1)
    assert again == Place(True, ann.code)
    gatehouse.run.kill()


def test_a_seat_that_another_guest_has_taken_back_is_theirs_alone(gatehouse: Gatehouse) -> None:
    first = gatehouse.opened().comes()
    gatehouse.run.hear(Placed)
    gatehouse.joins(gatehouse.arrives(2), code=first.code)
    assert {gatehouse.run.hear(Placed), gatehouse.run.hear(Placed)} == {
        Placed(1, Place()),
        Placed(2, Place(True, first.code)),
    }
    gatehouse.run.kill()


def test_a_seat_that_belongs_to_a_key_has_no_code(gatehouse: Gatehouse) -> None:
    gatehouse.opened(ssh=KEYS).comes(key="SHA256:ann")
    assert gatehouse.run.hear(Placed) == Placed(1, Place(True))
    gatehouse.run.kill()


def test_of_a_server_that_runs_anew_no_guest_is_taken_for_one_of_before(gatehouse: Gatehouse) -> None:
    gatehouse.opened().comes()
    gatehouse.run.kill()
    gatehouse.ssh(lambda ssh: ssh.trouble is not None)
    gatehouse.reopened()
    bob = gatehouse.comes(1, "Bob")
    assert gatehouse.run.hear(Placed) == Placed(1, Place(True, bob.code))
    gatehouse.run.kill()


# The end


def test_closing_it_sends_those_away_who_came_by_it_and_keeps_their_seats(gatehouse: Gatehouse) -> None:
    ann = gatehouse.opened().comes()
    gatehouse.control.close_ssh()
    assert gatehouse.run.hear(Closing) == Closing("The host has closed the way in by ssh.")
    assert ann.told.wait(Closed) == Closed("closed", "The host has closed the way in by ssh.")
    gatehouse.seat.wait(RoomChanged, lambda update: [one.here for one in update.room.people] == [True, False])
    gatehouse.run.say(Arrived(2, "10.0.0.8", "Bob", None))
    assert gatehouse.run.hear(Turned).sentence == "The host is just closing the way in by ssh."
    gatehouse.run.say(Gone(1))
    gatehouse.run.hangs_up()
    gatehouse.run.end()
    assert gatehouse.told.last(HostState).ssh.trouble is None


def test_guests_whose_server_is_slow_to_tell_are_not_waited_for_long(gatehouse: Gatehouse) -> None:
    gatehouse.opened().arrives()
    with gatehouse.ended():
        gatehouse.control.close_ssh()


def test_the_end_of_the_room_is_told_to_guests_as_to_everyone(gatehouse: Gatehouse) -> None:
    ann = gatehouse.opened().comes()
    gatehouse.control.shut_down()
    sentence = "The host has ended the program. The table is saved."
    assert ann.told.wait(Closed) == Closed("host_closing", sentence)
    assert gatehouse.run.hear(Closing) == Closing(sentence)
    gatehouse.run.say(Gone(1))
    gatehouse.run.hangs_up()
    gatehouse.run.end()
    gatehouse.told.wait(HostEnded)
