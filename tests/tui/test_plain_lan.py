"""What the line mode says around a room: of a room hosted here, of rooms found, and on the way in."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.rules import Rules
from net.discovery import FoundPerson, FoundRoom, PersonInfo, RoomInfo
from net.found import People
from net.hosted import HostEnded, HostState, InviteAnswered, SshSetup, SshState
from net.updates import Closed, Joined, Notice, PassphraseAsked, Person, RoomChanged, RoomState
from tests.tui.test_plain_room import Asked
from unokart_tui.finding import is_address, row_json, row_line
from unokart_tui.headless import Log
from unokart_tui.host_words import host_news, way_in
from unokart_tui.plain_host import HungUp, PlainHost, Stop
from unokart_tui.plain_join import PlainJoin

OPEN = HostState(
    room="Den",
    host_id="0123abcd",
    endpoints=("192.168.1.5:24783", "10.0.0.7:24783"),
    port=24783,
    passphrase="walnut comet 42",
    fingerprint="3f2a 91bc 04de 77a1 c0ff",
    visible=True,
    trouble=None,
    unsaved=None,
    saving=True,
    here=1,
)
ROOM = RoomState("Den", "lobby", Rules(), 0, 1, (Person(0, "Ada", who=1),), host=1)
FULL = "The disk is full."


def test_how_friends_get_in_is_said_at_once_and_when_it_changes() -> None:
    assert host_news(None, OPEN) == [
        "Room Den is open",
        "Friends type: unokart join 192.168.1.5:24783 or unokart join 10.0.0.7:24783",
        "Passphrase: walnut comet 42",
        "Fingerprint: 3f2a 91bc 04de 77a1 c0ff",
    ]
    assert host_news(OPEN, replace(OPEN, here=2, visible=False)) == []
    assert host_news(OPEN, replace(OPEN, endpoints=OPEN.endpoints[:1]))[0] == (
        "Friends type: unokart join 192.168.1.5:24783"
    )
    assert way_in(replace(OPEN, endpoints=(), passphrase=None))[:3] == [
        "This computer is on no network, so friends can't join yet",
        "Friends type: unokart join 127.0.0.1:24783",
        "No passphrase is needed",
    ]


def test_trouble_is_said_once() -> None:
    hidden, full = replace(OPEN, trouble="Nobody sees it."), replace(OPEN, unsaved=FULL)
    assert host_news(OPEN, hidden) == ["Nobody sees it."]
    assert host_news(hidden, hidden) == []
    assert host_news(OPEN, full) == [FULL]
    assert host_news(full, OPEN) == ["The game is saved again"]
    assert host_news(full, replace(full, saving=False)) == ["The game goes on unsaved"]


class Hosting:
    """A place whose host this test is."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.control, self.link = Asked(), Asked()
        control: Any = self.control
        link: Any = self.link
        self.place = PlainHost(control, link, self.lines.append, patient=False, ssh=SshSetup(("nursery",)))
        for update in (OPEN, Joined(0, "Den", ROOM.people), RoomChanged(ROOM)):
            self.place.receive(update)
        self.lines.clear()

    def type(self, line: str) -> list[str]:
        self.lines.clear()
        assert self.place.wants(line)
        self.place.answer(line)
        return self.lines


def test_the_host_looks_up_the_way_in() -> None:
    assert Hosting().type("address") == way_in(OPEN)


def test_the_host_invites_who_is_at_home() -> None:
    hosting = Hosting()
    assert hosting.type("invite") == ["Nobody is at home on this network"]
    bob = FoundPerson(1, PersonInfo("Bob", "0123abcd"), ("192.168.1.6",), 5000, live=True, answered=True)
    hosting.place.receive(People((bob,), None))
    assert hosting.type("invite") == ["At home are: Bob"]
    assert hosting.type("invite bob") == ["Bob is asked to come"]
    assert hosting.control.calls == [("invite", bob)]
    hosting.place.receive(InviteAnswered("Bob", "yes", "Bob is coming."))
    assert hosting.lines[-1] == "Bob is coming."


def test_the_host_plays_on_unsaved_when_told_to() -> None:
    hosting = Hosting()
    hosting.type("unsaved")
    assert hosting.control.calls == [("go_on_unsaved",)]
    assert [line.split(":")[0] for line in hosting.type("help")[-2:]] == ["invite", "ssh"]


SSH = SshState("open", ("ssh -p 2222 NAME@192.168.1.5", "ssh -p 2222 NAME@10.0.0.7"), "SHA256:uNiVz")


def test_the_way_in_by_ssh_is_said_when_it_opens_changes_and_closes() -> None:
    opened = replace(OPEN, ssh=SSH)
    said = [
        "Who has nothing but ssh types: ssh -p 2222 NAME@192.168.1.5 or ssh -p 2222 NAME@10.0.0.7",
        "Fingerprint of the ssh key: SHA256:uNiVz",
    ]
    assert host_news(replace(OPEN, ssh=SshState("opening")), opened) == said
    assert way_in(opened) == [*way_in(OPEN), *said]
    assert host_news(opened, replace(OPEN, ssh=replace(SSH, guests=1))) == []
    keys = host_news(opened, replace(OPEN, ssh=replace(SSH, keys=True)))
    assert keys[1] == "By ssh a key is asked for, and no passphrase"
    assert host_news(opened, OPEN) == ["Nobody can come by ssh any more"]
    lost = replace(OPEN, ssh=SshState(trouble="Port 2222 is taken."))
    assert host_news(opened, lost) == ["Port 2222 is taken."]
    assert host_news(lost, lost) == []


def test_the_host_lets_guests_come_by_ssh_and_no_more() -> None:
    hosting = Hosting()
    assert hosting.type("ssh")[-1].startswith("Nobody can come by ssh: ssh on")
    assert hosting.type("ssh off") == hosting.type("ssh")
    hosting.type("ssh on")
    hosting.place.receive(replace(OPEN, ssh=SshState("opening")))
    assert hosting.type("ssh on") == ["The way in by ssh is being opened"]
    hosting.place.receive(replace(OPEN, ssh=replace(SSH, guests=3)))
    assert hosting.type("ssh")[-1] == "Here by ssh: 3"
    assert hosting.type("address")[-1] == "Fingerprint of the ssh key: SHA256:uNiVz"
    assert "ssh on, ssh off" in hosting.type("ssh please")[0]
    hosting.type("ssh off")
    assert hosting.control.calls == [("open_ssh", SshSetup(("nursery",))), ("close_ssh",)]


@pytest.mark.parametrize("update", [HostEnded("crash", "It broke."), Stop(15), HungUp()])
def test_hosting_ends_with_the_room_the_program_or_the_terminal(update: Any) -> None:
    hosting = Hosting()
    assert not hosting.place.over
    hosting.place.receive(update)
    assert hosting.place.over


class Joining:
    """Someone on the way into a room."""

    def __init__(self, passphrase: str | None = None, met: str | None = None) -> None:
        self.lines: list[str] = []
        self.hidden: list[bool] = []
        self.link = Asked()
        link: Any = self.link
        self.place = PlainJoin(link, self.lines.append, False, passphrase, self.hidden.append, lambda: met)

    def ask(self, sentence: str | None = None, known: bool = False) -> list[str]:
        self.lines.clear()
        self.place.receive(PassphraseAsked("Den", "0123abcd", OPEN.fingerprint, known, sentence))
        return self.lines


def test_the_passphrase_is_asked_for_unseen_and_the_fingerprint_shown_at_first() -> None:
    joining = Joining()
    assert joining.ask() == [
        f"You meet this host for the first time. Its screen shows this fingerprint: {OPEN.fingerprint}",
        "The passphrase of Den:",
    ]
    assert joining.hidden == [True]
    joining.place.answer(" Walnut comet 42 ")
    assert joining.link.calls == [("passphrase", "Walnut comet 42")]
    assert joining.hidden == [True, False]
    assert joining.ask("Wrong passphrase.") == ["Wrong passphrase.", "The passphrase of Den:"]
    assert Joining().ask(known=True) == ["The passphrase of Den:"]


def test_a_passphrase_from_a_file_is_tried_once() -> None:
    joining = Joining("walnut comet 42")
    assert joining.ask() == []
    assert joining.link.calls == [("passphrase", "walnut comet 42")]
    assert joining.ask("Wrong passphrase.")[-1] == "The passphrase of Den:"


def test_a_host_met_for_the_first_time_is_said_to_be_so() -> None:
    joining = Joining(met=OPEN.fingerprint)
    joining.place.receive(Joined(0, "Den", ROOM.people))
    joining.place.receive(RoomChanged(ROOM))
    assert joining.lines[0].endswith(OPEN.fingerprint)
    assert joining.place.inside


def test_a_fingerprint_is_told_once() -> None:
    joining = Joining(met=OPEN.fingerprint)
    joining.ask()
    joining.place.answer("walnut comet 42")
    joining.place.receive(Joined(0, "Den", ROOM.people))
    assert sum(OPEN.fingerprint in line for line in joining.lines) == 1


def test_what_is_typed_is_seen_again_when_the_way_in_is_closed() -> None:
    joining = Joining()
    joining.ask()
    joining.place.receive(Closed("host_closing", "The table is closed."))
    assert joining.hidden == [True, False]
    assert joining.place.over


KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 1, 4, 0, True)


def row(info: RoomInfo = KITCHEN, **given: Any) -> FoundRoom:
    return FoundRoom(**{"id": 1, "info": info, "addresses": ("192.168.1.5",), "port": 24783, **LIVE, **given})


LIVE = {"live": True, "answered": True}


def test_rooms_are_described_in_a_line() -> None:
    assert row_line(row()) == "Kitchen by Ann: 1/4 seats, in the lobby, passphrase  192.168.1.5:24783"
    playing = replace(KITCHEN, host="", state="play", spectators=2, passphrase=False)
    assert row_line(row(playing)) == "Kitchen: 1/4 seats, playing, 2 watching  192.168.1.5:24783"
    assert "does not answer any more" in row_line(row(live=False))
    assert "a firewall may be in the way" in row_line(row(answered=False))
    assert "it speaks protocol 7 to 9, this program 1" in row_line(row(replace(KITCHEN, protocol=(7, 9))))
    assert row_json(row())["addresses"] == ("192.168.1.5",)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", True),
        ("here:24783", True),
        ("localhost", True),
        ("fd00::5", True),
        ("Den", False),
        ("a.b c", False),
    ],
)
def test_addresses_are_told_from_names_of_rooms(text: str, address: bool) -> None:
    assert is_address(text) == address


def test_a_log_tells_the_way_in_to_friends_alone() -> None:
    friends: list[str] = []
    logged: list[str] = []
    log = Log(friends.append, logged.append)
    assert not log.opened
    assert log.deserted
    log.receive(OPEN)
    log.receive(replace(OPEN, unsaved=FULL))
    log.receive(RoomChanged(replace(ROOM, people=(), seat=-1, who=0)))
    assert log.deserted
    log.receive(RoomChanged(replace(ROOM, seat=-1, who=0)))
    log.receive(Notice("kicked", "Ada has sent Bob away."))
    assert not log.deserted
    assert log.opened
    assert friends == host_news(None, OPEN)
    assert logged == [FULL, "Ada sits down", "Ada has sent Bob away."]
