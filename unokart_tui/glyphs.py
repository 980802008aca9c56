"""The marks on the table: one set for terminals with Unicode, one in ASCII. Every mark is one cell wide.

The Unicode set keeps to marks that the oldest fonts have (the box and block drawing and the symbols of code page 437,
and Latin-1), since a mark that is missing, or drawn two cells wide, breaks the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import Item


@dataclass(frozen=True)
class Glyphs:
    """Marks by what they mean."""

    acts: str
    """Before who acts."""
    down: str
    up: str
    """Which way play runs along the lanes."""
    back: str
    """One card seen from behind."""
    pile: str
    """The texture of a card's back."""
    kart: str
    tall_kart: tuple[str, str]
    """A kart of two rows."""
    trail: str
    track: str
    flag: str
    """The race to the target score."""
    bar: str
    """The bar of the color in force."""
    edge: str
    """A card's left edge, where the one before lies under it."""
    mark: str
    """Under a card that may be played."""
    lip: str
    """Above the chosen card, which stands out."""
    skip: str
    reverse: str
    """Values of action cards."""
    item: Mapping[Item, str]
    arrows: str
    """The keys that choose a card."""
    more_left: str
    more_right: str
    """Cards beyond the edge of the hand."""
    ellipsis: str
    bullet: str
    frame: str
    """The corners and sides of a frame: top left, top right, bottom left, bottom right, horizontal, vertical."""
    blocks: bool
    """Whether half blocks can be drawn with."""


UNICODE: Final = Glyphs(
    acts="►",
    down="↓",
    up="↑",
    back="■",
    pile="░",
    kart="►",
    tall_kart=(" ▄██▄ ", "▀█▀▀█▀"),
    trail="═",
    track="·",
    flag="▒",
    bar="█",
    edge="▌",
    mark="▲",
    lip="▄",
    skip="Ø",
    reverse="↔",
    item={"mushroom": "♠", "banana": "(", "shell": "@", "lightning": "ϟ", "bob_omb": "δ"},
    arrows="←→",
    more_left="«",
    more_right="»",
    ellipsis="…",
    bullet="·",
    frame="┌┐└┘─│",
    blocks=True,
)

ASCII: Final = Glyphs(
    acts=">",
    down="v",
    up="^",
    back="|",
    pile="#",
    kart=">",
    tall_kart=(" _/|_ ", "`O--O>"),
    trail="=",
    track=".",
    flag="#",
    bar="|",
    edge="|",
    mark="^",
    lip="_",
    skip="S",
    reverse="R",
    item={"mushroom": "T", "banana": "(", "shell": "@", "lightning": "z", "bob_omb": "*"},
    arrows="<>",
    more_left="<",
    more_right=">",
    ellipsis="~",
    bullet="-",
    frame="++++-|",
    blocks=False,
)
