"""Which rules apply now, by their numbers in the rule book."""

from __future__ import annotations

from typing import Final

from engine.cards import ITEM_BOX
from engine.phases import TABLE, Phase, Uno
from engine.views import View

_BY_PHASE: Final[dict[Phase, tuple[str, ...]]] = {
    Phase.NEW: ("2.1", "2.2"),
    Phase.OPENING_COLOR: ("2.3",),
    Phase.PLAY: ("3.1", "3.2"),
    Phase.DRAWN: ("3.2",),
    Phase.CHALLENGE: ("4.4", "5.1", "5.3", "5.4"),
    Phase.ITEM_COLOR: ("6.5",),
    Phase.ITEM_TARGET: ("6.3",),
    Phase.ROUND_OVER: ("9.1", "9.4"),
    Phase.MATCH_OVER: ("9.5",),
}


def rules_now(view: View | None) -> tuple[str, ...]:
    """Return the numbers of the rules that decide what may be done, what matters most first."""
    if view is None:
        return ()
    numbers = [*_calls(view), *_BY_PHASE[view.phase]]
    if view.phase is Phase.ITEM_COLOR and view.top == ITEM_BOX:
        numbers.append("4.6")  # the box that nothing was turned up for still lies on top
    if view.phase is Phase.PLAY and view.owed == view.seat and "W4" in view.hand:
        numbers.append("3.3")
    return tuple(numbers)


def _calls(view: View) -> list[str]:
    """What is to be known of UNO: who can be caught, who has to call."""
    if view.phase in (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER) or view.seat == TABLE:
        return []
    numbers = ["8.2"] if any(uno is Uno.OPEN for uno in view.uno) else []
    if len(view.hand) == 2 or view.uno[view.seat] is Uno.LATE:
        numbers.append("8.1")
    return numbers
