"""The ssh that people have, on loopback and with nothing of the person who runs the tests."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.net.ssh.clients import eventually
from tests.net.ssh.houses import House

# ssh asks for a passphrase on the terminal that controls it.
_ON_THE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"
)


def command(running: House, name: str, *options: str, what: tuple[str, ...] = ()) -> list[str]:
    """Return how a guest comes."""
    known = f"UserKnownHostsFile={running.directory / 'known_hosts'}"
    own = ("-F", os.devnull, "-o", known, "-o", "StrictHostKeyChecking=accept-new", "-o", "IdentitiesOnly=yes")
    unless = () if "-i" in options else ("-o", "IdentityFile=none")
    return ["ssh", *own, *unless, "-p", str(running.port), *options, f"{name}@127.0.0.1", *what]


def environment() -> dict[str, str]:
    """Return an environment without an agent, in which ssh asks on its terminal."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SSH_", "LC_"))}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8"}


class Terminal:
    """A person's terminal, with ssh on it."""

    def __init__(self, process: subprocess.Popen[bytes], fileno: int) -> None:
        self.process = process
        self.fileno = fileno
        self.shown = b""
        os.set_blocking(fileno, False)
        asyncio.get_running_loop().add_reader(fileno, self._read)

    def _read(self) -> None:
        try:
            self.shown += os.read(self.fileno, 65536)
        except OSError:  # nobody writes there any more
            asyncio.get_running_loop().remove_reader(self.fileno)

    async def until(self, text: bytes) -> bytes:
        """Return what is shown, as far as a text, and forget it."""
        await eventually(lambda: text in self.shown)
        end = self.shown.index(text) + len(text)
        shown, self.shown = self.shown[:end], self.shown[end:]
        return shown

    def type(self, data: bytes) -> None:
        """Type."""
        os.write(self.fileno, data)

    async def end(self) -> tuple[bytes, int]:
        """Wait for ssh's end; return what is left to be seen, and its exit status."""
        await eventually(lambda: self.process.poll() is not None)
        self._read()
        return self.shown, self.process.returncode


def start(line: list[str], theirs: int, variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start ssh on a terminal, which is closed here."""
    try:
        return subprocess.Popen(
            [sys.executable, "-c", _ON_THE_TERMINAL, *line],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**environment(), **variables},
            start_new_session=True,
        )
    finally:
        os.close(theirs)


@asynccontextmanager
async def terminal(
    running: House, name: str = "ada", *options: str, variables: Mapping[str, str] | None = None
) -> AsyncIterator[Terminal]:
    """Come by ssh. `variables` are set in the environment of ssh itself."""
    ours, theirs = pty.openpty()
    process = start(command(running, name, *options), theirs, variables or {})
    here = Terminal(process, ours)
    try:
        yield here
    finally:
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
        process.kill()
        process.wait()


async def run(running: House, *arguments: str, what: tuple[str, ...] = (), program: str = "ssh") -> tuple[int, str]:
    """Run ssh without a terminal; return its exit status, and what it said."""
    line = command(running, "ada", *arguments, what=what)
    if program != "ssh":
        line = [program, *["-P" if word == "-p" else word for word in line[1:]]]
    process = await asyncio.create_subprocess_exec(
        *line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment()
    )
    async with asyncio.timeout(30):
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def key(directory: Path, name: str) -> Path:
    """Make a key."""
    file = directory / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(file)], check=True)
    return file


def fingerprint(file: Path) -> str:
    """Return what a key is known by."""
    listed = subprocess.run(["ssh-keygen", "-lf", str(file)], capture_output=True, text=True, check=True).stdout
    return listed.split()[1]
