from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from net.ssh.talk import Signal
from tests.tui.guests.keeping import Child, Keeper

SMALL = (sys.executable, "-m", "tests.tui.guests.small_nursery")
NOWHERE = ("127.0.0.1", 1)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    with Keeper(tmp_path, SMALL) as keeper:
        yield keeper


def spawn(keeper: Keeper, life: str, **given: Any) -> Child:
    return keeper.spawn(life, NOWHERE, bytes(32), **given)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until(done: Callable[[], bool], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline
        os.sched_yield()


def test_a_child_s_status_is_told(keeper: Keeper) -> None:
    assert spawn(keeper, "status 0").wait_end() == 0
    assert spawn(keeper, "status 7").wait_end() == 7


def test_many_children_at_once_are_told_apart(keeper: Keeper) -> None:
    children = [spawn(keeper, f"status {number}") for number in range(20)]

    assert [child.wait_end() for child in children] == list(range(20))


def test_a_child_has_nothing_but_its_terminal_and_its_directory(keeper: Keeper) -> None:
    child = spawn(keeper, "facts", term="screen-256color", environment={"LANG": "de_DE.UTF-8", "PATH": "/evil"})
    assert child.wait_end() == 0
    said = json.loads(child.output)
    directory = str(child.directory)

    assert said["directory"] == directory
    assert said["environment"] == {
        "HOME": directory,
        "XDG_CONFIG_HOME": f"{directory}/config",
        "XDG_DATA_HOME": f"{directory}/data",
        "XDG_STATE_HOME": f"{directory}/state",
        "XDG_CACHE_HOME": f"{directory}/cache",
        "TMPDIR": directory,
        "PATH": "/usr/bin:/bin",
        "TERM": "screen-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
    }
    assert len(said["descriptors"]) == 5  # its terminal three times, and the two that the loop needs
    assert said["leads its session"]
    assert said["in front"]
    assert said["terminal"].startswith("/dev/")
    assert said["umask"] == 0o077
    assert said["core"] == [0, 0]
    assert said["file"][1] <= 1024 * 1024
    assert all(said["signals"])


@pytest.mark.parametrize("term", ["\x1b[31m", "../../x", "a" * 65, "x y", "-x", "xterm\n"])
def test_a_terminal_with_a_name_like_that_is_a_dumb_one(keeper: Keeper, term: str) -> None:
    child = spawn(keeper, "facts", term=term)
    assert child.wait_end() == 0

    assert json.loads(child.output)["environment"]["TERM"] == "dumb"


def test_a_fault_is_told_to_the_host_and_not_to_the_guest(keeper: Keeper) -> None:
    child = spawn(keeper, "fail")
    assert child.wait_end() == 70

    assert child.output == b""  # the ssh server tells
    assert "a fault of the child" in keeper.errors.read_text()


@pytest.mark.parametrize("life", ["late", "late and failing"])
def test_that_the_guest_was_cut_off_is_no_fault_to_write_of(keeper: Keeper, life: str) -> None:
    child = spawn(keeper, life)
    child.wait_for("waiting")
    child.hang_up()

    assert child.wait_end() == 70
    told = keeper.errors.read_text()
    assert ("a fault of the child" in told) == ("failing" in life)
    assert ("Input/output error" in told) == ("failing" in life)


def test_ctrl_c_is_no_fault(keeper: Keeper) -> None:
    assert spawn(keeper, "interrupt").wait_end() == 130
    assert keeper.errors.read_text() == ""


def test_ctrl_c_on_its_terminal_comes_to_a_child(keeper: Keeper) -> None:
    child = spawn(keeper, "wait")
    child.wait_for("waiting")
    child.send(b"\x03")

    assert child.wait_end() == 130


def test_signals_are_passed_on(keeper: Keeper) -> None:
    child, other = spawn(keeper, "wait"), spawn(keeper, "wait")
    for one in (child, other):
        one.wait_for("waiting")
    child.signal(signal.SIGTERM)

    assert child.wait_end() == -signal.SIGTERM
    assert is_there(other.pid)


def test_a_signal_for_a_child_that_has_ended_goes_nowhere(keeper: Keeper) -> None:
    child = spawn(keeper, "status 0")
    child.wait_end()
    keeper.say(Signal(child.guest, signal.SIGKILL))
    keeper.say(Signal(999, signal.SIGKILL))

    assert spawn(keeper, "status 3").wait_end() == 3


def test_a_child_is_told_its_terminal_s_size(keeper: Keeper) -> None:
    child = spawn(keeper, "size")
    child.wait_for("looking")
    child.resize(100, 30)

    child.wait_for("100 30")


def test_a_terminal_that_is_gone_ends_its_child(keeper: Keeper) -> None:
    child = spawn(keeper, "wait")
    child.wait_for("waiting")
    child.hang_up()

    assert child.wait_end() == -signal.SIGHUP


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what another process holds")
def test_the_nursery_keeps_no_descriptor_of_a_child(keeper: Keeper) -> None:
    spawn(keeper, "status 0").wait_end()
    held = Path(f"/proc/{keeper.process.pid}/fd")
    before = len(list(held.iterdir()))
    for _ in range(10):
        spawn(keeper, "status 0").wait_end()

    assert len(list(held.iterdir())) == before


def test_no_child_outlives_the_end_of_the_socket(tmp_path: Path) -> None:
    with Keeper(tmp_path, SMALL) as keeper:
        children = [spawn(keeper, life) for life in ("wait", "wait", "stubborn")]
        for child, said in zip(children, ("waiting", "waiting", "stubborn"), strict=True):
            child.wait_for(said)
        keeper.let_go()

        assert keeper.process.wait(20) == 0
        assert not any(is_there(child.pid) for child in children)


def test_no_child_outlives_a_nursery_that_is_told_to_end(tmp_path: Path) -> None:
    with Keeper(tmp_path, SMALL) as keeper:
        child = spawn(keeper, "wait")
        child.wait_for("waiting")
        keeper.process.terminate()

        assert keeper.process.wait(20) == 0
        assert not is_there(child.pid)


def test_a_nursery_that_is_killed_takes_no_terminal_with_it(tmp_path: Path) -> None:
    """Whoever has the terminals closes them then, and children end with those."""
    with Keeper(tmp_path, SMALL) as keeper:
        child = spawn(keeper, "wait")
        child.wait_for("waiting")
        keeper.process.kill()
        keeper.process.wait(20)
        assert is_there(child.pid)
        child.hang_up()

        until(lambda: not is_there(child.pid))
