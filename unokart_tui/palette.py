"""The colors of the table, each with one meaning.

The four card colors stand for cards and for the color in force; one accent says "this is you" and "UNO"; greys are
for the rest. Cards bring their own background, so that they stand on any ground. No meaning hangs on color alone: a
card's letter, bold, underline and reverse say the same, and in `MONO` they are all there is.
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
    word: Mapping[Suit, Style]
    """A color in words, on the ground."""
    tint: Mapping[Suit, Style]
    """The ground of the prompt while a color is in force."""
    pixel: Mapping[str, str]
    """By letter: the colors of drawn art. Empty where there are no colors."""
    edge: Style
    """Laid over a card's left edge where the next one covers it."""
    colored: bool = True


def _full() -> Palette:
    """For 16 million colors, and for 256, to which they are rounded."""
    ground = "#12141c"
    solid: dict[Suit, tuple[str, str]] = {
        "R": ("#ffffff", "#c0281f"),
        "Y": ("#1c1400", "#e8b30c"),
        "G": ("#ffffff", "#1d7d36"),
        "B": ("#ffffff", "#1f5fd0"),
        "W": ("#ffffff", "#3a3d4a"),
    }
    rest: dict[Suit, tuple[str, str]] = {
        "R": ("#f3dcd9", "#8c211a"),
        "Y": ("#fbf0c8", "#7d6108"),
        "G": ("#dcf3e1", "#175c2a"),
        "B": ("#dbe6fb", "#1a4796"),
        "W": ("#e3e4ea", "#2e313c"),
    }
    dim: dict[Suit, tuple[str, str]] = {
        "R": ("#c08f8b", "#3b1a1b"),
        "Y": ("#b3a06a", "#362d12"),
        "G": ("#86b092", "#142d1e"),
        "B": ("#8fa6d3", "#17264a"),
        "W": ("#9a9dab", "#22242d"),
    }
    word: dict[Suit, str] = {"R": "#ff7b70", "Y": "#f5c737", "G": "#62d07f", "B": "#7aa7ff", "W": "#e3e4ea"}
    tint: dict[Suit, str] = {"R": "#3a1a1d", "Y": "#332b14", "G": "#15301f", "B": "#18284d", "W": "#252833"}
    card: dict[tuple[Suit, Mood], Style] = {}
    for suit in solid:
        card[suit, "bright"] = Style(color=solid[suit][0], bgcolor=solid[suit][1], bold=True)
        card[suit, "rest"] = Style(color=rest[suit][0], bgcolor=rest[suit][1])
        card[suit, "dim"] = Style(color=dim[suit][0], bgcolor=dim[suit][1])
    return Palette(
        ground=Style(color="#c9cdd8", bgcolor=ground),
        strong=Style(color="#ffffff", bgcolor=ground, bold=True),
        faint=Style(color="#9299aa", bgcolor=ground),
        you=Style(color="#ffc83d", bgcolor=ground, bold=True),
        yours=Style(color="#ffc83d", bgcolor=ground, bold=True),
        badge=Style(color="#1c1400", bgcolor="#ffc83d", bold=True),
        alarm=Style(color="#1c1400", bgcolor="#ffc83d", bold=True, underline=True),
        quiet_badge=Style(color="#e3e4ea", bgcolor="#3a3f4f"),
        bar=Style(color="#aab0c0", bgcolor="#1e212d"),
        bar_key=Style(color="#ffffff", bgcolor="#1e212d", bold=True),
        lane=Style(bgcolor="#272c40"),
        back=Style(color="#5b74c8", bgcolor="#27336a"),
        back_label=Style(color="#ffffff", bgcolor="#27336a", bold=True),
        notice=Style(color="#ffc83d", bold=True),
        card=card,
        word={suit: Style(color=color, bgcolor=ground, bold=True) for suit, color in word.items()},
        tint={suit: Style(color="#e6e8ef", bgcolor=color) for suit, color in tint.items()},
        pixel={
            "r": "#e23b30", "R": "#8f1f18", "w": "#f6f3ea", "k": "#1a1a1f", "y": "#ffd23f", "o": "#c98a1b",
            "g": "#2fae55", "G": "#1a6b34", "b": "#3f7ff0", "n": "#8a5a2b", "t": "#f1d2a6", "d": "#4c5163",
        },
        edge=Style(color=ground),
    )  # fmt: skip


# The sixteen colors of a terminal, by the values that are rounded to exactly these.
_BLACK, _RED, _GREEN, _BROWN, _BLUE, _MAGENTA, _CYAN, _GREY = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
)  # fmt: skip
_DARK, _LIGHT_RED, _LIGHT_GREEN, _YELLOW, _LIGHT_BLUE, _WHITE = (
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ffffff",
)  # fmt: skip


def _sixteen() -> Palette:
    """For terminals of sixteen colors: pure ones, chosen so that text stands on each."""
    ground = _BLACK
    fills: dict[Suit, tuple[str, str]] = {
        "R": (_WHITE, _RED),
        "Y": (_BLACK, _BROWN),
        "G": (_BLACK, _GREEN),
        "B": (_WHITE, _BLUE),
        "W": (_BLACK, _GREY),
    }
    words: dict[Suit, str] = {"R": _LIGHT_RED, "Y": _YELLOW, "G": _LIGHT_GREEN, "B": _LIGHT_BLUE, "W": _WHITE}
    card: dict[tuple[Suit, Mood], Style] = {}
    for suit, (ink, fill) in fills.items():
        card[suit, "bright"] = Style(color=ink, bgcolor=fill, bold=True)
        card[suit, "rest"] = Style(color=ink, bgcolor=fill)
        card[suit, "dim"] = Style(color=words[suit], bgcolor=_BLACK)
    return Palette(
        ground=Style(color=_GREY, bgcolor=ground),
        strong=Style(color=_WHITE, bgcolor=ground, bold=True),
        faint=Style(color=_GREY, bgcolor=ground),
        you=Style(color=_YELLOW, bgcolor=ground, bold=True),
        yours=Style(color=_YELLOW, bgcolor=ground, bold=True),
        badge=Style(color=_BLACK, bgcolor=_YELLOW, bold=True),
        alarm=Style(color=_BLACK, bgcolor=_YELLOW, bold=True, underline=True),
        quiet_badge=Style(color=_BLACK, bgcolor=_GREY),
        bar=Style(color=_BLACK, bgcolor=_GREY),
        bar_key=Style(color=_BLACK, bgcolor=_GREY, bold=True, underline=True),
        lane=Style(bgcolor=_BLUE),
        back=Style(color=_CYAN, bgcolor=_BLUE),
        back_label=Style(color=_WHITE, bgcolor=_BLUE, bold=True),
        notice=Style(color=_YELLOW, bold=True),
        card=card,
        word={suit: Style(color=color, bgcolor=ground, bold=True) for suit, color in words.items()},
        tint={suit: Style(color=_WHITE, bgcolor=ground) for suit in fills},
        pixel={
            "r": _LIGHT_RED, "R": _RED, "w": _WHITE, "k": _BLACK, "y": _YELLOW, "o": _BROWN,
            "g": _LIGHT_GREEN, "G": _GREEN, "b": _LIGHT_BLUE, "n": _BROWN, "t": _GREY, "d": _DARK,
        },
        edge=Style(color=_BLACK),
    )  # fmt: skip


def _mono() -> Palette:
    """For terminals, and people, without color: not one color code."""
    suits: tuple[Suit, ...] = ("R", "Y", "G", "B", "W")
    card: dict[tuple[Suit, Mood], Style] = {}
    for suit in suits:
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
        word=dict.fromkeys(suits, Style(bold=True)),
        tint=dict.fromkeys(suits, Style()),
        pixel={},
        edge=Style(),
        colored=False,
    )


FULL: Final = _full()
SIXTEEN: Final = _sixteen()
MONO: Final = _mono()


def palette_for(no_color: bool, color_system: str | None) -> Palette:
    """Return the palette for a terminal, by what Rich calls its color system (``truecolor``, ``256``, ``standard``)."""
    if no_color or color_system is None:
        return MONO
    return SIXTEEN if color_system == "standard" else FULL


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
