"""Inviting people who are at home: over real sockets and TLS, on loopback."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from net.discovery import FoundPerson, PersonInfo
from net.frames import HEADER, frame
from net.home import Home, Invitation
from net.hosted import HostSetup, HostState, InviteAnswered
from net.identity import client_context
from net.invitations import _ENCODER, Invite
from net.network import Network
from net.updates import Closed, Joined, PassphraseAsked
from tests.net.networks import Told, network

PASSPHRASE = "walnut comet 42"


class AtHome:
    """Someone whose home screen is open."""

    def __init__(self, computer: Network, name: str = "Bob") -> None:
        self.invitations = Told()
        self.home: Home = computer.at_home(name, self.invitations)
        self.name = name

    def person(self) -> FoundPerson:
        """Return how a host finds them on the LAN."""
        owner, port = self.home.wait_open(10.0)
        return FoundPerson(1, PersonInfo(self.name, owner), ("127.0.0.1",), port, True, True)


class Host:
    """A room with a passphrase."""

    def __init__(self, computer: Network) -> None:
        self.told, player = Told(), Told()
        self.control = computer.host(HostSetup("Ann", passphrase=PASSPHRASE, port=0), player, self.told)
        self.state = self.told.wait(HostState)
        player.wait(Joined)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    computer = network(tmp_path / "host")
    yield Host(computer)
    assert computer.close()


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Network]:
    computer = network(tmp_path / "guest")
    yield computer
    assert computer.close()


def test_who_is_invited_comes_without_the_passphrase_once(host: Host, guest: Network) -> None:
    bob = AtHome(guest)
    host.control.invite(bob.person())
    invitation = bob.invitations.wait(Invitation)
    assert (invitation.room, invitation.host, invitation.known) == ("Ann's room", "Ann", False)
    assert invitation.fingerprint == host.state.fingerprint
    bob.home.accept()
    answered = host.told.wait(InviteAnswered)
    assert (answered.answer, answered.sentence) == ("yes", "Bob is coming.")
    told = Told()
    guest.join(invitation, "Bob", told)
    assert told.wait(Joined).seat == 1
    assert not [update for update in told.all if isinstance(update, PassphraseAsked)]


def test_a_ticket_opens_the_door_once(host: Host, guest: Network, tmp_path: Path) -> None:
    bob = AtHome(guest)
    host.control.invite(bob.person())
    invitation = bob.invitations.wait(Invitation)
    bob.home.accept()
    told = Told()
    guest.join(invitation, "Bob", told)
    told.wait(Joined)
    other = network(tmp_path / "other")
    told = Told()
    link = other.join(invitation, "Eve", told)
    told.wait(PassphraseAsked)
    link.leave()
    told.wait(Closed)
    assert other.close()


def test_who_says_no_is_not_let_in_by_the_ticket(host: Host, guest: Network) -> None:
    bob = AtHome(guest)
    host.control.invite(bob.person())
    invitation = bob.invitations.wait(Invitation)
    bob.home.decline()
    assert host.told.wait(InviteAnswered).sentence == "Bob does not want to come."
    told = Told()
    guest.join(invitation, "Bob", told)
    told.wait(PassphraseAsked)


def test_a_ticket_goes_to_no_other_host(host: Host, guest: Network) -> None:
    bob = AtHome(guest)
    host.control.invite(bob.person())
    invitation = bob.invitations.wait(Invitation)
    bob.home.accept()
    target = replace(invitation.target, fingerprint=bytes(32))
    told = Told()
    guest.join(target, "Bob", told)
    assert "another certificate" in told.wait(Closed).sentence


def test_an_invitation_is_off_when_the_host_goes(tmp_path: Path, guest: Network) -> None:
    computer = network(tmp_path / "host")
    host = Host(computer)
    bob = AtHome(guest)
    host.control.invite(bob.person())
    bob.invitations.wait(Invitation)
    assert computer.close()
    bob.invitations.wait(type(None))


def test_one_invitation_is_shown_at_a_time(host: Host, guest: Network, tmp_path: Path) -> None:
    bob = AtHome(guest)
    host.control.invite(bob.person())
    bob.invitations.wait(Invitation)
    computer = network(tmp_path / "second")
    second = Host(computer)
    second.control.invite(bob.person())
    assert second.told.wait(InviteAnswered).sentence == "Bob has been asked already."
    bob.home.accept()
    host.told.wait(InviteAnswered)
    assert computer.close()


def test_nobody_at_home_is_said_in_a_sentence(host: Host) -> None:
    host.control.invite(FoundPerson(1, PersonInfo("Bob", "0123abcd"), ("127.0.0.1",), 9, True, True))
    assert host.told.wait(InviteAnswered).sentence == "Bob did not answer."


def test_names_in_an_invitation_are_cleaned_and_its_nonsense_ends_it(guest: Network) -> None:
    bob = AtHome(guest)
    _, port = bob.home.wait_open(10.0)
    wild = Invite(
        (1, 1), "0123abcd", bytes(32), "\x1b[31mRoom", "A\u202enn\n", ("8.8.8.8", "127.0.0.1"), 24783, bytes(16)
    )

    async def attack() -> None:
        for payload in (b"\xc1", _ENCODER.encode(wild)[:-1], b"\x81\xa4type\xa6invite", _ENCODER.encode(wild)):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_context(), server_hostname="x")
            writer.write(frame(payload))
            if payload == _ENCODER.encode(wild):
                await asyncio.get_running_loop().run_in_executor(None, check)
            else:
                assert await reader.read(HEADER) == b""
            writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()

    def check() -> None:
        invitation = bob.invitations.wait(Invitation)
        assert (invitation.room, invitation.host) == ("[31mRoom", "Ann")
        assert [endpoint.host for endpoint in invitation.target.endpoints] == ["127.0.0.1"]

    asyncio.run(attack())
    bob.invitations.wait(type(None))
