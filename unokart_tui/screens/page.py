"""A screen that draws itself cell by cell, like the table does, at whatever size it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widget import Widget

from unokart_tui.cardface import Look
from unokart_tui.glyphs import UNICODE
from unokart_tui.keynames import key_named, written
from unokart_tui.offers import Offer, offers_of
from unokart_tui.palette import palette_for
from unokart_tui.surface import Surface, fitted
from unokart_tui.timers import Timers

Result = TypeVar("Result")

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 20
_SAID_FOR: Final = 3.0
"""Seconds that an answer to a key stays."""
_SAID_ROWS: Final = 3


def look_of(app: App[Any]) -> Look:
    """Return what an app draws with: its `look`, or what suits its terminal."""
    look = getattr(app, "look", None)
    if isinstance(look, Look):
        return look
    return Look(palette_for(app.no_color, app.console.color_system), UNICODE)


class Canvas(Widget):
    """Shows what `paint` draws on a surface of its size; `look` says what to draw with.

    A click on what is marked with the name of a key presses that key.
    """

    def __init__(self, paint: Callable[[Surface, Look], None], look: Callable[[], Look]) -> None:
        super().__init__()
        self._draw = paint
        self._look = look
        self._surface: Surface | None = None

    def render_line(self, y: int) -> Strip:
        """Return a row."""
        surface = self._surface
        if surface is None or (surface.width, surface.height) != self.size:
            surface = self._paint()
        return surface.strip(y) if y < surface.height else Strip.blank(self.size.width)

    def redraw(self) -> None:
        """Draw anew, and have the cells repainted that are different now."""
        before = self._surface
        if before is None or (before.width, before.height) != self.size:
            self.refresh()
        elif regions := self._paint().changed(before):
            self.refresh(*regions)

    def on_unmount(self) -> None:
        """Let go of what is drawn: Textual remembers a thousand widgets that are gone, by what they have drawn."""
        self._styles_cache.clear()

    def draw_again(self) -> None:
        """Draw anew and have every cell repainted, for what they are drawn with is different now."""
        self._paint()
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Press the key that what was clicked stands for."""
        corner = self.region.offset
        key = self._surface.meaning(event.screen_x - corner.x, event.screen_y - corner.y) if self._surface else None
        if isinstance(key, str):
            event.stop()
            self.app.simulate_key(key)

    def _paint(self) -> Surface:
        look = self._look()
        surface = Surface(*self.size, look.palette.ground)
        self._draw(surface, look)
        self._surface = surface
        return surface


# Without the bindings that Textual gives every screen: nothing here has a focus, so that Tab would be silent.
class Page(Screen[Result], Generic[Result], inherit_bindings=False):
    """Give `draw`; call `redraw` when what it shows has changed. Below 60x20 a line says what size is needed."""

    DEFAULT_CSS: ClassVar[str] = """
    Page Canvas { width: 1fr; height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: str | None = None
        self._saying = Timers(self)

    def compose(self) -> ComposeResult:
        """Fill the screen with one canvas."""
        yield Canvas(self._paint, lambda: self.look)

    # What keys do

    def on_key(self, event: events.Key) -> None:
        """Take capitals for the letters that are bound, and say of a key without a meaning that it has none.

        A subclass that takes keys itself calls `took` on the event, which then does not come here.
        """
        meant = meant_by(self, event.key)
        if meant is None:
            self.unheard(written(event.key, event.character))
        elif meant != event.key:
            event.stop()
            self.app.simulate_key(meant)
        elif self._said is not None:
            self._unsay()

    def unheard(self, key: str) -> None:
        """Say that a key does nothing here."""
        self.say(f"{key} does nothing here.")

    def offers(self) -> list[Offer]:
        """Return what the command palette lists here: all that has a key; the ids are the names of the keys."""
        return offers_of(self.active_bindings.values(), self)

    def foot(self, height: int) -> int:
        """Return the first of the last rows, which nothing that is said may cover; the keys are there."""
        return height - 1

    def say(self, sentence: str, seconds: float = _SAID_FOR) -> None:
        """Show a sentence above the keys, until another key is pressed or so much time has gone by."""
        self._said = sentence
        self._saying.start("said", seconds, self._unsay)
        self.redraw()

    def _unsay(self) -> None:
        self._saying.stop("said")
        self._said = None
        self.redraw()

    # How it is shown

    @property
    def look(self) -> Look:
        """What to draw with."""
        return look_of(self.app)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw all that is shown, on an empty surface of at least 60x20."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw anew; only what has changed is sent to the terminal. What another page covers waits until it is seen."""
        if self.is_attached and not self._covered:
            for canvas in self.query(Canvas):
                canvas.redraw()

    @property
    def _covered(self) -> bool:
        """Whether nothing of this can be seen. If it were drawn, Textual would repaint all that lies over it."""
        stack = self.app.screen_stack
        above = stack[stack.index(self) + 1 :] if self in stack else []
        return any(not isinstance(screen, ModalScreen) for screen in above)

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        self.redraw()

    def _paint(self, surface: Surface, look: Look) -> None:
        if surface.width < LEAST_WIDTH or surface.height < LEAST_HEIGHT:
            surface.text(0, 0, f"UNO Kart needs {LEAST_WIDTH}x{LEAST_HEIGHT};", look.palette.strong)
            surface.text(0, 1, f"here are {surface.width}x{surface.height}.", look.palette.strong)
            surface.text(0, 2, "Only Esc and Ctrl+C act.", look.palette.strong)
        else:
            self.draw(surface, look)
            if self._said is not None:
                self._draw_said(surface, self._said, look)

    def _draw_said(self, surface: Surface, sentence: str, look: Look) -> None:
        lines = fitted(sentence, surface.width - 4, _SAID_ROWS, look.glyphs.ellipsis)
        y = self.foot(surface.height) - len(lines)
        ground = look.palette.tint["W"]
        surface.fill(0, y, surface.width, len(lines), ground)
        for row, line in enumerate(lines):
            centered(surface, y + row, line, ground + look.palette.notice)


def took(event: events.Key) -> None:
    """Let nothing else take a key."""
    event.stop()
    event.prevent_default()


def meant_by(screen: Screen[Any], key: str) -> str | None:
    """Return the key with a meaning on a screen that is meant by a key: itself, or with Caps Lock on the small letter.

    None where it has none.
    """
    bound = screen.active_bindings
    if key in bound or key.startswith("<"):  # a report of the terminal, not a key
        return key
    return key.lower() if len(key) == 1 and key.lower() in bound else None


def draw_keys(surface: Surface, y: int, keys: list[tuple[str, str]], look: Look) -> None:
    """Draw a bar of keys and what they do across a row."""
    palette = look.palette
    surface.fill(0, y, surface.width, 1, palette.bar)
    x = 1
    for key, does in keys:
        begin = x
        x = surface.text(x, y, key, palette.bar_key)
        x = surface.text(x, y, f" {does}   ", palette.bar)
        if (name := key_named(key)) is not None:
            surface.mark(begin, y, x - begin - 3, 1, name)


def centered(surface: Surface, y: int, text: str, style: Style) -> int:
    """Write a text in the middle of a row and return the column it begins at."""
    x = max(0, (surface.width - cell_len(text)) // 2)
    surface.text(x, y, text, style)
    return x
