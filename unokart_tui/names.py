"""How people, seats, cards and numbers are written.

Names come cleaned (see `net.updates.Person`) and are text, never markup; whoever shows them must print them plainly.
Seats are numbered for players from 1, in the order of the seats; the tenth is reached by the digit 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from engine.cards import name_of
from net.updates import Person

CARDS_AND_ITEMS: Final = re.compile(
    r"\b(?:(?:red|yellow|green|blue) (?:\d|Skip|Reverse|Draw Two)"
    r"|Wild (?:Draw Four|Item Box)|Banana Peel|Green Shell)\b"
)
"""What is written in several words and read as one."""

People = Sequence[Person]
"""Who sits at the table; in any order."""


def digit_of(seat: int) -> str:
    """Return the digit that stands for a seat, on the screen and as a key: 1 to 9, then 0 for the tenth."""
    return str((seat + 1) % 10)


def number_of(seat: int) -> str:
    """Return the number of a seat where no key stands for it: 1 to 10."""
    return str(seat + 1)


def name_in(people: People, seat: int) -> str:
    """Return the name of who sits in a seat."""
    for person in people:
        if person.seat == seat:
            return person.name
    return f"Seat {seat + 1}"


def way_of(direction: int) -> str:
    """Return which way play runs, by the numbers that stand before the names: 1 and -1 are those of a `View`."""
    return "seat numbers rise" if direction == 1 else "seat numbers fall"


def cards_in_words(codes: Sequence[str]) -> str:
    """List faces: ``blue 3, green 7``."""
    return ", ".join(name_of(code) for code in codes)


def counted(count: int, thing: str) -> str:
    """Return a number and a thing: ``1 card``, ``2 cards``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def possessive(name: str) -> str:
    """Return ``Toad's``."""
    return f"{name}'s"
