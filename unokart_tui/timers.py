"""Timers of a screen by name: one that is started again begins anew."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


class Timers:
    """What time has still to do for a widget or screen; it ends with its owner."""

    def __init__(self, owner: MessagePump) -> None:
        self._owner = owner
        self._running: dict[str, Timer] = {}

    def __contains__(self, name: str) -> bool:
        """Whether a timer runs."""
        return name in self._running

    def start(self, name: str, seconds: float, do: Callable[[], object]) -> None:
        """Do something after so many seconds."""
        self.stop(name)

        def due() -> None:
            self._running.pop(name, None)
            do()

        self._running[name] = self._owner.set_timer(seconds, due)

    def stop(self, name: str) -> None:
        """Let it be, if it runs."""
        timer = self._running.pop(name, None)
        if timer is not None:
            timer.stop()
