"""What was found out about something, and whether that is as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["good", "note", "wrong"]
"""As it should be; something to know; something that keeps the game from working."""


@dataclass(frozen=True)
class Finding:
    """One thing, in a sentence."""

    verdict: Verdict
    text: str


def good(text: str) -> Finding:
    """Return that something is as it should be."""
    return Finding("good", text)


def note(text: str) -> Finding:
    """Return something that one should know."""
    return Finding("note", text)


def wrong(text: str) -> Finding:
    """Return something that keeps the game from working."""
    return Finding("wrong", text)
