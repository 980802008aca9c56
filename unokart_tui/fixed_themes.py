"""The themes whose colors are the game's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from unokart_tui.scheme import CardShades, Scheme, cards_on
from unokart_tui.tokens import Suit

DARK: Final = Scheme(
    ground="#12141c",
    ink="#c9cdd8",
    strong="#ffffff",
    faint="#9299aa",
    accent="#ffc83d",
    badge=("#1c1400", "#ffc83d"),
    quiet_badge=("#e3e4ea", "#3a3f4f"),
    bar=("#aab0c0", "#1e212d"),
    bar_key="#ffffff",
    lane="#272c40",
    back=("#5b74c8", "#27336a"),
    back_label="#ffffff",
    prompt="#e6e8ef",
    notice="#ffc83d",
    cards={
        "R": CardShades(
            ("#ffffff", "#c0281f"), ("#f3dcd9", "#8c211a"), ("#c08f8b", "#3b1a1b"), "#ff7b70", "#3a1a1d"
        ),
        "Y": CardShades(
            ("#1c1400", "#e8b30c"), ("#fbf0c8", "#7d6108"), ("#b3a06a", "#362d12"), "#f5c737", "#332b14"
        ),
        "G": CardShades(
            ("#ffffff", "#1d7d36"), ("#dcf3e1", "#175c2a"), ("#86b092", "#142d1e"), "#62d07f", "#15301f"
        ),
        "B": CardShades(
            ("#ffffff", "#1f5fd0"), ("#dbe6fb", "#1a4796"), ("#8fa6d3", "#17264a"), "#7aa7ff", "#18284d"
        ),
        "W": CardShades(
            ("#ffffff", "#3a3d4a"), ("#e3e4ea", "#2e313c"), ("#9a9dab", "#22242d"), "#e3e4ea", "#252833"
        ),
    },
)  # fmt: skip

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
