"""The themes whose colors are the game's own. What their cards look like is worked out, which takes a moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from unokart_tui.dark_theme import DARK
from unokart_tui.scheme import Scheme, cards_on
from unokart_tui.tokens import Suit

_PAPER: Final = "#f6f4ee"
_LIGHT_FILLS: Final[Mapping[Suit, str]] = {
    "R": "#c0281f",
    "Y": "#f2bd1d",
    "G": "#1d7d36",
    "B": "#1f5fd0",
    "W": "#3a3d4a",
}
LIGHT: Final = Scheme(
    ground=_PAPER,
    ink="#30343f",
    strong="#000000",
    faint="#5b606d",
    accent="#834a00",
    badge=("#1c1400", "#ffc83d"),
    quiet_badge=("#22252e", "#cfd2dc"),
    bar=("#4a4e5a", "#e2dfd5"),
    bar_key="#000000",
    lane="#dfe4f4",
    back=("#8d9fe0", "#3b4a96"),
    back_label="#ffffff",
    prompt="#1c1e25",
    notice="#6e3c00",
    cards=cards_on(_PAPER, _LIGHT_FILLS),
    dark=False,
)

_HIGH: Final = 7.0
"""The contrast of WCAG 2 AAA."""
HIGH_CONTRAST: Final = Scheme(
    ground="#000000",
    ink="#f2f2f2",
    strong="#ffffff",
    faint="#c8c8c8",
    accent="#ffe000",
    badge=("#000000", "#ffe000"),
    quiet_badge=("#000000", "#d8d8d8"),
    bar=("#f2f2f2", "#1c1c1c"),
    bar_key="#ffffff",
    lane="#00305c",
    back=("#9db2ff", "#1c2a78"),
    back_label="#ffffff",
    prompt="#ffffff",
    notice="#ffe000",
    cards=cards_on("#000000", {"R": "#a80f0f", "Y": "#ffd800", "G": "#0a5c22", "B": "#0f48b8", "W": "#3a3a3a"}, _HIGH),
)


def _for_eyes(fills: Mapping[Suit, str]) -> Scheme:
    return replace(DARK, cards=cards_on(DARK.ground, {**fills, "W": "#3a3d4a"}))


# The colors differ in lightness where the eye can't tell the hues apart: for red-green blindness red is dark, green
# pale and bluish; for blue-yellow blindness green is dark and blue pale.
DEUTERANOPIA: Final = _for_eyes({"R": "#9c1530", "Y": "#ffe21a", "G": "#56d8c3", "B": "#1f56d8"})
PROTANOPIA: Final = _for_eyes({"R": "#8a1030", "Y": "#ffe21a", "G": "#56d8c3", "B": "#2a5ee6"})
TRITANOPIA: Final = _for_eyes({"R": "#b0182c", "Y": "#f4b905", "G": "#14602a", "B": "#72c4ff"})

SCHEMES: Final[Mapping[str, Scheme]] = {
    "dark": DARK,
    "light": LIGHT,
    "high-contrast": HIGH_CONTRAST,
    "deuteranopia": DEUTERANOPIA,
    "protanopia": PROTANOPIA,
    "tritanopia": TRITANOPIA,
}
"""All of them, by name."""
