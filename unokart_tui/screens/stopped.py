"""Why a room can't be entered, or is left without the player's having wished it: to be read, not to pass by."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.screens.page import Page, draw_keys
from unokart_tui.surface import Surface, wrap

_WIDTH: Final = 56

_HEADINGS: Final = {
    "fingerprint": "STOP: THIS MAY NOT BE THE HOST YOU KNOW",
    "kicked": "THE HOST HAS SENT YOU AWAY",
    "banned": "THE HOST HAS SENT YOU AWAY",
    "version": "THE TWO PROGRAMS DO NOT UNDERSTAND EACH OTHER",
    "full": "THERE IS NO PLACE LEFT",
    "unreachable": "NOBODY ANSWERS THERE",
    "not_hosted": "THE ROOM CAN'T BE OPENED",
    "saved": "THE TABLE IS CLOSED AND SAVED",
    "host_closing": "THE TABLE IS CLOSED",
}


class StoppedScreen(Page[None]):
    """Shows a sentence until it has been read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,escape,q,space", "dismiss(None)", "go on", show=False)]

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__()
        self._code = code
        self._sentence = sentence

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw what has happened and what can be done about it."""
        palette = look.palette
        left = (surface.width - _WIDTH) // 2
        lines = wrap(self._sentence, _WIDTH)
        y = max(2, (surface.height - len(lines) - 6) // 2)
        heading = f" {_HEADINGS.get(self._code, 'THE TABLE IS GONE')} "
        surface.text(left, y, heading, palette.alarm if self._code == "fingerprint" else palette.badge)
        for row, line in enumerate(lines):
            surface.text(left, y + 2 + row, line, palette.ground)
        draw_keys(surface, surface.height - 1, [("Enter", "go on")], look)
