"""The end of the guided round."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.names import counted
from unokart_tui.screens.page import Page, draw_keys
from unokart_tui.surface import Surface, wrap

_WIDTH: Final = 58
_LEARNED: Final = (
    ("Match", "color, number or symbol, or a wild", "3.1"),
    ("Draw and keep", "you may always draw one instead", "3.2"),
    ("Challenge", "a Wild Draw Four may be a bluff", "5"),
    ("Item box", "the color turned up is the item", "6"),
    ("UNO", "call it before your last card", "8.1"),
    ("Catch", "who has not called it draws two", "8.2"),
)
_MORE: Final = (
    "The rest is told when it comes. At the table h gives a hint, ? tells the keys and the rule that applies, F1 opens "
    "the rule book."
)


class LearnedScreen(Page[bool]):
    """Dismissed with True to play a match, False to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,p", "dismiss(True)", "play a match", show=False),
        Binding("escape,q", "dismiss(False)", "leave", show=False),
    ]

    def __init__(self, points: int) -> None:
        """`points` are what the round brought."""
        super().__init__()
        self._points = points

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw what was learned, with the numbers of the rules."""
        palette = look.palette
        left = (surface.width - _WIDTH) // 2
        y = max(1, (surface.height - 16) // 2)
        surface.text(left, y, f" You have won the round and {counted(self._points, 'point')} ", palette.badge)
        y += 2
        for step, (title, text, rule) in enumerate(_LEARNED, 1):
            surface.text(left, y, f"{step}  {title}", palette.strong)
            surface.text(left + 19, y, text, palette.ground)
            surface.text(left + _WIDTH - 3, y, rule, palette.faint)
            y += 1
        for row, line in enumerate(wrap(_MORE, _WIDTH)):
            surface.text(left, y + 1 + row, line, palette.ground)
        draw_keys(surface, surface.height - 1, [("Enter", "play a match"), ("Esc", "leave")], look)
