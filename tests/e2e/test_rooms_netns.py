"""Friends on three computers of a LAN, each a network namespace: the real programs, by the command line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import pytest

from tests.e2e.programs import Program, Programs, all_say, programs
from tests.net.namespaces import Computer, Lab, lab, netns

PASSPHRASE = "walnut comet 42"
PARTITION = 10.0
"""Seconds for which a cable is out."""

pytestmark = [*netns, pytest.mark.timeout(120)]


class Lan:
    """Three computers, numbered from 1, and the programs that run on them."""

    def __init__(self, runner: asyncio.Runner, here: Lab, computers: list[Computer], people: Programs) -> None:
        self._runner = runner
        self._lab = here
        self._computers = computers
        self.people = people

    def start(self, number: int, who: str, *arguments: str) -> Program:
        """Run the program on a computer."""
        return self.people.start(who, *arguments, inside=self._computers[number - 1].inside())

    def join(self, number: int, who: str, where: str) -> Program:
        """Join a room in lines of text."""
        passphrase = ("--passphrase-file", str(self.people.where / "passphrase"))
        return self.start(number, who, "join", where, "--plain", "--name", who, *passphrase)

    def cut_off(self, number: int) -> None:
        """Take a computer off the switch, which its adapter does not notice."""
        self._runner.run(self._lab.switch.ip(f"link set p{number} nomaster"))

    def connect(self, number: int) -> None:
        """Put it back."""
        self._runner.run(self._lab.switch.ip(f"link set p{number} master br0"))


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Lan]:
    (tmp_path / "passphrase").write_text(f"{PASSPHRASE}\n")
    (tmp_path / "passphrase").chmod(0o600)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        here = runner.run(stack.enter_async_context(lab()))
        try:
            computers = [runner.run(here.on_lan(number)) for number in (1, 2, 3)]
            with programs(tmp_path) as people:
                yield Lan(runner, here, computers, people)
        finally:
            runner.run(stack.aclose())


def test_found_joined_cut_off_and_back_to_the_end_of_the_match(lan: Lan) -> None:
    people = lan.people
    given = ("--passphrase-file", str(people.where / "passphrase"), "--pace", "0", "--target", "1")
    server = lan.start(1, "host", "host", "--headless", "--room", "Den", *given)
    people.wait_said(server, r"unokart join 10\.77\.0\.1:\d+")
    listed = lan.start(2, "Ada", "rooms", "--json", "--seconds", "4")
    assert people.wait_end(listed) == 0
    (room,) = json.loads(listed.lines[-1])
    assert (room["room"], room["passphrase"], room["addresses"]) == ("Den", True, ["10.77.0.1"])

    ada, bob = players = [lan.join(2, "Ada", "den"), lan.join(3, "Bob", "Den")]
    people.wait(all_say(players, r"^You can: ready"))
    for one in players:
        one.type("ready")
    people.wait(all_say(players, r"^The first card is "))
    bob.type("hand")
    hand = people.wait_said(bob, r"^You hold \d+ cards: .*")[0]

    began = monotonic()
    lan.cut_off(3)
    people.wait_said(ada, r"^Bob is away")
    assert monotonic() - began < 8.0
    people.wait(lambda: monotonic() - began >= PARTITION, PARTITION + 1.0)
    since = len(bob.lines)
    lan.connect(3)
    healed = monotonic()
    people.wait(lambda: ada.said(r"^Bob is back") and bob.said(r"^The connection is back$"))
    assert monotonic() - healed < 5.0
    bob.type("hand")
    assert people.wait_said(bob, r"^You hold \d+ cards: .*", since)[0] == hand

    for one in players:
        one.plays = True
        one.type("")
    people.wait(all_say(players, r"^The match is kept as number 1"))
    server.ask_to_end()
    assert people.wait_end(server) == 0
