"""The game in the colors of one of Textual's own themes, such as ``nord`` or ``solarized-light``.

Such a theme says what ground, ink and accents look like, not what can be read on what, and knows nothing of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from unokart_tui.scheme import Scheme, cards_on
from unokart_tui.shades import ink_on, mix, readable
from unokart_tui.tokens import Suit

FILLS: Final[Mapping[Suit, str]] = {"R": "#c0281f", "Y": "#e8b30c", "G": "#1d7d36", "B": "#1f5fd0", "W": "#3a3d4a"}


def borrowed(name: str) -> Scheme:
    """Return the colors of a theme of Textual's, moved as far as text needs to be read."""
    theme = BUILTIN_THEMES[name]
    variables = theme.to_color_system().generate()
    ground, ink, bar, lane = (
        _opaque(variables[each], variables["background"]) for each in ("background", "foreground", "surface", "panel")
    )
    accent = readable(_accent(theme), ground, lane)
    end = ink_on(ground)
    bar_ink = readable(mix(ink, bar, 0.15), bar)
    quiet = mix(ground, end, 0.22)
    cards = cards_on(ground, FILLS, lanes=(lane,))
    tints = [shades.tint for shades in cards.values()]
    return Scheme(
        ground=ground,
        ink=readable(ink, ground, lane),
        strong=readable(mix(ink, end, 0.6), ground, lane),
        faint=readable(mix(ink, ground, 0.35), ground, lane),
        accent=accent,
        badge=(ink_on(accent), accent),
        quiet_badge=(readable(ink, quiet), quiet),
        bar=(bar_ink, bar),
        bar_key=readable(mix(bar_ink, end, 0.6), bar),
        lane=lane,
        back=("#5b74c8", "#27336a"),
        back_label="#ffffff",
        prompt=readable(ink, *tints),
        notice=readable(accent, *tints),
        cards=cards,
        dark=theme.dark,
    )


def _accent(theme: Theme) -> str:
    return Color.parse(theme.accent or theme.warning or theme.primary).hex6.lower()


def _opaque(color: str, ground: str) -> str:
    """Return a color as it is seen on a ground."""
    seen = Color.parse(ground) + Color.parse(color)
    return seen.hex6.lower()
