"""A process in the place of the ssh server: what a test wants said, it says to the host.

Run as `python -m tests.net.ssh.stand_in PATH FD`: it hands the host's socket on to the test that listens at PATH, and
lives until the test has said with which status to end.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from net.frames import HEADER, frame
from net.ssh.talk import Closing, FromHost, FromServer, Placed

T = TypeVar("T")

STUBBORN = b"stubborn"
"""In the place of a status: end neither when asked nor when told to."""


class Run:
    """One run of the process, as the test that pulls the strings sees it."""

    def __init__(self, pid: int, host: socket.socket, strings: socket.socket) -> None:
        self.pid = pid
        self._host = host
        self._strings = strings
        self._heard = host.makefile("rb")
        host.settimeout(10.0)

    def say(self, message: FromServer) -> None:
        """Say something to the host."""
        self.send(frame(msgspec.msgpack.encode(message)))

    def send(self, data: bytes) -> None:
        """Send the host any bytes."""
        self._host.sendall(data)

    def hear(self, kind: type[T]) -> T:
        """Wait for the next message of the host, which has to be of this kind.

        What is told without having been asked for is passed over, unless it is of this kind.
        """
        while not isinstance(message := self._next(), kind):
            assert isinstance(message, Placed | Closing), message
        return message

    def hangs_up(self) -> None:
        """Wait until the host has nothing more to say, and answers nothing."""
        while (message := self._next()) is not None:
            assert isinstance(message, Placed | Closing), message

    def _next(self) -> FromHost | None:
        header = self._heard.read(HEADER)
        if not header:
            return None
        return msgspec.msgpack.decode(self._heard.read(int.from_bytes(header, "big")), type=FromHost)

    def end(self, status: int = 0) -> None:
        """Let the process end."""
        self._strings.sendall(str(status).encode())
        self.close()

    def be_stubborn(self) -> None:
        """Let the process go on whatever it is told."""
        self._strings.sendall(STUBBORN)
        self.close()

    def kill(self) -> None:
        """End the process the hard way."""
        os.kill(self.pid, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Let go of the process, which ends then if it has not by now."""
        self._heard.close()
        self._host.close()
        self._strings.close()


class StandIns:
    """Waits for the runs of the process; `command` is what the host is to start."""

    def __init__(self, path: Path, listening: socket.socket) -> None:
        self._listening = listening
        self._runs: list[Run] = []
        self.command = (sys.executable, "-m", "tests.net.ssh.stand_in", str(path))

    def next(self) -> Run:
        """Wait until the host starts the process."""
        strings, _ = self._listening.accept()
        strings.settimeout(10.0)
        said, (host,), _, _ = socket.recv_fds(strings, 32, 1)
        run = Run(int(said), socket.socket(fileno=host), strings)
        self._runs.append(run)
        return run

    def close(self) -> None:
        """Let go of every process."""
        for run in self._runs:
            run.close()


@contextmanager
def stand_ins(directory: Path) -> Iterator[StandIns]:
    """Wait for runs of the process."""
    path = directory / "strings"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        listening.settimeout(10.0)
        servers = StandIns(path, listening)
        try:
            yield servers
        finally:
            servers.close()


def main(path: str, host: int) -> None:
    """Be the process."""
    with socket.socket(socket.AF_UNIX) as strings:
        strings.connect(path)
        socket.send_fds(strings, [str(os.getpid()).encode()], [host])
        os.close(host)
        said = strings.recv(32)
    if said == STUBBORN:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            signal.pause()
    sys.stderr.write("These are its last words.\n")
    sys.exit(int(said or b"0"))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
