"""How many colors a guest's terminal has, and how a picture is brought down to so many.

ssh does not pass on what a terminal can do beyond its name, and many a name says less than is true. So a child draws
for terminals of all colors, and a filter takes away what there is too much of; which, the guest can change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from unokart_tui.ansi import EIGHT
from unokart_tui.palette import FULL, MONO, Palette, palette_for

Depth = Literal["all", "256", "16", "none"]

DEPTHS: Final[tuple[Depth, ...]] = ("all", "256", "16", "none")

_ALL: Final = re.compile(r"-direct|ghostty|alacritty|foot|kitty|wezterm|contour|-truecolor|-24bit", re.ASCII)
_SIXTEEN: Final = re.compile(r"(linux|vt\d|ansi|cygwin|cons25|pcansi|.*-16color$)", re.ASCII)
_NONE: Final = re.compile(r".*-m(ono)?$", re.ASCII)


def depth_of(term: str, environment: Mapping[str, str]) -> Depth:
    """Return how many colors a terminal has, by its TERM and what was sent along of COLORTERM and NO_COLOR.

    A terminal without a known name is taken for one of 256 colors: nearly all have them.
    """
    if environment.get("NO_COLOR"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or _ALL.search(term):
        return "all"
    if _NONE.match(term):
        return "none"
    return "16" if _SIXTEEN.match(term) else "256"


def palette_of(depth: Depth) -> Palette:
    """Return the palette that suits so many colors."""
    return {"all": FULL, "256": palette_for(False, "256"), "16": EIGHT, "none": MONO}[depth]


def words_for(depth: Depth) -> str:
    """Say how many colors these are."""
    return {"all": "all colors", "256": "256 colors", "16": "16 colors", "none": "no colors"}[depth]


class ColorFilter(LineFilter):
    """Rounds every color to one that a terminal of this depth has."""

    def __init__(self, depth: Depth) -> None:
        super().__init__(depth != "all")
        self._depth = depth

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with other styles; the text stays."""
        depth = self._depth
        return [Segment(text, rounded(style, depth) if style else style, control) for text, style, control in segments]


@lru_cache(4096)
def rounded(style: Style, depth: Depth) -> Style:
    """Return a style whose colors are among those of this depth."""
    if depth == "none":
        return style.without_color
    system = ColorSystem.EIGHT_BIT if depth == "256" else ColorSystem.STANDARD
    color = style.color.downgrade(system) if style.color else None
    ground = style.bgcolor.downgrade(system) if style.bgcolor else None
    return style.without_color + Style(color=color, bgcolor=ground)
