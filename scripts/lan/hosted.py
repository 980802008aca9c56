"""The real program hosting a room where nobody sits, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[2]
LOOPBACK = "127.0.0.1"


PASSPHRASE = "measure 10 times"


class Hosted:
    """A room; who comes first decides its rules. It ends with `kill`.

    It has no passphrase unless it is `closed`: an open one takes only a few from an address that is not loopback.
    `inside` is a command in front of the program, such as one that enters a namespace.
    """

    def __init__(
        self,
        home: Path,
        *options: str,
        address: str = LOOPBACK,
        port: int = 0,
        inside: Sequence[str] = (),
        closed: bool = False,
    ) -> None:
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home)}
        variables |= {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}
        home.mkdir(parents=True, exist_ok=True)
        door = ["--open"]
        if closed:
            secret = home / "passphrase"
            secret.touch(mode=0o600)
            secret.write_text(f"{PASSPHRASE}\n")
            door = ["--passphrase-file", str(secret)]
        own = ("host", "--headless", *door, "--unannounced", "--bind", address)
        self.began = monotonic()
        with (home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*inside, sys.executable, "-m", "unokart_tui", *own, "--port", str(port), *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env=variables,
                text=True,
            )
        self.address = address
        self._log = home / "log"
        self.port = int(self.wait_said(rf"unokart join {re.escape(self.address)}:(\d+)")[1])

    def wait_said(self, pattern: str) -> re.Match[str]:
        """Wait until it has said something that it has not said before."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(pattern, line):
                return found
        raise RuntimeError(f"It did not say {pattern}: {self._log.read_text()}")

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def resident(self) -> float:
        """The memory that it holds, in MB."""
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self._process.pid)], capture_output=True, text=True, check=True
        )
        return int(shown.stdout) / 1024

    def end(self) -> None:
        """Have it say good-bye and end."""
        self._process.terminate()
        self._process.wait()

    def kill(self) -> None:
        """End it as if the power had failed."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
