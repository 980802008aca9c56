"""Friends on a network, in terminals: what is typed unseen, what is asked, and terminals that go away."""

from __future__ import annotations

import signal
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.programs import Programs, programs
from tests.e2e.terminals import UNOKART, Pty
from tests.e2e.test_rooms import HERE, PASSPHRASE, free_port, host, join

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Programs]:
    with programs(tmp_path) as running:
        (tmp_path / "passphrase").write_text(f"{PASSPHRASE}\n")
        (tmp_path / "passphrase").chmod(0o600)
        yield running


def in_terminal(people: Programs, who: str, *arguments: str) -> Pty:
    home = people.where / who
    home.mkdir(exist_ok=True)
    return Pty((*UNOKART, *arguments), columns=150, rows=50, variables={"HOME": str(home), "TERM": "dumb"})


def hosting(people: Programs, port: int) -> Pty:
    where = ("--bind", HERE, "--port", str(port))
    file = ("--passphrase-file", str(people.where / "passphrase"))
    return in_terminal(people, "Hal", "host", "--plain", "--name", "Hal", "--bots", "1", *where, *file)


def test_a_passphrase_is_not_shown_while_it_is_typed(people: Programs) -> None:
    _, where = host(people)
    with in_terminal(people, "Ada", "join", where, "--plain", "--bind", HERE, "--name", "Ada") as ada:
        ada.wait_for("The passphrase of UNO Kart:")
        ada.press("walnut comet 43", "Enter")
        ada.wait_for("Wrong passphrase")
        ada.wait_for(lambda screen: screen.count("The passphrase of UNO Kart:") == 2)
        ada.press(PASSPHRASE, "Enter")
        ada.wait_for("You can: ready")
        assert b"walnut" not in ada.output
        ada.press("people", "Enter")
        ada.wait_for(r"1 Ada \(you\): host")
        assert b"people" in ada.output
        ada.press("quit", "Enter")
        assert ada.wait_end() == 0


def test_a_terminal_shows_what_is_typed_again_after_an_interrupt(people: Programs) -> None:
    _, where = host(people)
    with in_terminal(people, "Ada", "join", where, "--plain", "--bind", HERE) as ada:
        ada.wait_for("The passphrase of UNO Kart:")
        ada.press("C-c")
        assert ada.wait_end() == 130
        assert termios.tcgetattr(ada.slave)[3] & termios.ECHO


def test_a_room_is_chosen_from_the_list(people: Programs) -> None:
    _, where = host(people, "--room", "Den")
    with in_terminal(people, "Ada", "join", "--plain", "--bind", HERE, "--name", "Ada") as ada:
        ada.wait_for("You can: the number of a room, its address, Enter to look again, quit")
        ada.press("nothing.of.that:x", "Enter")
        ada.wait_for("A port is a number")
        ada.wait_for(lambda screen: screen.count("You can: the number") == 2)
        ada.press(where, "Enter")
        ada.wait_for("The passphrase of Den:")
        ada.press("C-c")
        assert ada.wait_end() == 130


def test_the_table_goes_on_when_the_host_s_terminal_hangs_up(people: Programs) -> None:
    port = free_port()
    with hosting(people, port) as hal:
        hal.wait_for("You can: ready")
        ada = join(people, "Ada", f"{HERE}:{port}")
        people.wait_said(ada, r"^You can: ready")
        hal.press("ready", "Enter")
        ada.type("ready")
        people.wait_said(ada, r"^Round 1: ")
        hal.hang_up()
        people.wait_said(ada, r"^Hal is away")
        assert hal.process.poll() is None
        back = people.start("Hal", "join", f"{HERE}:{port}", "--plain", "--bind", HERE)
        people.wait_said(back, r"^UNO Kart, unofficial. Room Hal's room: Hal, you have seat 1")
        people.wait_said(ada, r"^Hal is back$")
        for one in (back, ada):
            one.type("quit")
            one.type("leave")
            people.wait_end(one)
        assert hal.process.wait(20) == 0


def test_a_saved_room_is_offered_when_another_is_opened(people: Programs) -> None:
    port = free_port()
    with hosting(people, port) as hal:
        hal.wait_for("You can: ready")
        hal.press("start", "Enter")
        hal.wait_for("Round 1: ")
        hal.press("quit", "Enter")
        assert hal.wait_end() == 0
    with hosting(people, port) as hal:
        hal.wait_for(r'The room "Hal\'s room" is saved in round 1, with Hal, Toad. Go on with it\?')
        hal.press("Enter")
        hal.wait_for("Room Hal's room: Hal, you have seat 1")
        hal.wait_for(r"1 Hal \(you\): \d+ cards?, 0 points")
        hal.process.send_signal(signal.SIGTERM)
        assert hal.wait_end() == 0
