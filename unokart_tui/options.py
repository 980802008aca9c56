"""What a player may set about the table on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from unokart_tui.hand import Order
from unokart_tui.keymap import TABLE_KEYS, TableKeys
from unokart_tui.palette import Palette


@dataclass(frozen=True)
class TableOptions:
    """How the table looks and makes itself heard. Times are in seconds."""

    bell: bool = True
    """Ring when your turn begins."""
    set_title: Callable[[str], None] | None = None
    """Called with the terminal's title whenever it should change; None leaves the title alone."""
    attract: Callable[[str], None] | None = None
    """Called with a sentence that the player should see wherever they look; None where nothing can be shown."""
    remind: bool = True
    """Ring, and attract the player, when little time is left for their answer."""
    box_moment: bool = True
    """Show item boxes being opened in the middle of the table."""
    motion: bool = True
    """Let cards travel to the pile, and lanes flash that an item hits."""
    palette: Palette | None = None
    """None for the one that suits the terminal."""
    ascii: bool = False
    """Draw with ASCII marks alone."""
    order: Order = "color"
    """How the hand is sorted at first."""
    keys: TableKeys = TABLE_KEYS
    """Which key stands for which command."""
    keep_after: float = 1.2
    """How long a drawn card that can't be played is shown before it is kept."""
    notice_for: float = 4.0
    """How long it is said why a key did nothing."""
    patience: float = 0.5
    """How long an answer of the table may take before it is said that it is awaited."""
    linger: float = 1.6
    """How long the last card of a round is left to be seen before the results come."""
    settle: float = 0.35
    """How long after the hand or the question has changed no key plays or answers."""
    clock: Callable[[], float] = time.monotonic
