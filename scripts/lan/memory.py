"""What a host's memory does over an evening of many rounds, with people who come and go."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from engine.phases import Phase
from engine.rules import Rules
from net.addresses import Endpoint
from scripts.lan.crowd import Crowd
from scripts.lan.hosted import Hosted

_PLAYERS: Final = 10
_RULES: Final = Rules(target_score=500, hand_size=2)
"""Short rounds, and matches that end and begin again as they do in an evening."""
_CHANGE_EVERY: Final = 5
"""Rounds after which someone leaves and someone else comes."""
_WARM: Final = 100
"""Rounds that a host may grow in: by then all code has run, and all caches are full."""
_SHOWN: Final = 100


def measure_memory(rounds: int) -> None:
    """Print how much a host grows."""
    print(f"memory of a host over {rounds} rounds of {_PLAYERS}, after {_WARM} to warm up", flush=True)
    asyncio.run(_evening(rounds))


async def _evening(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as where:
        hosted = Hosted(Path(where, "host"))
        crowd = Crowd(Path(where), Endpoint(hosted.address, hosted.port))
        try:
            await crowd.begin(_PLAYERS, _RULES)
            matches = 0
            before = 0.0
            for number in range(1, _WARM + rounds + 1):
                while not crowd.round_over:
                    await crowd.move()
                matches += crowd.phase is Phase.MATCH_OVER
                if number % _CHANGE_EVERY == 0:
                    await _change(crowd)
                if number == _WARM:
                    before = hosted.resident
                elif number % _SHOWN == 0:
                    print(f"  after {number - _WARM} rounds: {hosted.resident - before:+.1f} MB", flush=True)
                await crowd.deal()
            print(
                f"  {hosted.resident - before:+.1f} MB on {before:.1f} MB, in {matches} matches, with"
                f" {crowd.came - _PLAYERS} who left and as many who came (goal: under +5)"
            )
        finally:
            await crowd.close()
            hosted.kill()


async def _change(crowd: Crowd) -> None:
    """Let one leave, and another take the seat."""
    await crowd.go(crowd.guests[0])
    guest = await crowd.come()
    if guest not in crowd.seated:
        guest.link.sit()
        await crowd.until(lambda: guest in crowd.seated)
