"""A screen that has just come up: keys that were meant for the one before it are still under way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

QUIET = 0.5
"""Seconds after a screen has come up in which Enter is not meant for it."""
_REPEATS_WITHIN: Final = 0.2
"""Seconds between two Enters that come from one key being held."""


class Settling:
    """Tells an Enter for this screen from one that was pressed, or is still held, for the screen before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = clock() + QUIET

    @property
    def left(self) -> float:
        """How many seconds Enter is not meant for this screen yet; 0 once it is."""
        return max(0.0, self._until - self._clock())

    def over(self) -> bool:
        """Say whether an Enter that comes now counts; ask once for each."""
        now = self._clock()
        if now >= self._until:
            return True
        self._until = max(self._until, now + _REPEATS_WITHIN)
        return False


def enter_key(does: str, settling: Settling) -> tuple[str, str]:
    """Return Enter and what it does for a bar of keys, or their place left empty as long as it does not."""
    return ("     ", " " * len(does)) if settling.left else ("Enter", does)
