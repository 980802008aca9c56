"""The last lines of the log, drawn into a part of the middle of the table."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from unokart_tui.cardface import Look
from unokart_tui.log import Line, Log
from unokart_tui.names import CARDS_AND_ITEMS
from unokart_tui.palette import suit_of
from unokart_tui.surface import Surface, hanging, wrap
from unokart_tui.table import Table

_CARD: Final = re.compile(r"\b(red|yellow|green|blue)\b(?: (?:\d|Skip|Reverse|Draw Two)\b)?")


def draw_story(surface: Surface, table: Table, look: Look, place: Region) -> None:
    """Draw as many lines as there is room for, the newest at the bottom; where the player is coached, that."""
    if table.coach is not None:
        _draw_coach(surface, table.coach, look, place)
        return
    names = tuple(person.name for person in table.people)
    draw_log(surface, table.log, names, look, place)


def _draw_coach(surface: Surface, coach: tuple[str, str], look: Look, place: Region) -> None:
    x, y, width, room = place
    heading, text = coach
    surface.text(x, y, f" {heading} ", look.palette.badge)
    for row, line in enumerate(wrap(text, width - 1)[: room - 1], 1):
        surface.text(x, y + row, line, look.palette.ground)


def draw_log(surface: Surface, log: Log, names: tuple[str, ...], look: Look, place: Region, since: int = 0) -> None:
    """Draw the last lines of a log, from number `since` on; `names` stand out where a line begins with them."""
    x, top, width, room = place
    rows: list[tuple[str, Line]] = []
    for line in reversed(log.lines):
        wrapped = [(piece, line) for piece in hanging(line.text, width, CARDS_AND_ITEMS)]
        if line.number < since or (rows and len(rows) + len(wrapped) > room):
            break
        rows = wrapped[:room] + rows  # the beginning of the newest is better than nothing of it
    starts = {line.number for _, line in rows}
    y = top + room - len(rows)
    for text, line in rows:
        begins = line.number in starts
        _draw_row(surface, names, look, x, y, text, line, begins, line.number >= log.news)
        starts.discard(line.number)
        y += 1


def _draw_row(
    surface: Surface,
    names: tuple[str, ...],
    look: Look,
    x: int,
    y: int,
    text: str,
    line: Line,
    begins: bool,
    news: bool,
) -> None:
    if not news:
        surface.text(x, y, text, look.palette.faint)
        return
    for column, piece, style in pieces(text, line, names, look, begins):
        surface.text(x + column, y, piece, style)


def pieces(text: str, line: Line, names: tuple[str, ...], look: Look, begins: bool) -> list[tuple[int, str, Style]]:
    """Cut a row of a line into pieces, each with its column and style; `begins` is whether it is the line's first."""
    palette = look.palette
    base = palette.strong if line.kind in ("round", "loud") else palette.ground
    found: list[tuple[int, str, Style]] = [(0, text, base)]
    if line.kind == "talk":
        # What people say looks like nothing but what people say: a name, a colon, plain words.
        return [*found, (0, text[: len(line.speaker)], palette.strong)] if begins else found
    # The name that a line begins with stands out, so that the eye finds it.
    who = next((name for name in ("You", *names) if begins and text.startswith(f"{name} ")), "")
    if who:
        found.append((0, who, palette.strong))
    for card in _CARD.finditer(text):
        found.append((cell_len(text[: card.start()]), card[0], palette.word[suit_of(card[1][0].upper())]))
    return found
