"""A guest's pty, seen from the ssh server: what the guest types goes in, what they see comes out."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

COLUMNS: Final = 400
ROWS: Final = 150
_USUAL: Final = (80, 24)

_READ: Final = 64 * 1024
_RESIZE_EVERY: Final = 0.05
_OTHER_SIZE_FOR: Final = 0.25  # a program that is busy for longer sees no other size, and paints nothing
_WAITING: Final = 4 * 1024

# Of the modes of RFC 4254 those that say which keys edit a line, and where they go: a guest's Backspace may be another.
_EDITING: Final = {
    1: termios.VINTR,
    2: termios.VQUIT,
    3: termios.VERASE,
    4: termios.VKILL,
    5: termios.VEOF,
    12: termios.VREPRINT,
    13: termios.VWERASE,
    14: termios.VLNEXT,
}
_CONTROL_CHARACTERS: Final = 6
_INPUT: Final = 0
_IUTF8: Final = getattr(termios, "IUTF8", 0x4000)


def clamped(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a terminal can have; some say 0, and some would have everyone wait for a huge picture."""
    return min(columns or _USUAL[0], COLUMNS), min(rows or _USUAL[1], ROWS)


class Tty:
    """The master of a pty, on the running event loop. `show` is given what comes out of it."""

    def __init__(self, columns: int, rows: int, modes: Mapping[int, int], show: Callable[[bytes], None]) -> None:
        """Raise OSError where the system has no more."""
        self._loop = asyncio.get_running_loop()
        self._show = show
        self._master, self.slave = os.openpty()
        self.ended = asyncio.Event()
        """Set once nobody has the other side open any more, and all that was written there has been shown."""
        self._waiting = bytearray()
        self._open = True
        os.set_blocking(self._master, False)
        self._size = (0, 0)
        self._wanted = clamped(columns, rows)
        self._resizing: asyncio.TimerHandle | None = None
        self._set_size(self._wanted)
        _set_modes(self.slave, modes)
        self._loop.add_reader(self._master, self._read)

    def close_slave(self) -> None:
        """Leave the other side to whoever has it now."""
        os.close(self.slave)

    def _read(self) -> None:
        parts: list[bytes] = []
        size = 0
        while size < _READ:
            try:
                part = os.read(self._master, _READ)
            except BlockingIOError:
                break
            except OSError:  # how Linux says that the other side is closed
                part = b""
            if not part:
                self._loop.remove_reader(self._master)
                self.ended.set()
                break
            parts.append(part)
            size += len(part)
        if parts:
            self._show(b"".join(parts))

    @property
    def room(self) -> int:
        """For how many bytes there is room of what is typed: what the program does not take is kept, but not more."""
        return max(0, _WAITING - len(self._waiting))

    def type(self, data: bytes) -> None:
        """Put in what was typed."""
        if not self._open:
            return
        was_waiting = bool(self._waiting)
        self._waiting += data
        if not was_waiting:
            self._write()

    def _write(self) -> None:
        try:
            del self._waiting[: os.write(self._master, self._waiting)]
        except BlockingIOError:
            pass
        except OSError:  # nobody is there to read it
            self._waiting.clear()
        if self._waiting:
            self._loop.add_writer(self._master, self._write)
        else:
            self._loop.remove_writer(self._master)

    def resize(self, columns: int, rows: int) -> None:
        """Have another size, soon: of many in a row only the last counts."""
        self._wanted = clamped(columns, rows)
        if self._resizing is None and self._open:
            self._resizing = self._loop.call_later(_RESIZE_EVERY, self._resize)
            self._set_size(self._wanted)

    def repaint(self) -> None:
        """Have the program paint everything anew: it sees another size, and then the right one again."""
        if self._open and self._resizing is None:
            columns, rows = self._wanted
            self._set_size((columns, rows - 1 if rows > 1 else rows + 1))
            self._resizing = self._loop.call_later(_OTHER_SIZE_FOR, self._resize)

    def _resize(self) -> None:
        self._resizing = None
        if self._size != self._wanted:
            self.resize(*self._wanted)

    def _set_size(self, size: tuple[int, int]) -> None:
        self._size = columns, rows = size
        with suppress(OSError):  # the other side may be closed already
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def close(self) -> None:
        """Let go: whoever has the other side as their terminal is hung up on."""
        if self._open:
            self._open = False
            if self._resizing is not None:
                self._resizing.cancel()
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self.ended.set()


def _set_modes(slave: int, modes: Mapping[int, int]) -> None:
    attributes = termios.tcgetattr(slave)
    attributes[_INPUT] |= _IUTF8
    attributes[_INPUT] &= ~termios.IXON  # Ctrl+S would let the program wait for the guest, also where it has to end
    for mode, index in _EDITING.items():
        if 0 < modes.get(mode, 0) < 256:
            attributes[_CONTROL_CHARACTERS][index] = bytes([modes[mode]])
    termios.tcsetattr(slave, termios.TCSANOW, attributes)
