"""A guest's terminal: it is somewhere else, and what it may ask of this computer is to draw."""

from __future__ import annotations

from typing import BinaryIO, Literal, TextIO

from unokart_tui.terminal import TerminalDriver


class GuestDriver(TerminalDriver):
    """Tells of the mouse's buttons alone, for every report costs; opens no link and saves no file here."""

    def _enable_mouse_support(self) -> None:
        self.write("\x1b[?1000h\x1b[?1006h")

    def _query_in_band_window_resize(self) -> None:
        """Leave it to the pty to tell of sizes: the ssh server has all painted anew by way of it (`net.ssh.tty`)."""

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
