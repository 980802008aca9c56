"""What eyes make of colors: contrast by WCAG 2, color blindness by Machado et al. 2009, distance by CIEDE2000."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rich.color import Color

Linear = tuple[float, float, float]
Lab = tuple[float, float, float]

DEFICIENCIES: Final[dict[str, tuple[Linear, Linear, Linear]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear red, green and blue where one kind of cone is missing."""

_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.119192, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(color: Color) -> Linear:
    """Return the light of a color."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (byte / 255 for byte in color.get_truecolor())
    )
    return red, green, blue


def seen_with(deficiency: str, light: Linear) -> Linear:
    """Return the light that looks to others as a light looks to eyes with a deficiency."""
    red, green, blue = (min(1.0, max(0.0, _times(row, light))) for row in DEFICIENCIES[deficiency])
    return red, green, blue


def contrast(one: Color, other: Color) -> float:
    """Return the contrast of two colors, 1 to 21."""
    lighter, darker = sorted((_times(_TO_XYZ[1], linear(color)) for color in (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def lab(light: Linear) -> Lab:
    """Return a light in CIE L*a*b*, for D65."""
    x, y, z = (_root(_times(row, light) / white) for row, white in zip(_TO_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Lab, other: Lab) -> float:
    """Return how different two colors look: 1 can just be told apart side by side."""
    light = (one[0] + other[0]) / 2
    chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(chroma**7 / (chroma**7 + 25**7)))
    (c1, h1), (c2, h2) = (_polar(each[1] * stretch, each[2]) for each in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 and c2 else 0.0
    across = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    mean = (c1 + c2) / 2
    hues = (0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.2, 4, -63)
    weight = 1 - sum(factor * math.cos(math.radians(times * hue + shift)) for factor, times, shift in hues)
    turned = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(mean**7 / (mean**7 + 25**7)) * math.sin(turned)
    d_light = (other[0] - one[0]) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * mean)
    d_hue = across / (1 + 0.015 * mean * weight)
    return math.sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)


def _times(row: Sequence[float], light: Sequence[float]) -> float:
    return sum(factor * part for factor, part in zip(row, light, strict=True))


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360
