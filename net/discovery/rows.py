"""The list of what is found, as a value machine: sightings and answers in, rows and questions out.

A row comes by a sighting, and lives by answers to probes: a host that was killed stays announced for over an hour, and
one whose good-bye was forged is still there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count
from typing import Final, Generic, TypeVar

from msgspec import Struct

from net.discovery.kinds import Info

T = TypeVar("T", bound=Info)

PROBE_EVERY: Final = 3.0
GREY_AFTER: Final = 2
"""Probes without an answer, one after the other."""
DROPPED_AFTER: Final = 4
ROWS_AT_MOST: Final = 64

_GONE_CHECKED_AFTER: Final = 1.5
"""Seconds from a good-bye to the probe that shows whether it was true; a host that leaves is gone by then."""


class Recent(Struct, frozen=True):
    """A host that was met before, and may be there even where announcements don't get through."""

    owner: str
    address: str
    port: int


class Found(Struct, Generic[T], frozen=True):
    """A row of the list. `id` stays the same as long as the row is there."""

    id: int
    info: T
    addresses: tuple[str, ...]
    """The likeliest first."""
    port: int
    live: bool
    """False after it has left two probes without an answer."""
    answered: bool
    """Whether it has ever answered. One that is announced and never answers is behind a firewall, most likely."""


class Probe(Struct, frozen=True):
    """A question to be put to a host, and whose answer is expected."""

    row: int
    aim: int
    owner: str
    addresses: tuple[str, ...]
    port: int


class _Row(Generic[T]):
    def __init__(self, row_id: int, owner: str, addresses: tuple[str, ...], port: int, due: float) -> None:
        self.id = row_id
        self.owner = owner
        self.addresses = addresses
        self.port = port
        self.info: T | None = None
        self.name: str | None = None  # as it is announced; None for a recent host
        self.seen: object = None  # all that the last sighting said
        self.announced = False
        self.hidden = True
        self.shown_as = 0  # its number in the list, once it was there
        self.address: str | None = None  # which answered last
        self.misses = 0
        self.aim = 0  # counts what makes the answer to an earlier probe worthless
        self.under_way = False
        self.asked_at = due
        self.due = due

    def aim_anew(self, due: float) -> None:
        self.aim += 1
        self.under_way = False
        self.due = due

    @property
    def live(self) -> bool:
        return self.misses < GREY_AFTER

    @property
    def left(self) -> bool:
        """Whether it was announced once, and has said good-bye."""
        return self.name is not None and not self.announced

    def is_the_same_as(self, other: _Row[T]) -> bool:
        """Whether both lead to one service: by its own word, and not announced from two computers."""
        if self.info is None or other.info is None or self.info.proof is None:
            return False
        if (self.info.proof, self.port) != (other.info.proof, other.port):
            return False
        return self.name is None or other.name is None or not set(self.addresses).isdisjoint(other.addresses)

    def was_left_by(self, info: T, addresses: tuple[str, ...], port: int) -> bool:
        """Whether a service that is announced anew is what this row was, before it fell silent."""
        if self.info is None or info.proof is None or (self.live and not self.hidden):
            return False
        return (self.info.proof, self.port) == (info.proof, port) and not set(self.addresses).isdisjoint(addresses)

    @property
    def worth(self) -> tuple[bool, bool]:
        """How much would be lost with it."""
        return self.address is not None or self.name is None, not self.hidden

    @property
    def ordered(self) -> tuple[str, ...]:
        """Its addresses, the one that answered last in front."""
        return tuple(sorted(self.addresses, key=lambda address: address != self.address))


class Rows(Generic[T]):
    """All rows. `wake` says when `due` has probes again; the time is told to it."""

    def __init__(self, own: Collection[tuple[str, int]] = (), recent: Iterable[Recent] = (), now: float = 0.0) -> None:
        """Begin with nothing shown. `own` are owners and ports that are never listed."""
        self._own = frozenset(own)
        self._rows: dict[int, _Row[T]] = {}
        self._row_ids = count(1)
        self._shown_ids = count(1)
        for host in recent:
            if (host.owner, host.port) not in self._own:
                self._add(host.owner, (host.address,), host.port, now)

    def sighted(self, name: str, info: T, addresses: tuple[str, ...], port: int, seen: object, now: float) -> None:
        """Take in that a service is announced. `seen` is what tells this announcement from an older one."""
        row = self._called(name)
        if (info.owner, port) in self._own or not addresses or not 0 < port < 2**16:
            if row is not None:
                del self._rows[row.id]
            return
        row = row or self._left_by(info, addresses, port) or self._add(info.owner, addresses, port, now)
        if row is None:
            return
        if row.name == name and row.announced and row.seen == seen:
            row.addresses = addresses  # sorted anew, perhaps
            return
        before = (row.name, row.owner, set(row.addresses), row.port)
        moved = before != (name, info.owner, set(addresses), port)
        row.name, row.announced, row.seen, row.info = name, True, seen, info
        row.owner, row.addresses, row.port = info.owner, addresses, port
        if moved or row.hidden:
            row.misses = 0
            self._show(row)
            row.aim_anew(now)
        elif row.under_way:
            row.aim_anew(now)  # the answer may have been older than this

    def lost(self, name: str, now: float) -> None:
        """Take in that a service has said good-bye."""
        row = self._called(name)
        if row is not None and row.announced:
            row.announced, row.hidden = False, True
            row.aim_anew(now + _GONE_CHECKED_AFTER)

    def due(self, now: float) -> list[Probe]:
        """Return the probes to be made now. Each is to be given to `answer` once, whatever comes of it."""
        probes = []
        for row in self._rows.values():
            if not row.under_way and row.due <= now:
                row.under_way, row.asked_at = True, now
                probes.append(Probe(row.id, row.aim, row.owner, row.ordered, row.port))
        return probes

    def answer(self, probe: Probe, address: str | None, info: T | None, now: float) -> None:
        """Take what came of a probe: which address answered and what it said, or nothing."""
        row = self._rows.get(probe.row)
        if row is None or row.aim != probe.aim:
            return
        row.under_way = False
        row.due = max(now, row.asked_at + PROBE_EVERY)
        if info is not None and address is not None:
            row.info, row.address, row.misses = info, address, 0
            self._show(row)
            return
        row.misses += 1
        if row.misses >= DROPPED_AFTER:
            row.hidden = True
        if row.hidden and row.left:
            del self._rows[row.id]

    @property
    def wake(self) -> float | None:
        """When `due` is to be called next, None if nothing is to come."""
        return min((row.due for row in self._rows.values() if not row.under_way), default=None)

    @property
    def shown(self) -> tuple[Found[T], ...]:
        """The list, in the order in which its rows came. What is reached in two ways stands in it once."""
        groups: list[list[_Row[T]]] = []
        for row in sorted(self._rows.values(), key=lambda row: row.shown_as):
            if not row.hidden:
                group = next((group for group in groups if any(map(row.is_the_same_as, group))), None)
                if group is None:
                    groups.append([row])
                else:
                    group.append(row)
        return tuple(map(_found, groups))

    def _called(self, name: str) -> _Row[T] | None:
        return next((row for row in self._rows.values() if row.name == name), None)

    def _left_by(self, info: T, addresses: tuple[str, ...], port: int) -> _Row[T] | None:
        return next((row for row in self._rows.values() if row.was_left_by(info, addresses, port)), None)

    def _show(self, row: _Row[T]) -> None:
        row.hidden = False
        row.shown_as = row.shown_as or next(self._shown_ids)

    def _add(self, owner: str, addresses: tuple[str, ...], port: int, now: float) -> _Row[T] | None:
        """Add a row, in the place of a worthless one if there are too many; None if all are worth more."""
        if len(self._rows) >= ROWS_AT_MOST:
            least = min(self._rows.values(), key=lambda row: row.worth)
            if least.worth[0]:
                return None
            del self._rows[least.id]
        row: _Row[T] = _Row(next(self._row_ids), owner, addresses, port, now)
        self._rows[row.id] = row
        return row


def _found(group: list[_Row[T]]) -> Found[T]:
    # One that only claims to be the same never stands in front of the one that has answered.
    best = max(group, key=lambda row: (row.live and row.address is not None, row.live, row.announced))
    assert best.info is not None
    addresses = dict.fromkeys(address for row in (best, *group) for address in row.ordered)
    return Found(group[0].shown_as, best.info, tuple(addresses), best.port, best.live, best.address is not None)
