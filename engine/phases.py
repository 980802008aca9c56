"""What the table waits for, and how a seat stands with its UNO call."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

TABLE: Final = -1
"""The seat of nobody: a spectator's view, and who is asked while only a deal can go on."""


class Phase(StrEnum):
    """What is owed; a view's `owed` says by whom."""

    NEW = "new"
    """No round has been dealt yet."""
    OPENING_COLOR = "opening_color"
    """The dealer names the color to start with (rule 2.3, Wild Item Box)."""
    PLAY = "play"
    """A turn begins: play a card or draw (rules 3.1, 3.2)."""
    DRAWN = "drawn"
    """A card was drawn: play it or keep it (rule 3.2)."""
    CHALLENGE = "challenge"
    """A Wild Draw Four lies: accept or challenge (rules 4.4, 5)."""
    ITEM_COLOR = "item_color"
    """The box's player names a color (rules 4.6, 6.5)."""
    ITEM_TARGET = "item_target"
    """The box's player chooses who draws (rule 6.3)."""
    ROUND_OVER = "round_over"
    """The next round can be dealt."""
    MATCH_OVER = "match_over"
    """Someone has reached the target score (rule 9.5)."""


class Uno(StrEnum):
    """A seat and its UNO call (rules 8)."""

    NONE = "none"
    """The seat does not hold exactly one card."""
    OPEN = "open"
    """One card, not called: may be caught (rule 8.3)."""
    CALLED = "called"
    """One card, called (rule 8.4)."""
    LATE = "late"
    """One card, not called, and the chance to catch is over (rule 8.3)."""
    CAUGHT = "caught"
    """One card still, caught while nothing could be drawn (rule 8.2)."""
