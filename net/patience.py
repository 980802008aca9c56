"""How much a client bears of one host: more than any table says, and less than would drown a screen or fill a disk."""

from __future__ import annotations

from typing import Final

from net.budget import Budget
from net.messages import Message, OpenRecord

MESSAGES_A_SECOND: Final = 500.0
MESSAGES_AT_ONCE: Final = 1000.0
"""Bots that take no time play a round in less, and a screen shows so much in a moment."""
RECORDS_A_SECOND: Final = 1 / 60
RECORDS_AT_ONCE: Final = 10.0
"""Of matches that are over; they are kept on the disk."""


class Patience:
    """Counts what one host says, over all connections to it. `now` is the time in seconds, from any even clock."""

    def __init__(self) -> None:
        self._messages = Budget(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, 0.0)
        self._records = Budget(RECORDS_A_SECOND, RECORDS_AT_ONCE, 0.0)

    def bears(self, now: float) -> bool:
        """Count a message; return False if it is one too many."""
        return self._messages.spend(now)

    def takes(self, message: Message, now: float) -> bool:
        """Return whether to take a message that is borne, or to leave it aside."""
        return not isinstance(message, OpenRecord) or self._records.spend(now)
