"""What has happened, told completely: a seat's view follows from the events sent to it (see `engine.views.advance`).

`redact` is the one place that decides what of an event a seat may see.
"""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import Color, Item
from engine.phases import Phase

Cards = tuple[str, ...]

Reason = Literal[
    "turn",
    "draw_two",
    "wild_draw_four",
    "guilty",
    "innocent",
    "uno",
    "banana",
    "shell",
    "lightning",
    "bob_omb",
]
"""Why cards were drawn: rules 3.2, 4.1, 4.4, 5.3, 5.4, 8.2, 6.2, 6.3, 6.4, 6.5."""


class DealerDrew(Struct, frozen=True, gc=False, tag="dealer_drew", omit_defaults=True):
    """These seats each showed a card; the highest number deals (rule 2.1). Repeated while there is a tie."""

    seats: tuple[int, ...]
    cards: Cards


class Shuffled(Struct, frozen=True, gc=False, tag="shuffled", omit_defaults=True):
    """Cards were shuffled and are the draw pile now. `cards`, next to be drawn first, is shown to nobody."""

    pile: Literal["deck", "discards", "start"]
    """The whole deck (2.2), the discard pile under its top card (7.1), or the draw pile with a Wild Draw Four that
    was turned as start card put back (2.3)."""
    count: int
    cards: Cards = ()


class Dealt(Struct, frozen=True, gc=False, tag="dealt", omit_defaults=True):
    """A round begins (rule 2.2). Of `hands`, by seat, each player is shown their own; the others are empty."""

    round: int
    dealer: int
    hands: tuple[Cards, ...]


class StartTurned(Struct, frozen=True, gc=False, tag="start_turned", omit_defaults=True):
    """The start card was turned (rule 2.3). A Wild Draw Four goes back, and another is turned."""

    card: str


class Played(Struct, frozen=True, gc=False, tag="played", omit_defaults=True):
    """A card was played; `uno` tells that UNO was called with it."""

    seat: int
    card: str
    color: Color | None = None
    uno: bool = False


class Reversed(Struct, frozen=True, gc=False, tag="reversed", omit_defaults=True):
    """Play runs the other way: 1 to the left (clockwise), -1 to the right (rules 2.3, 4.2)."""

    direction: int


class Skipped(Struct, frozen=True, gc=False, tag="skipped", omit_defaults=True):
    """A Skip, or a Reverse between two, took this seat's turn (rules 2.3, 4.2, 4.3)."""

    seat: int


class Drew(Struct, frozen=True, gc=False, tag="drew", omit_defaults=True):
    """A seat drew `count` cards, fewer than due where the piles ran out (rule 7.2). `cards` is for its eyes only."""

    seat: int
    count: int
    reason: Reason
    cards: Cards = ()


class Kept(Struct, frozen=True, gc=False, tag="kept", omit_defaults=True):
    """The card just drawn was kept (rule 3.2)."""

    seat: int


class Accepted(Struct, frozen=True, gc=False, tag="accepted", omit_defaults=True):
    """A Wild Draw Four was not challenged (rule 4.4)."""

    seat: int


class Challenged(Struct, frozen=True, gc=False, tag="challenged", omit_defaults=True):
    """A challenge and its verdict (rule 5). `hand`, of the challenged, is shown to the challenger alone (5.2)."""

    seat: int
    against: int
    guilty: bool
    hand: Cards = ()


class BoxOpened(Struct, frozen=True, gc=False, tag="box_opened", omit_defaults=True):
    """An item box turned a card, and its item acts (rule 4.5); no card where there was none to turn (4.6)."""

    seat: int
    card: str | None = None
    item: Item | None = None


class Targeted(Struct, frozen=True, gc=False, tag="targeted", omit_defaults=True):
    """A Green Shell or a Banana Peel hits this seat (rules 6.2, 6.3)."""

    seat: int
    target: int


class ColorNamed(Struct, frozen=True, gc=False, tag="color_named", omit_defaults=True):
    """A color was named and is in force (rules 2.3, 4.6, 6.5)."""

    seat: int
    color: Color


class UnoCalled(Struct, frozen=True, gc=False, tag="uno_called", omit_defaults=True):
    """UNO was called after the play (rule 8.1)."""

    seat: int


class Caught(Struct, frozen=True, gc=False, tag="caught", omit_defaults=True):
    """`seat` was caught by `by` holding one card uncalled (rule 8.2)."""

    seat: int
    by: int


class Asked(Struct, frozen=True, gc=False, tag="asked", omit_defaults=True):
    """What the table waits for now, and from whom."""

    phase: Phase
    seat: int


class RoundEnded(Struct, frozen=True, gc=False, tag="round_ended", omit_defaults=True):
    """A hand is empty (rule 9). `hands` are those left, by seat; `scores` are after the round."""

    winner: int
    points: int
    hands: tuple[Cards, ...]
    scores: tuple[int, ...]


class MatchEnded(Struct, frozen=True, gc=False, tag="match_ended", omit_defaults=True):
    """The target score is reached (rule 9.5)."""

    winner: int


Event = (
    DealerDrew
    | Shuffled
    | Dealt
    | StartTurned
    | Played
    | Reversed
    | Skipped
    | Drew
    | Kept
    | Accepted
    | Challenged
    | BoxOpened
    | Targeted
    | ColorNamed
    | UnoCalled
    | Caught
    | Asked
    | RoundEnded
    | MatchEnded
)
"""Anything that `Match.apply` returns."""


_PUBLIC = (
    DealerDrew,
    StartTurned,
    Played,
    Reversed,
    Skipped,
    Kept,
    Accepted,
    BoxOpened,
    Targeted,
    ColorNamed,
    UnoCalled,
    Caught,
    Asked,
    RoundEnded,
    MatchEnded,
)


def redact(event: Event, seat: int) -> Event:
    """Return what of an event a seat may see; with `TABLE`, what everyone may."""
    if isinstance(event, _PUBLIC):
        return event
    match event:
        case Drew():
            return event if event.seat == seat else replace(event, cards=())
        case Shuffled():
            return replace(event, cards=())
        case Dealt():
            return replace(event, hands=tuple(hand if at == seat else () for at, hand in enumerate(event.hands)))
        case Challenged():
            return event if event.seat == seat else replace(event, hand=())
    assert_never(event)  # a new kind of event is shown to nobody before someone has said what of it may be
