"""The time of a game, which stands still while the game does, and the time that an answer may take."""

from __future__ import annotations

from typing import Final

LATE: Final = 1.0
"""Whoever is woken later than this, in seconds, has slept; that is nobody's fault at the table."""


class GameClock:
    """Tells the time of a game from the time of the computer. It never runs back."""

    def __init__(self) -> None:
        self._behind = 0.0
        self._stopped_at: float | None = None

    @property
    def stopped(self) -> bool:
        """Whether it stands still."""
        return self._stopped_at is not None

    def time(self, now: float) -> float:
        """Return the time of the game."""
        return (now if self._stopped_at is None else self._stopped_at) - self._behind

    def when(self, time: float) -> float | None:
        """Return when it will be so late in the game; None while the clock stands still."""
        return None if self.stopped else time + self._behind

    def stop(self, now: float) -> None:
        """Let it stand still."""
        if self._stopped_at is None:
            self._stopped_at = now

    def go(self, now: float) -> None:
        """Let it run on from where it stood."""
        if self._stopped_at is not None:
            self._behind += max(0.0, now - self._stopped_at)
            self._stopped_at = None

    def forgive(self, late: float) -> None:
        """Take it that so many seconds never were."""
        self._behind += late


class AnswerTimer:
    """How long the answer to the present question may take. `seconds` is 0 for as long as it likes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.due: float | None = None
        """When the default is taken, in the time of the game; None while no time runs."""
        self._question: object = None

    def ask(self, question: object, now: float) -> None:
        """Let time run for a question; for the same question it goes on running. None is no question."""
        if question is None or not self.seconds:
            self._question = self.due = None
        elif question != self._question:
            self._question = question
            self.due = now + self.seconds
