"""A question with a few answers, before something that can't be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from unokart_tui.cardface import Look
from unokart_tui.keynames import key_named, written
from unokart_tui.screens.page import Canvas, centered, look_of, meant_by
from unokart_tui.surface import Surface, wrap

Answer = TypeVar("Answer")

_WIDTH: Final = 56


@dataclass(frozen=True)
class Choice(Generic[Answer]):
    """An answer, the key that gives it, and what it is called."""

    key: str
    text: str
    answer: Answer


class QuestionScreen(ModalScreen[Answer | None], Generic[Answer], inherit_bindings=False):
    """Dismissed with an answer, or None where all stays as it is: what is marked at first, and what Esc does."""

    CSS_PATH = "question.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left,shift+tab", "move(-1)", show=False),
        Binding("down,right,tab", "move(1)", show=False),
        Binding("enter", "take", show=False),
        Binding("escape", "dismiss(None)", show=False),
    ]

    def __init__(self, question: str, why: str, choices: tuple[Choice[Answer], ...], stay: Choice[None]) -> None:
        """`why` says in a sentence or two what each choice leads to; `stay` is the choice that changes nothing."""
        super().__init__()
        self._question = wrap(question, _WIDTH - 4)
        self._why = wrap(why, _WIDTH - 4)
        self._choices: tuple[Choice[Answer] | Choice[None], ...] = (*choices, stay)
        self._at = len(choices)
        self._said = ""

    def compose(self) -> ComposeResult:
        """Put a box in the middle."""
        canvas = Canvas(self._draw, lambda: look_of(self.app))
        canvas.styles.width = _WIDTH
        canvas.styles.height = len(self._question) + len(self._why) + len(self._choices) + 3
        yield canvas

    def action_move(self, step: int) -> None:
        """Mark another choice."""
        self._at = (self._at + step) % len(self._choices)
        self._said = ""
        self.query_one(Canvas).redraw()

    def action_take(self) -> None:
        """Take the choice that is marked."""
        self.dismiss(self._choices[self._at].answer)

    def on_key(self, event: events.Key) -> None:
        """Take a choice by its key, capital or small; say of other keys that they do nothing."""
        for choice in self._choices:
            if event.key.lower() == choice.key:
                event.stop()
                self.dismiss(choice.answer)
                return
        if meant_by(self, event.key) is None:
            self._said = f"{written(event.key, event.character)} does nothing here."
            self.query_one(Canvas).redraw()

    def _draw(self, surface: Surface, look: Look) -> None:
        palette, glyphs = look.palette, look.glyphs
        draw_frame(surface, look, self._said)
        y = 1
        for line in self._question:
            surface.text(2, y, line, palette.strong)
            y += 1
        for line in self._why:
            surface.text(2, y, line, palette.ground)
            y += 1
        for at, choice in enumerate(self._choices):
            style = palette.badge if at == self._at else palette.ground
            marker = glyphs.acts if at == self._at else " "
            text = f" {marker} {choice.text}"
            room = surface.width - 4
            surface.mark(2, y + 1 + at, room, 1, key_named(choice.key) or choice.key)
            surface.text(2, y + 1 + at, text + " " * (room - cell_len(text) - 3) + f" {choice.key} ", style)


def draw_frame(surface: Surface, look: Look, said: str = "") -> None:
    """Draw a frame around a surface, and into its lower edge what is said of the last key."""
    width, height, style = surface.width, surface.height, look.palette.you
    top_left, top_right, low_left, low_right, across, down = tuple(look.glyphs.frame)
    surface.text(0, 0, top_left + across * (width - 2) + top_right, style)
    surface.text(0, height - 1, low_left + across * (width - 2) + low_right, style)
    for y in range(1, height - 1):
        surface.text(0, y, down, style)
        surface.text(width - 1, y, down, style)
    if said:
        centered(surface, height - 1, f" {said} ", look.palette.notice)
