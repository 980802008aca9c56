"""What is known of a guest's terminal: what it says of itself, and whether it has to be put in order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

TOLD: Final = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""What a guest's ssh may set in the environment of their child."""

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_VALUE: Final = re.compile(rb"[A-Za-z0-9._@:+-]{0,64}")

_ENTERS: Final = b"\x1b[?1049h"
_LEAVES: Final = b"\x1b[?1049l"
_OVERLAP: Final = len(_ENTERS) - 1

CUT_OFF: Final = b"\x18\x1b[?2026l\x1b[0m"
"""Ends whatever sequence, picture or style was cut off in its middle."""

_RESTORE: Final = CUT_OFF + b"".join(
    (
        b"\x1b[<u",  # keys reported in kitty's way
        *(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2031, 2048)),
        b"\x1b[?7h",  # lines wrap
        _LEAVES,
        b"\x1b[?25h",  # the cursor is seen
        b"\r\n",
    )
)


def term(told: str) -> str:
    """Return a guest's TERM as it may be passed on; nothing where it is none."""
    return told if _TERM.fullmatch(told) else ""


def environment(told: Mapping[bytes, bytes]) -> dict[str, str]:
    """Return what of `TOLD` a guest's ssh has sent, as far as it can be meant in earnest."""
    values = {name: told.get(name.encode()) for name in TOLD}
    return {name: value.decode() for name, value in values.items() if value is not None and _VALUE.fullmatch(value)}


class Picture:
    """Watches what a guest's terminal is sent, and so knows whether it is full of the game."""

    def __init__(self) -> None:
        self._shown = False
        self._tail = b""

    def see(self, data: bytes) -> None:
        """Take in what is sent."""
        seen = self._tail + data
        entered, left = seen.rfind(_ENTERS), seen.rfind(_LEAVES)
        if entered != left:
            self._shown = entered > left
        self._tail = seen[-_OVERLAP:]

    def restoring(self) -> bytes:
        """Return what gives the guest their terminal back; nothing where they have it."""
        return _RESTORE if self._shown else b""
