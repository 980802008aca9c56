"""The commands about the hand and the screen, which work whatever the table waits for."""

from __future__ import annotations

from typing import Final

from engine.actions import Catch, Target
from engine.phases import Phase
from unokart_tui.commands import CommandId
from unokart_tui.finding_cards import begin
from unokart_tui.names import counted, name_in
from unokart_tui.outcomes import Answer, Say, Send, Shown
from unokart_tui.table import Table

_TOGETHER: Final = 1.0
"""Seconds within which a second digit belongs to the first."""

_MOVES: Final[frozenset[CommandId]] = frozenset(("left", "right", "row_up", "row_down", "first", "last"))
_SORTED: Final = {
    "color": "Sorted by color.",
    "value": "Sorted by value.",
    "drawn": "In the order in which you drew them.",
}


def choosing(table: Table, command: CommandId, key: str, now: float) -> Answer | None:
    """Carry out a command about the hand or the screen; None for any other."""
    hand = table.hand
    if command in _MOVES and not hand.cards:
        return Say("You hold no cards.")
    if command in ("left", "right") and len(hand.cards) == 1:
        return Say("You hold one card." if hand.size == 1 else "One card is shown.")
    if table.question == "color" and (command in _MOVES or command == "digit"):
        table.question = None  # whoever turns to another card has taken the wild back
    match command:
        case "row_up" | "row_down" if not table.row:
            return Say("Your cards lie in one row.")
        case "left" | "right":
            hand.move(-1 if command == "left" else 1)
        case "row_up" | "row_down":
            hand.move(-table.row if command == "row_up" else table.row)
        case "first" | "last":
            hand.jump(0 if command == "first" else len(hand.cards) - 1)
        case "sort":
            return Say(_SORTED[hand.sort()])
        case "filter":
            return _filter(table)
        case "find":
            why_not = begin(table)
            return Say(why_not) if why_not is not None else Shown()
        case "digit":
            return _digit(table, key, now)
        case "back":
            if table.question is None:
                return Say("There is nothing to take back.")
            table.question = None
        case _:
            return None
    return Shown()


def _digit(table: Table, key: str, now: float) -> Answer:
    view = table.view
    seat = (int(key) - 1) % 10
    if table.question == "catch":
        if seat in table.catchable:
            return Send(Catch(table.me, seat))
        return Say(f"{_seated(table, seat)} can't be caught.")
    if view is not None and table.mine and view.phase is Phase.ITEM_TARGET:
        if seat == table.me or seat >= view.players:
            return Say("You can't hit yourself." if seat == table.me else "Nobody sits there.")
        return Send(Target(table.me, seat))
    digits, when = table.typed
    together = digits + key if now - when <= _TOGETHER else key
    for typed in (together, key):
        place = int(typed) - 1 if typed != "0" else 9
        if table.hand.jump(place):
            table.typed = (typed, now)
            return Shown()
    return Say(f"You hold {counted(table.hand.size, 'card')}.")


def _filter(table: Table) -> Answer:
    if not table.hand.size:
        return Say("You hold no cards.")
    table.filtered = not table.filtered
    table.narrow()
    if not table.filtered:
        return Say("All your cards are shown.")
    again = f"{table.keys.of('filter')} shows all."
    if table.hand.narrowed:
        return Say(f"Only what may be played is shown; {again}")
    if table.mine and table.view is not None and table.view.phase is Phase.PLAY:
        fits = "All your cards may be played" if table.playable else "None of your cards fits, so all are shown"
        return Say(f"{fits}; {again}")
    return Say(f"On your turns only what may be played is shown; {again}")


def _seated(table: Table, seat: int) -> str:
    if seat == table.me:
        return "You"
    return name_in(table.people, seat) if table.view and seat < table.view.players else "Nobody"
