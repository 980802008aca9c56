"""The name of the game, drawn large: leaning letters, each in a color of the cards."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from unokart_tui.art import draw_bitmap
from unokart_tui.cardface import Look
from unokart_tui.palette import Suit
from unokart_tui.surface import Surface

_LETTERS: Final = {
    "U": ("##..##", "##..##", "##..##", "##..##", "##..##", "##..##", "######", ".####."),
    "N": ("##..##", "###.##", "###.##", "######", "######", "##.###", "##.###", "##..##"),
    "O": (".####.", "######", "##..##", "##..##", "##..##", "##..##", "######", ".####."),
    "K": ("##..##", "##.##.", "####..", "###...", "###...", "####..", "##.##.", "##..##"),
    "A": (".####.", "######", "##..##", "##..##", "######", "######", "##..##", "##..##"),
    "R": ("#####.", "######", "##..##", "##..##", "#####.", "####..", "##.##.", "##..##"),
    "T": ("######", "######", "..##..", "..##..", "..##..", "..##..", "..##..", "..##.."),
}
_WORDS: Final = "UNO KART"
_COLORS: Final[tuple[Suit, ...]] = ("R", "Y", "G", "W", "B", "R", "Y", "G")
_LEAN: Final = 3
_PITCH: Final = 7
_GAP: Final = 4

WIDTH: Final = _PITCH * 7 + _GAP + _LEAN
HEIGHT: Final = 4


def draw_title(surface: Surface, x: int, y: int, look: Look, scale: int = 1) -> None:
    """Draw the title with its top left corner at a cell; it is `WIDTH` by `HEIGHT`, times the scale.

    Larger than that it is drawn with blocks only.
    """
    for letter, suit in zip(_WORDS, _COLORS, strict=True):
        if letter == " ":
            x += _GAP * scale
            continue
        ink = look.palette.patch[suit]
        if look.glyphs.blocks:
            draw_bitmap(surface, x, y, _leaning(_LETTERS[letter]), {"#": ink}, scale)
        else:
            _draw_ascii(surface, x, y, _leaning(_LETTERS[letter]), ink)
        x += _PITCH * scale


def _leaning(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Shift each row to the right by how far it is from the bottom, a pixel for every two rows."""
    most = (len(rows) - 1) // 2
    shifts = [most - at // 2 for at in range(len(rows))]
    return tuple("." * shift + row + "." * (most - shift) for shift, row in zip(shifts, rows, strict=True))


_ASCII: Final = {"##": "#", "#.": '"', ".#": "_", "..": ""}


def _draw_ascii(surface: Surface, x: int, y: int, rows: tuple[str, ...], ink: Style) -> None:
    for at in range(0, len(rows), 2):
        for column, pair in enumerate(zip(rows[at], rows[at + 1], strict=True)):
            char = _ASCII["".join(pair)]
            if char:
                surface.text(x + column, y + at // 2, char, ink)
