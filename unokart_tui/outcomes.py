"""What becomes of a key that was pressed at a table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from unokart_tui.room_keys import Ask


@dataclass(frozen=True)
class Send:
    """Ask the table for this."""

    action: Action


@dataclass(frozen=True)
class Say:
    """Nothing happens, or nothing that is seen elsewhere; this says why."""

    sentence: str


@dataclass(frozen=True)
class Shown:
    """The screen changed, no more."""


@dataclass(frozen=True)
class GoOn:
    """See how the round or the match ended, and go on."""


Answer = Send | Say | Shown | GoOn | Ask
