"""Calling UNO, and catching who has not (rules 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.effects import draw_cards
from engine.errors import IllegalAction
from engine.events import Caught, UnoCalled
from engine.phases import Phase, Uno

if TYPE_CHECKING:
    from engine.actions import CallUno, Catch
    from engine.match import Match

_OVER = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)


def call(match: Match, action: CallUno) -> None:
    """Call UNO after the play (rule 8.1)."""
    seat = action.seat
    _check_seat(match, seat)
    uno = match.uno(seat)
    if uno is Uno.CALLED:
        raise IllegalAction("already_called", "You have called UNO already.")
    if uno is Uno.CAUGHT:
        raise IllegalAction("already_caught", "Too late: you have been caught.")
    if uno is Uno.NONE:
        raise IllegalAction("no_uno", f"UNO is called with one card left; you hold {len(match.hands[seat])}.")
    match.called |= 1 << seat
    match.exposed &= ~(1 << seat)
    if match.out is not None:
        match.out.append(UnoCalled(seat))


def catch(match: Match, action: Catch) -> None:
    """Catch a player who holds one card and has not called (rules 8.2, 8.3)."""
    seat, victim = action.seat, action.target
    _check_seat(match, seat)
    _check_seat(match, victim)
    if seat == victim:
        raise IllegalAction("own_seat", "You can't catch yourself; call UNO instead.")
    uno = match.uno(victim)
    if uno is not Uno.OPEN:
        raise IllegalAction("no_catch", _NO_CATCH[uno])
    match.exposed &= ~(1 << victim)
    match.caught |= 1 << victim
    if match.out is not None:
        match.out.append(Caught(victim, seat))
    draw_cards(match, victim, 2, "uno")


_NO_CATCH = {
    Uno.NONE: "They do not hold exactly one card.",
    Uno.CALLED: "They have called UNO.",
    Uno.LATE: "Too late: someone has taken a turn since.",
    Uno.CAUGHT: "They have been caught already.",
}


def _check_seat(match: Match, seat: int) -> None:
    if match.phase in _OVER:
        raise IllegalAction("no_round", "No round is being played.")
    if not 0 <= seat < match.players:
        raise IllegalAction("unknown_seat", "Nobody sits there.")
