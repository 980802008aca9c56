"""The turn timer in the line mode: silent until little time is left, and then said once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.phases import TABLE
from net.updates import Clock, RoomState
from unokart_tui.names import counted, name_in

LAST_SECONDS: Final = 10
"""From here on it is said how little time is left for an answer."""


class TurnTimer:
    """Knows when to warn. `clock` is the time in seconds, from any clock that goes on evenly."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.wake: float | None = None
        """When the warning is due; None while there is none to come."""
        self._clock = clock
        self._told = Clock(TABLE, None)

    def set(self, told: Clock) -> None:
        """Take what the table waits for, and how long."""
        self._told = told
        self.wake = None
        if told.seat != TABLE and told.milliseconds is not None:
            self.wake = self._clock() + max(0.0, told.milliseconds / 1000 - LAST_SECONDS)

    def warning(self, room: RoomState) -> str | None:
        """Return the warning once it is due."""
        if self.wake is None or self._clock() < self.wake:
            return None
        self.wake = None
        mine = self._told.seat == room.seat
        who = "You have" if mine else f"{name_in(room.people, self._told.seat)} has"
        left = min(LAST_SECONDS, round((self._told.milliseconds or 0) / 1000))
        return f"{who} {counted(left, 'second')} left"
