"""How soon a move is seen by all, and what it costs each of them in bytes."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import Final

from msgspec import Struct

from engine.rules import Rules
from net.addresses import Endpoint
from scripts.lan.crowd import Crowd
from scripts.lan.echo import Echoes
from scripts.lan.hosted import Hosted

CLIENTS: Final = 10
RULES: Final = Rules(target_score=100_000)
"""A match that does not end meanwhile."""
ECHO_BYTES: Final = 120
"""About as many as a client is sent for a move."""
_BLOCK: Final = 50
"""Moves, then as many echoes, so that both meet with the same neighbors on the machine."""
_PAUSE: Final = 0.015
"""Seconds after each move: a client that plays without one soon has to wait for its budget of messages."""


class Timed(Struct):
    """What one run found. Times in milliseconds, from the request to the last client."""

    moves: list[float]
    echoes: list[float]
    bytes_a_move: float


def percentile(times: list[float], part: float) -> float:
    """Return the time that such a part of them does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


async def play(crowd: Crowd, moves: int, pause: float = _PAUSE) -> list[float]:
    """Play so many moves, with new rounds as they come; return the milliseconds until all saw each."""
    times: list[float] = []
    while len(times) < moves:
        if crowd.round_over:
            await crowd.deal()
        times.append((await crowd.move())[0] * 1000)
        await asyncio.sleep(pause)
    return times


async def run(moves: int) -> Timed:
    """Host a room for ten, play in it, and echo beside it."""
    with tempfile.TemporaryDirectory() as where:
        hosted = Hosted(Path(where, "host"))
        echoes = Echoes(Path(where, "echo"))
        crowd = Crowd(Path(where), Endpoint(hosted.address, hosted.port))
        try:
            await echoes.begin(CLIENTS)
            await crowd.begin(CLIENTS, RULES)
            await play(crowd, _BLOCK)  # to warm up
            found = Timed([], [], 0.0)
            received, version = sum(guest.received() for guest in crowd.guests), crowd.guests[0].version
            while len(found.moves) < moves:
                found.moves += await play(crowd, min(_BLOCK, moves - len(found.moves)))
                for _ in range(_BLOCK):
                    found.echoes.append(await echoes.echo(ECHO_BYTES) * 1000)
                    await asyncio.sleep(_PAUSE)
            received = sum(guest.received() for guest in crowd.guests) - received
            found.bytes_a_move = received / CLIENTS / (crowd.guests[0].version - version)
            return found
        finally:
            await crowd.close()
            echoes.close()
            hosted.kill()


def measure_moves(runs: int, moves: int) -> None:
    """Print how soon moves are seen, and the bytes."""
    print(f"loopback, TLS, a host and {CLIENTS} clients in two processes; {runs} runs of {moves} moves", flush=True)
    found = [asyncio.run(run(moves)) for _ in range(runs)]
    middle = median(median(one.moves) for one in found)
    late = median(percentile(one.moves, 0.99) for one in found)
    bare = median(median(one.echoes) for one in found)
    bare_late = median(percentile(one.echoes, 0.99) for one in found)
    times = median(percentile(one.moves, 0.99) / percentile(one.echoes, 0.99) for one in found)
    print(f"  a move seen by all: median {middle:.2f} ms (goal: under 10), 99 % within {late:.2f} ms")
    print(f"  a bare echo to all: median {bare:.2f} ms, 99 % within {bare_late:.2f} ms")
    print(f"  the former 99 % is {times:.2f} of the latter in the same run (goal: under 5)")
    amount = median(one.bytes_a_move for one in found)
    print(f"  bytes to each client a move, with TLS and all else that is said: {amount:.0f} (goal: under 250)")
