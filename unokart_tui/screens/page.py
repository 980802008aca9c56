"""A screen that draws itself cell by cell, like the table does, at whatever size it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len
from rich.style import Style
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from unokart_tui.cardface import Look
from unokart_tui.glyphs import UNICODE
from unokart_tui.palette import palette_for
from unokart_tui.surface import Surface

Result = TypeVar("Result")

LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 20


def look_of(app: App[Any]) -> Look:
    """Return what an app draws with: its `look`, or what suits its terminal."""
    look = getattr(app, "look", None)
    if isinstance(look, Look):
        return look
    return Look(palette_for(app.no_color, app.console.color_system), UNICODE)


class Canvas(Widget):
    """Shows what `paint` draws on a surface of its size; `look` says what to draw with."""

    def __init__(self, paint: Callable[[Surface, Look], None], look: Callable[[], Look]) -> None:
        super().__init__()
        self._draw = paint
        self._look = look
        self._surface: Surface | None = None
        self._strips: list[Strip] = []

    def render_line(self, y: int) -> Strip:
        """Return a row."""
        if self._surface is None or (self._surface.width, self._surface.height) != self.size:
            self._paint()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def redraw(self) -> None:
        """Draw anew, and have the cells repainted that are different now."""
        before = self._surface
        if before is None or (before.width, before.height) != self.size:
            self.refresh()
        elif regions := self._paint().changed(before):
            self.refresh(*regions)

    def _paint(self) -> Surface:
        look = self._look()
        surface = Surface(*self.size, look.palette.ground)
        self._draw(surface, look)
        self._surface = surface
        self._strips = surface.strips()
        return surface


class Page(Screen[Result], Generic[Result]):
    """Give `draw`; call `redraw` when what it shows has changed. Below 60x20 a line says what size is needed."""

    DEFAULT_CSS: ClassVar[str] = """
    Page Canvas { width: 1fr; height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """Fill the screen with one canvas."""
        yield Canvas(self._paint, lambda: self.look)

    @property
    def look(self) -> Look:
        """What to draw with."""
        return look_of(self.app)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw all that is shown, on an empty surface of at least 60x20."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw anew; only what has changed is sent to the terminal."""
        for canvas in self.query(Canvas):
            canvas.redraw()

    def _paint(self, surface: Surface, look: Look) -> None:
        if surface.width < LEAST_WIDTH or surface.height < LEAST_HEIGHT:
            surface.text(0, 0, f"UNO Kart needs {LEAST_WIDTH}x{LEAST_HEIGHT};", look.palette.strong)
            surface.text(0, 1, f"here are {surface.width}x{surface.height}.", look.palette.strong)
        else:
            self.draw(surface, look)


def draw_keys(surface: Surface, y: int, keys: list[tuple[str, str]], look: Look) -> None:
    """Draw a bar of keys and what they do across a row."""
    palette = look.palette
    surface.fill(0, y, surface.width, 1, palette.bar)
    x = 1
    for key, does in keys:
        x = surface.text(x, y, key, palette.bar_key)
        x = surface.text(x, y, f" {does}   ", palette.bar)


def centered(surface: Surface, y: int, text: str, style: Style) -> int:
    """Write a text in the middle of a row and return the column it begins at."""
    x = max(0, (surface.width - cell_len(text)) // 2)
    surface.text(x, y, text, style)
    return x
