"""The 112 cards, their faces and what is printed on them (rules 1.1-1.3).

Inside the engine a card is an id, 0..111, so that every card can be accounted for. Everywhere else (notation, wire,
screen) a card is its face, written as a two-character code: ``R7 GS YR BD W4 WI``. Alike cards have neighbouring ids.
"""

from __future__ import annotations

from typing import Final, Literal

Color = Literal["R", "Y", "G", "B"]
"""A color of the game, by the letter that stands on the cards."""

Item = Literal["mushroom", "banana", "shell", "lightning", "bob_omb"]
"""What a card does when an item box turns it (rule 1.2)."""

COLORS: Final[tuple[Color, ...]] = ("R", "Y", "G", "B")
COLOR_NAMES: Final[dict[Color, str]] = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

RANKS: Final = "0123456789SRD"
"""The second character of a colored face: a number, Skip, Reverse, Draw Two."""

WILD_DRAW_FOUR: Final = "W4"
ITEM_BOX: Final = "WI"

COLORED_FACES: Final[tuple[str, ...]] = tuple(color + rank for color in COLORS for rank in RANKS)
FACES: Final[tuple[str, ...]] = (*COLORED_FACES, WILD_DRAW_FOUR, ITEM_BOX)
"""All 54 codes, in the order in which hands are shown: by color, then number, then action, wilds last."""


def _copies(code: str) -> int:
    if code == WILD_DRAW_FOUR:
        return 4
    if code == ITEM_BOX:
        return 8
    return 1 if code[1] == "0" else 2


CODE: Final[tuple[str, ...]] = tuple(code for code in FACES for _ in range(_copies(code)))
"""The face code of each card id."""

DECK: Final[tuple[int, ...]] = tuple(range(len(CODE)))

NO_CARD: Final = -1
"""The id of no card."""

CARDS_OF: Final[dict[str, tuple[int, ...]]] = {
    code: tuple(card for card in DECK if CODE[card] == code) for code in FACES
}
"""The ids that show a face, lowest first."""

FACE: Final[tuple[int, ...]] = tuple(FACES.index(code) for code in CODE)
"""The index in `FACES` of each card id."""

Kind = Literal[0, 1, 2, 3, 4, 5]
NUMBER: Final = 0
SKIP: Final = 1
REVERSE: Final = 2
DRAW_TWO: Final = 3
WILD_4: Final = 4
BOX: Final = 5

_KIND_OF_RANK: Final = {"S": SKIP, "R": REVERSE, "D": DRAW_TWO}


def kind_of(code: str) -> int:
    """Return which of NUMBER, SKIP, REVERSE, DRAW_TWO, WILD_4, BOX a face is."""
    if code == WILD_DRAW_FOUR:
        return WILD_4
    if code == ITEM_BOX:
        return BOX
    return _KIND_OF_RANK.get(code[1], NUMBER)


KIND: Final[tuple[int, ...]] = tuple(kind_of(code) for code in CODE)

WILD_COLOR: Final = 4
"""The color index of a card that has no color."""

COLOR: Final[tuple[int, ...]] = tuple(WILD_COLOR if code[0] == "W" else "RYGB".index(code[0]) for code in CODE)
"""The index in `COLORS` of each card id; `WILD_COLOR` for wilds."""


def color_of(code: str) -> Color | None:
    """Return the color of a face, None for a wild."""
    for color in COLORS:
        if code[0] == color:
            return color
    return None


def item_of(code: str) -> Item:
    """Return the item printed on a face (rule 1.2)."""
    items: dict[str, Item] = {"R": "mushroom", "Y": "banana", "G": "shell", "B": "lightning", "W": "bob_omb"}
    return items[code[0]]


def points_of(code: str) -> int:
    """Return what a face left in a hand is worth (rule 1.3)."""
    if code[0] == "W":
        return 50
    return int(code[1]) if code[1].isdigit() else 20


POINTS: Final[tuple[int, ...]] = tuple(points_of(code) for code in CODE)
"""The points of each card id."""

_NAMES: Final = {"S": "Skip", "R": "Reverse", "D": "Draw Two"}


def name_of(code: str) -> str:
    """Return a face in words: ``green 7``, ``blue Draw Two``, ``Wild Item Box``."""
    if code == WILD_DRAW_FOUR:
        return "Wild Draw Four"
    if code == ITEM_BOX:
        return "Wild Item Box"
    color = color_of(code)
    assert color is not None
    return f"{COLOR_NAMES[color]} {_NAMES.get(code[1], code[1])}"


def fits(code: str, top: str, color: str) -> bool:
    """Say whether a face may be played on a top card while a color is in force (rule 3.1)."""
    return code[0] == "W" or code[0] == color or (top[0] != "W" and code[1] == top[1])


def _table(top: str, color: str) -> tuple[bool, ...]:
    return tuple(fits(code, top, color) for code in CODE)


FITS: Final[dict[str, tuple[bool, ...]]] = {
    **{face: _table(face, face[0]) for face in COLORED_FACES},
    **{color: _table(ITEM_BOX, color) for color in COLORS},
}
"""By the top card's code, or by the named color where the top card is a wild: which card ids may be played."""

FITS_ON: Final[tuple[tuple[bool, ...], ...]] = tuple(FITS.get(code, ()) for code in CODE)
"""The same by the id of a colored top card; empty for wilds."""
