"""The nursery as the ssh server has it: children asked for over its socket, each in a terminal of its own."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from net.frames import CAP_FROM_HOST, FrameParser, frame
from net.ssh.talk import Born, Died, FromKeeper, FromNursery, Ready, Signal, Spawn
from tests.e2e.offline import ROOT
from tests.e2e.terminals import Watched

NURSERY: Final = (sys.executable, "-m", "unokart_tui.guests")

_decoder: Final = msgspec.msgpack.Decoder(FromNursery)


class Child(Watched):
    """One guest's terminal, and what has become of the child in it."""

    def __init__(self, keeper: Keeper, guest: int, directory: Path, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.guest = guest
        self.directory = directory
        self.pid = 0
        self.status: int | None = None
        """Its exit status, once it has ended."""
        self.tty = os.ttyname(self.slave)
        self._keeper = keeper

    def signal(self, number: int) -> None:
        """Send it a signal, by way of the nursery."""
        self._keeper.say(Signal(self.guest, number))

    def wait_end(self, seconds: float = 20) -> int:
        """Read until it has ended, and return its exit status, negative for a signal."""
        deadline = time.monotonic() + seconds
        while self.status is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"the child has not ended; on the screen:\n{self.text()}")
            self._read(0.02)
            self._keeper.hear(0.02)
        while self._read(0):
            pass
        return self.status


class Keeper:
    """Starts a nursery and waits until it is ready. A context manager, which ends it."""

    def __init__(self, directory: Path, command: tuple[str, ...] = NURSERY) -> None:
        own, other = socket.socketpair()
        self._link = own
        self.directory = directory
        self.children: dict[int, Child] = {}
        self.errors = directory / "errors.txt"
        """What the nursery has written to stderr."""
        self._parser = FrameParser(CAP_FROM_HOST)
        self._ready = False
        with self.errors.open("ab") as errors, other:
            self.process = subprocess.Popen(
                [*command, str(other.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                pass_fds=(other.fileno(),),
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(ROOT), "UNOKART_SECRET": "of the host"},
            )
        self._wait_until(lambda: self._ready)

    def __enter__(self) -> Keeper:
        return self

    def __exit__(self, *_: object) -> None:
        self._link.close()
        self.process.wait(15)
        for child in self.children.values():
            child.hang_up()

    def spawn(
        self,
        name: str,
        endpoint: tuple[str, int],
        fingerprint: bytes,
        *,
        ticket: bytes = bytes(16),
        asks_code: bool = False,
        keyed: bool = False,
        term: str = "xterm-256color",
        environment: Mapping[str, str] | None = None,
        size: tuple[int, int] = (80, 24),
    ) -> Child:
        """Have a child, and wait until it is there."""
        guest = len(self.children) + 1
        directory = Path(tempfile.mkdtemp(prefix="guest-", dir=self.directory))
        child = self.children[guest] = Child(self, guest, directory, *size)
        spawn = Spawn(
            guest=guest,
            name=name,
            endpoint=endpoint,
            host_fingerprint=fingerprint,
            ticket=ticket,
            asks_code=asks_code,
            keyed=keyed,
            term=term,
            environment=dict(environment or {}),
            directory=str(directory),
        )
        socket.send_fds(self._link, [frame(msgspec.msgpack.encode(spawn))], [child.slave])
        self._wait_until(lambda: bool(child.pid) or child.status is not None)
        os.close(child.slave)  # so that the terminal hangs up with the child
        child.slave = -1
        return child

    def say(self, message: FromKeeper) -> None:
        """Say something to the nursery."""
        self._link.sendall(frame(msgspec.msgpack.encode(message)))

    def let_go(self) -> None:
        """Let the nursery see that nobody keeps it any more."""
        self._link.shutdown(socket.SHUT_WR)

    def hear(self, seconds: float) -> None:
        """Take in what the nursery says within so many seconds."""
        if not select.select([self._link], [], [], seconds)[0]:
            return
        self._parser.feed(self._link.recv(65536))
        while (payload := self._parser.next()) is not None:
            match _decoder.decode(payload):
                case Ready():
                    self._ready = True
                case Born(guest=guest, pid=pid):
                    self.children[guest].pid = pid
                case Died(guest=guest, status=status):
                    self.children[guest].status = status

    def _wait_until(self, done: Callable[[], bool], seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, f"the nursery says nothing; {self.errors.read_text()}"
            assert self.process.poll() is None, self.errors.read_text()
            self.hear(0.02)
