"""Motion: short, never in the way of a key, and given up where frames come late because the line can't carry them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from unokart_tui.timers import Timers

T = TypeVar("T")

FRAME: Final = 0.08
"""Seconds that each frame is seen."""
LATE: Final = 0.15
"""A frame so many seconds late was kept waiting by the terminal: its writer holds everything up while it is full."""
_PATIENCE: Final = 3
"""Late frames after which there are no more."""


class Motion:
    """Whether things may move; one for everything that moves on a screen."""

    def __init__(self, wished: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._wished = wished
        self._late = 0

    @property
    def on(self) -> bool:
        """Whether things move."""
        return self._wished and self._late < _PATIENCE

    def wish(self, wished: bool) -> None:
        """Take in whether the player wants things to move."""
        self._wished = wished

    def came(self, due: float) -> None:
        """Take in that a frame comes now which was due then."""
        if self.clock() - due > LATE:
            self._late += 1


class Reel(Generic[T]):
    """Shows frames one after the other; none is begun while others run, so that nothing queues up.

    `show` is given each frame, and None when all have been seen.
    """

    def __init__(self, motion: Motion, timers: Timers, show: Callable[[T | None], None]) -> None:
        self._motion = motion
        self._timers = timers
        self._show = show
        self.running = False
        """Whether there are frames to come."""

    def play(self, frames: Sequence[T]) -> None:
        """Show frames, if things move and nothing is being shown."""
        if self._motion.on and not self.running and frames:
            self.running = True
            self._step(frames, 0)

    def stop(self) -> None:
        """Show no more frames; `show` is given None if any were still to come."""
        if self.running:
            self._timers.stop("frame")
            self.running = False
            self._show(None)

    def _step(self, frames: Sequence[T], at: int) -> None:
        if at == len(frames):
            self.running = False
            self._show(None)
            return
        self._show(frames[at])
        due = self._motion.clock() + FRAME

        def later() -> None:
            self._motion.came(due)
            self._step(frames, at + 1)

        self._timers.start("frame", FRAME, later)
