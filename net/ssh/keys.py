"""What a guest types, as far as it is taken.

A person types little, and pastes a line. Whatever comes in a flood (a file pasted by mistake, a cat on the keyboard, a
program) is thrown away until it is over, so that the keys after it work at once: its pieces would be taken for keys.
"""

from __future__ import annotations

from typing import Final

AT_ONCE: Final = 4 * 1024
"""So many bytes are taken at once, as when a text is pasted; nor may one paste be longer, however slowly it comes."""
A_SECOND: Final = 16 * 1024
"""And so many a second, in the long run."""

QUIET: Final = 0.3
"""A flood is over, in seconds, once nothing has come for so long."""
QUIET_IN_PASTE: Final = 3.0
"""The same while a paste has not come to its marked end."""

_BEGIN: Final = b"\x1b[200~"
_END: Final = b"\x1b[201~"
_OVERLAP: Final = len(_END) - 1


class _Paste:
    """Watches a stream for the marks around what is pasted."""

    def __init__(self) -> None:
        self.inside = False
        self._tail = b""

    def see(self, data: bytes) -> bytes:
        """Take in what comes next; return what of it is behind the last end of a paste, all of it if there is none."""
        seen = self._tail + data
        begun, ended = seen.rfind(_BEGIN), seen.rfind(_END)
        if begun != ended:
            self.inside = begun > ended
        self._tail = seen[-_OVERLAP:]
        return data if ended < 0 else seen[ended + len(_END) :]


class Keys:
    """Lets through what a guest types, and no flood. Times in seconds, from a clock that goes on evenly."""

    def __init__(self) -> None:
        self._left = float(AT_ONCE)
        self._at = 0.0
        self._flooded = False
        self._came, self._passed = _Paste(), _Paste()
        self._pasted = 0
        self._room = 0

    def take(self, data: bytes, now: float, room: int = AT_ONCE) -> bytes:
        """Return what of some input is to be passed on.

        `room` is for how many bytes the program has room; only what ends a paste for it comes beside that.
        """
        self._room = room
        since = now - self._at
        self._left = min(AT_ONCE, self._left + since * A_SECOND)
        self._at = now
        closing = b""
        if self._flooded and since >= (QUIET_IN_PASTE if self._came.inside else QUIET):
            closing = self._end_flood()
        return closing + (self._in_flood(data) if self._flooded else self._pass_on(data))

    def _pass_on(self, data: bytes) -> bytes:
        fits = min(len(data), int(self._left), self._room, AT_ONCE - self._pasted)
        self._left -= fits
        self._room -= fits
        taken, rest = data[:fits], data[fits:]
        self._came.see(taken)
        self._passed.see(taken)
        self._pasted = self._pasted + fits if self._passed.inside else 0
        if not rest:
            return taken
        self._flooded = True
        return taken + self._in_flood(rest)

    def _in_flood(self, data: bytes) -> bytes:
        """Throw input away, but for the end of a paste and what comes after it."""
        was_inside = self._came.inside
        after = self._came.see(data)
        if not was_inside or self._came.inside:
            return b""
        return self._end_flood() + (self._pass_on(after) if after else b"")

    def _end_flood(self) -> bytes:
        """Return what ends the paste for the program, if it is in one."""
        self._flooded = False
        closing = _END if self._passed.inside else b""
        self._came, self._passed = _Paste(), _Paste()
        self._pasted = 0
        return closing
