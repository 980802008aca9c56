"""The real program as several people run it at once, each with a home of their own, over pipes.

All are waited for together, so that nobody is kept waiting by a test that looks at another.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.e2e.offline import ROOT
from tests.e2e.terminals import UNOKART

_WITHIN: Final = 40.0


def choose(offer: str) -> str | None:
    """Choose from a line of offers as a simple player would; None where nothing there goes on with the game."""
    offers = offer.removeprefix("You can: ").split(", ")
    for wanted in ("catch", "ready", "next", "accept", "play", "uno", "color", "target", "keep", "draw"):
        fitting = [each for each in offers if each.split()[0] == wanted and not each.endswith("POINTS")]
        if fitting:
            return next((each for each in fitting if each.endswith("uno")), fitting[0])
    return None


class Program:
    """One running program. `lines` is what it has said; stderr is part of that unless `errors` takes it.

    `inside` is a command in front of it, such as one that enters a namespace.
    """

    def __init__(self, home: Path, *arguments: str, errors: Path | None = None, inside: Sequence[str] = ()) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.arguments = arguments
        self.lines: list[str] = []
        self.plays = False
        """Whether it answers offers by itself."""
        self._rest = b""
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home)}
        with (errors or Path(os.devnull)).open("ab") as file:
            self.process = subprocess.Popen(
                [*inside, *UNOKART, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file if errors else subprocess.STDOUT,
                env=variables,
            )
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        self._stdout, self._stdin = self.process.stdout, self.process.stdin

    def fileno(self) -> int:
        """Where it can be heard."""
        return self._stdout.fileno()

    def type(self, line: str) -> None:
        """Type a line."""
        self._stdin.write(f"{line}\n".encode())
        self._stdin.flush()

    def end_input(self) -> None:
        """Type nothing more."""
        self._stdin.close()

    def hear(self) -> bool:
        """Take in what there is to hear, answering offers; return whether there may be more."""
        data = os.read(self.fileno(), 65536)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            line = raw.decode()
            self.lines.append(line)
            if self.plays and line.startswith("You can: ") and (choice := choose(line)):
                self.type(choice)
        return bool(data)

    def said(self, pattern: str, since: int = 0) -> re.Match[str] | None:
        """Return where it has said something like that."""
        found = (re.search(pattern, line) for line in self.lines[since:])
        return next((match for match in found if match), None)

    def kill(self) -> None:
        """Let it end as if the power had failed."""
        self.process.kill()
        self.process.wait()

    def ask_to_end(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._stdout.close()
        if not self._stdin.closed:
            with suppress(BrokenPipeError):
                self._stdin.close()


class Programs:
    """Those that run in one test."""

    def __init__(self, where: Path) -> None:
        self.where = where
        self._running: list[Program] = []
        self._all: list[Program] = []

    def start(self, who: str, *arguments: str, errors: Path | None = None, inside: Sequence[str] = ()) -> Program:
        """Start a program in the home of somebody."""
        program = Program(self.where / who, *arguments, errors=errors, inside=inside)
        self._running.append(program)
        self._all.append(program)
        return program

    def wait(self, condition: Callable[[], object], seconds: float = _WITHIN) -> None:
        """Hear everyone until something is so."""
        deadline = time.monotonic() + seconds
        while not condition():
            left = deadline - time.monotonic()
            ready = select.select(self._running, [], [], max(0.0, min(left, 1.0)))[0] if self._running else []
            for program in ready:
                if not program.hear():
                    self._running.remove(program)
            if left < 0:
                told = "\n".join("\n".join((f"--- {one.arguments}", *one.lines[-25:])) for one in self._all)
                raise AssertionError(f"It did not come to that:\n{told}")

    def wait_said(self, program: Program, pattern: str, since: int = 0, seconds: float = _WITHIN) -> re.Match[str]:
        """Hear everyone until one has said something."""
        self.wait(lambda: program.said(pattern, since), seconds)
        match = program.said(pattern, since)
        assert match is not None
        return match

    def wait_end(self, program: Program, seconds: float = _WITHIN) -> int:
        """Hear everyone until one has ended; return its exit status."""
        self.wait(lambda: program not in self._running and program.process.poll() is not None, seconds)
        return program.process.returncode

    def close(self) -> None:
        """End all."""
        for program in self._all:
            program.close()


@contextmanager
def programs(where: Path) -> Iterator[Programs]:
    """Run programs for a while."""
    running = Programs(where)
    try:
        yield running
    finally:
        running.close()


def all_say(people: Iterable[Program], pattern: str) -> Callable[[], bool]:
    """Return a condition: each of these has said something like that."""
    everyone = list(people)
    return lambda: all(one.said(pattern) for one in everyone)
