"""What a seat may do now: the one answer for the engine, the screen, the bots and the timers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.actions import (
    ACCEPTS,
    CALLS,
    CATCHES,
    CHALLENGES,
    DEAL,
    DRAWS,
    KEEPS,
    NAMES,
    PLAYS,
    TARGETS,
    UNO_PLAYS,
    UNO_WILD_PLAYS,
    WILD_PLAYS,
    Action,
)
from engine.cards import CARDS_OF, CODE, FACE, FITS, KIND, WILD_4
from engine.phases import TABLE, Phase
from engine.views import View

_BEFORE_OR_AFTER = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)


class Situation(Protocol):
    """The public state that decides what is legal; the hand of the seat that asks comes beside it."""

    @property
    def players(self) -> int:
        """The number of seats."""

    @property
    def phase(self) -> Phase:
        """What is owed."""

    @property
    def owed(self) -> int:
        """By whom."""

    @property
    def fits(self) -> Sequence[bool]:
        """By card id: whether it may be played on the top card."""

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn (rule 7.2)."""

    @property
    def open_calls(self) -> Sequence[int]:
        """The seats that may be caught (rule 8.3)."""


def legal_actions(table: Situation, seat: int, hand: Sequence[int], drawn: int, may_call: bool) -> list[Action]:
    """List what a seat may do.

    `hand` are its card ids, `drawn` the one just drawn or -1, `may_call` whether a call of UNO applies (rule 8.1).
    """
    phase = table.phase
    if phase in _BEFORE_OR_AFTER:
        return [DEAL] if seat == TABLE and phase is not Phase.MATCH_OVER else []
    actions: list[Action] = []
    if table.owed == seat:
        _owed(table, seat, hand, drawn, actions)
    if may_call:
        actions.append(CALLS[seat])
    if seat != TABLE:
        actions.extend(CATCHES[seat][target] for target in table.open_calls if target != seat)
    return actions


def _owed(table: Situation, seat: int, hand: Sequence[int], drawn: int, actions: list[Action]) -> None:
    match table.phase:
        case Phase.PLAY:
            _plays(table, seat, hand, hand, actions)
            if not actions or table.can_draw:
                actions.append(DRAWS[seat])
        case Phase.DRAWN:
            _plays(table, seat, hand, (drawn,), actions)
            actions.append(KEEPS[seat])
        case Phase.CHALLENGE:
            actions += (ACCEPTS[seat], CHALLENGES[seat])
        case Phase.OPENING_COLOR | Phase.ITEM_COLOR:
            actions += NAMES[seat]
        case Phase.ITEM_TARGET:
            actions.extend(TARGETS[seat][target] for target in range(table.players) if target != seat)


def _plays(table: Situation, seat: int, hand: Sequence[int], cards: Sequence[int], actions: list[Action]) -> None:
    """Add a play for each different face among `cards` that fits, lowest card first."""
    fits = table.fits
    size = len(hand)
    seen = -1
    for card in sorted(cards):
        if not fits[card] or FACE[card] == seen:
            continue
        seen = FACE[card]
        if KIND[card] == WILD_4 and size > 1:
            actions += WILD_PLAYS[seat]
            if size == 2:
                actions += UNO_WILD_PLAYS[seat]
            continue
        actions.append(PLAYS[seat][CODE[card]])
        if size == 2:
            actions.append(UNO_PLAYS[seat][CODE[card]])


class _Seen:
    """A view as a `Situation`."""

    __slots__ = ("can_draw", "fits", "open_calls", "owed", "phase", "players")

    def __init__(self, view: View) -> None:
        self.players = view.players
        self.phase = view.phase
        self.owed = view.owed
        self.fits: Sequence[bool] = FITS[_fits_key(view)] if view.top else ()
        self.can_draw = view.draw_count > 0 or view.discard_count > 1
        self.open_calls = [seat for seat, uno in enumerate(view.uno) if uno == "open"]


def _fits_key(view: View) -> str:
    assert view.top is not None
    if view.top[0] != "W":
        return view.top
    return view.color or "R"  # while a color is owed nothing can be played


def legal_in(view: View) -> list[Action]:
    """List what the seat of a view may do, from the view alone."""
    hand = [CARDS_OF[code][0] for code in view.hand]
    drawn = CARDS_OF[view.drawn][0] if view.drawn else -1
    may_call = view.seat != TABLE and view.uno[view.seat] in ("open", "late")
    return legal_actions(_Seen(view), view.seat, hand, drawn, may_call)
