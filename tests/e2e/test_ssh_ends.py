"""However a guest's game ends, nothing is left of it, and their terminal is theirs again as far as that can be."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.ssh import Evening, code_on, evening, needs_ssh, tree
from tests.e2e.terminals import Pty
from tests.e2e.test_ssh_home import AS_BEFORE

pytestmark = [pytest.mark.timeout(150), needs_ssh]


LEAVES: Final = b"\x1b[?1049l"


@pytest.fixture
def eve(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as one:
        yield one


def restored(guest: Pty) -> bool:
    return guest.modes() <= AS_BEFORE and guest.kitty_depth() <= 0


def words(guest: Pty) -> str:
    """Return what was written on a terminal once it was the guest's again, in one line."""
    written = guest.output[guest.output.rindex(LEAVES) + len(LEAVES) :].decode()
    return " ".join(re.sub(r"\x1b\[[?<>0-9;]*[a-z]", "", written).split())


def left_over(where: Path) -> list[Path]:
    """Return what is left of guests' directories."""
    return [path for parent in where.rglob("ssh-guests") for path in parent.glob("*/*") if path.is_dir()]


def gone(pids: list[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_a_killed_child_client_or_ssh_server_takes_nobody_else_along(eve: Evening) -> None:
    eve.open("--bots", "1")
    host = eve.host.process.pid
    server, nursery = tree(host)
    ada, bob = eve.sits("Ada"), eve.sits("Bob")
    first, second = tree(nursery)
    code = code_on(ada)
    ada.press("t", "still here", "Enter")
    bob.wait_for("Ada: still here")

    os.kill(first, signal.SIGKILL)
    assert ada.wait_end() == 128 + signal.SIGKILL
    assert restored(ada)
    assert words(ada).endswith(
        "The game has broken off on the host's side. The same ssh command leads back to your seat, with the rejoin "
        f"code {code}. Connection to 127.0.0.1 closed."
    )
    bob.wait_for("Ada is away")

    bob.process.kill()
    eve.wait(lambda: gone([second]), 20)
    eve.wait(lambda: not left_over(eve.where))
    eve.wait(lambda: "Bob is away" in eve.log)
    ada = eve.sits("Ada2")
    os.kill(server, signal.SIGKILL)
    assert ada.wait_end() == 255
    eve.wait(lambda: gone([server, nursery]))
    eve.wait(lambda: "The ssh server has ended unexpectedly" in eve.log)
    assert eve.host.process.poll() is None
    late = eve.people.start("Eve", "join", where_to_join(eve), "--plain")
    eve.people.wait_said(late, "You can: ")
    eve.host.ask_to_end()
    assert eve.people.wait_end(eve.host) == 0


def where_to_join(eve: Evening) -> str:
    found = eve.host.said(r"unokart join (127\.0\.0\.1:\d+)")
    assert found
    return found[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_host_its_guests_have_their_terminals_again(eve: Evening, number: int) -> None:
    eve.open()
    ada = eve.sits("Ada")
    code = code_on(ada)
    pids = tree(eve.host.process.pid)
    assert len(pids) == 3
    eve.host.process.send_signal(number)
    killed = number == signal.SIGKILL
    assert ada.wait_end() == (1 if killed else 0)
    assert restored(ada)
    why = "The host's program has ended all of a sudden." if killed else "The host has ended the program."
    assert why in words(ada)
    assert words(ada).endswith(
        "Once the room is open again, the same ssh command leads back to your seat, with the rejoin code "
        f"{code}. Connection to 127.0.0.1 closed."
    )
    assert code not in eve.log
    eve.wait(lambda: gone(pids))
    assert left_over(eve.where) == []
    eve.people.wait_end(eve.host)
