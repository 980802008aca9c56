"""Which commands of the table do something at the moment, for the one who sits there."""

from __future__ import annotations

from engine.phases import Phase
from unokart_tui.commands import CHOOSING, COLOR_IDS, COMMANDS, Command, CommandId
from unokart_tui.table import BETWEEN, Table

_ANSWERS = frozenset[CommandId](("draw", "keep", "challenge", "accept"))


def possible(table: Table) -> frozenset[CommandId]:
    """Return the commands that would not be answered with why not; all, as long as nothing is known of the table."""
    if table.view is None:
        return frozenset(command.id for command in COMMANDS)
    return frozenset(command.id for command in COMMANDS if _works(table, command))


def _works(table: Table, command: Command) -> bool:
    view, id = table.view, command.id
    assert view is not None
    if view.phase not in command.phases:
        return False
    if id in CHOOSING:
        return bool(table.hand.cards) and (table.row > 0 or id not in ("row_up", "row_down"))
    if id in COLOR_IDS:
        named = view.phase in (Phase.OPENING_COLOR, Phase.ITEM_COLOR)
        return table.question == "color" or (named and _asked(table))
    if id in _ANSWERS:
        return _asked(table)
    match id:
        case "go":
            return view.phase in BETWEEN or _asked(table)
        case "uno":
            return table.may_call or table.may_arm
        case "catch":
            return bool(table.catchable)
        case "back":
            return table.question is not None or table.reacting
        case "filter" | "find" | "sort":
            return bool(table.hand.cards)
        case "sit":
            return table.watches
        case "pause" | "unsaved":
            return table.stay is not None and table.stay.mine
        case _:
            return True


def _asked(table: Table) -> bool:
    return table.mine and table.halted is None
