"""What one seat may see of the table, and how an event changes it.

`advance` folds the events sent to a seat into the view it was given when it joined; the result always equals
`Match.view`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import CARDS_OF, CODE, DECK, Color, color_of
from engine.events import (
    Accepted,
    Asked,
    BoxOpened,
    Caught,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    Kept,
    MatchEnded,
    Played,
    Reversed,
    RoundEnded,
    Shuffled,
    Skipped,
    StartTurned,
    Targeted,
    UnoCalled,
)
from engine.phases import TABLE, Phase, Uno
from engine.rules import Rules


class RoundScore(Struct, frozen=True, gc=False):
    """Who won a round, and the points that it brought (rule 9.4)."""

    winner: int
    points: int


class RoundResult(Struct, frozen=True, gc=False):
    """How a round ended: the hands left, by seat, and what they were worth to the winner (rule 9.4)."""

    winner: int
    points: int
    hands: tuple[tuple[str, ...], ...]


class View(Struct, frozen=True, gc=False, omit_defaults=True):
    """All that a seat may see. Made by whitelist: nothing gets in that is not put here."""

    seat: int
    """Whose view this is; `TABLE` for a spectator's."""
    rules: Rules
    phase: Phase
    owed: int
    """Who is asked; `TABLE` where only a deal can go on."""
    turn: int
    """Whose turn it is. While a Wild Draw Four is answered, still its player's."""
    counts: tuple[int, ...]
    """Cards held, by seat."""
    uno: tuple[Uno, ...]
    """By seat."""
    scores: tuple[int, ...]
    """Points so far, by seat."""
    hand: tuple[str, ...] = ()
    """The seat's own cards, in the order of `engine.cards.FACES`."""
    drawn: str | None = None
    """The seat's own card just drawn, while it may be played or kept."""
    top: str | None = None
    """The top card of the discard pile."""
    color: Color | None = None
    """The color in force; None before a start card lies and while a color is owed."""
    previous_color: Color | None = None
    """While a Wild Draw Four is answered: the color that was in force before it (rule 5.3)."""
    draw_count: int = 0
    """Cards in the draw pile."""
    discard_count: int = 0
    """Cards in the discard pile, the top card among them."""
    direction: int = 1
    """1: play runs to the left (seat numbers rise); -1: to the right."""
    dealer: int = TABLE
    round: int = 0
    """The number of the round, from 1; 0 before the first."""
    history: tuple[RoundScore, ...] = ()
    """The rounds that have ended, in order."""
    result: RoundResult | None = None
    """How the last round ended; None while one is played."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.counts)

    @property
    def winner(self) -> int | None:
        """The seat that won the match, None while it goes on."""
        return self.result.winner if self.result and self.phase is Phase.MATCH_OVER else None


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sort face codes as hands are shown: by color, numbers before actions, wilds last."""
    return tuple(sorted(cards, key=lambda code: CARDS_OF[code][0]))


def advance(view: View, event: Event) -> View:
    """Return the view after an event that was redacted for the same seat."""
    match event:
        case DealerDrew():
            return view
        case Shuffled():
            return _shuffled(view, event)
        case Dealt():
            return _dealt(view, event)
        case StartTurned():
            return _start_turned(view, event)
        case Played():
            return _played(view, event)
        case Drew():
            return _drew(view, event)
        case Reversed():
            return replace(view, direction=event.direction)
        case Accepted() | Challenged():
            return replace(view, uno=_lapse(view.uno, event.seat))
        case BoxOpened():
            return _box_opened(view, event)
        case ColorNamed():
            return replace(view, color=event.color)
        case UnoCalled():
            return replace(view, uno=_put_uno(view.uno, event.seat, Uno.CALLED))
        case Caught():
            return replace(view, uno=_put_uno(view.uno, event.seat, Uno.CAUGHT))
        case Asked():
            return _asked(view, event)
        case RoundEnded():
            return _round_ended(view, event)
        case Skipped() | Kept() | Targeted() | MatchEnded():
            return view
    assert_never(event)


def _put_uno(uno: tuple[Uno, ...], seat: int, value: Uno) -> tuple[Uno, ...]:
    return (*uno[:seat], value, *uno[seat + 1 :])


def _add(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


def _lapse(uno: tuple[Uno, ...], seat: int) -> tuple[Uno, ...]:
    """A turn action of a seat ends the chance to catch the others (rule 8.3)."""
    return tuple(Uno.LATE if state is Uno.OPEN and at != seat else state for at, state in enumerate(uno))


def _shuffled(view: View, event: Shuffled) -> View:
    match event.pile:
        case "deck":
            return replace(view, draw_count=event.count)
        case "start":
            return replace(view, draw_count=event.count, discard_count=0, top=None, color=None)
        case "discards":
            return replace(
                view, draw_count=view.draw_count + event.count, discard_count=view.discard_count - event.count
            )


def _dealt(view: View, event: Dealt) -> View:
    size = view.rules.hand_size
    return replace(
        view,
        round=event.round,
        dealer=event.dealer,
        turn=event.dealer,
        direction=1,
        hand=in_order(event.hands[view.seat]) if view.seat != TABLE else (),
        counts=(size,) * view.players,
        uno=(Uno.NONE,) * view.players,
        draw_count=len(DECK) - size * view.players,
        discard_count=0,
        top=None,
        color=None,
        drawn=None,
        result=None,
    )


def _start_turned(view: View, event: StartTurned) -> View:
    return replace(
        view,
        top=event.card,
        color=color_of(event.card),
        draw_count=view.draw_count - 1,
        discard_count=view.discard_count + 1,
    )


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _played(view: View, event: Played) -> View:
    seat = event.seat
    uno = Uno.NONE
    if view.counts[seat] == 2:
        uno = Uno.CALLED if event.uno else Uno.OPEN
    return replace(
        view,
        hand=_without(view.hand, event.card) if seat == view.seat else view.hand,
        counts=_add(view.counts, seat, -1),
        uno=_put_uno(_lapse(view.uno, seat), seat, uno),
        top=event.card,
        color=event.color or color_of(event.card),
        previous_color=view.color,
        discard_count=view.discard_count + 1,
        drawn=None,
    )


def _with(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    ids = [CARDS_OF[code][0] for code in hand]
    for code in cards:
        insort(ids, CARDS_OF[code][0])
    return tuple(CODE[card] for card in ids)


def _drew(view: View, event: Drew) -> View:
    seat = event.seat
    uno = _lapse(view.uno, seat) if event.reason == "turn" else view.uno
    mine = seat == view.seat
    counts = _add(view.counts, seat, event.count)
    if event.count:
        # Only who opened a box as the last card, and drew the one card there was, comes to hold one by drawing (9.3).
        uno = _put_uno(uno, seat, Uno.LATE if counts[seat] == 1 else Uno.NONE)
    return replace(
        view,
        hand=_with(view.hand, event.cards) if mine else view.hand,
        drawn=event.cards[0] if mine and event.cards and event.reason == "turn" else view.drawn,
        counts=counts,
        uno=uno,
        draw_count=view.draw_count - event.count,
    )


def _box_opened(view: View, event: BoxOpened) -> View:
    if event.card is None:
        return view
    return replace(
        view,
        top=event.card,
        color=color_of(event.card),
        draw_count=view.draw_count - 1,
        discard_count=view.discard_count + 1,
    )


def _asked(view: View, event: Asked) -> View:
    return replace(
        view,
        phase=event.phase,
        owed=event.seat,
        turn=event.seat if event.phase is Phase.PLAY else view.turn,
        drawn=view.drawn if event.phase is Phase.DRAWN else None,
        previous_color=view.previous_color if event.phase is Phase.CHALLENGE else None,
    )


def _round_ended(view: View, event: RoundEnded) -> View:
    return replace(
        view,
        scores=event.scores,
        result=RoundResult(event.winner, event.points, event.hands),
        history=(*view.history, RoundScore(event.winner, event.points)),
    )
