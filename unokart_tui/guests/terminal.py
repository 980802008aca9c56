"""A guest's terminal: it is somewhere else, and what it may ask of this computer is to draw."""

from __future__ import annotations

import sys
from typing import Any, BinaryIO, Final, Literal, TextIO

from textual.app import App
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from unokart_tui.guests.thrift import thrifty
from unokart_tui.terminal import TerminalDriver

_SIZE: Final = Size(80, 24)


class GuestDriver(TerminalDriver):
    """Draws for nobody until `take_terminal`, so that an app may be started before its guest is there.

    Of the mouse it asks for the buttons alone, since every report costs.
    """

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._seen = False

    def take_terminal(self) -> None:
        """Draw on this process's terminal from now on."""
        assert sys.__stdin__ is not None
        self._seen = True
        self.input_tty = sys.__stdin__.isatty()
        super().start_application_mode()

    def start_application_mode(self) -> None:
        """Say how large the screen is that nobody sees."""
        self.send_message(Resize(_SIZE, _SIZE))

    def write(self, data: str) -> None:
        """Write to the terminal, in as few bytes as it takes."""
        if self._seen:
            super().write(thrifty(data))

    def disable_input(self) -> None:
        """Take no more keys."""
        if self._seen:
            super().disable_input()

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if self._seen:
            super().stop_application_mode()

    def _enable_mouse_support(self) -> None:
        self.write("\x1b[?1000h\x1b[?1006h")

    def _query_in_band_window_resize(self) -> None:
        """Leave it to the pty to tell of sizes: the ssh server has all painted anew by way of it (`net.ssh.tty`)."""

    def process_message(self, message: Message) -> None:
        """Take in what was typed, but no size among it: any could be typed, also one that no computer can paint."""
        if not isinstance(message, (Resize, InBandWindowResize)):
            super().process_message(message)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: the browser would be the host's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: object,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Do nothing: the disk would be the host's."""

    @property
    def can_suspend(self) -> bool:
        """There is no shell to go back to meanwhile."""
        return False
