"""What the colors of the screen are for: each has one meaning, whatever the theme.

The four card colors stand for cards and for the color in force; one accent says "this is you" and "UNO"; greys are
for the rest. Cards bring their own background, so that they stand on any ground. No meaning hangs on color alone: a
card's letter, bold, underline and reverse say the same, and without colors they are all there is. LOOKS.md says more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rich.style import Style

Mood = Literal["bright", "rest", "dim"]
"""How a card stands out: it may be played now; nothing is asked; it may not be played."""

Suit = Literal["R", "Y", "G", "B", "W"]
"""A card's color by its letter, `W` for wilds."""

SUITS: Final[tuple[Suit, ...]] = ("R", "Y", "G", "B", "W")


@dataclass(frozen=True)
class Palette:
    """A style for everything that is drawn."""

    ground: Style
    """The empty table and plain text on it."""
    strong: Style
    faint: Style
    """What is there to be looked up: keys, tracks, old lines of the log."""
    you: Style
    """The accent, as text: you, and UNO that was called."""
    yours: Style
    """Your numbers, cards and kart."""
    badge: Style
    """The accent, filled: it is your turn."""
    alarm: Style
    """Someone can be caught, or you can."""
    quiet_badge: Style
    """Someone else's turn."""
    bar: Style
    """The header and the key bar."""
    bar_key: Style
    """A key on the bar."""
    lane: Style
    """The lane of who acts, laid over what is written there."""
    back: Style
    """The back of a card."""
    back_label: Style
    notice: Style
    """Why nothing happened."""
    card: Mapping[tuple[Suit, Mood], Style]
    lip: Mapping[tuple[Suit, Mood], Style]
    """The half row by which the chosen card stands out, drawn with blocks on the ground."""
    word: Mapping[Suit, Style]
    """A color in words, on the ground."""
    patch: Mapping[Suit, Style]
    """A color as a patch that is drawn with blocks, on the ground; nothing to read is written in it."""
    wild: Mapping[Suit, str]
    """The four colors as they are drawn on a wild. Empty where there are no colors."""
    tint: Mapping[Suit, Style]
    """The ground of the prompt while a color is in force."""
    pixel: Mapping[str, str]
    """By letter: the colors of drawn art. Empty where there are no colors."""
    edge: Style
    """Laid over a card's left edge where the next one covers it."""
    colored: bool = True
    dark: bool = True
    """Whether the ground is dark."""
    native: bool = False
    """Whether its colors are those that the terminal has given the numbers 0 to 15, and its ground the terminal's."""


def suit_of(code: str | None) -> Suit:
    """Return the letter of a card's or of a color's color; `W` for wilds and for none."""
    match code[:1] if code else "W":
        case "R":
            return "R"
        case "Y":
            return "Y"
        case "G":
            return "G"
        case "B":
            return "B"
        case _:
            return "W"


def _mono() -> Palette:
    card: dict[tuple[Suit, Mood], Style] = {}
    for suit in SUITS:
        card[suit, "bright"] = Style(bold=True, reverse=True)
        card[suit, "rest"] = Style()
        card[suit, "dim"] = Style(dim=True)
    return Palette(
        ground=Style(),
        strong=Style(bold=True),
        faint=Style(dim=True),
        you=Style(bold=True, underline=True),
        yours=Style(bold=True),
        badge=Style(bold=True, reverse=True),
        alarm=Style(bold=True, reverse=True, underline=True),
        quiet_badge=Style(underline=True),
        bar=Style(),
        bar_key=Style(bold=True),
        lane=Style(bold=True),
        back=Style(),
        back_label=Style(bold=True),
        notice=Style(bold=True),
        card=card,
        lip=dict.fromkeys(card, Style(bold=True)),
        word=dict.fromkeys(SUITS, Style(bold=True)),
        patch=dict.fromkeys(SUITS, Style(bold=True)),
        wild={},
        tint=dict.fromkeys(SUITS, Style()),
        pixel={},
        edge=Style(),
        colored=False,
    )


MONO: Final = _mono()
"""For terminals, and people, without color: not one color code."""
