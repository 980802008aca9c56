"""What a player may ask for. Each is a value, the same in the engine, on the wire and in a record."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.cards import COLORED_FACES, COLORS, Color
from engine.phases import TABLE
from engine.rules import MAX_PLAYERS

Seat = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Code = Annotated[str, Meta(min_length=2, max_length=2)]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag="play"):
    """Play a card from the hand, or the one just drawn (rules 3, 4)."""

    seat: Seat
    card: Code
    color: Color | None = None
    """Named with a Wild Draw Four, unless it is the last card (rules 4.4, 9.2); never with another card."""
    uno: bool = False
    """Call UNO with the play (rule 8.1): only with the second-to-last card."""


class Draw(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="draw"):
    """Draw a card instead of playing; where nothing can be drawn, pass (rule 3.2)."""

    seat: Seat


class Keep(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="keep"):
    """Keep the card just drawn (rule 3.2)."""

    seat: Seat


class Name(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="color"):
    """Name the color in force (rules 2.3, 4.6, 6.5)."""

    seat: Seat
    color: Color


class Target(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="target"):
    """Choose the opponent whom a Green Shell hits (rule 6.3)."""

    seat: Seat
    target: Seat


class Accept(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="accept"):
    """Draw the four of a Wild Draw Four (rule 4.4)."""

    seat: Seat


class Challenge(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="challenge"):
    """Say that a Wild Draw Four was a bluff (rule 5)."""

    seat: Seat


class CallUno(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="uno"):
    """Call UNO after the play (rule 8.1)."""

    seat: Seat


class Catch(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="catch"):
    """Catch a player who holds one card and has not called (rule 8.2)."""

    seat: Seat
    target: Seat


class Deal(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="deal"):
    """Deal the next round (rule 2). The table asks for it, no player."""

    @property
    def seat(self) -> int:
        """Nobody's: `TABLE`."""
        return TABLE


Action = Play | Draw | Keep | Name | Target | Accept | Challenge | CallUno | Catch | Deal
"""Anything that `Match.apply` takes."""

TURN_ACTIONS: Final = (Play, Draw, Accept, Challenge)
"""The actions that end another player's chance to be caught (rule 8.3)."""

_SEATS: Final = range(MAX_PLAYERS)

# Made once: offering a seat its legal actions then allocates nothing but the list.
PLAYS: Final[tuple[dict[str, Play], ...]] = tuple(
    {code: Play(seat, code) for code in (*COLORED_FACES, "WI", "W4")} for seat in _SEATS
)
UNO_PLAYS: Final[tuple[dict[str, Play], ...]] = tuple(
    {code: Play(seat, code, uno=True) for code in (*COLORED_FACES, "WI")} for seat in _SEATS
)
WILD_PLAYS: Final[tuple[tuple[Play, ...], ...]] = tuple(
    tuple(Play(seat, "W4", color) for color in COLORS) for seat in _SEATS
)
UNO_WILD_PLAYS: Final[tuple[tuple[Play, ...], ...]] = tuple(
    tuple(Play(seat, "W4", color, uno=True) for color in COLORS) for seat in _SEATS
)
DRAWS: Final = tuple(Draw(seat) for seat in _SEATS)
KEEPS: Final = tuple(Keep(seat) for seat in _SEATS)
NAMES: Final[tuple[tuple[Name, ...], ...]] = tuple(tuple(Name(seat, color) for color in COLORS) for seat in _SEATS)
ACCEPTS: Final = tuple(Accept(seat) for seat in _SEATS)
CHALLENGES: Final = tuple(Challenge(seat) for seat in _SEATS)
CALLS: Final = tuple(CallUno(seat) for seat in _SEATS)
CATCHES: Final = tuple(tuple(Catch(seat, target) for target in _SEATS) for seat in _SEATS)
TARGETS: Final = tuple(tuple(Target(seat, target) for target in _SEATS) for seat in _SEATS)
DEAL: Final = Deal()
