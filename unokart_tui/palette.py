"""The palette for a theme on a terminal."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual.theme import Theme

from unokart_tui.ansi import ANSI_DARK, ANSI_LIGHT, CONSOLE, EIGHT, SIXTEEN
from unokart_tui.borrowed import borrowed
from unokart_tui.dark_theme import DARK
from unokart_tui.scheme import Scheme, in_256, palette_of
from unokart_tui.shades import sent_in_256
from unokart_tui.theme_names import OWN_THEMES
from unokart_tui.tokens import MONO, SUITS, Mood, Palette, Suit, suit_of

__all__ = ["FULL", "MONO", "SIXTEEN", "SUITS", "Mood", "Palette", "Suit", "palette_for", "suit_of", "textual_theme"]

FULL: Final = palette_of(DARK)
"""The dark theme in 16 million colors."""


def _scheme(theme: str) -> Scheme:
    if theme == "dark":
        return DARK
    from unokart_tui.fixed_themes import SCHEMES

    return SCHEMES[theme] if theme in SCHEMES else borrowed(theme)


@lru_cache(4)
def _colored(theme: str, color_system: str) -> Palette:
    scheme = _scheme(theme)
    if color_system == "256":
        return palette_of(in_256(scheme), sent_in_256)
    return FULL if theme == "dark" else palette_of(scheme)


def palette_for(no_color: bool, color_system: str | None, theme: str = "dark", term: str = "") -> Palette:
    """Return the palette of a theme for a terminal.

    `color_system` is what Rich calls it: ``truecolor``, ``256``, ``standard``; `term` is the terminal's ``TERM``.
    """
    if no_color or color_system is None or theme == "mono":
        return MONO
    own = theme in ("ansi-dark", "ansi-light")
    if color_system != "standard" and not own:
        return _colored(theme, color_system)
    if term.split("-")[0] == "linux":
        return CONSOLE
    if own:
        return ANSI_DARK if theme == "ansi-dark" else ANSI_LIGHT
    if not _colored(theme, "truecolor").dark:
        return ANSI_LIGHT
    return EIGHT if term == "screen" else SIXTEEN


def textual_theme(theme: str, palette: Palette) -> Theme | str:
    """Return the theme for what Textual itself draws, to go with a palette: a new one, or the name of one of its own.

    Textual leaves the colors of a terminal alone, and sends none where there are none to be, in its ``ansi`` themes
    only.
    """
    if palette.native or not palette.colored:
        return "ansi-dark" if palette.dark else "ansi-light"
    if theme not in OWN_THEMES:
        return theme
    scheme = _scheme(theme)
    return Theme(
        name=f"unokart-{theme}",
        primary=scheme.accent,
        background=scheme.ground,
        surface=scheme.bar[1],
        panel=scheme.lane,
        foreground=scheme.ink,
        dark=scheme.dark,
    )
