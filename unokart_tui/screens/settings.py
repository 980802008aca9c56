"""The settings, each on a row; what is changed holds at once, and is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType

from net.names import NAME_CELLS, cells
from unokart_tui.cardface import USUAL, Look, draw_card
from unokart_tui.config import Settings
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.screens.rows import draw_row
from unokart_tui.setting_steps import in_words, stepped
from unokart_tui.setting_texts import ABOUT
from unokart_tui.steps import NOTHING_LEFT, TYPED, at_the_end, too_long
from unokart_tui.surface import Surface, plain, wrap
from unokart_tui.theme_names import OWN_THEMES

_KEYS: Final = tuple(ABOUT)
_WIDTH: Final = 56
_BESIDE: Final = 2 * USUAL.width + 1
"""Columns of the cards that show what a theme looks like."""
_TOP: Final = 3
_LATER: Final = {
    "name": "From the next table on.",
    "colors": "From the next start on.",
    "mouse": "From the next start on.",
    "bots": "For the next match.",
    "level": "For the next match.",
    "target": "For the next match.",
    "pace": "For the next match.",
}


class SettingsScreen(Page[None]):
    """Calls `change` with the settings whenever one of them is changed; `given` is as in `Held`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", "the row above", show=False),
        Binding("down,tab", "move(1)", "the row below", show=False),
        Binding("home", "move_to(0)", "the first row", show=False),
        Binding("end", "move_to(-1)", "the last row", show=False),
        Binding("left", "change(-1)", "the value before", show=False),
        Binding("right,enter", "change(1)", "the next value", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, settings: Settings, given: Mapping[str, str], change: Callable[[Settings], None]) -> None:
        super().__init__()
        self._settings = settings
        self._given = given
        self._change = change
        self._at = 0

    @property
    def _key(self) -> str:
        return _KEYS[self._at]

    def action_move(self, step: int) -> None:
        """Go to another row, around the ends."""
        self._at = (self._at + step) % len(_KEYS)
        self.redraw()

    def action_move_to(self, at: int) -> None:
        """Go to a row by its place, -1 for the last."""
        self._at = at % len(_KEYS)
        self.redraw()

    def action_change(self, step: int) -> None:
        """Take the next value of the row one is at."""
        settings = stepped(self._settings, self._key, step)
        if settings == self._settings:
            self.say(TYPED if self._key == "name" else at_the_end(step))
        else:
            self._take(settings)

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Take what is typed: a name where one stands at it; elsewhere a space changes, and q goes back."""
        char = event.character if event.is_printable else None
        if self._key == "name" and (char or event.key == "backspace"):
            self._type_name(char)
        elif event.key == "space":
            self.action_change(1)
        elif event.key in ("q", "Q"):
            self.action_back()
        else:
            return
        took(event)

    def on_click(self, event: events.Click) -> None:
        """Go to the row that was clicked; change it, where one stood at it."""
        first, rows = self._window(self.size.height)
        at = first + event.screen_y - _TOP
        if not (0 <= event.screen_y - _TOP < rows and at < len(_KEYS)):
            return
        if at == self._at:
            self.action_change(1)
        self._at = at
        self.redraw()

    def _type_name(self, char: str | None) -> None:
        name = self._settings.name + plain(char) if char else self._settings.name[:-1]
        if cells(name) > NAME_CELLS:
            self.say(too_long(NAME_CELLS))
        elif name == self._settings.name:
            self.say(NOTHING_LEFT)
        else:
            self._take(replace(self._settings, name=name))

    def _take(self, settings: Settings) -> None:
        self._settings = settings
        self._change(settings)
        self.redraw()

    # How it is shown

    def _window(self, height: int) -> tuple[int, int]:
        """Return the first row that is shown, and how many are."""
        rows = min(len(_KEYS), height - _TOP - 5)
        return max(0, min(self._at - rows // 2, len(_KEYS) - rows)), rows

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the rows, what the one does that one is at, and where there is room, cards in these colors."""
        palette = look.palette
        beside = surface.width >= _WIDTH + _BESIDE + 6
        left = (surface.width - _WIDTH - (_BESIDE + 2 if beside else 0)) // 2
        surface.text(left, 1, "SETTINGS", palette.strong)
        first, rows = self._window(surface.height)
        for at, key in enumerate(_KEYS[first : first + rows]):
            here, typed = first + at == self._at, key == "name"
            value = in_words(self._settings, key)
            draw_row(surface, left, _TOP + at, ABOUT[key].label, value, look, here=here, typed=typed)
        if first + rows < len(_KEYS):
            surface.text(left + _WIDTH - 6, _TOP + rows - 1, f"{look.glyphs.down} more", palette.faint)
        if first:
            surface.text(left + _WIDTH - 6, _TOP, f"{look.glyphs.up} more", palette.faint)
        for row, line in enumerate(self._hint(_WIDTH)[:3]):
            surface.text(left, _TOP + rows + min(1, surface.height - _TOP - rows - 5) + row, line, palette.faint)
        if beside:
            self._draw_sample(surface, left + _WIDTH + 2, _TOP, look)
        arrows = ("↑↓", "←→") if look.glyphs.blocks else ("Up/Down", "Left/Right")
        draw_keys(surface, surface.height - 1, [(arrows[0], "row"), (arrows[1], "change"), ("Esc", "back")], look)

    def _hint(self, width: int) -> list[str]:
        key = self._key
        hint = ABOUT[key].help
        if key == "theme" and self._settings.theme in OWN_THEMES:
            text = OWN_THEMES[self._settings.theme]
            hint = f"{text[0].upper()}{text[1:]}."
        elif key == "theme":
            hint = "One of the themes of Textual, which this is made with."
        if key in _LATER:
            hint = f"{hint} {_LATER[key]}"
        if key in self._given:
            hint = f"{hint} {self._given[key]} goes before what is kept here."
        return wrap(hint, width)

    def _draw_sample(self, surface: Surface, x: int, y: int, look: Look) -> None:
        for at, code in enumerate(("R7", "YS", "GR", "BD")):
            column, row = at % 2, at // 2
            draw_card(surface, x + column * (USUAL.width + 1), y + row * (USUAL.height + 1), code, look)
        y += 2 * USUAL.height + 2
        palette = look.palette
        surface.text(x, y, " Your turn ", palette.badge)
        column = surface.text(x, y + 1, "you ", palette.you)
        surface.text(column, y + 1, "the others", palette.ground)
