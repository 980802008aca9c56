"""The names of the themes and of the numbers of colors; known without Textual, which has to be told of them first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

OWN_THEMES: Final[Mapping[str, str]] = {
    "dark": "light on dark",
    "light": "dark on light",
    "high-contrast": "black, white and strong colors",
    "deuteranopia": "cards told apart without green",
    "protanopia": "cards told apart without red",
    "tritanopia": "cards told apart without blue",
    "mono": "without colors",
    "ansi-dark": "your terminal's colors, on dark",
    "ansi-light": "your terminal's colors, on light",
}
"""What each theme of the game is like, in a few words."""

BORROWED: Final = (
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "dracula", "tokyo-night", "monokai",
    "flexoki", "catppuccin-latte", "catppuccin-frappe", "catppuccin-macchiato", "solarized-light", "solarized-dark",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light",
)  # fmt: skip
"""Textual's themes that have colors of their own."""

Colors = Literal["auto", "truecolor", "256", "16", "none"]
"""How many colors are used: as many as the terminal says it has, or so many."""

COLORS: Final[tuple[Colors, ...]] = ("auto", "truecolor", "256", "16", "none")


def is_theme(name: str) -> bool:
    """Say whether there is a theme of this name, of the game or of Textual."""
    return name in OWN_THEMES or name in BORROWED


def all_themes() -> tuple[str, ...]:
    """Return the names of all themes, the game's own first."""
    return (*OWN_THEMES, *BORROWED)
