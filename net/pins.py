"""The hosts that a client has met: the certificate that each showed first, where it was, and our seats there.

Everything is in one file of the state directory, which several processes may use at once. The passphrase of a room is
never among it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from net.files import Lock, StateError, lock, make_private, read_private, remove_private, set_aside, write_private
from net.identity import read_out, same_fingerprint
from net.names import clean_line, cut

ADDRESSES_KEPT: Final = 4
SEATS_KEPT: Final = 16
ROOM_CELLS: Final = 40
"""As many terminal cells of a room's name are kept."""

FORGET: Final = "unokart join --forget"
"""The command that forgets a host; its id follows."""

_FORMAT: Final = 1
_FILE: Final = "known-hosts.json"
_LOCK_FILE: Final = "known-hosts.lock"
_SEATS: Final = "seats"
_LOCK_WAIT: Final = 5.0
_NAME_CHARACTERS: Final = 100


class Pinned(Enum):
    """What is known of a host and the certificate that it shows."""

    NEW = auto()
    """The host was never met: take it and remember it."""
    SAME = auto()
    CHANGED = auto()
    """The host has shown another certificate before: stop."""


class KnownSeat(Struct, frozen=True):
    """A seat of ours, in a room that the host tells apart by `room`."""

    room: str
    token: bytes


class KnownHost(Struct, frozen=True):
    """A host that was met."""

    host_id: str
    fingerprint: Annotated[bytes, Meta(min_length=32, max_length=32)]
    name: str
    """What its player called the room, cleaned."""
    port: int
    addresses: tuple[str, ...]
    """Where it was, the latest first."""
    seats: tuple[KnownSeat, ...]
    """The latest first."""
    used: float
    """When it was last used, in seconds since the epoch."""


class _Content(Struct, frozen=True):
    format: int
    hosts: tuple[KnownHost, ...]


class FingerprintChanged(Exception):
    """A host shows another certificate than before. ``str(error)`` explains it to the player, and what to do."""

    def __init__(self, known: KnownHost, fingerprint: bytes) -> None:
        super().__init__(
            f'The host of "{known.name}" ({known.host_id}) does not show the certificate that it has always shown. '
            "Either it was set up anew, or someone pretends to be it; nothing has been sent. "
            f"Before it was {read_out(known.fingerprint)}, now it is {read_out(fingerprint)}. If the host's own screen "
            f"shows the new one, forget the old one with: {FORGET} {known.host_id}"
        )


class Claim:
    """A seat that this process plays, and no other of this account while it does."""

    def __init__(self, token: bytes, held: Lock) -> None:
        self.token = token
        self._held = held

    def release(self) -> None:
        """Let another process have the seat; the end of this process does so too."""
        self._held.release()


class Pins:
    """The hosts known to this account. Every method may raise `net.files.StateError`."""

    def __init__(self, directory: Path, warn: Callable[[str], None], now: Callable[[], float] = time.time) -> None:
        """Use a state directory, which is made when there is something to keep.

        `warn` is told, in a sentence, of a damaged file: it is kept aside, and all hosts are new again.
        """
        self._directory = directory
        self._path = directory / _FILE
        self._warn = warn
        self._now = now

    def hosts(self) -> list[KnownHost]:
        """Return all hosts, the last used first."""
        return sorted(self._read(), key=lambda host: host.used, reverse=True)

    def find(self, host_id: str) -> KnownHost | None:
        """Return a host, None where it was never met."""
        return next((host for host in self._read() if host.host_id == host_id), None)

    def at(self, address: str, port: int) -> KnownHost | None:
        """Return the host that was met last at an address and port."""
        return next((host for host in self.hosts() if host.port == port and address in host.addresses), None)

    def check(self, host_id: str, fingerprint: bytes) -> Pinned:
        """Say whether a host may be trusted to be the one it says it is. Ask before anything is sent."""
        return _compare(self.find(host_id), fingerprint)

    def require(self, host_id: str, fingerprint: bytes) -> Pinned:
        """Check as `check` does, but raise `FingerprintChanged` with its explanation."""
        known = self.find(host_id)
        verdict = _compare(known, fingerprint)
        if known is not None and verdict is Pinned.CHANGED:
            raise FingerprintChanged(known, fingerprint)
        return verdict

    def remember(self, host_id: str, fingerprint: bytes, name: str, address: str, port: int) -> None:
        """Note that a host was used; pin it if it is new. Raises `FingerprintChanged`, and then has noted nothing."""
        with self._changing() as hosts:
            known = hosts.get(host_id)
            if known is not None and _compare(known, fingerprint) is Pinned.CHANGED:
                raise FingerprintChanged(known, fingerprint)
            before = known.addresses if known else ()
            addresses = (address, *(other for other in before if other != address))
            hosts[host_id] = KnownHost(
                host_id=host_id,
                fingerprint=fingerprint,
                name=cut(clean_line(name, _NAME_CHARACTERS), ROOM_CELLS),
                port=port,
                addresses=addresses[:ADDRESSES_KEPT],
                seats=known.seats if known else (),
                used=self._now(),
            )

    def forget(self, host_id: str) -> bool:
        """Forget a host with its seats; return whether it was known."""
        with self._changing() as hosts:
            forgotten = hosts.pop(host_id, None)
        for seat in forgotten.seats if forgotten else ():
            remove_private(self._lock_path(seat.token))
        return forgotten is not None

    def claim(self, host_id: str, room: str | None = None) -> Claim | None:
        """Take the latest of our seats that no other process plays, in one room or in any; None where there is none."""
        known = self.find(host_id)
        for seat in known.seats if known else ():
            if room in (None, seat.room) and (held := self._lock_seat(seat.token)):
                return Claim(seat.token, held)
        return None

    def keep(self, host_id: str, room: str, token: bytes) -> Claim | None:
        """Keep a new seat that a host has given, and claim it.

        The host has to be known (`remember`). None where a claim to that seat is held already.
        """
        held = self._lock_seat(token)  # first of all, so that nobody else finds it free
        try:
            with self._changing() as hosts:
                known = hosts[host_id]
                seats = (KnownSeat(room, token), *(seat for seat in known.seats if seat.token != token))
                hosts[host_id] = replace(known, seats=seats[:SEATS_KEPT])
            for seat in seats[SEATS_KEPT:]:
                remove_private(self._lock_path(seat.token))
        except BaseException:
            if held is not None:
                held.release()
            raise
        return Claim(token, held) if held else None

    def drop(self, host_id: str, token: bytes) -> None:
        """Forget a seat: it was left for good, or the host no longer knows it."""
        with self._changing() as hosts:
            known = hosts.get(host_id)
            if known is not None:
                hosts[host_id] = replace(known, seats=tuple(seat for seat in known.seats if seat.token != token))
        remove_private(self._lock_path(token))

    def _lock_seat(self, token: bytes) -> Lock | None:
        make_private(self._directory / _SEATS)
        return lock(self._lock_path(token))

    def _lock_path(self, token: bytes) -> Path:
        return self._directory / _SEATS / f"{hashlib.sha256(token).hexdigest()[:16]}.lock"

    @contextmanager
    def _changing(self) -> Iterator[dict[str, KnownHost]]:
        """Give out the hosts by id to be changed, and write them if nothing was raised."""
        with self._locked():
            hosts = {host.host_id: host for host in self._read_locked()}
            yield hosts
            content = msgspec.json.encode(_Content(_FORMAT, tuple(hosts.values())))
            write_private(self._path, msgspec.json.format(content) + b"\n")

    def _locked(self) -> Lock:
        make_private(self._directory)
        held = lock(self._directory / _LOCK_FILE, wait=_LOCK_WAIT)
        if held is None:
            raise StateError(f"Another unokart is busy with {self._path}.")
        return held

    def _read(self) -> tuple[KnownHost, ...]:
        hosts = _decode(read_private(self._path))
        if hosts is None:
            with self._locked():
                hosts = self._read_locked()
        return hosts

    def _read_locked(self) -> tuple[KnownHost, ...]:
        """Read, and put the file aside if it can't be read, unless another process has done so just before."""
        hosts = _decode(read_private(self._path))
        if hosts is None:
            kept = set_aside(self._path)
            self._warn(
                f"The list of hosts you have met can't be read and lies in {kept} now; every host counts as new again."
            )
            hosts = ()
        return hosts


def _compare(known: KnownHost | None, fingerprint: bytes) -> Pinned:
    if known is None:
        return Pinned.NEW
    return Pinned.SAME if same_fingerprint(known.fingerprint, fingerprint) else Pinned.CHANGED


def _decode(content: bytes | None) -> tuple[KnownHost, ...] | None:
    """Return the hosts in a file, None where it can't be read."""
    if content is None:
        return ()
    try:
        found = msgspec.json.decode(content, type=_Content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return found.hosts if found.format == _FORMAT else None
