"""A guest's session: the ssh channel between their terminal and the pty that their game runs on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import asyncssh

from net.ssh import terminal
from net.ssh.keys import Keys
from net.ssh.line import Line
from net.ssh.terminal import CUT_OFF, Picture
from net.ssh.tty import Tty

_HIGH_WATER: Final = 64 * 1024
_LOW_WATER: Final = 8 * 1024
_VARIABLES: Final = 64
_VARIABLE_BYTES: Final = 64 * 1024
_LEAVE_WITHIN: Final = 2.0
"""Seconds that a guest's ssh has for hanging up by itself."""

_REFUSED: Final = 1
_NOTHING_ELSE: Final = (
    "This is a card game: there are no commands and no files here. To play: ssh, the port and the address alone."
)
_NO_TERMINAL: Final = "The game needs a terminal to be played in: run ssh in one, without -T."


class Guest(asyncssh.SSHServerSession[bytes]):
    """One session. Once a game is asked for that can be given, `live` is called."""

    def __init__(self, line: Line, live: Callable[[Guest], None]) -> None:
        self._line = line
        self._live = live
        self._keys = Keys()
        self._picture = Picture()
        self._paused = False
        self._missed = False  # something that has not been sent for want of room
        self._tty: Tty | None = None
        self._closing = False
        self._size = (0, 0)
        self._modes: Mapping[int, int] = {}
        self._has_terminal = False
        self._refusal: str | None = None
        self.term = ""
        self.begun = False
        self.painted = asyncio.Event()
        """Set once the guest has been sent something of the game."""
        self.left = asyncio.Event()
        """Set once the guest is gone."""

    # From asyncssh

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Begin."""
        self._channel = chan
        self._channel.set_write_buffer_limits(_HIGH_WATER, _LOW_WATER)
        self._line.guest = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Take it that the guest is gone."""
        self._closing = True
        self.left.set()
        if self._tty is not None:
            self._tty.close()
        self._hang_up_soon()

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Give them a terminal."""
        self.term = terminal.term(term_type)
        self._size = term_size[:2]
        self._modes = dict(term_modes)
        self._has_terminal = True
        return True

    def shell_requested(self) -> bool:
        """Give them the game, which is all that there is, where they have a terminal."""
        return self._has_terminal or self._refuse(_NO_TERMINAL)

    def exec_requested(self, command: str) -> bool:
        """Run no command."""
        return self._refuse(_NOTHING_ELSE)

    def subsystem_requested(self, subsystem: str) -> bool:
        """Give no files away, and take none."""
        return self._refuse(_NOTHING_ELSE)

    def _refuse(self, sentence: str) -> bool:
        """Run nothing, but say so: to whom ssh refuses a request, it does not say more than that."""
        self._refusal = sentence
        return True

    def session_started(self) -> None:
        """Begin the game, or end where something else was wanted."""
        self.begun = True
        if self._refusal is None:
            self._live(self)
        else:
            self._channel.write_stderr(f"{self._refusal}\r\n".encode())
            self.exit(_REFUSED)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Type what the guest types."""
        self._line.typed(len(data))
        if self._tty is not None:
            now = asyncio.get_running_loop().time()
            self._tty.type(self._keys.take(data, now, self._tty.room))

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Let the game have the size that the guest's terminal has now."""
        self._size = width, height
        if self._tty is not None:
            self._tty.resize(width, height)

    def eof_received(self) -> bool:
        """Go on: whoever types no more may still look."""
        return True

    def pause_writing(self) -> None:
        """Note that the guest does not read as fast as the game writes."""
        self._paused = True

    def resume_writing(self) -> None:
        """Note that they have caught up."""
        self._paused = False
        self.room_again()

    # From the line

    def room_again(self) -> None:
        """If something was left out, have everything painted anew."""
        if self._missed and self._has_room and self._tty is not None and not self._closing:
            self._missed = False
            self._send(CUT_OFF)
            self._tty.repaint()

    def modest(self) -> bool:
        """Tell whether they keep to what a terminal needs told: asyncssh keeps every variable that it is sent."""
        told = self._told()
        return len(told) <= _VARIABLES and sum(map(len, told.values())) + sum(map(len, told)) <= _VARIABLE_BYTES

    # For whoever lives the game

    @property
    def environment(self) -> dict[str, str]:
        """What their ssh says of their terminal, fit to be passed on."""
        return terminal.environment(self._told())

    def _told(self) -> Mapping[bytes, bytes]:
        return self._channel.get_environment_bytes()

    def open_tty(self) -> Tty:
        """Return their pty, from now on theirs to type into; raise OSError."""
        self._tty = Tty(*self._size, self._modes, self._show)
        if self._closing:
            self._tty.close()
        return self._tty

    def say(self, sentence: str) -> None:
        """Tell them something where they have their terminal for themselves."""
        self._send(f"{sentence}\r\n".encode())

    def restore(self) -> None:
        """Give them their terminal back, if the game has not."""
        self._send(self._picture.restoring())

    def exit(self, status: int) -> None:
        """End the session."""
        if not self._closing:
            self._closing = True
            self._channel.exit(status)
            self._hang_up_soon()

    # What they see

    def _show(self, data: bytes) -> None:
        if not self._has_room:
            self._missed = True  # kept, it would be what they see long after it has happened
            return
        self._send(data)
        self.painted.set()

    @property
    def _has_room(self) -> bool:
        return not self._paused and self._line.room

    def _send(self, data: bytes) -> None:
        # A guest may have closed the channel, which is told here only once all of it is over.
        if data and not self._closing and not self._channel.is_closing():
            self._picture.see(data)
            self._line.show(self._channel.write, data)

    def _hang_up_soon(self) -> None:
        """End the connection, unless the guest does, in a moment: nothing else is to be had on it."""
        connection = self._channel.get_extra_info("connection")
        asyncio.get_running_loop().call_later(_LEAVE_WITHIN, connection.close)
