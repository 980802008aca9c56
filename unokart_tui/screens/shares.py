"""How the table shares out the rows of a terminal, and what it says where there are too few."""

from __future__ import annotations

from collections.abc import Callable

from unokart_tui.screens.page import LEAST_HEIGHT, LEAST_WIDTH


def fits(width: int, height: int) -> bool:
    """Say whether there is room for a table."""
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT


def too_small(width: int, height: int) -> str:
    """Say what size is needed."""
    needed = f"UNO Kart needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows"
    return f"{needed}; here are {width} and {height}. The game goes on; of the keys only Esc and Ctrl+C act."


def row_shares(width: int, height: int, lanes_for: Callable[[int], int]) -> tuple[int, int]:
    """Return the rows for the players and for the hand; the middle of the table takes what is left.

    `lanes_for` tells how many lanes the players take where there are so many at most.
    """
    high = height >= 30
    lanes = lanes_for(12 if height >= 40 and width >= 150 else 10 if high else 5) + (1 if height >= 24 else 0)
    return lanes, 10 if height >= 44 and width >= 120 else 7 if high else 6
