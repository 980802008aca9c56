"""Drawn art: the faces of cards, the item box and the five items.

Pictures are bitmaps, two pixels to a cell. With half blocks each is drawn in its colors, or without colors as a
silhouette; the ASCII set has its own drawings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.style import Style

from engine.cards import Item
from unokart_tui.palette import Palette
from unokart_tui.surface import Surface

Bitmap = tuple[str, ...]

FACES: Final[Mapping[str, Bitmap]] = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": ("##.", ".#.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", "..#", "..#"),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    "S": (".##.", "#..#", "#.##", "##.#", "#..#", ".##."),
    "R": ("..#.", "####", "..#.", ".#..", "####", ".#.."),
    "?": ("###", "..#", ".##", "...", ".#."),
}
"""What stands in the middle of a card, by its value."""

ASCII_FACES: Final[Mapping[str, tuple[str, ...]]] = {
    "0": (" _ ", "| |", "|_|"),
    "1": ("   ", "  |", "  |"),
    "2": (" _ ", " _|", "|_ "),
    "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"),
    "5": (" _ ", "|_ ", " _|"),
    "6": (" _ ", "|_ ", "|_|"),
    "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"),
    "9": (" _ ", "|_|", " _|"),
    "S": (" _ ", "|/|", " - "),
    "R": ("-->", "   ", "<--"),
    "?": (" _ ", "  )", " . "),
}

PICTURES: Final[Mapping[str, Bitmap]] = {
    "mushroom": (
        "....rrrr....",
        "..rrwwwrrr..",
        ".rrrwwwrrrr.",
        "rwwrrrrrrwwr",
        "rwwrrrrrrwwr",
        "rrrrrrrrrrrr",
        ".RttttttttR.",
        "..ttkttktt..",
        "..ttkttktt..",
        "...tttttt...",
    ),
    "banana": (
        ".........n..",
        "........ny..",
        "........yy..",
        ".......yyy..",
        "......yyyy..",
        "n....yyyyo..",
        "yy.yyyyyyo..",
        ".yyyyyyyo...",
        "..yyyyyo....",
        "...oooo.....",
    ),
    "shell": (
        "....gggg....",
        "..ggGggGgg..",
        ".gGggGGggGg.",
        ".ggGGggGGgg.",
        "gGggGggGggGg",
        "ggggGGGGgggg",
        "wwwwwwwwwwww",
        ".wwkwwwwkww.",
        "..wwwwwwww..",
        "............",
    ),
    "lightning": (
        ".......yyyy.",
        "......yyyy..",
        ".....yyyy...",
        "....yyyy....",
        "...yyyyyyyy.",
        ".....oyyyy..",
        ".....yyyo...",
        "....yyyo....",
        "...yyo......",
        "..yo........",
    ),
    "bob_omb": (
        ".......o.y..",
        "......n.oy..",
        ".....dd.....",
        "...dddddd...",
        "..ddwdddddd.",
        ".ddwddkwdkwd",
        ".dddddkwdkwd",
        ".ddddddddddd",
        "..ddddddddd.",
        "..oo.ddd.oo.",
    ),
    "box": (
        "rrrryyyygggg",
        "r..........g",
        "r...wwww...g",
        "y......w...b",
        "y....www...b",
        "y....w.....b",
        "b..........r",
        "b....w.....r",
        "b..........r",
        "bbbbggggyyyy",
    ),
}
"""The five items and the closed box, 12 by 10 pixels: letters are those of `Palette.pixel`."""

PICTURE_WIDTH: Final = 12
PICTURE_HEIGHT: Final = 5

ASCII_PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "mushroom": ("   .----.   ", " /  ()  \\ ", "(_()___()_)", "   | .. |   ", "   '----'   "),
    "banana": ("         _  ", "        / ) ", "  _    /  / ", " ( '--'  /  ", "  '-.__.'   "),
    "shell": ("   .----.   ", "  /\\_/\\_/\\  ", " /_/ \\/ \\_\\ ", "(__________)", "  '-'  '-'  "),
    "lightning": ("      ____  ", "     /  /   ", "    /  /__  ", "     /  /   ", "    /_/     "),
    "bob_omb": ("       ,*   ", "    _ /     ", "  /   \\    ", " |  o o |   ", "  \\__ _/   "),
    "box": ("+----------+", "|    __    |", "|     _)   |", "|    .     |", "+----------+"),
}

_LIT: Final = frozenset("#rRwyogGbntd")
"""The letters that are ink in a silhouette; dark eyes are left out."""


def draw_bitmap(surface: Surface, x: int, y: int, bitmap: Bitmap, styles: Mapping[str, Style], scale: int = 1) -> None:
    """Draw a bitmap with half blocks, leaving what is around it; `styles` has the ink of each letter on the ground."""
    rows = [_stretch(row, scale) for row in bitmap for _ in range(scale)]
    if len(rows) % 2:
        rows.append("." * len(rows[0]))
    for at in range(0, len(rows), 2):
        for column, (upper, lower) in enumerate(zip(rows[at], rows[at + 1], strict=True)):
            _draw_pair(surface, x + column, y + at // 2, styles.get(upper), styles.get(lower))


def _stretch(row: str, scale: int) -> str:
    return "".join(pixel * scale for pixel in row)


def _draw_pair(surface: Surface, x: int, y: int, upper: Style | None, lower: Style | None) -> None:
    if upper is None and lower is None:
        return
    if upper is None:
        assert lower is not None
        surface.text(x, y, "▄", lower)
    elif lower is None:
        surface.text(x, y, "▀", upper)
    elif upper == lower:
        surface.text(x, y, "█", upper)
    else:
        surface.text(x, y, "▀", upper + Style(bgcolor=lower.color))


def draw_picture(
    surface: Surface, x: int, y: int, name: Item | str, palette: Palette, blocks: bool, ground: Style
) -> None:
    """Draw an item or the ``box`` with its top left corner at a cell."""
    if not blocks:
        draw_text(surface, x, y, ASCII_PICTURES[name], ground + Style(bold=True))
    elif palette.colored:
        inks = {pixel: ground + Style(color=color) for pixel, color in palette.pixel.items()}
        draw_bitmap(surface, x, y, PICTURES[name], inks)
    else:
        draw_bitmap(surface, x, y, PICTURES[name], dict.fromkeys(_LIT, ground))


def draw_text(surface: Surface, x: int, y: int, lines: Sequence[str], style: Style) -> None:
    """Draw lines of characters, leaving what is around them."""
    for row, line in enumerate(lines):
        for column, char in enumerate(line):
            if char != " ":
                surface.text(x + column, y + row, char, style)
