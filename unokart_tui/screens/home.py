"""Home: what one can do here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from unokart_tui.cardface import HUGE, LARGE, Form, Look, draw_card
from unokart_tui.screens.page import Page, centered, draw_keys
from unokart_tui.surface import Surface
from unokart_tui.title import HEIGHT, WIDTH, draw_title

_FAN: Final = ("R7", "YS", "WI", "GR", "BD")
_LARGE_WIDTH: Final = 130
_LARGE_HEIGHT: Final = 36
_CHOICES: Final = (
    ("p", "Play against bots", "play"),
    ("h", "How to play", "rules"),
    ("q", "Quit", "quit"),
)
_UNOFFICIAL: Final = "Unofficial: made by fans, approved by no maker of cards."


@dataclass(frozen=True)
class _Layout:
    """How large things are, and the rows in which they begin."""

    scale: int
    form: Form
    top: int
    fan: int
    menu: int


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
        at = event.screen_y - self._layout(self.size.width, self.size.height).menu
        if 0 <= at < len(_CHOICES):
            self.action_take(_CHOICES[at][2])

    def _layout(self, width: int, height: int) -> _Layout:
        large = width >= _LARGE_WIDTH and height >= _LARGE_HEIGHT and self.look.glyphs.blocks
        scale, form = (2, HUGE) if large else (1, LARGE)
        title = HEIGHT * scale
        top = max(1, (height - title - form.height - 11) // 2)
        fan = top + title + 3
        return _Layout(scale, form, top, fan, fan + form.height + 1)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the title, a fan of cards, the choices."""
        palette = look.palette
        width, height = surface.width, surface.height
        layout = self._layout(width, height)
        draw_title(surface, (width - WIDTH * layout.scale) // 2, layout.top, look, layout.scale)
        centered(surface, layout.fan - 2, "UNO with item boxes, for the terminal", palette.ground)
        pitch = layout.form.width + 2
        left = (width - pitch * len(_FAN) + 2) // 2
        for at, code in enumerate(_FAN):
            draw_card(surface, left + at * pitch, layout.fan, code, look, form=layout.form)
        for at, (key, text, _) in enumerate(_CHOICES):
            self._draw_choice(surface, (width - 30) // 2, layout.menu + at, key, text, at == self._at)
        centered(surface, height - (2 if height < 22 else 3), _UNOFFICIAL, palette.faint)
        arrows = "↑↓" if look.glyphs.blocks else "Up/Down"
        draw_keys(surface, height - 1, [(arrows, "choose"), ("Enter", "take"), ("q", "quit")], look)

    def _draw_choice(self, surface: Surface, x: int, y: int, key: str, text: str, chosen: bool) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        style = palette.badge if chosen else palette.ground
        surface.text(x, y, f" {glyphs.acts if chosen else ' '} {text:<22}{key:>2}  ", style)
