"""The real nursery and its real children, at a real room on loopback."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from net.identity import client_context
from tests.e2e.programs import programs
from tests.tui.guests.keeping import Child, Keeper

pytestmark = pytest.mark.timeout(120)

MODES = {1, 7, 25, 1000, 1002, 1003, 1004, 1006, 1015, 1016, 1049, 2004, 2048}
"""The private modes that might be left in a wrong state; 7 and 25 are on at home."""
LOBBY = "AT THE TABLE"


@dataclass
class House:
    """A room, and a nursery for its guests."""

    keeper: Keeper
    port: int
    fingerprint: bytes

    def guest(self, name: str = "Ada", **given: Any) -> Child:
        """Have a guest."""
        return self.keeper.spawn(name, ("127.0.0.1", self.port), self.fingerprint, **given)


def shown_at(port: int) -> bytes:
    """Return the fingerprint of the certificate that is shown at a port."""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=10) as connection,
        client_context().wrap_socket(connection, server_hostname="unokart.invalid") as secured,
    ):
        certificate = secured.getpeercert(True)
    assert certificate is not None
    return hashlib.sha256(certificate).digest()


@pytest.fixture(scope="module")
def keeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    with Keeper(tmp_path_factory.mktemp("keeper")) as keeper:
        yield keeper


@pytest.fixture
def house(keeper: Keeper, tmp_path: Path) -> Iterator[House]:
    with programs(tmp_path) as running:
        room = ("--headless", "--open", "--unannounced", "--port", "0", "--bind", "127.0.0.1", "--turn-seconds", "0")
        host = running.start("Hal", "host", *room)
        port = int(running.wait_said(host, r"unokart join 127\.0\.0\.1:(\d+)")[1])
        first = len(keeper.children)
        yield House(keeper, port, shown_at(port))
        for child in list(keeper.children.values())[first:]:
            child.signal(signal.SIGKILL)
            child.wait_end()


def is_home(child: Child) -> bool:
    """Whether a guest's terminal is as it was."""
    return child.modes() & MODES <= {7, 25} and child.kitty_depth() == 0 and 25 in child.modes()


def test_a_guest_sits_in_the_lobby_and_leaves_with_a_clean_terminal(house: House) -> None:
    child = house.guest("Ada")
    child.wait_for(LOBBY)
    child.wait_for("Ada")
    assert {1000, 1006, 1049, 2004} <= child.modes()
    assert 1003 not in child.modes()
    child.press("q")
    child.wait_for("Leave the room")
    child.press("y")

    assert child.wait_end() == 0
    assert is_home(child)
    assert list(child.directory.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGUSR1, 128 + signal.SIGUSR1)],
)
def test_a_signal_ends_it_in_order(house: House, number: int, status: int) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    child.signal(number)

    assert child.wait_end() == status
    assert is_home(child)


def test_it_never_stops_for_a_shell_that_is_not_there(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    child.send(b"\x1a")  # Ctrl+Z
    child.wait_for("does nothing here")
    child.press("q")

    child.wait_for("Leave the room")


@pytest.mark.parametrize(
    ("given", "before", "typed", "answer"),
    [
        ({"asks_code": True}, "Rejoin code: ", "abc\r", "A rejoin code has"),
        ({"term": "dumb"}, "Your rejoin code", "bots 1\r", "Toad sits down"),
    ],
    ids=["code", "lines"],
)
def test_nor_does_it_where_lines_are_typed(
    house: House, given: dict[str, Any], before: str, typed: str, answer: str
) -> None:
    child = house.guest(**given)
    child.wait_for(before)
    child.send(b"\x1a")
    child.press(typed)

    child.wait_for(answer)


def test_a_terminal_that_is_gone_ends_it(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    child.hang_up()

    assert child.wait_end() == 129


def test_a_lone_escape_a_function_key_and_ctrl_c(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    child.press("F1")
    child.wait_for("Keys of the lobby")
    child.press("Escape")
    child.wait_for(LOBBY)
    child.press("C-c")
    child.wait_for("Leave the room")
    child.press("C-c")

    assert child.wait_end() == 0


def _ends_with_keys(rows: int, screen: str) -> bool:
    return "q leave" in screen.splitlines()[rows - 1]


def test_a_resize_is_followed(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    for columns, rows in ((120, 40), (60, 20), (80, 24)):
        child.resize(columns, rows)
        child.wait_for(partial(_ends_with_keys, rows))
    child.resize(20, 5)
    child.wait_for("20x5")
    child.resize(80, 24)
    child.wait_for(LOBBY)


def test_utf_8_a_paste_and_bytes_that_are_none(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    other = house.guest("Bob")
    other.wait_for("Bob")
    child.send(b"\xff\xfe")
    child.press("t")
    child.send("höchst ".encode())
    child.send(b"\x1b[200~past\x1b[201~")
    child.press("e\r")

    other.wait_for("höchst paste")


@pytest.mark.parametrize(
    ("term", "sent", "there", "missing"),
    [
        ("xterm-256color", {"COLORTERM": "truecolor"}, rb"38;2;", rb"38;5;"),
        ("xterm-256color", {}, rb"38;5;", rb"38;2;"),
        ("linux", {}, rb"\x1b\[[0-9;]*\b3[0-7]", rb"[34]8;[25];"),
        ("xterm", {"NO_COLOR": "1"}, rb"\x1b\[[0-9;]*1", rb"[34]8;[25];|\x1b\[(|[0-9;]*;)3[0-7]"),
    ],
)
def test_colors_are_those_of_the_terminal(
    house: House, term: str, sent: dict[str, str], there: bytes, missing: bytes
) -> None:
    child = house.guest(term=term, environment=sent)
    child.wait_for(LOBBY)
    child.read_for(0.3)

    assert re.search(there, child.output)
    assert not re.search(missing, child.output)


def test_colors_are_changed_by_a_key_for_this_guest_alone(house: House) -> None:
    child, other = house.guest(), house.guest("Bob")
    child.wait_for("Bob")
    other.wait_for("Bob")
    child.send(b"\x1bOQ")  # F2
    child.wait_for("16 colors")
    child.read_for(0.3)
    seen, others = len(child.output), len(other.output)
    child.press("F1")
    child.wait_for("Keys of the lobby")
    other.press("F1")
    other.wait_for("Keys of the lobby")

    assert b"8;5;" not in child.output[seen:]
    assert b"8;5;" in other.output[others:]


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_that_can_do_nothing_gets_lines(house: House, term: str) -> None:
    child = house.guest(term=term)
    child.wait_for("Your rejoin code is [a-z0-9]{5}")
    child.send(b"quit\n")

    assert child.wait_end() == 0
    assert b"\x1b" not in child.output


def test_the_code_is_asked_for_before_anything_is_drawn(house: House) -> None:
    child = house.guest("Ada", asks_code=True)
    child.wait_for("Ada has a seat here")
    child.wait_for("Rejoin code:")
    assert b"\x1b" not in child.output
    child.send(b"no code\n")
    child.wait_for("5 letters and digits")
    child.send(b"\n")

    child.wait_for(LOBBY)


@pytest.mark.parametrize(("typed", "status"), [(b"\x04", 0), (b"\x03", 130), (b"\x1c", 130)])
def test_who_does_not_answer_for_the_code_has_gone(house: House, typed: bytes, status: int) -> None:
    child = house.guest("Ada", asks_code=True)
    child.wait_for("Rejoin code:")
    child.send(typed)

    assert child.wait_end() == status


def test_a_host_that_is_not_the_one_it_was_said_to_be_is_told_nothing(house: House) -> None:
    child = house.keeper.spawn("Ada", ("127.0.0.1", house.port), bytes(32))

    assert child.wait_end(60) == 1
    assert is_home(child)


def test_a_terminal_that_is_not_read_holds_nobody_else_up(house: House) -> None:
    child, other = house.guest(size=(200, 60)), house.guest("Bob")
    child.wait_for(LOBBY)
    other.wait_for(LOBBY)
    for at in range(60):
        child.press("F1" if at % 2 else "Escape")
    child.wait_full()
    other.press("F1")
    other.wait_for("Keys of the lobby")
    child.hang_up()

    assert child.wait_end() == 129


def test_idle_it_sends_nothing(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    child.read_for(1)

    assert child.read_for(2) < 200  # the round trip is told anew at most


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what another process holds")
def test_a_child_holds_its_terminal_and_its_way_to_the_room(house: House) -> None:
    child = house.guest()
    child.wait_for(LOBBY)
    links = sorted(str(link.readlink()) for link in Path(f"/proc/{child.pid}/fd").iterdir())
    others = [link for link in links if not link.startswith(("/dev/pts/", "socket:", "pipe:", "anon_inode:"))]

    assert others == []
    assert Path(f"/proc/{child.pid}/cwd").readlink() == child.directory
    environ = Path(f"/proc/{child.pid}/limits").read_text()
    assert re.search(r"Max core file size +0 +0 ", environ)


def test_the_terminal_s_own_settings_are_back(house: House) -> None:
    child = house.guest()
    keep = os.open(child.tty, os.O_RDWR | os.O_NOCTTY)
    try:
        before = termios.tcgetattr(keep)
        child.wait_for(LOBBY)
        assert termios.tcgetattr(keep) != before
        child.signal(signal.SIGTERM)
        child.wait_end()

        assert termios.tcgetattr(keep) == before
    finally:
        os.close(keep)


def test_no_child_outlives_the_nursery(house: House, tmp_path: Path) -> None:
    with Keeper(tmp_path) as keeper:
        children = [keeper.spawn(name, ("127.0.0.1", house.port), house.fingerprint) for name in ("Ada", "Bob")]
        for child in children:
            child.wait_for(LOBBY)
        keeper.let_go()

        assert keeper.process.wait(20) == 0
        for child in children:
            child.read_for(0.2)
            assert is_home(child)
            with pytest.raises(ProcessLookupError):
                os.kill(child.pid, 0)
