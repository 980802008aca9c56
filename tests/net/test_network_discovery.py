"""Finding rooms and people through the door of the network thread: real multicast DNS, confined to loopback."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from msgspec.structs import replace

from net.discovery import PEOPLE, ROOMS
from net.discovery.zeroconf_mdns import open_zeroconf
from net.found import People, Rooms
from net.home import Invitation
from net.hosted import HostSetup, HostState
from net.network import Network
from net.store import Store
from net.updates import Changed, Connected, Joined, Reconnecting
from tests.net.networks import Told, network, no_warning

Computers = Callable[[str], Network]


@pytest.fixture
def computers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Computers]:
    """Computers on a network of this test alone."""
    rooms = replace(ROOMS, service=f"_uk{token_hex(3)}._tcp.local.")
    people = replace(PEOPLE, service=f"_uk{token_hex(3)}._tcp.local.")
    for module in ("net.network", "net.hosting"):
        monkeypatch.setattr(f"{module}.ROOMS", rooms)
    for module in ("net.network", "net.home"):
        monkeypatch.setattr(f"{module}.PEOPLE", people)
    made: list[Network] = []

    def make(name: str) -> Network:
        made.append(network(tmp_path / name, open_mdns=open_zeroconf))
        return made[-1]

    yield make
    ended = [one.close() for one in made]
    assert all(ended)


def test_a_room_is_found_joined_and_gone_again(computers: Computers) -> None:
    host, guest = computers("host"), computers("guest")
    told, rooms = Told(), Told()
    stop = guest.browse(rooms)
    assert rooms.wait(Rooms).found == ()
    control = host.host(HostSetup("Ann", room="Kitchen", port=0), Told(), told)
    state = told.wait(HostState, lambda state: state.visible)
    assert state.trouble is None
    began = time.monotonic()
    (row,) = rooms.wait(Rooms, lambda rooms: bool(rooms.found) and rooms.found[0].answered).found
    assert time.monotonic() - began < 3.0
    assert (row.info.room, row.info.host_id, row.info.taken, row.port) == ("Kitchen", state.host_id, 1, state.port)
    bob = Told()
    guest.join(row, "Bob", bob)
    bob.wait(Joined)
    rooms.wait(Rooms, lambda rooms: bool(rooms.found) and rooms.found[0].info.taken == 2)
    control.shut_down()
    began = time.monotonic()
    rooms.wait(Rooms, lambda rooms: not rooms.found)
    assert time.monotonic() - began < 3.0
    stop()


def test_who_is_at_home_is_found_and_invited(computers: Computers) -> None:
    host, guest = computers("host"), computers("guest")
    people, told, invitations = Told(), Told(), Told()
    control = host.host(HostSetup("Ann", port=0), Told(), told)
    host.browse_people(people)
    home = guest.at_home("Bob", invitations)
    (row,) = people.wait(People, lambda people: bool(people.found) and people.found[0].answered).found
    assert row.info.name == "Bob"
    control.invite(row)
    invitations.wait(Invitation)
    home.accept()
    home.close()
    people.wait(People, lambda people: not people.found)


def test_a_host_that_comes_back_at_another_port_is_found_again(computers: Computers, tmp_path: Path) -> None:
    first, guest = computers("host"), computers("guest")
    told, player, bob = Told(), Told(), Told()
    control = first.host(HostSetup("Ann", bots=("easy",), port=0, pace=60.0), player, told)
    state = told.wait(HostState)
    player.wait(Joined)
    guest.join(f"127.0.0.1:{state.port}", "Bob", bob)
    bob.wait(Joined)
    assert control.link is not None
    control.link.start()
    bob.wait(Changed)
    control.crash()  # type: ignore[attr-defined] # the clients are to take it for a host that was killed
    assert control.wait_ended(10.0)
    bob.wait(Reconnecting)
    store = Store(tmp_path / "host", no_warning)
    (table,) = store.tables("room")
    store.close()
    again = Told()
    first.host(HostSetup("Ann", port=0, resume=table.room), Told(), again)
    assert again.wait(HostState).port != state.port
    bob.wait(Connected, within=20.0)
    bob.wait(Changed)
