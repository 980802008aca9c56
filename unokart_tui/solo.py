"""What a player's choices ask of a match against bots."""

from __future__ import annotations

from engine.rules import Rules
from net.names import clean_name
from net.solo import SoloSetup
from unokart_tui.config import Settings


def solo_setup(settings: Settings, seed: int | None) -> SoloSetup:
    """Return the match that the settings ask for; without a seed, every one is another."""
    return SoloSetup(
        name=clean_name(settings.name),
        bots=(settings.level,) * settings.bots,
        rules=Rules(target_score=settings.target),
        seed=seed,
        pace=settings.pace,
    )
