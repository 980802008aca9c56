"""Hosts that are killed, clients that are stopped: real processes, and nobody loses a card."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from net.updates import Acknowledged, Connected, Joined, Reconnecting, RoomChanged
from tests.net.acknowledged import check_nothing_lost
from tests.net.networks import network
from tests.net.players import Player

ROOT = Path(__file__).parents[2]
KILLS = 5


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def program(module: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run a program of the tests; it is killed in the end."""
    command = [sys.executable, "-m", f"tests.net.{module}", *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_host_that_is_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    directory, port = tmp_path / "host", free_port()
    players = [Player(seed) for seed in range(2)]
    with ExitStack() as ending:
        computers = [network(tmp_path / f"player{number}") for number in range(2)]
        for computer in computers:
            ending.callback(computer.close)
        for kill in range(KILLS + 1):
            began = time.monotonic()
            with program("host_process", directory, port) as host:
                assert line(host) == f"open {port}"
                if kill == 0:
                    for number, (computer, player) in enumerate(zip(computers, players, strict=True)):
                        player.sits(computer.join(f"127.0.0.1:{port}", f"Player {number}", player))
                        player.wait(Joined)
                    for player in players:
                        player.link.ready()
                for player in players:
                    seen = player.version
                    player.wait(Acknowledged)
                    player.wait(Acknowledged, lambda done, seen=seen: done.version > seen)  # type: ignore[misc] # bound now
                back = time.monotonic() - began
                assert back < 8
                os.kill(host.pid, signal.SIGKILL)
                host.wait()
            for player in players:
                player.wait(Reconnecting)
    check_nothing_lost(directory, players, KILLS)


def test_a_client_that_is_stopped_is_away_for_all_and_back_when_it_goes_on(tmp_path: Path) -> None:
    port = free_port()
    watcher = Player(2)
    with ExitStack() as ending:
        computer = network(tmp_path / "watcher")
        ending.callback(computer.close)
        host = ending.enter_context(program("host_process", tmp_path / "host", port))
        assert line(host) == f"open {port}"
        watcher.sits(computer.join(f"127.0.0.1:{port}", "Watcher", watcher))
        watcher.wait(Joined)
        stopped = ending.enter_context(program("guest_process", tmp_path / "stopped", port))
        seat = int(line(stopped).removeprefix("joined "))

        def is_here(here: bool) -> Callable[[RoomChanged], bool]:
            return lambda changed: any(person.seat == seat and person.here is here for person in changed.room.people)

        watcher.wait(RoomChanged, is_here(True))
        os.kill(stopped.pid, signal.SIGSTOP)
        began = time.monotonic()
        watcher.wait(RoomChanged, is_here(False), within=12.0)
        assert time.monotonic() - began <= 8.0
        os.kill(stopped.pid, signal.SIGCONT)
        watcher.wait(RoomChanged, is_here(True))


def test_an_impostor_in_the_place_of_the_host_is_told_nothing(tmp_path: Path) -> None:
    port = free_port()
    player = Player(3)
    with ExitStack() as ending:
        computer = network(tmp_path / "guest")
        ending.callback(computer.close)
        with program("host_process", tmp_path / "host", port) as host:
            assert line(host) == f"open {port}"
            player.sits(computer.join(f"127.0.0.1:{port}", "Ann", player))
            player.wait(RoomChanged)
        (tmp_path / "impostor").mkdir()
        shutil.copy(tmp_path / "host" / "host-id", tmp_path / "impostor")  # the same id, another certificate
        with program("host_process", tmp_path / "impostor", port) as impostor:
            assert line(impostor) == f"open {port}"
            player.wait(Reconnecting, lambda update: "another certificate" in update.sentence)
        with program("host_process", tmp_path / "host", port) as host:
            player.wait(Connected, within=20.0)
