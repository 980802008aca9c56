"""A room that guests come into by ssh: its processes, and what they hold."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from scripts.lan.hosted import Hosted
from scripts.ssh.guest import Guest, hear_until, settle
from scripts.ssh.player import keys_for

LOBBY: Final = b"AT THE TABLE"
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Held(Struct, frozen=True):
    """What a room's processes hold of the system."""

    processes: int
    descriptors: int
    terminals: int
    directories: int
    """Of guests, in the directory for temporary files."""


class Room:
    """Open to anyone. Ends with `close`."""

    def __init__(self, where: Path, *options: str) -> None:
        self._where = where
        self._temporary = where / "temporary"
        self._temporary.mkdir()
        before, os.environ["TMPDIR"] = os.environ.get("TMPDIR"), str(self._temporary)
        self._hosted = Hosted(where / "host", "--ssh", "--ssh-port", "0", "--pace", "0", "--target", "100000", *options)
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before
        self.port = int(self._hosted.wait_said(r"ssh -p (\d+) NAME@")[1])
        self.guests: list[Guest] = []
        self._count = 0

    def guest(self, name: str | None = None) -> Guest:
        """Have someone come, each from an address of their own where this system has more than one of its own."""
        self._count += 1
        options = ("-b", f"127.0.0.{2 + self._count % 250}") if os.uname().sysname == "Linux" else ()
        name = name or f"Guest{self._count}"
        guest = Guest(self._hosted.address, self.port, name, self._where / "known", *options)
        self.guests.append(guest)
        return guest

    def fill(self, number: int) -> None:
        """Have so many come, one after the other."""
        for _ in range(number):
            guest = self.guest()
            hear_until(self.guests, lambda guest=guest: LOBBY in guest.tail)  # type: ignore[misc]  # bound at once
        settle(self.guests)

    def deal(self) -> None:
        """Let the match begin: all are ready, and the first has the host's say."""
        for guest in self.guests[1:]:
            guest.press("Enter")
        hear_until(self.guests, lambda: "Enter begins the match" in self.guests[0].text())
        self.guests[0].press("Enter")
        hear_until(self.guests, lambda: all("round 1" in guest.text() for guest in self.guests))
        settle(self.guests)

    def move(self) -> Guest | None:
        """Let whoever is asked answer; return who that was, None where nobody is."""
        for guest in self.guests:
            keys = keys_for(guest.text())
            if keys:
                guest.press(*keys)
                return guest
        return None

    def leave(self, guest: Guest) -> None:
        """Have someone leave the lobby in good order."""
        guest.press("q")
        hear_until(self.guests, lambda: "Leave the room" in guest.text())
        guest.press("y")
        hear_until(self.guests, lambda: guest.ended is not None)
        self.guests.remove(guest)
        guest.close()

    # Its processes

    @property
    def processes(self) -> list[int]:
        """The host, and all that have come from it: the ssh server, the parent of the guests, and they."""
        return [self._hosted.pid, *_below(self._hosted.pid)]

    @property
    def memory(self) -> tuple[float, float]:
        """The memory of the host, and that of all others together, in MB; what several share counts once (PSS)."""
        sizes = [_proportional(pid) / 1024 for pid in self.processes]
        return sizes[0], sum(sizes[1:])

    @property
    def processor(self) -> float:
        """The seconds of a processor that all of them have used."""
        return sum(_ticks(pid) for pid in self.processes) / _TICKS

    @property
    def held(self) -> Held:
        """What they hold now."""
        pids = self.processes
        links = [link for pid in pids for link in _descriptors(pid)]
        terminals = [link for link in links if "/ptmx" in link or "/pts/" in link]
        return Held(len(pids), len(links), len(terminals), len(list(self._temporary.iterdir())))

    def held_again(self, before: Held, seconds: float = 10.0) -> Held:
        """Wait until they hold what they did before; return what they hold after so long at most."""
        deadline = time.monotonic() + seconds
        while (now := self.held) != before and time.monotonic() < deadline:
            settle(self.guests)
        return now

    def close(self) -> None:
        """End it, and its guests."""
        for guest in self.guests:
            guest.close()
        self._hosted.end()
        self._hosted.kill()


def _below(pid: int) -> Iterator[int]:
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                yield child
                yield from _below(child)


def _proportional(pid: int) -> int:
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _descriptors(pid: int) -> Iterator[str]:
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            yield str(entry.readlink())
