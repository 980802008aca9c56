"""How many messages may go over a connection: some at once, and so many a second after."""

from __future__ import annotations

from typing import Final

_WHOLE: Final = 1 - 1e-9
"""Who comes back at the time that `next` has told finds a token, however time is rounded."""


class Budget:
    """A bucket of `burst` tokens into which `rate` fall a second; each message takes one."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._counted = now

    def spend(self, now: float) -> bool:
        """Take a token; return False, and take none, where there is none."""
        self._fill(now)
        if self._tokens < _WHOLE:
            return False
        self._tokens -= 1
        return True

    def next(self, now: float) -> float:
        """Return when there will be a token."""
        self._fill(now)
        return now + max(0.0, 1 - self._tokens) / self._rate

    def _fill(self, now: float) -> None:
        if now > self._counted:
            self._tokens = min(self._burst, self._tokens + (now - self._counted) * self._rate)
            self._counted = now
