"""Names from other machines, made fit to be shown: nothing that drives a terminal, hides, or reorders other text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

NAME_CELLS: Final = 20
"""The most terminal cells that a name takes."""

NAMELESS: Final = "Player"
"""Called so is whoever has no name left once it is cleaned."""

_LONGEST_NUMBER: Final = 6
_MARKS_IN_A_ROW: Final = 2
_READ_AT_MOST: Final = 1000

# Shown as nothing or as a blank, though Unicode calls them letters, marks or symbols.
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
)

# Narrow until Unicode 16, wide since: terminals differ, and a name must fit in all.
_WIDE_LATELY: Final = frozenset(
    chr(code)
    for first, last in ((0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D356), (0x1D360, 0x1D376))
    for code in range(first, last + 1)
)


def clean_line(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters, without anything that could act on a terminal."""
    kept: list[str] = []
    marks = 0
    for char in _normalized(text[:_READ_AT_MOST]):
        kind = unicodedata.category(char)
        if char.isspace() or kind[0] == "Z":
            kept.append(" ")
            marks = _MARKS_IN_A_ROW  # a mark on a blank would be one on the border beside it
        elif kind[0] == "C" or char in _INVISIBLE:
            continue
        elif kind[0] == "M":
            marks += 1
            if kept and marks <= _MARKS_IN_A_ROW:
                kept.append(char)
        else:
            kept.append(char)
            marks = 0
    # Once more: a mark may have come to stand beside its letter only now.
    line = unicodedata.normalize("NFC", "".join(kept))
    return " ".join(line.split())[:most].rstrip()


def _normalized(text: str) -> str:
    """Return a text in one form of the many that look alike, except that the … of one that was cut stays as it is."""
    return "…".join(unicodedata.normalize("NFKC", part) for part in text.split("…"))


def cells(text: str) -> int:
    """Return how many terminal cells a cleaned text takes at most."""
    return sum(map(_cells_of, text))


def _cells_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" or char in _WIDE_LATELY else 1


def cut(text: str, most: int) -> str:
    """Return a cleaned text, cut to `most` cells; its last is … where something is missing."""
    if cells(text) <= most:
        return text
    room = most - 1
    end = 0
    for char in text:
        room -= _cells_of(char)
        if room < 0:
            break
        end += 1
    return text[:end].rstrip() + "…"


def clean_name(name: str, taken: Iterable[str] = ()) -> str:
    """Return a name of one line and at most `NAME_CELLS` cells, told apart from those taken by a number."""
    wanted = cut(clean_line(name, _READ_AT_MOST), NAME_CELLS) or NAMELESS
    used = {other.casefold() for other in taken}
    chosen, number = wanted, 1
    while chosen.casefold() in used:
        number += 1
        chosen = _numbered(wanted, number)
    return chosen


def is_called(name: str, wanted: str) -> bool:
    """Tell whether a name of `clean_name`'s is what comes of a wanted one, whichever others were taken."""
    plain = clean_name(wanted)
    if name.casefold() == plain.casefold():
        return True
    _, _, number = name.rpartition(" ")
    told_apart = number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER
    return told_apart and name.casefold() == _numbered(plain, int(number)).casefold()


def _numbered(wanted: str, number: int) -> str:
    mark = f" {number}"
    return cut(wanted, NAME_CELLS - len(mark)) + mark
