"""What others notice of attacks: how soon their moves are acknowledged, in peace and under each attack."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

from net.addresses import Endpoint
from scripts.lan.attacker import KINDS, PEACE
from scripts.lan.crowd import Crowd
from scripts.lan.hosted import ROOT, Hosted
from scripts.lan.moves import RULES, percentile

_OTHERS: Final = 4
_PAUSE: Final = 0.03
"""Seconds after each move: with less, the players' own programs would hold moves back to stay within their budget."""
_ALLOWED: Final = 50.0


class Attacking:
    """The program that attacks, in a process of its own."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "scripts.lan.attacker", str(port)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)

    async def heard(self, word: str) -> None:
        """Wait until it says something."""
        assert self._process.stdout is not None
        line = await asyncio.to_thread(self._process.stdout.readline)
        if line.strip() != word:
            raise RuntimeError(f"The attack ended: {line!r}")

    def tell(self, word: str) -> None:
        """Say a line to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def measure_attacks(runs: int, seconds: float) -> None:
    """Print how late acknowledgements are."""
    print(f"{_OTHERS} play, and one who has a seat attacks; {runs} runs of {seconds:g} s for each attack", flush=True)
    found = [asyncio.run(_run(seconds)) for _ in range(runs)]
    peace = median(percentile(one[PEACE], 0.99) for one in found)
    print(f"  acknowledged in peace: 99 % within {peace:.1f} ms")
    worst = 0.0
    for kind in KINDS:
        late = median(percentile(one[kind], 0.99) for one in found)
        later = median(percentile(one[kind], 0.99) - percentile(one[PEACE], 0.99) for one in found)
        worst = max(worst, later)
        moves = sum(len(one[kind]) for one in found)
        print(f"    {kind}: 99 % of {moves} within {late:.1f} ms, {later:+.1f}")
    print(f"  the worst attack: {worst:+.1f} ms (goal: within {_ALLOWED:g})")


async def _run(seconds: float) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as where:
        hosted = Hosted(Path(where, "host"))
        attacking = Attacking(hosted.port)
        crowd = Crowd(Path(where), Endpoint(hosted.address, hosted.port))
        try:
            for number in range(_OTHERS):
                await crowd.come()
                if number == 0:  # the host decides what is played, and is none who attacks
                    crowd.guests[0].link.set_rules(RULES)
                    attacking.tell(PEACE)
                    await attacking.heard("seated")
            await crowd.deal()
            found: dict[str, list[float]] = {}
            for kind in (PEACE, *KINDS):
                if kind != PEACE:
                    attacking.tell(kind)
                await attacking.heard(kind)
                found[kind] = await _acknowledged(crowd, seconds)
                attacking.tell("")
            if not hosted.running:
                raise RuntimeError("The host has ended.")
            return found
        finally:
            await crowd.close()
            attacking.kill()
            hosted.kill()


async def _acknowledged(crowd: Crowd, seconds: float) -> list[float]:
    """Play for a while; return the milliseconds until each move was acknowledged."""
    until = monotonic() + seconds
    times: list[float] = []
    while monotonic() < until:
        await crowd.until(lambda: crowd.turn is not None or crowd.round_over)
        if crowd.round_over:
            await crowd.deal()
        else:
            times.append((await crowd.move())[1] * 1000)
            await asyncio.sleep(_PAUSE)
    return times
