"""A new match: against how many, how good, up to how many points."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType

from net.names import NAME_CELLS, cells, clean_name
from unokart_tui.cardface import LARGE, Form, Look, draw_back
from unokart_tui.config import LEVELS, MOST_BOTS, MOST_TARGET, Settings
from unokart_tui.names import counted
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.screens.rows import ROW_KEYS, draw_row
from unokart_tui.steps import NOTHING_LEFT, PACES, TARGETS, TYPED, at_the_end, step_from, too_long
from unokart_tui.surface import Surface

Row = Literal["bots", "level", "target", "pace", "name"]

_ROWS: Final[tuple[Row, ...]] = ("bots", "level", "target", "pace", "name")
_LABELS: Final[dict[Row, str]] = {
    "bots": "Against",
    "level": "They play",
    "target": "First to",
    "pace": "A move takes",
    "name": "You are",
}
_HINTS: Final[dict[Row, str]] = {
    "bots": "Left and right, or a digit from 1 to 9.",
    "level": "Easy bots play what fits and forget UNO; normal mean to win.",
    "target": "Left and right, or type a number. A round brings about 100.",
    "pace": "How long the bots take for a move.",
    "name": "Type your name.",
}
_NARROW: Final = Form(5, 5)


class NewMatchScreen(Page[Settings | None]):
    """Dismissed with the settings to play with, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *ROW_KEYS,
        Binding("enter", "start", "start the match", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._row: Row = "bots"
        self._typed = ""
        """The digits of a target that is being typed."""

    def action_move(self, step: int) -> None:
        """Go to another row, around the ends."""
        self._typed = ""
        self._row = _ROWS[(_ROWS.index(self._row) + step) % len(_ROWS)]
        self.redraw()

    def action_move_to(self, at: int) -> None:
        """Go to a row by its place, -1 for the last."""
        self._typed = ""
        self._row = _ROWS[at]
        self.redraw()

    def action_change(self, step: int) -> None:
        """Take the next value of the row one is at."""
        now = self._settings
        self._typed = ""
        match self._row:
            case "bots":
                now = replace(now, bots=min(MOST_BOTS, max(1, now.bots + step)))
            case "level":
                now = replace(now, level=LEVELS[(LEVELS.index(now.level) + step) % len(LEVELS)])
            case "target":
                now = replace(now, target=step_from(TARGETS, now.target, step))
            case "pace":
                now = replace(now, pace=step_from(PACES, now.pace, step))
            case "name":
                self.say(TYPED)
                return
        if now == self._settings:
            self.say(at_the_end(step))
        self._settings = now
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Take what is typed: a name where one stands at it, else digits, and q to go back."""
        char = event.character if event.is_printable else None
        if self._row == "name" and (char or event.key == "backspace"):
            self._type_name(char)
        elif char and char.isascii() and char.isdigit():
            self._type_digit(char)
        elif event.key in ("q", "Q"):
            self.action_back()
        else:
            return
        took(event)
        self.redraw()

    def _type_name(self, char: str | None) -> None:
        name = self._settings.name + char if char else self._settings.name[:-1]
        if cells(name) > NAME_CELLS:
            self.say(too_long(NAME_CELLS))
        elif name == self._settings.name:
            self.say(NOTHING_LEFT)
        else:
            self._settings = replace(self._settings, name=name)

    def _type_digit(self, digit: str) -> None:
        if self._row == "target":
            typed = self._typed + digit
            if 1 <= int(typed) <= MOST_TARGET:
                self._typed = typed
                self._settings = replace(self._settings, target=int(typed))
            else:
                self.say(f"A match goes to 1 to {MOST_TARGET} points.")
        elif digit == "0":
            self.say(f"There are 1 to {MOST_BOTS} bots.")
        else:
            self._row = "bots"
            self._settings = replace(self._settings, bots=int(digit))

    def action_start(self) -> None:
        """Begin the match."""
        self.dismiss(replace(self._settings, name=clean_name(self._settings.name)))

    def action_back(self) -> None:
        """Go back without a match."""
        self.dismiss(None)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the rows, a hint for the one that one is at, and as many backs of cards as there will be bots."""
        palette = look.palette
        left = (surface.width - 56) // 2
        top = max(1, (surface.height - 20) // 2)
        surface.text(left, top, "NEW MATCH", palette.strong)
        for at, row in enumerate(_ROWS):
            here, typed = row == self._row, row == "name"
            draw_row(surface, left, top + 2 + at, _LABELS[row], self._value(row), look, here=here, typed=typed)
        surface.text(left, top + 8, _HINTS[self._row], palette.faint)
        self._draw_bots(surface, left, top + 10, look)
        surface.text(left, top + 16, f" {look.glyphs.acts} Start the match ", palette.badge)
        surface.text(left + 20, top + 16, "Enter", palette.faint)
        arrows = ("↑↓", "←→") if look.glyphs.blocks else ("Up/Down", "Left/Right")
        keys = [(arrows[0], "row"), (arrows[1], "change"), ("Enter", "start"), ("Esc", "back")]
        draw_keys(surface, surface.height - 1, keys, look)

    def _value(self, row: Row) -> str:
        settings = self._settings
        match row:
            case "bots":
                return counted(settings.bots, "bot")
            case "level":
                return settings.level
            case "target":
                return counted(settings.target, "point")
            case "pace":
                return "no time" if not settings.pace else f"{settings.pace:g} s"
            case "name":
                return settings.name

    def _draw_bots(self, surface: Surface, x: int, y: int, look: Look) -> None:
        bots = self._settings.bots
        form = LARGE if bots * (LARGE.width + 1) <= 56 else _NARROW
        for at in range(bots):
            draw_back(surface, x + at * (form.width + 1), y, look, form)
