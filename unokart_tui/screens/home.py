"""Home: what one can do here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from unokart_tui.cardface import LARGE, Look, draw_card
from unokart_tui.screens.page import Page, centered, draw_keys
from unokart_tui.surface import Surface
from unokart_tui.title import HEIGHT, WIDTH, draw_title

_FAN: Final = ("R7", "YS", "WI", "GR", "BD")
_CHOICES: Final = (
    ("p", "Play against bots", "play"),
    ("h", "How to play", "rules"),
    ("q", "Quit", "quit"),
)
_UNOFFICIAL: Final = "Unofficial: made by fans, approved by no maker of cards."


class HomeScreen(Page[None]):
    """The first screen. Posts `Chosen`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j,tab", "move(1)", show=False),
        Binding("enter,space", "choose", show=False),
        *(Binding(key, f"take('{choice}')", show=False) for key, _, choice in _CHOICES),
        Binding("question_mark,f1", "take('rules')", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """One of ``play``, ``rules``, ``quit`` was chosen."""

        choice: str

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def action_move(self, step: int) -> None:
        """Go to the next choice, around the ends."""
        self._at = (self._at + step) % len(_CHOICES)
        self.redraw()

    def action_choose(self) -> None:
        """Take the choice one is at."""
        self.action_take(_CHOICES[self._at][2])

    def action_take(self, choice: str) -> None:
        """Take a choice by its name."""
        self.post_message(self.Chosen(choice))

    def on_click(self, event: events.Click) -> None:
        """Take the choice that was clicked."""
        at = event.screen_y - self._menu_top(self.size.height)
        if 0 <= at < len(_CHOICES):
            self.action_take(_CHOICES[at][2])

    def _menu_top(self, height: int) -> int:
        return self._top(height) + HEIGHT + 9

    def _top(self, height: int) -> int:
        return max(1, (height - 20) // 2)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the title, a fan of cards, the choices."""
        palette = look.palette
        top = self._top(surface.height)
        draw_title(surface, (surface.width - WIDTH) // 2, top, look)
        centered(surface, top + HEIGHT + 1, "UNO with item boxes, for the terminal", palette.ground)
        self._draw_fan(surface, top + HEIGHT + 3, look)
        left = (surface.width - 30) // 2
        for at, (key, text, _) in enumerate(_CHOICES):
            self._draw_choice(surface, left, self._menu_top(surface.height) + at, key, text, at == self._at)
        centered(
            surface,
            surface.height - (2 if surface.height < 22 else 3),
            _UNOFFICIAL,
            palette.faint,
        )
        arrows = "Up/Down" if not look.glyphs.blocks else "↑↓"
        draw_keys(surface, surface.height - 1, [(arrows, "choose"), ("Enter", "take"), ("q", "quit")], look)

    def _draw_fan(self, surface: Surface, y: int, look: Look) -> None:
        pitch = LARGE.width + 2
        x = (surface.width - (pitch * len(_FAN) - 2)) // 2
        for at, code in enumerate(_FAN):
            draw_card(surface, x + at * pitch, y, code, look, form=LARGE)

    def _draw_choice(self, surface: Surface, x: int, y: int, key: str, text: str, chosen: bool) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        style = palette.badge if chosen else palette.ground
        surface.text(x, y, f" {glyphs.acts if chosen else ' '} {text:<22}{key:>2}  ", style)
