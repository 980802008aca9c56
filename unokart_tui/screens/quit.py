"""The question before one leaves a table."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from unokart_tui.cardface import Look
from unokart_tui.keynames import written
from unokart_tui.screens.page import Canvas, centered, look_of, meant_by
from unokart_tui.screens.question import draw_frame
from unokart_tui.surface import Surface

_STAY: Final = " n  Stay "
_LEAVE: Final = " y  Leave "


class QuitScreen(ModalScreen[bool], inherit_bindings=False):
    """Dismissed with True to leave. Enter takes the choice that is marked, which is to stay until it is moved."""

    CSS_PATH = "quit.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "answer(True)", show=False),
        Binding("n,N,escape,q,Q", "answer(False)", show=False),
        Binding("left,right,tab", "other", show=False),
        Binding("enter", "take", show=False),
    ]

    def __init__(self, *, saved: bool = False) -> None:
        """`saved` is whether the match can be gone on with."""
        super().__init__()
        self._saved = saved
        self._leave = False
        self._said = ""

    def compose(self) -> ComposeResult:
        """Put a small box in the middle."""
        yield Canvas(self._draw, lambda: look_of(self.app))

    def action_answer(self, leave: bool) -> None:
        """Answer the question."""
        self.dismiss(leave)

    def action_other(self) -> None:
        """Mark the other choice."""
        self._said = ""
        self._leave = not self._leave
        self.query_one(Canvas).redraw()

    def on_key(self, event: events.Key) -> None:
        """Say of a key that is no answer that it does nothing."""
        if meant_by(self, event.key) is None:
            self._said = f"{written(event.key, event.character)} does nothing here."
            self.query_one(Canvas).redraw()

    def action_take(self) -> None:
        """Take the choice that is marked."""
        self.dismiss(self._leave)

    def _draw(self, surface: Surface, look: Look) -> None:
        palette, width = look.palette, surface.width
        draw_frame(surface, look, self._said)
        centered(surface, 1, "Leave the table?", palette.strong)
        after = 'At home, "Continue" goes on with it.' if self._saved else "The match ends here."
        centered(surface, 2, after, palette.ground)
        gap = 4
        x = (width - len(_STAY) - gap - len(_LEAVE)) // 2
        surface.mark(x, 4, len(_STAY), 1, "n")
        surface.mark(x + len(_STAY) + gap, 4, len(_LEAVE), 1, "y")
        surface.text(x, 4, _STAY, palette.ground if self._leave else palette.badge)
        surface.text(x + len(_STAY) + gap, 4, _LEAVE, palette.badge if self._leave else palette.ground)
