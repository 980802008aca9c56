"""A grid of cells to draw on, and what has changed between two of them.

Everything on the table is drawn here first. A widget then repaints only the runs of cells that differ, so that a
move costs the terminal what it changes and no more. Text is placed cell by cell: nothing in it is ever read as markup
or passed on as a control sequence.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

_VARIATION_SELECTORS: Final = frozenset("\ufe0e\ufe0f")
_HANG: Final = 2
_NEAR: Final = 8
"""Two changes closer than this are cheaper to send as one run than with a cursor move between them."""


@lru_cache(4096)
def plain(text: str) -> str:
    """Return a text without what a terminal would obey or count differently: controls, marks of direction."""
    kept = ""
    for char in text:
        kind = unicodedata.category(char)[0]
        if kind == "Z":
            kept += " "
        elif kind != "C" and char not in _VARIATION_SELECTORS:
            kept += char
    return kept


def clip(text: str, width: int, more: str = "…") -> str:
    """Return a text cut to `width` cells, ending in `more` where something was cut."""
    text = plain(text)
    if cell_len(text) <= width:
        return text
    kept = ""
    for char in text:
        if cell_len(kept + char) > width - len(more):
            break
        kept += char
    return (kept + more)[: max(0, width)]


def wrap(text: str, width: int, whole: re.Pattern[str] | None = None) -> list[str]:
    """Break a text into lines of at most `width` cells, between words where that is possible.

    What `whole` finds is one word.
    """
    lines: list[str] = []
    line = ""
    for word in _words(plain(text), whole):
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = ""
        while cell_len(word) > width:
            head = clip(word, width, "")
            if not head:
                break
            lines.append(head)
            word = word[len(head) :]
        line = f"{line} {word}" if line else word
    return [*lines, line]


def _words(text: str, whole: re.Pattern[str] | None) -> list[str]:
    if whole is None:
        return text.split(" ")
    # `plain` leaves no control character in a text, so one can stand for a space that is kept.
    return [word.replace("\0", " ") for word in whole.sub(lambda found: found[0].replace(" ", "\0"), text).split(" ")]


def hanging(text: str, width: int, whole: re.Pattern[str] | None = None) -> list[str]:
    """Break a text as `wrap` does, with all lines but the first moved in, so that it is seen where a text begins."""
    if len(lines := wrap(text, width, whole)) == 1:
        return lines
    first, *rest = wrap(text, width - _HANG, whole)
    return [first, *(" " * _HANG + line for line in rest)]


def fitted(text: str, width: int, rows: int, more: str) -> list[str]:
    """Break a text as `wrap` does into `rows` lines at most; `more` ends the last where some of it is left out."""
    lines = wrap(text, width)
    return lines if len(lines) <= rows else [*lines[: rows - 1], clip(" ".join(lines[rows - 1 :]), width, more)]


class Surface:
    """`width` by `height` cells, each a character and a style. What falls outside is cut off."""

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = width
        self.height = height
        # The second cell of a wide character holds "".
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [[style] * width for _ in range(height)]
        self._targets: list[tuple[Region, object]] = []

    def mark(self, x: int, y: int, width: int, height: int, meaning: object) -> None:
        """Note what a click on a rectangle means; what is marked later lies over what was marked before."""
        self._targets.append((Region(x, y, width, height), meaning))

    def meaning(self, x: int, y: int) -> object | None:
        """Return what a click on a cell means."""
        return next((meaning for region, meaning in reversed(self._targets) if region.contains(x, y)), None)

    def text(self, x: int, y: int, text: str, style: Style) -> int:
        """Write a text and return the column after it."""
        for char in plain(text):
            cells = get_character_cell_size(char)
            if cells == 0:
                self._combine(x - 1, y, char)
            else:
                self._put(x, y, char, cells, style)
            x += cells
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fill a rectangle with one character."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._put(column, row, char, 1, style)

    def tint(self, x: int, y: int, width: int, style: Style) -> None:
        """Lay a style over the cells of a row, keeping what is written there."""
        if 0 <= y < self.height:
            row = self.styles[y]
            for column in range(max(0, x), min(self.width, x + width)):
                row[column] = row[column] + style

    def paste(self, other: Surface, x: int, y: int) -> None:
        """Lay all of another surface over this one, its top left corner at a cell; it has to fit."""
        for row in range(other.height):
            self.chars[y + row][x : x + other.width] = other.chars[row]
            self.styles[y + row][x : x + other.width] = other.styles[row]

    def strips(self) -> list[Strip]:
        """Return the rows as Textual draws them."""
        return [self.strip(y) for y in range(self.height)]

    def changed(self, before: Surface) -> list[Region]:
        """Return the runs of cells that differ from another surface of the same size."""
        regions: list[Region] = []
        for y in range(self.height):
            start = end = -1
            for x in self._differing(before, y):
                if start >= 0 and x - end > _NEAR:
                    regions.append(Region(start, y, end - start, 1))
                    start = -1
                if start < 0:
                    start = x
                end = x + 1
            if start >= 0:
                regions.append(Region(start, y, end - start, 1))
        return regions

    def _differing(self, before: Surface, y: int) -> list[int]:
        chars, styles = self.chars[y], self.styles[y]
        old_chars, old_styles = before.chars[y], before.styles[y]
        if chars == old_chars and styles == old_styles:
            return []
        return [x for x in range(self.width) if chars[x] != old_chars[x] or styles[x] != old_styles[x]]

    def _put(self, x: int, y: int, char: str, cells: int, style: Style) -> None:
        if not (0 <= y < self.height and x >= 0 and x + cells <= self.width):
            return
        chars, styles = self.chars[y], self.styles[y]
        if chars[x] == "" and x > 0:
            chars[x - 1] = " "
        after = x + cells
        if after < self.width and chars[after] == "":
            chars[after] = " "
        chars[x], styles[x] = char, style
        if cells == 2:
            chars[x + 1], styles[x + 1] = "", style

    def _combine(self, x: int, y: int, char: str) -> None:
        """Add a mark of no width to the character before it; at most three, or a row would grow without end."""
        if 0 <= y < self.height and 0 <= x < self.width:
            row = self.chars[y]
            at = x - 1 if row[x] == "" and x > 0 else x
            if len(row[at]) < 4:
                row[at] += char

    def strip(self, y: int, left: int = 0, width: int | None = None) -> Strip:
        """Return a row, or `width` cells of it from `left` on, as Textual draws them; outside there is nothing."""
        end = self.width if width is None else max(left, min(left + width, self.width))
        segments: list[Segment] = []
        if not 0 <= y < self.height or left >= end:
            return Strip([], 0)
        chars, styles = self.chars[y], self.styles[y]
        start = left
        for x in range(left + 1, end + 1):
            if x == end or (styles[x] is not styles[start] and styles[x] != styles[start]):
                segments.append(Segment("".join(chars[start:x]), styles[start]))
                start = x
        return Strip(segments, end - left)
