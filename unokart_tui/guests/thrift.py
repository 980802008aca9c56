"""Telling a terminal what to draw in fewer bytes: the same picture by half of them.

Textual tells all of the style with every piece of a row, takes it back after that, and moves the cursor to where it
has come to by itself. Where a hand is drawn in other colors, as when it is somebody's turn, that is most of it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple


class _Style(NamedTuple):
    """What SGR sequences have chosen: the numbers of attributes, and what chooses the two colors."""

    attributes: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""


_PLAIN: Final = _Style()
_SEEN_ON_BLANKS: Final = frozenset("479")
"""Underlined, reversed, struck through."""
_ENDED_BY: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
_OWN_INK: Final = "39"
_OWN_GROUND: Final = "49"

_TOKEN: Final = re.compile(
    r"\x1b\[([\d;]*)m"  # a style
    r"|\n?\x1b\[(\d+);(\d+)H"  # a place; what ends a row before it is of no use
    r"|(\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[^@-~]*[@-~]|\x1b.|\x1b$)"
    r"|([^\x1b\n]+|\n)",
    re.DOTALL,
)
_OF_CERTAIN_WIDTH: Final = re.compile(r"[ -~\u2500-\u259f]*")
"""Frames and blocks; how wide some other marks are, terminals do not agree upon."""


def thrifty(frame: str) -> str:
    """Return what draws the same as what is about to be written to a terminal, and leaves it in the same style.

    Frames begin with no style and end with none; where the end of one was lost, the next does not inherit from it.
    """
    written: list[str] = []
    have: _Style | None = None  # plain, unless what was written before was cut off
    want = _PLAIN
    row = column = 0  # where the cursor is; in column 0 where that is not known
    for token in _TOKEN.finditer(frame):
        style, to_row, to_column, other, text = token.groups()
        if style is not None:
            want = _chosen(want, style)
        elif to_row is not None:
            if (int(to_row), int(to_column)) != (row, column):
                row, column = int(to_row), int(to_column)
                written.append(f"\x1b[{row};{column}H")
        elif text is not None:
            drawn = want if text.strip(" ") else _for_blanks(have, want)
            if drawn != (have or _PLAIN):
                written.append(_turn(have, drawn))
                have = drawn
            written.append(text)
            column = column + len(text) if column and _OF_CERTAIN_WIDTH.fullmatch(text) else 0
        else:
            if want != (have or _PLAIN):
                written.append(_turn(have, want))
                have = want
            written.append(other)
            column = 0
    if want != (have or _PLAIN):
        written.append(_turn(have, want))
    return "".join(written)


@lru_cache(4096)
def _chosen(style: _Style, numbers: str) -> _Style:
    """Return the style that numbers of SGR make of one."""
    attributes, ink, ground = style
    left = numbers.split(";")
    while left:
        number = left.pop(0) or "0"
        if number == "0":
            attributes, ink, ground = _PLAIN
        elif number in ("38", "48"):
            more = 2 if left[:1] == ["5"] else 4
            color = ";".join((number, *left[:more]))
            del left[:more]
            ink, ground = (color, ground) if number == "38" else (ink, color)
        elif re.fullmatch("[39].", number):
            ink = "" if number == _OWN_INK else number
        elif re.fullmatch("4.|10.", number):
            ground = "" if number == _OWN_GROUND else number
        elif number in _ENDED_BY.values():
            attributes -= {each for each, end in _ENDED_BY.items() if end == number}
        else:
            attributes |= {number}
    return _Style(attributes, ink, ground)


def _for_blanks(have: _Style | None, want: _Style) -> _Style:
    """Return a style in which blanks look like in the one that is wanted, and which is as near to the present one."""
    if have is None or (have.attributes | want.attributes) & _SEEN_ON_BLANKS:
        return want
    return have._replace(ground=want.ground)


@lru_cache(4096)
def _turn(have: _Style | None, want: _Style) -> str:
    """Return what makes one style of another, whichever is shorter: from what there is, or from none."""
    anew = f"\x1b[{';'.join(['0', *_numbers(_PLAIN, want)])}m"
    if have is None or not have.attributes - want.attributes <= _ENDED_BY.keys():
        return anew
    changed = f"\x1b[{';'.join(_numbers(have, want))}m"
    return min(changed, anew, key=len)


def _numbers(have: _Style, want: _Style) -> list[str]:
    ends = sorted({_ENDED_BY[each] for each in have.attributes - want.attributes})
    kept = {each for each in have.attributes if _ENDED_BY.get(each) not in ends}
    numbers = [*ends, *sorted(want.attributes - kept)]
    if have.ink != want.ink:
        numbers.append(want.ink or _OWN_INK)
    if have.ground != want.ground:
        numbers.append(want.ground or _OWN_GROUND)
    return numbers
