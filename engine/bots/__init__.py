"""Players made of rules of thumb. A bot is shown the view of its seat, never the match, and answers with an action."""

from __future__ import annotations

from random import Random
from typing import Literal, assert_never

from engine.bots.bot import Bot
from engine.bots.easy import EasyBot
from engine.bots.normal import NormalBot
from engine.bots.uniform import RandomBot

__all__ = ["Bot", "EasyBot", "Level", "NormalBot", "RandomBot", "make"]

Level = Literal["easy", "normal"]
"""How well a bot plays."""


def make(level: Level, rng: Random) -> Bot:
    """Return a bot of a level. What it leaves to chance it takes from `rng`, and from nothing else."""
    match level:
        case "easy":
            return EasyBot(rng)
        case "normal":
            return NormalBot(rng)
    assert_never(level)
