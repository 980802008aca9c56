"""Rooms hosted and joined through the door of the network thread: real sockets and TLS, on loopback."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.phases import TABLE
from engine.rules import Rules
from net.hosted import HostControl, HostEnded, HostSetup, HostState
from net.messages import PROTOCOLS
from net.network import Network
from net.passphrase import generate
from net.store import Store
from net.target import Target
from net.updates import Changed, Closed, Connected, Joined, JoinLink, PassphraseAsked, RoomChanged, RoomLink
from tests.net.networks import Told, network

Computers = Callable[..., Network]


class Hosted:
    """A room, and what its host and the player who sits there are told."""

    def __init__(self, computer: Network, **setup: Any) -> None:
        chosen: dict[str, Any] = {"name": "Ann", "port": 0, "bots": ("easy",), "pace": 0.0, "turn_seconds": 0}
        self.player, self.told = Told(), Told()
        self.control: HostControl = computer.host(HostSetup(**chosen | setup), self.player, self.told)
        self.state = self.told.wait(HostState)
        self.port = self.state.port

    @property
    def link(self) -> RoomLink:
        link = self.control.link
        assert link is not None
        return link

    def joined(self, computer: Network, name: str = "Bob", **how: Any) -> tuple[JoinLink, Told]:
        told = Told()
        link = computer.join(f"127.0.0.1:{self.port}", name, told, **how)
        return link, told


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[Computers]:
    """Makes computers by name, and ends them. One of the same name begins where the last has left its files."""
    made: list[Network] = []

    def make(name: str, **settings: Any) -> Network:
        made.append(network(tmp_path / name, **settings))
        return made[-1]

    yield make
    ended = [one.close() for one in made]
    assert all(ended)


def saved_room(computer: Path) -> str:
    store = Store(computer, lambda warning: pytest.fail(warning))
    (table,) = store.tables("room")
    store.close()
    return table.room


def test_a_table_is_played_by_two_computers_and_closed_for_all(computers: Computers) -> None:
    room = Hosted(computers("host"), passphrase=generate())
    room.player.wait(Joined)
    link, bob = room.joined(computers("guest"))
    asked = bob.wait(PassphraseAsked)
    assert asked.fingerprint == room.state.fingerprint
    link.passphrase(str(room.state.passphrase))
    assert bob.wait(Joined).seat == 1
    room.link.start()
    assert bob.wait(Changed, lambda changed: changed.version == 1).view.seat == 1
    room.link.close_room("save")
    assert bob.wait(Closed).code == "saved"
    assert room.told.wait(HostEnded).code == "host_closing"


def test_a_player_comes_back_to_the_seat_after_the_program_has_ended(computers: Computers) -> None:
    room = Hosted(computers("host"), passphrase=generate())
    link, bob = room.joined(first := computers("guest"))
    bob.wait(PassphraseAsked)
    link.passphrase(str(room.state.passphrase))
    bob.wait(Joined)
    assert first.close()
    _, bob = room.joined(computers("guest"), "Someone")
    people = bob.wait(Joined).people
    assert [person.name for person in people if person.seat == 1] == ["Bob"]
    assert not [update for update in bob.all if isinstance(update, PassphraseAsked)]


def test_a_second_program_of_the_same_account_is_another_player(computers: Computers) -> None:
    room = Hosted(computers("host"))
    _, bob = room.joined(computers("guest"))
    assert bob.wait(Joined).seat == 1
    _, second = room.joined(computers("guest"))
    joined = second.wait(Joined)
    assert joined.seat == 2
    assert [person.name for person in joined.people if person.seat == 2] == ["Bob 2"]


def test_a_host_with_another_certificate_is_not_trusted(computers: Computers, tmp_path: Path) -> None:
    first = computers("host")
    room = Hosted(first)
    _, bob = room.joined(before := computers("guest"))
    bob.wait(Joined)
    assert before.close()
    assert first.close()
    (tmp_path / "host" / "host.pem").unlink()
    again = Hosted(computers("host"), port=room.port)
    assert again.state.host_id == room.state.host_id
    _, bob = again.joined(computers("guest"))
    closed = bob.wait(Closed)
    assert closed.code == "fingerprint"
    for part in (room.state.fingerprint, again.state.fingerprint, f"unokart join --forget {room.state.host_id}"):
        assert part in closed.sentence


def test_the_same_room_is_there_again_after_the_host_has_ended(computers: Computers, tmp_path: Path) -> None:
    first = computers("host")
    room = Hosted(first, room="Kitchen", pace=60.0)
    _, bob = room.joined(guest := computers("guest"))
    bob.wait(Joined)
    room.link.start()
    before = bob.wait(Changed, lambda changed: changed.version == 1).view
    assert guest.close()
    room.control.shut_down()
    assert room.control.wait_ended(5)
    assert first.close()

    again = Hosted(computers("host"), resume=saved_room(tmp_path / "host"), pace=60.0)
    assert again.state.room == "Kitchen"
    assert again.player.wait(Joined).seat == 0
    _, bob = again.joined(computers("guest"))
    assert bob.wait(Joined).seat == 1
    assert bob.wait(Changed).view.hand == before.hand


def test_a_room_closed_before_the_first_match_is_there_again(computers: Computers, tmp_path: Path) -> None:
    first = computers("host")
    room = Hosted(first, room="Kitchen", rules=Rules(target_score=77))
    _, bob = room.joined(guest := computers("guest"))
    bob.wait(Connected)
    room.link.close_room("save")
    assert bob.wait(Closed).sentence == "Ann has closed the table; the room is saved."
    assert room.control.wait_ended(5)
    assert first.close()
    assert guest.close()

    again = Hosted(computers("host"), resume=saved_room(tmp_path / "host"))
    assert again.state.room == "Kitchen"
    told = again.player.wait(RoomChanged).room
    assert (told.seat, told.host, told.rules.target_score) == (0, told.who, 77)
    assert [(person.name, person.here) for person in told.people if not person.bot] == [("Ann", True), ("Bob", False)]
    _, bob = again.joined(computers("guest"))
    assert bob.wait(Joined).seat == 1
    again.link.start()
    bob.wait(Changed, lambda changed: changed.version == 1)


def test_a_room_that_nobody_could_come_back_to_is_not_kept(computers: Computers, tmp_path: Path) -> None:
    room = Hosted(computers("host"), name=None)
    room.control.shut_down()
    assert room.control.wait_ended(5)
    store = Store(tmp_path / "host", lambda warning: pytest.fail(warning))
    assert store.tables() == []
    store.close()


def test_the_table_goes_on_without_its_screen_and_the_seat_is_taken_back_by_joining(
    computers: Computers, tmp_path: Path
) -> None:
    room = Hosted(computers("host"), hold_seconds=0.5)
    room.player.wait(Joined)
    link, bob = room.joined(computers("guest"))
    bob.wait(Joined)
    room.control.detach()
    assert room.player.wait(Closed).code == "detached"
    bob.wait(RoomChanged, lambda changed: not changed.room.people[0].here)
    back_link, back = room.joined(computers("host"), "Ann")
    assert back.wait(Joined).seat == 0
    bob.wait(RoomChanged, lambda changed: changed.room.people[0].here and changed.room.people[0].host)
    assert not room.control.wait_ended(0.0)
    back_link.leave()
    link.leave()
    assert room.told.wait(HostEnded).code == "deserted"
    assert room.control.wait_ended(1)


def test_a_newer_connection_to_a_seat_takes_it_over(computers: Computers, tmp_path: Path) -> None:
    room = Hosted(computers("host"))
    _, bob = room.joined(computers("guest"))
    bob.wait(RoomChanged)
    # A copy of the account on another computer: nothing there knows that the seat is played.
    shutil.copytree(tmp_path / "guest", tmp_path / "copy")
    _, other = room.joined(computers("copy"))
    assert other.wait(Joined).seat == 1
    assert bob.wait(Closed).code == "superseded"


def test_who_watches_comes_back_to_watch(computers: Computers) -> None:
    room = Hosted(computers("host"), passphrase=generate())
    link, bob = room.joined(computers("guest"), watch=True)
    bob.wait(PassphraseAsked)
    link.passphrase(str(room.state.passphrase))
    assert bob.wait(Joined).seat == TABLE


def test_nothing_at_the_address_is_said_in_a_sentence(computers: Computers) -> None:
    told = Told()
    computers("guest").join("127.0.0.1:9", "Bob", told)
    closed = told.wait(Closed)
    assert (closed.code, closed.sentence) == ("unreachable", "The computer is there, but no room is open at that port.")


def test_a_port_that_is_taken_is_said_in_a_sentence(computers: Computers) -> None:
    room = Hosted(computers("host"))
    told = Told()
    computers("other").host(HostSetup("Bob", port=room.port), Told(), told)
    ended = told.wait(HostEnded)
    assert (ended.code, ended.sentence) == ("not_hosted", f"Port {room.port} is taken by another program.")


def test_another_version_is_told_both_numbers(computers: Computers, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Hosted(computers("host"))
    monkeypatch.setattr("net.standing.PROTOCOLS", (7, 9))
    _, bob = room.joined(computers("guest"))
    closed = bob.wait(Closed)
    assert closed.code == "version"
    assert closed.sentence == f"The host speaks protocol 7 to 9, this program {PROTOCOLS[0]}."


def test_an_aim_that_names_another_host_is_not_joined(computers: Computers) -> None:
    from net.addresses import Endpoint

    room = Hosted(computers("host"))
    told = Told()
    computers("guest").join(Target((Endpoint("127.0.0.1", room.port),), host_id="ffffffff"), "Bob", told)
    assert "Another host answers there" in told.wait(Closed).sentence
