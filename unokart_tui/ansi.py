"""Palettes of the sixteen colors that a terminal has given the numbers 0 to 15, whatever those look like there.

What they look like differs, so text is only written in pairs that can be read on all common terminals: a color of
cards is named on that color. The usual eight are never bold, since many terminals draw bold as bright.
"""

from __future__ import annotations

from typing import Final

from rich.style import Style

from unokart_tui.tokens import SUITS, Mood, Palette, Suit

_BLACK, _RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN, _GREY = (f"color({number})" for number in range(8))
_DARK, _LIGHT_RED, _LIGHT_GREEN, _LIGHT_YELLOW, _LIGHT_BLUE, _LIGHT_MAGENTA, _LIGHT_CYAN, _WHITE = (
    f"color({number})" for number in range(8, 16)
)
_OWN: Final = "default"
"""What the terminal writes with, or on, when it is not told otherwise."""
_USUAL: Final = frozenset((_BLACK, _RED, _GREEN, _YELLOW, _BLUE, _MAGENTA, _CYAN, _GREY))

Pair = tuple[str, str]


def _on(ink: str, fill: str) -> Style:
    return Style(color=ink, bgcolor=fill)


def _bold(ink: str, fill: str) -> Style:
    return Style(color=ink, bgcolor=fill, bold=ink not in _USUAL)


def _cards(yellow: Pair) -> dict[Suit, Style]:
    return {
        "R": _bold(_WHITE, _RED),
        "Y": _bold(*yellow),
        "G": _on(_BLACK, _GREEN),
        "B": _bold(_WHITE, _BLUE),
        "W": _on(_BLACK, _GREY),
    }


def _palette(cards: dict[Suit, Style], inks: dict[Suit, str], patches: dict[Suit, str], *, ground: Pair, strong: str,
             accent: str, badge: Style, dark: bool) -> Palette:  # fmt: skip
    """Return a palette; `inks` are those of cards that may not be played, on the ground."""
    card: dict[tuple[Suit, Mood], Style] = {}
    drawn = {suit: _on(ink, ground[1]) for suit, ink in patches.items()}
    lip: dict[tuple[Suit, Mood], Style] = {}
    for suit, style in cards.items():
        card[suit, "bright"] = style
        card[suit, "rest"] = style + Style(bold=False)
        card[suit, "dim"] = _on(inks[suit], ground[1])
        # Bright yellow can't be seen on white, and what may not be played has no ground of its own.
        own = Style(color=style.bgcolor) + Style(bgcolor=ground[1])
        lip[suit, "bright"] = lip[suit, "rest"] = own if dark else drawn[suit]
        lip[suit, "dim"] = drawn[suit]
    return Palette(
        ground=_on(*ground),
        strong=_bold(strong, ground[1]),
        faint=_on(*ground),
        you=_bold(accent, ground[1]),
        yours=_bold(accent, ground[1]),
        badge=badge,
        alarm=badge + Style(underline=True),
        quiet_badge=_on(_BLACK, _GREY),
        bar=_on(_BLACK, _GREY),
        bar_key=_on(_BLACK, _GREY) + Style(underline=True),
        lane=_on(_WHITE, _BLUE),
        back=_on(_LIGHT_MAGENTA, _MAGENTA),
        back_label=_bold(_WHITE, _MAGENTA),
        notice=Style(color=accent, bold=accent not in _USUAL),
        card=card,
        lip=lip,
        word=cards,
        patch=drawn,
        wild={"R": _RED, "Y": _YELLOW, "G": _GREEN, "B": _BLUE},
        tint=dict.fromkeys(SUITS, _on(strong, ground[1])),
        pixel={
            "r": _LIGHT_RED, "R": _RED, "w": _WHITE, "k": _BLACK, "y": _LIGHT_YELLOW, "o": _YELLOW,
            "g": _LIGHT_GREEN, "G": _GREEN, "b": _LIGHT_BLUE, "n": _YELLOW, "t": _GREY, "d": _DARK,
        },
        edge=Style(color=_BLACK),
        dark=dark,
        native=True,
    )  # fmt: skip


def _on_dark(ground: Pair, yellow: Pair) -> Palette:
    # The brighter blue can't be read on black everywhere.
    inks: dict[Suit, str] = {
        "R": _LIGHT_RED, "Y": _LIGHT_YELLOW, "G": _LIGHT_GREEN, "B": _LIGHT_CYAN, "W": ground[0]
    }  # fmt: skip
    patches: dict[Suit, str] = {
        "R": _LIGHT_RED, "Y": _LIGHT_YELLOW, "G": _LIGHT_GREEN, "B": _LIGHT_BLUE, "W": _GREY
    }  # fmt: skip
    return _palette(
        _cards(yellow),
        inks,
        patches,
        ground=ground,
        strong=_WHITE,
        accent=_LIGHT_YELLOW,
        badge=_bold(*yellow),
        dark=True,
    )


def _on_light() -> Palette:
    # Green and yellow can't be read on white anywhere.
    inks: dict[Suit, str] = {"R": _RED, "Y": _OWN, "G": _OWN, "B": _BLUE, "W": _OWN}
    patches: dict[Suit, str] = {"R": _RED, "Y": _YELLOW, "G": _GREEN, "B": _BLUE, "W": _DARK}
    return _palette(
        _cards(_BRIGHT), inks, patches,
        ground=(_OWN, _OWN), strong=_OWN, accent=_MAGENTA, badge=_bold(_WHITE, _MAGENTA), dark=False,
    )  # fmt: skip


_BRIGHT: Final = (_BLACK, _LIGHT_YELLOW)
_BLACK_GROUND: Final = (_GREY, _BLACK)

SIXTEEN: Final = _on_dark(_BLACK_GROUND, _BRIGHT)
"""On black."""
EIGHT: Final = _on_dark(_BLACK_GROUND, (_BLACK, _YELLOW))
"""Likewise, for terminals that may have eight colors of ground alone."""
CONSOLE: Final = _on_dark(_BLACK_GROUND, (_WHITE, _YELLOW))
"""Likewise, for the console of Linux, whose yellow of grounds is brown."""
ANSI_DARK: Final = _on_dark((_OWN, _OWN), _BRIGHT)
"""On the terminal's own ground, which is dark."""
ANSI_LIGHT: Final = _on_light()
"""On the terminal's own ground, which is light."""
