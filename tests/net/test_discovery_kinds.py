"""What rooms and people say of themselves: written, read again, and hostile."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from net.discovery.kinds import PEOPLE, ROOM_CELLS, ROOMS, PersonInfo, RoomInfo
from net.discovery.visibility import NotVisible, not_visible
from net.messages import PROTOCOLS
from net.names import NAME_CELLS, cells, clean_line

KITCHEN = RoomInfo("Kitchen", "Ann", "0123abcd", "lobby", 3, 10, 1, True, (1, 2), "abcdefghijklmnopqrstu_", "0.3.1")
BOB = PersonInfo("Bob", "89abcdef", (1, 1), "0.3.1")


def test_a_room_is_announced_in_few_bytes_and_read_again() -> None:
    txt = KITCHEN.txt()
    assert txt == {
        "txtvers": "1",
        "pv": "1-2",
        "id": "0123abcd",
        "v": "0.3.1",
        "room": "Kitchen",
        "by": "Ann",
        "st": "lobby",
        "n": "3/10",
        "sp": "1",
        "pw": "1",
        "fp": "abcdefghijklmnopqrstu_",
    }
    assert sum(len(key) + len(value) + 2 for key, value in txt.items()) < 150
    assert ROOMS.read(txt) == KITCHEN


def test_a_person_is_announced_and_read_again() -> None:
    assert PEOPLE.read(BOB.txt()) == BOB


def test_keys_that_a_later_version_adds_are_no_matter() -> None:
    assert ROOMS.read({**KITCHEN.txt(), "rev": "7", "later": "x"}) == KITCHEN


@pytest.mark.parametrize("service", [ROOMS.service, PEOPLE.service])
def test_service_types_are_short_enough(service: str) -> None:
    name = service.removesuffix("._tcp.local.").removeprefix("_")
    assert len(name) <= 15
    assert name.replace("-", "").isalnum()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": ""},
        {"id": "0123ABCD"},
        {"id": "xyz"},
        {"id": "0" * 65},
        {"pv": ""},
        {"pv": "1"},
        {"pv": "-1-2"},
        {"pv": "1-999999"},
        {"n": "3"},
        {"n": "3/-1"},
        {"n": "٣/٤"},
        {"n": "9999/9999"},
    ],
)
def test_what_is_no_room_is_not_read(wrong: dict[str, str]) -> None:
    assert ROOMS.read({**KITCHEN.txt(), **wrong}) is None
    assert ROOMS.read({key: value for key, value in KITCHEN.txt().items() if key not in wrong}) is None


def test_what_is_out_of_bounds_is_brought_into_them() -> None:
    wild = {**KITCHEN.txt(), "n": "99/50", "sp": "123456", "st": "?", "fp": "<script>", "v": "9" * 99, "pw": "maybe"}
    room = ROOMS.read(wild)
    assert room is not None
    assert (room.taken, room.seats, room.spectators, room.state) == (10, 10, 999, "play")
    assert (room.fingerprint, room.version, room.passphrase) == ("", "9" * 20, True)


def test_a_room_without_a_name_has_one_and_a_table_without_a_host_none() -> None:
    room = ROOMS.read({**KITCHEN.txt(), "room": "\u200b\x1b", "by": ""})
    assert room is not None
    assert (room.room, room.host) == ("Room", "")


def assert_fit_to_be_shown(text: str, most: int) -> None:
    assert text == clean_line(text, 1000)
    assert cells(text) <= most
    assert not any(unicodedata.category(char)[0] == "C" for char in text)


@given(
    st.dictionaries(st.sampled_from(["room", "by", "name", "st", "n", "sp", "pw", "fp", "v"]), st.text(max_size=255))
)
def test_whatever_strangers_announce_can_be_shown(txt: dict[str, str]) -> None:
    room = ROOMS.read({**KITCHEN.txt(), **txt, "n": "1/4"})
    person = PEOPLE.read({**BOB.txt(), **txt})
    assert room is not None
    assert person is not None
    assert_fit_to_be_shown(room.room, ROOM_CELLS)
    assert_fit_to_be_shown(room.host, NAME_CELLS)
    assert_fit_to_be_shown(person.name, NAME_CELLS)
    assert_fit_to_be_shown(room.version + person.version, 80)
    assert room == room.cleaned()
    assert person == person.cleaned()


@given(st.text(), st.text(), st.integers(), st.integers(), st.integers())
def test_whatever_is_cleaned_can_be_announced(name: str, by: str, taken: int, seats: int, spectators: int) -> None:
    room = replace(KITCHEN, room=name, host=by, taken=taken, seats=seats, spectators=spectators).cleaned()
    for key, value in room.txt().items():
        assert len(f"{key}={value}".encode()) <= 255
    assert ROOMS.read(room.txt()) == room


@pytest.mark.parametrize(
    ("protocol", "compatible"),
    [
        (PROTOCOLS, True),
        ((PROTOCOLS[1], PROTOCOLS[1] + 5), True),
        ((PROTOCOLS[1] + 1, PROTOCOLS[1] + 5), False),
        ((0, PROTOCOLS[0] - 1), False),
    ],
)
def test_versions_that_have_nothing_in_common_are_told(protocol: tuple[int, int], compatible: bool) -> None:
    assert replace(KITCHEN, protocol=protocol).compatible is compatible
    assert replace(BOB, protocol=protocol).compatible is compatible


def test_who_is_not_seen_is_told_why_and_what_to_do() -> None:
    typed = ["192.168.1.5:24783", "10.0.0.5:24783"]
    assert not_visible("port_held", "room", typed) == NotVisible(
        "port_held",
        "Another program keeps UDP port 5353, where rooms are announced, to itself. The room is in nobody's list. "
        "Friends can type 192.168.1.5:24783 or 10.0.0.5:24783.",
    )
    assert "Type the address that the host's screen shows" in not_visible("no_multicast", "rooms").sentence
    assert "by itself" in not_visible("no_network", "room", typed).sentence
    assert "192.168" not in not_visible("no_network", "room", typed).sentence
