"""From the few colors that a theme names to a style for everything that is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.style import Style

from unokart_tui.shades import READABLE, Among, among_256, contrast, ground_for, ink_on, mix, readable
from unokart_tui.tokens import SUITS, Mood, Palette, Suit

Pair = tuple[str, str]
"""An ink, and what it is written on."""

PIXEL: Final[Mapping[str, str]] = {
    "r": "#e23b30", "R": "#8f1f18", "w": "#f6f3ea", "k": "#1a1a1f", "y": "#ffd23f", "o": "#c98a1b",
    "g": "#2fae55", "G": "#1a6b34", "b": "#3f7ff0", "n": "#8a5a2b", "t": "#f1d2a6", "d": "#4c5163",
}  # fmt: skip
"""Drawn things have their own colors in every theme, as the cards of a deck have."""

_SEEN: Final = 1.2
"""The least contrast of a lip, which is as broad as a card."""
_DRAWN: Final = 3.0
"""The least contrast of what is drawn, not written, and tells nothing that is not written beside it."""


@dataclass(frozen=True)
class CardShades:
    """The colors of one color of cards."""

    bright: Pair
    rest: Pair
    dim: Pair
    word: str
    tint: str


@dataclass(frozen=True)
class Scheme:
    """The colors of a theme, each written ``#rrggbb``."""

    ground: str
    ink: str
    strong: str
    faint: str
    accent: str
    """As text on the ground."""
    badge: Pair
    quiet_badge: Pair
    bar: Pair
    bar_key: str
    lane: str
    back: Pair
    back_label: str
    prompt: str
    """As text on a tint."""
    notice: str
    """Likewise."""
    cards: Mapping[Suit, CardShades]
    dark: bool = True


def cards_on(
    ground: str, fills: Mapping[Suit, str], least: float = READABLE, lanes: tuple[str, ...] = ()
) -> dict[Suit, CardShades]:
    """Return cards of these colors for a ground, with at least such a contrast of all text."""
    cards = {}
    for suit, fill in fills.items():
        ink = ink_on(fill)
        solid = ground_for(ink, fill, least)
        rest, dim, tint = mix(solid, ground, 0.36), mix(solid, ground, 0.78), mix(solid, ground, 0.82)
        rest_ink = ink_on(rest)
        rest = ground_for(rest_ink, rest, least)
        cards[suit] = CardShades(
            bright=(ink, solid),
            rest=(readable(mix(rest_ink, rest, 0.1), rest, least=least), rest),
            dim=(readable(mix(solid, ink_on(dim), 0.2), dim, least=least), dim),
            word=readable(solid, ground, *lanes, least=least),
            tint=tint,
        )
    return cards


def in_256(scheme: Scheme) -> Scheme:
    """Return the colors of a scheme as near as the 256 of a terminal come, with inks that can be read on those."""
    near = among_256

    def ink(color: str, *grounds: str) -> str:
        return readable(color, *grounds, among=near)

    def pair(both: Pair) -> Pair:
        return ink(both[0], near(both[1])), near(both[1])

    ground, lane, bar = near(scheme.ground), near(scheme.lane), pair(scheme.bar)
    cards = {
        suit: CardShades(
            pair(each.bright), pair(each.rest), pair(each.dim), ink(each.word, ground), near(each.tint)
        )
        for suit, each in scheme.cards.items()
    }  # fmt: skip
    tints = [each.tint for each in cards.values()]
    return Scheme(
        ground=ground,
        ink=ink(scheme.ink, ground, lane),
        strong=ink(scheme.strong, ground, lane),
        faint=ink(scheme.faint, ground, lane),
        accent=ink(scheme.accent, ground, lane),
        badge=pair(scheme.badge),
        quiet_badge=pair(scheme.quiet_badge),
        bar=bar,
        bar_key=ink(scheme.bar_key, bar[1]),
        lane=lane,
        back=(near(scheme.back[0]), near(scheme.back[1])),
        back_label=ink(scheme.back_label, near(scheme.back[1])),
        prompt=ink(scheme.prompt, *tints),
        notice=ink(scheme.notice, *tints),
        cards=cards,
        dark=scheme.dark,
    )


def palette_of(scheme: Scheme, sent: Among = str) -> Palette:
    """Return a style for everything, in the colors of a scheme; `sent` says what to send for a color."""

    def style(ink: str, ground: str, bold: bool | None = None) -> Style:
        return Style(color=sent(ink), bgcolor=sent(ground), bold=bold)

    ground = scheme.ground
    card: dict[tuple[Suit, Mood], Style] = {}
    for suit in SUITS:
        shades = scheme.cards[suit]
        card[suit, "bright"] = style(*shades.bright, bold=True)
        card[suit, "rest"] = style(*shades.rest)
        card[suit, "dim"] = style(*shades.dim)
    lip = {key: style(_lip(scheme, *key), ground) for key in card}
    wild = scheme.cards["W"].bright[1]
    four = {suit: shades for suit, shades in scheme.cards.items() if suit != "W"}
    words = {suit: style(shades.word, ground, bold=True) for suit, shades in scheme.cards.items()}
    return Palette(
        ground=style(scheme.ink, ground),
        strong=style(scheme.strong, ground, bold=True),
        faint=style(scheme.faint, ground),
        you=style(scheme.accent, ground, bold=True),
        yours=style(scheme.accent, ground, bold=True),
        badge=style(*scheme.badge, bold=True),
        alarm=style(*scheme.badge, bold=True) + Style(underline=True),
        quiet_badge=style(*scheme.quiet_badge),
        bar=style(*scheme.bar),
        bar_key=style(scheme.bar_key, scheme.bar[1], bold=True),
        lane=Style(bgcolor=sent(scheme.lane)),
        back=style(*scheme.back),
        back_label=style(scheme.back_label, scheme.back[1], bold=True),
        notice=Style(color=sent(scheme.notice), bold=True),
        card=card,
        lip=lip,
        word=words,
        patch=words,
        wild={suit: sent(readable(shades.word, wild, least=_DRAWN)) for suit, shades in four.items()},
        tint={suit: style(scheme.prompt, shades.tint) for suit, shades in scheme.cards.items()},
        pixel=PIXEL,
        edge=Style(color=sent(ground)),
        dark=scheme.dark,
    )


def _lip(scheme: Scheme, suit: Suit, mood: Mood) -> str:
    """Return the color of a lip: the card's own, where that can be seen on the ground."""
    shades = scheme.cards[suit]
    own = {"bright": shades.bright, "rest": shades.rest, "dim": shades.dim}[mood][1]
    return own if mood != "dim" and contrast(own, scheme.ground) >= _SEEN else shades.word
