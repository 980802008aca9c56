"""The last lines of the log, drawn into a part of the middle of the table."""

from __future__ import annotations

import re
from typing import Final

from rich.style import Style

from unokart_tui.cardface import Look
from unokart_tui.log import Line
from unokart_tui.palette import suit_of
from unokart_tui.surface import Surface, wrap
from unokart_tui.table import Table

_CARD: Final = re.compile(r"\b(red|yellow|green|blue)\b(?: (?:\d|Skip|Reverse|Draw Two)\b)?")


def draw_story(surface: Surface, table: Table, look: Look, x: int, width: int, top: int) -> None:
    """Draw as many lines as there is room for from column `x` on and row `top` down, the newest at the bottom."""
    rows: list[tuple[str, Line]] = []
    room = surface.height - top
    for line in reversed(table.log.lines):
        pieces = wrap(line.text, width - 2)
        wrapped = [(piece if at == 0 else f"  {piece}", line) for at, piece in enumerate(pieces)]
        if len(rows) + len(wrapped) > room:
            break
        rows = wrapped + rows
    starts = {line.number for _, line in rows}
    y = surface.height - len(rows)
    for text, line in rows:
        _draw_row(surface, table, look, x, y, text, line, line.number in starts)
        starts.discard(line.number)
        y += 1


def _draw_row(surface: Surface, table: Table, look: Look, x: int, y: int, text: str, line: Line, begins: bool) -> None:
    palette = look.palette
    news = line.number >= table.log.news
    if not news:
        surface.text(x, y, text, palette.faint)
        return
    base = palette.strong if line.kind != "plain" else palette.ground
    surface.text(x, y, text, base)
    if begins:
        _embolden(surface, table, x, y, text, palette.strong)
    for found in _CARD.finditer(text):
        surface.text(x + len(text[: found.start()]), y, found[0], palette.word[suit_of(found[1][0].upper())])


def _embolden(surface: Surface, table: Table, x: int, y: int, text: str, style: Style) -> None:
    """Write the name that a line begins with so that the eye finds it."""
    for name in ("You", *(person.name for person in table.people)):
        if text.startswith(f"{name} "):
            surface.text(x, y, name, style)
            return
