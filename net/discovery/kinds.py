"""What is announced on a LAN: rooms, and people who could be invited to one.

Texts come from strangers. `read` and `cleaned` leave nothing in them that could act on a screen, and bound everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Final, Generic, Literal, Protocol, Self, TypeVar

from msgspec import Struct

from net.discovery.visibility import Use
from net.messages import PROTOCOLS
from net.names import clean_line, clean_name, cut

ROOM_SERVICE: Final = "_unokart._tcp.local."
HOME_SERVICE: Final = "_unokart-home._tcp.local."

ROOM_CELLS: Final = 40
"""The most terminal cells that the name of a room takes."""

_VERSION_CHARACTERS: Final = 20
_SEATS_AT_MOST: Final = 10
_SPECTATORS_AT_MOST: Final = 999


class Info(Protocol):
    """What a service says of itself."""

    @property
    def owner(self) -> str:
        """Who says it: the id of a host or of a person."""

    @property
    def proof(self) -> Hashable:
        """What two services at one port have in common only if they are the same, None if there is no such thing."""

    def txt(self) -> dict[str, str]:
        """Return it as it is announced; what changes from one announcement to the next is added to that."""

    def cleaned(self) -> Self:
        """Return it fit to be shown."""


T = TypeVar("T", bound=Info)


class Kind(Struct, Generic[T], frozen=True):
    """One kind of service: how it is called, and how to read what others of it say (None for nonsense)."""

    service: str
    one: Use
    """What does not work if it can't be announced."""
    all: Use
    """What does not work if it can't be looked for."""
    read: Callable[[Mapping[str, str]], T | None]


class RoomInfo(Struct, frozen=True):
    """A room, as its host announces it and as it answers a probe."""

    room: str
    host: str
    """The player who hosts it, empty where nobody of the table does."""
    host_id: str
    """8 to 64 hexadecimal digits, the same in all rooms of a host for ever."""
    state: Literal["lobby", "play"]
    taken: int
    seats: int
    spectators: int
    passphrase: bool
    """One is needed."""
    protocol: tuple[int, int] = PROTOCOLS
    """The oldest and the newest that the host speaks."""
    fingerprint: str = ""
    """Of the host's certificate, 22 characters of base64url. Only a probe over TLS makes it more than a hint."""
    version: str = ""

    @property
    def owner(self) -> str:
        """The host."""
        return self.host_id

    @property
    def proof(self) -> Hashable:
        """The certificate of the host."""
        return (self.host_id, self.fingerprint) if self.fingerprint else None

    @property
    def compatible(self) -> bool:
        """Whether this program can play there."""
        return self.protocol[0] <= PROTOCOLS[1] and self.protocol[1] >= PROTOCOLS[0]

    def txt(self) -> dict[str, str]:
        """Return it as it is announced."""
        return {
            **_common(self.host_id, self.protocol, self.version),
            "room": self.room,
            "by": self.host,
            "st": self.state,
            "n": f"{self.taken}/{self.seats}",
            "sp": str(self.spectators),
            "pw": str(int(self.passphrase)),
            "fp": self.fingerprint,
        }

    def cleaned(self) -> RoomInfo:
        """Return it fit to be shown."""
        seats = _between(self.seats, 0, _SEATS_AT_MOST)
        return RoomInfo(
            cut(clean_line(self.room, ROOM_CELLS), ROOM_CELLS) or "Room",
            clean_name(self.host) if self.host else "",
            self.host_id,
            self.state,
            _between(self.taken, 0, seats),
            seats,
            _between(self.spectators, 0, _SPECTATORS_AT_MOST),
            self.passphrase,
            self.protocol,
            self.fingerprint if re.fullmatch(r"[A-Za-z0-9_-]{22}", self.fingerprint) else "",
            clean_line(self.version, _VERSION_CHARACTERS),
        )


class PersonInfo(Struct, frozen=True):
    """Someone who is at home and could be invited."""

    name: str
    person_id: str
    """8 to 64 hexadecimal digits."""
    protocol: tuple[int, int] = PROTOCOLS
    version: str = ""

    @property
    def owner(self) -> str:
        """The person."""
        return self.person_id

    @property
    def proof(self) -> Hashable:
        """None: anyone could take the id of another."""
        return None

    @property
    def compatible(self) -> bool:
        """Whether this program can play with theirs."""
        return self.protocol[0] <= PROTOCOLS[1] and self.protocol[1] >= PROTOCOLS[0]

    def txt(self) -> dict[str, str]:
        """Return it as it is announced."""
        return {**_common(self.person_id, self.protocol, self.version), "name": self.name}

    def cleaned(self) -> PersonInfo:
        """Return it fit to be shown."""
        version = clean_line(self.version, _VERSION_CHARACTERS)
        return PersonInfo(clean_name(self.name), self.person_id, self.protocol, version)


def _common(owner: str, protocol: tuple[int, int], version: str) -> dict[str, str]:
    return {"txtvers": "1", "pv": f"{protocol[0]}-{protocol[1]}", "id": owner, "v": version}


def _read_room(txt: Mapping[str, str]) -> RoomInfo | None:
    owner, protocol = _owner(txt), _protocol(txt)
    counts = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", txt.get("n", ""))
    if owner is None or protocol is None or counts is None:
        return None
    return RoomInfo(
        txt.get("room", ""),
        txt.get("by", ""),
        owner,
        "lobby" if txt.get("st") == "lobby" else "play",
        int(counts[1]),
        int(counts[2]),
        _number(txt.get("sp", "")),
        txt.get("pw") != "0",
        protocol,
        txt.get("fp", ""),
        txt.get("v", ""),
    ).cleaned()


def _read_person(txt: Mapping[str, str]) -> PersonInfo | None:
    owner, protocol = _owner(txt), _protocol(txt)
    if owner is None or protocol is None:
        return None
    return PersonInfo(txt.get("name", ""), owner, protocol, txt.get("v", "")).cleaned()


def _owner(txt: Mapping[str, str]) -> str | None:
    owner = txt.get("id", "")
    return owner if re.fullmatch(r"[0-9a-f]{8,64}", owner) else None


def _protocol(txt: Mapping[str, str]) -> tuple[int, int] | None:
    protocol = re.fullmatch(r"([0-9]{1,5})-([0-9]{1,5})", txt.get("pv", ""))
    return (int(protocol[1]), int(protocol[2])) if protocol else None


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else 0


def _between(number: int, low: int, high: int) -> int:
    return max(low, min(number, high))


ROOMS: Final[Kind[RoomInfo]] = Kind(ROOM_SERVICE, "room", "rooms", _read_room)
PEOPLE: Final[Kind[PersonInfo]] = Kind(HOME_SERVICE, "home", "people", _read_person)
