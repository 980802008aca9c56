"""What is typed at the table, to be said or to find a card, and the quick reactions; talk is in the lobby too."""

from __future__ import annotations

from rich.style import Style

from net.updates import REACTIONS
from unokart_tui.cardface import Look
from unokart_tui.surface import Surface
from unokart_tui.typed import TypedLine

_IN_A_ROW = 4


def draw_saying(surface: Surface, look: Look, y: int, line: TypedLine) -> None:
    """Draw the line that is being typed."""
    palette = look.palette
    x = surface.text(2, y, " Say ", palette.badge) + 1
    x = surface.text(x, y, line.tail(surface.width - x - 1), palette.strong)
    surface.text(x, y, "_", palette.you)


def draw_finding(surface: Surface, look: Look, y: int, typed: str) -> None:
    """Draw what has been typed of a card's letters, and what may follow."""
    palette = look.palette
    x = surface.text(2, y, " Find ", palette.badge) + 1
    x = surface.text(x, y, typed, palette.strong)
    x = surface.text(x, y, "_", palette.you) + 2
    follows = "0 to 9, s, r or +" if typed else "r y g b or w, then 0 to 9, s, r or +"
    surface.text(x, y, follows, palette.faint)


def draw_reactions(surface: Surface, look: Look, y: int, ground: Style) -> None:
    """Draw the quick reactions with their digits, on two rows, the first on `ground`."""
    palette = look.palette
    for row, style in enumerate((ground, palette.ground)):
        x = 2
        for number in range(row * _IN_A_ROW, (row + 1) * _IN_A_ROW):
            x = surface.text(x, y + row, f" {number + 1} ", palette.badge)
            x = surface.text(x, y + row, f" {REACTIONS[number]}", style) + 1
