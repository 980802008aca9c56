"""A hand that lies open, drawn into a given place: as faces that cover one another, or as a line of codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from unokart_tui.cardface import USUAL, Look, draw_card, value_of
from unokart_tui.palette import suit_of
from unokart_tui.surface import Surface

_STRIP: Final = 4
_LEAST_STRIP: Final = 3
"""Cells of a card that stay visible beside the next one."""
_LEAST_ROWS: Final = 3
"""Fewer show no face."""


def draw_open_hand(surface: Surface, x: int, y: int, width: int, rows: int, hand: Sequence[str], look: Look) -> int:
    """Draw cards within so many cells and rows; return how many rows they take."""
    pitch = min(_STRIP, (width - USUAL.width) // max(1, len(hand) - 1))
    if rows < _LEAST_ROWS or pitch < _LEAST_STRIP:
        _draw_codes(surface, x, y, x + width, hand, look)
        return 1
    for at, code in enumerate(hand):
        shown = USUAL.width if at == len(hand) - 1 else pitch
        draw_card(surface, x + at * pitch, y, code, look, width=shown, height=min(rows, USUAL.height))
    return min(rows, USUAL.height)


def _draw_codes(surface: Surface, x: int, y: int, end: int, hand: Sequence[str], look: Look) -> None:
    """Write cards as small faces as long as there is room, then how many more there are."""
    palette = look.palette
    faces = [f"{suit_of(code)}{value_of(code, look.glyphs)}" for code in hand]
    for at, (code, face) in enumerate(zip(hand, faces, strict=True)):
        left = len(hand) - at
        more = f"+{left} more"
        rest = sum(len(face) + 1 for face in faces[at:])
        if x + rest > end + 1 and x + len(face) + 1 + len(more) > end:
            surface.text(x, y, more, palette.faint)
            return
        surface.text(x, y, face, palette.card[suit_of(code), "bright"])
        x += len(face) + 1
