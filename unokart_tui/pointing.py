"""What a click means at a table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.phases import Phase
from unokart_tui.commands import CommandId
from unokart_tui.hand import Card
from unokart_tui.names import counted, digit_of, name_in
from unokart_tui.table import Table


@dataclass(frozen=True)
class Pressed:
    """A command that was clicked: a key of the foot or of the prompt, the draw pile."""

    id: CommandId
    digit: str = ""
    """Which one, for ``digit``."""


@dataclass(frozen=True)
class Seat:
    """A player that was clicked."""

    seat: int


Target = Pressed | Card | Seat
"""What can be clicked."""


def meant(table: Table, target: Target) -> Pressed | str | None:
    """Return the command that a click stands for, or what is to be said; None where it has done what it does.

    A click chooses a card, and on the chosen card it plays it.
    """
    table.finding = None
    match target:
        case Pressed():
            return target
        case Card():
            if table.hand.chosen == target and table.mine:
                return Pressed("go")
            if target in table.hand.cards:
                table.notice = table.standing = table.question = None
                table.hand.jump(table.hand.cards.index(target))
            return None
        case Seat(seat):
            return _player(table, seat)


def _player(table: Table, seat: int) -> Pressed | str | None:
    view = table.view
    if view is None or seat >= view.players:
        return None
    asked = table.mine and view.phase is Phase.ITEM_TARGET
    if table.question != "catch" and not asked and seat in table.catchable:
        if len(table.catchable) == 1:
            return Pressed("catch")
        table.question = "catch"
    if asked or table.question == "catch":
        return Pressed("digit", digit_of(seat))
    cards, points = counted(view.counts[seat], "card"), counted(view.scores[seat], "point")
    if seat == table.me:
        return f"You hold {cards} and have {points}."
    return f"{name_in(table.people, seat)} holds {cards} and has {points}."
