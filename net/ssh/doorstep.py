"""Who may knock at the ssh server: how many at a time, how often, and how many wrong passphrases.

Addresses are as `net.addresses.source` gives them. Times are in seconds, from any clock that goes on evenly.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec import Struct

from net.waits import try_again

STRANGERS: Final = 8
"""So many connections at a time that have not logged in."""
STRANGERS_AN_ADDRESS: Final = 4
FAILURES: Final = 5
"""After so many wrong passphrases an address is not let in for `BLOCKED`."""
BLOCKED: Final = 60.0

_FORGET: Final = 600.0
_ADDRESSES: Final = 1024

# What a connection costs before it is known whose it is, mostly the exchange of keys, must not add up.
_KNOCKS_AT_ONCE: Final = 32
_KNOCKS_A_SECOND: Final = 8.0

FULL: Final = "Too many people are at the door. Try again in a moment."
FULL_HERE: Final = "Too many people from your address are at the door. Try again in a moment."


class _Past(Struct):
    """What is known of an address."""

    seen: float
    failures: int = 0
    failed: float = 0.0
    blocked_until: float = 0.0
    next_knock: float = 0.0
    """As if every knock were put off until those before it are long enough ago."""


class Doorstep:
    """Counts those who have not logged in, and remembers what their addresses have done."""

    def __init__(self) -> None:
        self._strangers: Counter[str] = Counter()
        self._past: dict[str, _Past] = {}

    def refusal(self, address: str, now: float) -> str | None:
        """Return why a connection from an address can't be taken now, in a sentence, or None."""
        seconds = self.blocked(address, now)
        if seconds > 0:
            return f"Too many wrong passphrases came from your address. {try_again(seconds)}"
        if self._strangers.total() >= STRANGERS:
            return FULL
        return FULL_HERE if self._strangers[address] >= STRANGERS_AN_ADDRESS else None

    def enter(self, address: str, now: float) -> float:
        """Count one more who has not logged in; return for how long to let them wait before anything is done."""
        self._strangers[address] += 1
        past = self._known(address, now)
        late = max(past.next_knock, now - _KNOCKS_AT_ONCE / _KNOCKS_A_SECOND)
        past.next_knock = late + 1 / _KNOCKS_A_SECOND
        return max(0.0, past.next_knock - now)

    def leave(self, address: str) -> None:
        """Count one less, who has logged in or has gone."""
        self._strangers[address] -= 1
        if not self._strangers[address]:
            del self._strangers[address]

    def failed(self, address: str, now: float) -> None:
        """Note a wrong passphrase."""
        past = self._known(address, now)
        if now - past.failed > _FORGET:
            past.failures = 0
        past.failures += 1
        past.failed = now
        if past.failures >= FAILURES:
            past.failures = 0
            past.blocked_until = now + BLOCKED

    def blocked(self, address: str, now: float) -> float:
        """Return for how many seconds nobody of an address is let in."""
        past = self._past.get(address)
        return max(0.0, past.blocked_until - now) if past else 0.0

    def _known(self, address: str, now: float) -> _Past:
        past = self._past.pop(address, None) or _Past(now, next_knock=now - _KNOCKS_AT_ONCE)
        past.seen = now
        self._past[address] = past  # last, so that the first is whoever was not seen for longest
        if len(self._past) > _ADDRESSES:
            del self._past[next(iter(self._past))]
        return past
