"""How a guest's evening ends when it was not the guest who ended it: what they are told, and ssh's exit status."""

from __future__ import annotations

from typing import Final

from net.updates import Closed
from unokart_tui.coming_back import Guest
from unokart_tui.plain import LOST

_IN_ORDER: Final = ("host_closing", "saved", "deserted", "closed")
"""The room, or the way into it, was closed as it should be."""
_ELSEWHERE: Final = "superseded"
_NO_WAY_BACK: Final = ("kicked", "banned", "full", "version", "code", "token", "fingerprint", "unreachable")


def last_words(closed: Closed, guest: Guest) -> tuple[str, int]:
    """Return what a guest is told at the end, with what leads back where something does, and the exit status."""
    if closed.code == _ELSEWHERE:
        return closed.sentence, 0
    if closed.code in _IN_ORDER:
        return f"{closed.sentence} {guest.place.way_back_later()}", 0
    if closed.code in _NO_WAY_BACK:
        return closed.sentence, LOST
    return f"{closed.sentence} {guest.place.way_back()}", LOST
