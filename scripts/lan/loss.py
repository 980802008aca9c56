"""Moves over a bad network: a namespace for the host, another for the clients, a slow and lossy switch between them."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from net.addresses import Endpoint
from scripts.lan.crowd import Crowd
from scripts.lan.hosted import ROOT, Hosted
from scripts.lan.moves import CLIENTS, RULES, percentile, play
from scripts.lan.switch import address
from tests.net.namespaces import REASON

_MILLISECONDS: Final = 20
"""Each way."""
_LOSS: Final = 0.01
_PAUSE: Final = 0.03


def measure_loss(runs: int, moves: int) -> None:
    """Print how soon moves arrive, or why that can't be measured here."""
    if REASON is not None:
        print(f"a bad network: not measured, since {REASON}")
        return
    print(f"{_MILLISECONDS} ms each way and {_LOSS:.0%} lost, {CLIENTS} clients; {runs} runs", flush=True)
    found = [_run(moves) for _ in range(runs)]
    arrived = [len(times) for times in found]
    middle = median(median(times) for times in found)
    late = median(percentile(times, 0.99) for times in found)
    print(f"  moves that all saw: {', '.join(map(str, arrived))} (goal: {moves} in each run)")
    print(f"  a move seen by all: median {middle:.1f} ms (goal: under 60), 99 % within {late:.0f} ms")


def _run(moves: int) -> list[float]:
    with tempfile.TemporaryDirectory() as where, ExitStack() as ending:
        pids = [ending.enter_context(_namespace()) for _ in range(2)]
        ending.enter_context(_switched(pids))
        hosted = Hosted(Path(where, "host"), address=address(1), inside=_inside(pids[0]), closed=True)
        ending.callback(hosted.kill)
        command = [*_inside(pids[1]), sys.executable, "-m", "scripts.lan.loss", where, str(hosted.port), str(moves)]
        played = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        times: list[float] = json.loads(played.stdout)
        return times


def _inside(pid: int) -> list[str]:
    return ["nsenter", f"--net=/proc/{pid}/ns/net"]


@contextmanager
def _namespace() -> Iterator[int]:
    """Hold a namespace; give the process that does."""
    command = ["unshare", "--net", "sh", "-c", "ip link set lo up; echo ready; exec cat"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield holder.pid
        holder.kill()


@contextmanager
def _switched(pids: list[int]) -> Iterator[None]:
    """Connect namespaces."""
    command = [sys.executable, "-m", "scripts.lan.switch", str(_MILLISECONDS), str(_LOSS), *map(str, pids)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as switch:
        assert switch.stdout is not None
        if switch.stdout.readline() != b"ready\n":
            raise RuntimeError("The switch does not work.")
        yield
        switch.kill()


async def _play(directory: Path, port: int, moves: int) -> list[float]:
    crowd = Crowd(directory, Endpoint(address(1), port))
    try:
        await crowd.begin(CLIENTS, RULES)
        return await play(crowd, moves, _PAUSE)
    finally:
        await crowd.close()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_play(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))))
