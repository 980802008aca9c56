"""Guests who come by the real ssh, to a real host on loopback, with keys and files of their own."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.programs import Program, Programs, programs
from tests.e2e.terminals import Pty

HERE: Final = "127.0.0.1"
PASSPHRASE: Final = "walnut comet 42"
NO_AGENT: Final = {"SSH_AUTH_SOCK": "", "SSH_ASKPASS": ""}
READY: Final = "Enter says that you are ready|Enter begins|Nobody else is at the table|Waiting for"
"""What stands in a lobby."""

needs_ssh: Final = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the program ssh")


def ssh_command(port: int, name: str, files: Path, *options: str, command: Sequence[str] = ()) -> list[str]:
    """Return how a guest comes; nothing is read or written but in their own directory."""
    known = f"UserKnownHostsFile={files / 'known_hosts'}"
    own = ("-F", os.devnull, "-o", known, "-o", "StrictHostKeyChecking=accept-new", "-o", "IdentitiesOnly=yes")
    unless = () if "-i" in options else ("-o", "IdentityFile=none")
    return ["ssh", *own, *unless, "-p", str(port), *options, f"{name}@{HERE}", *command]


def make_key(file: Path) -> Path:
    """Make a key, as a guest does who has none."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
    return file


class Guest(Pty):
    """The real ssh in a terminal. While one is waited for, the others are read too: nobody looks away from a game."""

    def __init__(
        self, company: list[Guest], command: Sequence[str], size: tuple[int, int], variables: Mapping[str, str]
    ) -> None:
        super().__init__(command, *size, variables=variables)
        self.looked_at = True
        """Whether others' waiting reads this terminal."""
        self._company = company
        company.append(self)

    def _read(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self._master >= 0 and seconds >= 0:
            others = {one._master: one for one in self._company if one.looked_at and one._master >= 0}
            left = max(0.0, deadline - time.monotonic())
            ready = select.select([self._master, *others], [], [], left)[0]
            if self._master in ready:
                return super()._read(0)
            if not ready:
                return False
            for fileno in ready:
                Pty._read(others[fileno], 0)
        return False


class Evening:
    """A room whose host lets guests come by ssh, and its guests. Nobody sits at the host's computer."""

    def __init__(self, people: Programs, terminals: ExitStack) -> None:
        self.people = people
        self.where = people.where
        self._terminals = terminals
        self.guests: list[Guest] = []
        self.host: Program
        self.port = 0
        """Of the ssh server."""

    def open(self, *options: str) -> Evening:
        """Open the room; without options it is open to anyone."""
        where = ("--bind", HERE, "--port", "0", "--ssh-port", "0", "--unannounced", "--pace", "0")
        given = options if "--open" in options or "--passphrase-file" in options else ("--open", *options)
        self.host = self.people.start(
            "Hal", "host", "--headless", "--ssh", *where, *given, errors=self.where / "Hal.log"
        )
        command = self.people.wait_said(self.host, r"types: ssh -p (\d+) NAME@127\.0\.0\.1")
        self.port = int(command[1])
        return self

    def passphrase_file(self) -> str:
        """Write the passphrase down, for the host."""
        file = self.where / "passphrase"
        file.write_text(f"{PASSPHRASE}\n")
        file.chmod(0o600)
        return str(file)

    def comes(
        self,
        name: str,
        *options: str,
        size: tuple[int, int] = (80, 24),
        variables: Mapping[str, str] | None = None,
        command: Sequence[str] = (),
    ) -> Guest:
        """Have a guest type the command."""
        files = self.where / name
        files.mkdir(exist_ok=True)
        typed = ssh_command(self.port, name, files, *options, command=command)
        guest = Guest(self.guests, typed, size, {**NO_AGENT, **(variables or {})})
        self._terminals.enter_context(guest)
        return guest

    def sits(self, name: str, *options: str, size: tuple[int, int] = (80, 24)) -> Guest:
        """Have a guest come into the lobby."""
        guest = self.comes(name, *options, size=size)
        guest.wait_for(READY)
        return guest

    def wait(self, condition: Callable[[], object], seconds: float = 20) -> None:
        """Wait until something is so, while all guests look at their terminals."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"It did not come to that. {self.log}"
            looking = {one._master: one for one in self.guests if one.looked_at and one._master >= 0}
            for fileno in select.select(list(looking), [], [], 0.05)[0]:
                Pty._read(looking[fileno], 0)

    def says(self, pattern: str) -> re.Match[str]:
        """Wait until the host has said something."""
        return self.people.wait_said(self.host, pattern)

    @property
    def log(self) -> str:
        """What the host has written to its log."""
        return (self.where / "Hal.log").read_text()


@contextmanager
def evening(where: Path) -> Iterator[Evening]:
    """Have an evening that ends, whatever happens."""
    with programs(where) as people, ExitStack() as terminals:
        yield Evening(people, terminals)


def tree(pid: int) -> list[int]:
    """Return the ids of all processes that come from one, those first that came first."""
    found = []
    for child in _children(pid):
        found += [child, *tree(child)]
    return found


def _children(pid: int) -> list[int]:
    shown = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in shown.stdout.split()]


def code_on(guest: Pty) -> str:
    """Return the rejoin code that a guest's screen shows."""
    found = re.search(r"code ([2-9a-z]{5})\b", guest.text())
    assert found, guest.text()
    return found[1]
