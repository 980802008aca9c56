"""The host's side of the way in by ssh, with a process of the test in the place of the ssh server."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from net.addresses import Endpoint
from net.hosted import HostControl, HostEnded, HostSetup, HostState, SshSetup, SshState
from net.network import Network
from net.ssh.gate import HOST_KEY
from net.ssh.talk import Arrived, Failed, Gone, Open, Opened, Turned, Vouched
from net.store import Store
from net.target import Target
from net.updates import Changed, Closed, Joined, JoinLink, PassphraseAsked, RoomChanged
from tests.net.networks import Told, network
from tests.net.ssh.stand_in import Run, StandIns, stand_ins

PASSPHRASE = "walnut comet 42"
WAYS = SshSetup(nursery=("nursery", "of guests"), port=0)


@pytest.fixture
def servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIns]:
    with stand_ins(tmp_path) as servers:
        monkeypatch.setattr("net.ssh.gate.server_command", lambda: servers.command)
        yield servers


class House:
    """A computer with a room, and the children of guests by ssh on it."""

    def __init__(self, directory: Path, servers: StandIns) -> None:
        self._directory = directory
        self.servers = servers
        self.computer: Network = network(directory / "host")
        self._children: list[Network] = []
        self.seat, self.told = Told(), Told()
        self.control: HostControl

    def host(self, ssh: SshSetup | None = WAYS, **setup: Any) -> None:
        given = {"name": "Hedy", "announced": False, "port": 0, "passphrase": PASSPHRASE, "ssh": ssh, **setup}
        self.control = self.computer.host(HostSetup(**given), self.seat, self.told)

    def ssh(self, fits: Callable[[SshState], bool]) -> SshState:
        """Wait until the way in by ssh stands in some way."""
        return self.told.wait(HostState, lambda state: fits(state.ssh)).ssh

    def opened(self, **setup: Any) -> tuple[Run, Open]:
        """Host a room, and open the way in."""
        self.host(**setup)
        run = self.servers.next()
        word = run.hear(Open)
        run.say(Opened(2222, "SHA256:abc"))
        self.ssh(lambda ssh: ssh.stage == "open")
        return run, word

    def child(self, word: Open, vouched: Vouched, name: str = "Ann", code: str = "") -> tuple[JoinLink, Told]:
        """Join as the child of a guest does."""
        told = Told()
        computer = network(self._directory / f"child {len(self._children)}")
        self._children.append(computer)
        target = Target(
            (Endpoint(*word.endpoint),),
            fingerprint=word.host_fingerprint,
            ticket=vouched.ticket,
            vouched=True,
            code=code,
        )
        return computer.join(target, name, told), told

    def close(self) -> None:
        self.servers.close()  # none of them is waited for that a test has left
        for computer in [*self._children, self.computer]:
            assert computer.close()


@pytest.fixture
def house(tmp_path: Path, servers: StandIns) -> Iterator[House]:
    house = House(tmp_path, servers)
    yield house
    house.close()


def arrive(run: Run, guest: int = 1, name: str = "Ann", address: str = "10.0.0.7", key: str | None = None) -> Vouched:
    run.say(Arrived(guest, address, name, key))
    vouched = run.hear(Vouched)
    assert vouched.guest == guest
    return vouched


@contextmanager
def ended(run: Run) -> Iterator[None]:
    """Within, the host hangs up; then the process ends."""
    yield
    run.hangs_up()
    run.end()


# How it stands


def test_the_server_is_told_what_it_needs(house: House, tmp_path: Path) -> None:
    run, word = house.opened()
    port = house.told.last(HostState).port
    assert (word.addresses, word.port, word.guests) == (("127.0.0.1",), 0, 16)
    assert (word.passphrase, word.keys, word.room) == (PASSPHRASE, None, "Hedy's room")
    assert word.nursery == ("nursery", "of guests")
    assert word.endpoint == ("127.0.0.1", port)
    assert word.host_fingerprint.hex().startswith(house.told.last(HostState).fingerprint.replace(" ", ""))
    assert word.host_key == str(tmp_path / "host" / HOST_KEY)
    with ended(run):
        house.control.shut_down()


def test_guests_are_told_what_to_type(house: House) -> None:
    run, _ = house.opened()
    assert house.told.last(HostState).ssh == SshState(
        "open", ("ssh -p 2222 NAME@127.0.0.1",), "SHA256:abc", keys=False, guests=0, trouble=None
    )
    with ended(run):
        house.control.shut_down()


def test_it_is_told_while_it_opens_and_is_off_where_nobody_wished_it(house: House, servers: StandIns) -> None:
    house.host(ssh=None)
    assert house.told.wait(HostState).ssh == SshState()
    house.control.open_ssh(WAYS)
    assert house.ssh(lambda ssh: ssh.stage == "opening").commands == ()
    run = servers.next()
    run.hear(Open)
    run.say(Opened(2222, "SHA256:abc"))
    house.ssh(lambda ssh: ssh.stage == "open")
    with ended(run):
        house.control.shut_down()


def test_with_keys_no_passphrase_is_told(house: House, tmp_path: Path) -> None:
    run, word = house.opened(ssh=SshSetup(("nursery",), keys=str(tmp_path / "keys")))
    assert (word.passphrase, word.keys) == (None, str(tmp_path / "keys"))
    assert house.told.last(HostState).ssh.keys
    with ended(run):
        house.control.shut_down()


def test_opening_twice_opens_once_and_closing_twice_closes_once(house: House) -> None:
    run, _ = house.opened()
    house.control.open_ssh(WAYS)
    house.control.close_ssh()
    house.control.close_ssh()
    assert house.ssh(lambda ssh: ssh.stage == "off").trouble is None
    run.hangs_up()
    run.end()


def test_it_opens_again_once_the_one_before_has_ended(house: House, servers: StandIns) -> None:
    run, _ = house.opened()
    house.control.close_ssh()
    house.control.open_ssh(WAYS)
    house.ssh(lambda ssh: ssh.stage == "opening")
    run.hangs_up()
    run.end()
    again = servers.next()
    again.hear(Open)
    again.say(Opened(2223, "SHA256:abc"))
    assert house.ssh(lambda ssh: ssh.stage == "open").commands == ("ssh -p 2223 NAME@127.0.0.1",)
    with ended(again):
        house.control.shut_down()


def test_a_wish_that_was_taken_back_meanwhile_starts_nothing(house: House, servers: StandIns) -> None:
    run, _ = house.opened()
    house.control.close_ssh()
    house.control.open_ssh(WAYS)
    house.control.close_ssh()
    house.ssh(lambda ssh: ssh.stage == "off")
    run.hangs_up()
    run.end()
    house.control.open_ssh(SshSetup(("another",)))
    assert servers.next().hear(Open).nursery == ("another",)


# What goes wrong


def goes_on(house: House) -> None:
    """Show that the room is there as before."""
    house.control.open_ssh(SshSetup(("another",)))
    house.ssh(lambda ssh: ssh.stage == "opening")
    house.servers.next().end()


def test_what_the_server_fails_for_is_told_as_it_says_it(house: House, servers: StandIns) -> None:
    house.host()
    run = servers.next()
    run.hear(Open)
    run.say(Failed("Port 2222 is taken by another program."))
    run.hangs_up()
    run.end(1)
    state = house.ssh(lambda ssh: ssh.trouble is not None)
    assert state == SshState("off", trouble="Port 2222 is taken by another program.")
    goes_on(house)


@pytest.mark.parametrize("early", [True, False])
def test_a_server_that_dies_is_told_and_costs_the_table_nothing(
    house: House, servers: StandIns, early: bool, tmp_path: Path
) -> None:
    if early:
        house.host()
        run = servers.next()
        run.end(1)
    else:
        run, _ = house.opened()
        run.kill()
    trouble = house.ssh(lambda ssh: ssh.trouble is not None).trouble
    assert trouble == (
        "The ssh server has ended unexpectedly. What is known of it is in the log. The table goes on; ssh can be "
        "opened again."
    )
    log = (tmp_path / "host" / "log").read_text()
    assert ("status: 1. Its last words: These are its last words." if early else "status: -9.") in log
    goes_on(house)


@pytest.mark.parametrize("nonsense", [b"\xff" * 4, b"\0\0\0\1\xc1", b"\0\0\0\x02\x81\xa4"])
def test_a_server_that_talks_nonsense_is_ended(house: House, nonsense: bytes) -> None:
    run, _ = house.opened()
    run.send(nonsense)
    run.hangs_up()
    run.end()
    assert "nonsense" in str(house.ssh(lambda ssh: ssh.trouble is not None).trouble)
    goes_on(house)


def test_a_server_that_does_not_end_is_killed(house: House) -> None:
    run, _ = house.opened()
    run.be_stubborn()
    house.control.shut_down()
    house.told.wait(HostEnded)
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


def test_a_server_that_does_not_come_up_is_ended(
    house: House, servers: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.ssh.gate.OPENED_WITHIN", 0.2)
    house.host()
    run = servers.next()
    run.hear(Open)
    run.hangs_up()
    run.end()
    assert "does not come up" in str(house.ssh(lambda ssh: ssh.trouble is not None).trouble)


def test_a_program_that_is_not_there_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.ssh.gate.server_command", lambda: ("/nowhere/python",))
    house.host()
    assert "can't be started" in str(house.ssh(lambda ssh: ssh.trouble is not None).trouble)


# Guests


def test_a_guest_comes_in_without_being_asked_for_the_passphrase_again(house: House) -> None:
    run, word = house.opened()
    vouched = arrive(run)
    assert not vouched.away
    assert house.ssh(lambda ssh: ssh.guests == 1).stage == "open"
    link, told = house.child(word, vouched)
    assert told.wait(Joined).seat == 1
    told.wait(RoomChanged)
    assert re.fullmatch("[2-9a-z]{5}", str(link.rejoin_code))
    link.leave()
    assert told.wait(Closed).code == "left"
    run.say(Gone(1))
    house.ssh(lambda ssh: ssh.guests == 0)
    with ended(run):
        house.control.shut_down()


def test_a_guest_whose_ssh_ends_is_away_at_once_and_comes_back_with_the_code(house: House) -> None:
    run, word = house.opened()
    link, told = house.child(word, arrive(run))
    told.wait(RoomChanged)
    code = link.rejoin_code
    run.say(Gone(1))
    assert told.wait(Closed) == Closed("closed", "Your connection by ssh has ended.")
    house.seat.wait(RoomChanged, lambda update: not update.room.people[1].here if update.room.people[1:] else False)
    again = arrive(run, 2)
    assert again.away
    _, wrong = house.child(word, again, code="22222")
    assert wrong.wait(Closed) == Closed("code", "That is not the code of Ann's seat.")
    _, right = house.child(word, again, code=str(code).upper())
    assert right.wait(Joined).seat == 1
    house.seat.wait(RoomChanged, lambda update: update.room.people[1].here)
    with ended(run):
        house.control.shut_down()


def test_nobody_is_asked_for_a_code_whose_name_is_there_or_unknown(house: House) -> None:
    run, word = house.opened()
    _, told = house.child(word, arrive(run))
    told.wait(Joined)
    assert not arrive(run, 2, "Ann").away
    assert not arrive(run, 3, "Bob").away
    run.kill()


def test_a_ticket_is_worth_nothing_once_its_guest_is_gone(house: House) -> None:
    run, word = house.opened()
    vouched = arrive(run)
    house.ssh(lambda ssh: ssh.guests == 1)
    run.say(Gone(1))
    house.ssh(lambda ssh: ssh.guests == 0)
    _, told = house.child(word, vouched)
    told.wait(PassphraseAsked)
    run.kill()


def test_another_client_on_this_computer_is_asked_for_the_passphrase(house: House) -> None:
    run, word = house.opened()
    arrive(run)
    _, told = house.child(word, Vouched(9, b"?" * 16, False))
    told.wait(PassphraseAsked)
    run.kill()


def test_a_key_has_its_seat_also_when_the_room_is_resumed(house: House, tmp_path: Path) -> None:
    keys = SshSetup(("nursery",), keys=str(tmp_path / "keys"))
    run, word = house.opened(ssh=keys)
    _, told = house.child(word, arrive(run, key="SHA256:ann"))
    seat = told.wait(Joined).seat
    house.seat.wait(RoomChanged, lambda update: len(update.room.people) == 2)
    link = house.control.link
    assert link is not None
    link.start()
    told.wait(Changed)
    run.kill()
    assert told.wait(Closed) == Closed("closed", "The way in by ssh broke down. Your seat is kept.")
    house.control.shut_down()
    house.told.wait(HostEnded)
    (table,) = open_tables(tmp_path / "host")
    run, word = house.opened(ssh=keys, resume=table)
    vouched = arrive(run, 5, "Someone", "10.9.9.9", key="SHA256:ann")
    assert not vouched.away
    _, told = house.child(word, vouched, "Someone")
    joined = told.wait(Joined)
    assert (joined.seat, joined.people[seat].name) == (seat, "Ann")
    told.wait(Changed)
    run.kill()


def open_tables(directory: Path) -> list[str]:
    store = Store(directory, lambda sentence: None)
    try:
        return [table.room for table in store.tables("room")]
    finally:
        store.close()


def test_whoever_was_sent_away_for_good_is_turned_away(house: House) -> None:
    run, word = house.opened()
    _, told = house.child(word, arrive(run))
    told.wait(Joined)
    house.seat.wait(RoomChanged, lambda update: len(update.room.people) == 2)
    link = house.control.link
    assert link is not None
    link.ban(2)
    assert told.wait(Closed).code == "banned"
    run.say(Gone(1))
    run.say(Arrived(2, "10.0.0.7", "Bob", None))
    assert run.hear(Turned) == Turned(2, "The host has sent you away from this room.")
    run.say(Arrived(3, "10.0.0.8", "ann", None))
    assert run.hear(Turned).guest == 3
    assert not arrive(run, 4, "Bob", "10.0.0.8").away
    run.kill()


# The end


def test_closing_it_sends_those_away_who_came_by_it_and_keeps_their_seats(house: House) -> None:
    run, word = house.opened()
    _, told = house.child(word, arrive(run))
    told.wait(Joined)
    house.control.close_ssh()
    assert told.wait(Closed) == Closed("closed", "The host has closed the way in by ssh. Your seat is kept.")
    house.seat.wait(RoomChanged, lambda update: [one.here for one in update.room.people] == [True, False])
    run.say(Arrived(2, "10.0.0.8", "Bob", None))
    assert run.hear(Turned).sentence == "The host is just closing the way in by ssh."
    run.say(Gone(1))
    run.hangs_up()
    run.end()
    assert house.told.last(HostState).ssh.trouble is None


def test_guests_whose_server_is_slow_to_tell_are_not_waited_for_long(house: House) -> None:
    run, _ = house.opened()
    arrive(run)
    house.control.close_ssh()
    run.hangs_up()
    run.end()


def test_the_end_of_the_room_is_told_to_guests_as_to_everyone(house: House) -> None:
    run, word = house.opened()
    _, told = house.child(word, arrive(run))
    told.wait(Joined)
    house.control.shut_down()
    assert told.wait(Closed) == Closed("host_closing", "The host has ended the program. The table is saved.")
    run.say(Gone(1))
    run.hangs_up()
    run.end()
    house.told.wait(HostEnded)
