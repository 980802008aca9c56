"""A whole evening on full screens: a player killed and back, one asleep, the host killed and resumed, the match won.

By keys alone, in terminals of 80x24: on one computer, and on three, each a network namespace.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import pytest

from tests.e2e.terminals import UNOKART, Tmux
from tests.e2e.test_play import key_for
from tests.e2e.test_rooms import HERE, PASSPHRASE, free_port
from tests.net.namespaces import REASON, lab

pytestmark = [
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
    pytest.mark.timeout(300),
]

# The shell tells its number and becomes the program.
_TELLING = 'echo $$ > "$0"; exec "$@"'
_WON = "Enter lobby"
NAMES = ("Hal", "Ada", "Bob")
Inside = Mapping[str, Sequence[str]]
Players = tuple["Evening", str]


class Someone:
    """A person at a terminal, with a home of their own. `inside` is a command that leads to their computer."""

    def __init__(self, where: Path, who: str, inside: Sequence[str], *arguments: str) -> None:
        home = where / who
        settings = home / ".config" / "unokart" / "settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("animations = false\n")
        self._number = where / f"{who}.pid"
        self._number.unlink(missing_ok=True)
        started = ["sh", "-c", _TELLING, str(self._number), *inside, "env", f"HOME={home}", *UNOKART, *arguments]
        self.terminal = Tmux(started)
        self._answered = ""

    def sees(self, expected: str, seconds: float = 30) -> str:
        return self.terminal.wait_for(expected, seconds)

    def press(self, *keys: str) -> None:
        self.terminal.press(*keys)

    def signal(self, number: int) -> None:
        os.kill(int(self._number.read_text()), number)

    def answer(self) -> None:
        """Press what the screen asks for, once."""
        screen = self.terminal.text()
        key = None
        if screen != self._answered:
            key = ("Enter" if "Enter plays" in screen else "d") if "press it again" in screen else key_for(screen)
        self._answered = screen
        if key is not None:
            self.press(key)


class Evening:
    """Hal hosts, Ada and Bob join him; all of them play on wherever a test waits for something."""

    def __init__(self, where: Path, inside: Inside, bind: Sequence[str], terminals: ExitStack) -> None:
        self._where = where
        self._inside = inside
        self._terminals = terminals
        self._bind = bind
        self.port = free_port()
        self.people: dict[str, Someone] = {}

    def start(self, who: str, *arguments: str) -> Someone:
        if who in self.people:
            self.people[who].terminal.__exit__()
        someone = Someone(self._where, who, self._inside[who], *arguments, *self._bind)
        self._terminals.push(someone.terminal.__exit__)
        self.people[who] = someone
        return someone

    def host(self, *arguments: str) -> Someone:
        return self.start("Hal", "host", "--port", str(self.port), "--pace", "0", *arguments)

    def join(self, who: str, address: str) -> Someone:
        return self.start(who, "join", f"{address}:{self.port}", "--name", who)

    def play(self, until: Callable[[], object], *names: str, seconds: float = 120) -> None:
        """Let people play until something is so."""
        deadline = time.monotonic() + seconds
        while not until():
            if time.monotonic() > deadline:
                shown = "\n".join(one.terminal.text() for one in self.people.values())
                raise AssertionError(f"it did not come to that:\n{shown}")
            for name in names:
                self.people[name].answer()

    def play_for(self, seconds: float, *names: str) -> None:
        end = time.monotonic() + seconds
        self.play(lambda: time.monotonic() > end, *names)


# On three where that can be: it shows all that one does, and takes a minute.
@pytest.fixture(params=["one computer" if REASON else "three computers"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Players]:
    secret = tmp_path / "passphrase"
    secret.write_text(f"{PASSPHRASE}\n")
    secret.chmod(0o600)
    with ExitStack() as terminals:
        if request.param == "one computer":
            yield Evening(tmp_path, dict.fromkeys(NAMES, ()), ("--bind", HERE), terminals), HERE
            return
        with asyncio.Runner() as runner:
            stack = AsyncExitStack()
            here = runner.run(stack.enter_async_context(lab()))
            terminals.callback(lambda: runner.run(stack.aclose()))
            computers = [runner.run(here.on_lan(number)) for number in (1, 2, 3)]
            inside = {name: one.inside() for name, one in zip(NAMES, computers, strict=True)}
            yield Evening(tmp_path, inside, (), terminals), "10.77.0.1"
            terminals.close()


def seated(there: Evening, address: str) -> None:
    """Let everyone sit down and begin."""
    hal = there.host("--name", "Hal", "--room", "Den", "--bots", "1", "--target", "50")
    passphrase = re.search(r"\b(?!unokart)([a-z]+ [a-z]+ \d\d)\b", hal.sees(r"PASSPHRASE"))
    assert passphrase
    for who in ("Ada", "Bob"):
        guest = there.join(who, address)
        guest.sees("You meet this host for the first time")
        guest.press("-l", passphrase[1])
        guest.press("Enter")
        guest.sees("Enter says that you are ready")
        guest.press("Enter")
        hal.sees(f"{who} is ready")
    hal.press("Enter")
    for one in there.people.values():
        one.sees("round 1")


def my_turn(screen: str) -> bool:
    """Say whether a card or a draw is asked for."""
    return "Your turn" in screen and key_for(screen) in ("Enter", "d")


def cards(screen: str) -> list[str]:
    """Return the rows of the hand as they stand above the keys."""
    return screen.splitlines()[-8:-1]


def test_whoever_is_killed_or_asleep_comes_back_and_the_match_is_won(evening: Players) -> None:
    there, address = evening
    seated(there, address)
    hal, ada, bob = (there.people[name] for name in ("Hal", "Ada", "Bob"))
    there.play_for(1, *NAMES)

    # Killed, and back to the same hand.
    there.play(lambda: my_turn(ada.terminal.text()), "Hal", "Bob")
    hand = cards(ada.terminal.text())
    ada.signal(signal.SIGKILL)
    hal.sees(r"Ada +away")
    ada = there.join("Ada", address)
    assert cards(ada.sees("round 1")) == hand
    hal.sees("Ada is back")

    # Asleep, and back.
    bob.signal(signal.SIGSTOP)
    hal.sees(r"Bob +away", 12)
    bob.signal(signal.SIGCONT)
    hal.sees("Bob is back")

    # The host is killed, and resumed.
    there.play(lambda: my_turn(ada.terminal.text()), "Hal", "Bob")
    hand = cards(ada.terminal.text())
    hal.signal(signal.SIGKILL)
    for guest in (ada, bob):
        guest.sees("No connection")
    hal = there.host("--resume")
    hal.sees("round 1")
    for guest in (ada, bob):
        guest.sees("The connection is back")
    assert cards(ada.terminal.text()) == hand

    everyone = (hal, ada, bob)
    there.play(lambda: all(_WON in one.terminal.text() for one in everyone), *NAMES, seconds=200)
    for one in everyone:
        one.press("Enter")
        one.sees("AT THE TABLE")
    hal.press("q")
    hal.sees("What becomes of it")
    hal.press("s")
    assert hal.terminal.wait_end() == 0
    for guest in (ada, bob):
        guest.sees("Hal has closed the table; the room is saved.")
