"""Going to a card by its letters: its color, then its number or the first letter of what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import COLOR_NAMES, COLORS, FACES, name_of
from unokart_tui.hand import Card
from unokart_tui.table import Table

_FIRST: Final = frozenset("rygbw")
_WORDS: Final = {"W4": "4d+", "WI": "ib", **{f"{color}D": "d+" for color in COLORS}}
"""What may be typed for the value of a face that is more than one letter of it."""


@dataclass(frozen=True)
class Finding:
    """What has been typed of a card's letters, and the card that was chosen before."""

    typed: str
    since: Card | None


def begin(table: Table) -> str | None:
    """Begin to take letters; return why that can't be, in a sentence."""
    if not table.hand.size:
        return "You hold no cards."
    table.finding = Finding("", table.hand.chosen)
    return None


def find_on(table: Table, key: str, character: str | None) -> str | None:
    """Take a key while letters are typed, and go to the next card that they may mean; return what is to be said."""
    finding = table.finding
    if finding is None:
        return None
    if key == "backspace":
        table.finding = Finding(finding.typed[:-1], finding.since)
        return None
    if key == "escape" and finding.since is not None:
        _go_to(table, finding.since)
    if key in ("escape", "enter") or character is None or not character.isprintable():
        table.finding = None
        return None
    typed = finding.typed + character.lower()
    faces = faces_meant(typed)
    card = table.hand.seek(faces, finding.since)
    if (goal := card or finding.since) is not None:  # what is not held leaves the choice as it was
        _go_to(table, goal)
    complete = card is None or len(typed) > 1 or typed not in _FIRST
    table.finding = None if complete else Finding(typed, finding.since)
    return None if card is not None else _not_found(typed, faces)


def faces_meant(typed: str) -> frozenset[str]:
    """Return the faces that letters may mean: ``g``, ``g5``, ``5``, ``g+`` or ``gd`` (Draw Two), ``wb`` (box)."""
    color, value = (typed[:1], typed[1:]) if typed[:1] in _FIRST else ("", typed)
    return frozenset(
        code
        for code in FACES
        if code.lower().startswith(color) and (not value or value in tuple(_WORDS.get(code, code[1].lower())))
    )


def _go_to(table: Table, card: Card) -> None:
    if card not in table.hand.cards:
        table.filtered = False
        table.narrow()
    table.hand.jump(table.hand.cards.index(card))


def _not_found(typed: str, faces: frozenset[str]) -> str:
    if len(faces) == 1:
        return f"You hold no {name_of(next(iter(faces)))}."
    if not faces:
        return f"{typed} is no card: type a color, r y g b or w, then 0 to 9, s, r or +."
    if typed in _FIRST:
        return "You hold no wild." if typed == "w" else f"You hold no {_color(typed)} card."
    return f"You hold no card with {typed}."


def _color(letter: str) -> str:
    return next(COLOR_NAMES[color] for color in COLORS if color.lower() == letter)
