"""Colors as they are measured: how far two are apart for the eye, and what can be read on what.

A color is written ``#rrggbb``. Contrast is the ratio of WCAG 2, 1 to 21.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem

Among = Callable[[str], str]

READABLE: Final = 4.5
"""The least contrast of text, by WCAG 2 AA."""
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"
_STEPS: Final = 50
_CUBE_GREYS: Final = frozenset(("#5f5f5f", "#878787", "#afafaf", "#d7d7d7"))


def _parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def luminance(color: str) -> float:
    """Return how light a color is, 0 to 1, by WCAG 2."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (byte / 255 for byte in _parts(color))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(color: str, other: str, share: float) -> str:
    """Return a color with so much of another in it, 0 to 1."""
    mixed = (round(one + (two - one) * share) for one, two in zip(_parts(color), _parts(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def ink_on(*grounds: str) -> str:
    """Return white or black, whichever is read better on the worst of these grounds."""
    return max((WHITE, BLACK), key=lambda ink: min(contrast(ink, ground) for ground in grounds))


def readable(ink: str, *grounds: str, least: float = READABLE, among: Among = str) -> str:
    """Return the color nearest to `ink` that can be read on all grounds, going towards white or black.

    Where the grounds are too different for any, the best there is. `among` turns a color into the nearest that can be
    shown.
    """
    end = ink_on(*grounds)
    steps = (among(mix(ink, end, step / _STEPS)) for step in range(_STEPS))
    return next((step for step in steps if all(contrast(step, ground) >= least for ground in grounds)), end)


def ground_for(ink: str, ground: str, least: float = READABLE) -> str:
    """Return the color nearest to `ground` on which an ink can be read, going towards white or black."""
    end = BLACK if luminance(ink) > luminance(ground) else WHITE
    steps = (mix(ground, end, step / _STEPS) for step in range(_STEPS))
    return next((step for step in steps if contrast(ink, step) >= least), end)


@lru_cache(4096)
def among_256(color: str) -> str:
    """Return what a color is shown as where terminals have 256; never one of the first sixteen, which differ."""
    shown = _rounded(color)
    # The greys of the color cube can't be sent: they are rounded once more, to those of the ramp.
    return _rounded(shown) if shown in _CUBE_GREYS else shown


def _rounded(color: str) -> str:
    return Color.parse(color).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


def sent_in_256(shown: str) -> str:
    """Return a color that is shown as exactly this one of the 256; a grey itself is rounded to the one beside it."""
    if _rounded(shown) == shown:
        return shown
    level = round(((_parts(shown)[0] - 8) / 10 + 1) * 255 / 25)
    return f"#{level:02x}{level:02x}{level:02x}"
