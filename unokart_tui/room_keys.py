"""What the keys about the room do at the table: talk, reactions, pause, a seat for who watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from net.updates import CHAT_CHARACTERS, REACTIONS, RoomLink
from unokart_tui.commands import CommandId
from unokart_tui.table import Table
from unokart_tui.typed import TypedLine

ALONE = "Nobody else is at this table."


@dataclass(frozen=True)
class Ask:
    """Ask this of the room."""

    request: Callable[[RoomLink], object]
    sentence: str | None = None
    """What is said meanwhile."""


def room_command(table: Table, command: CommandId) -> Ask | str | None:
    """Carry out a command about the room; return what is left to be asked, or why nothing happens, in a sentence.

    None where the screen shows what has happened.
    """
    stay = table.stay
    if stay is None or stay.room is None:
        return ALONE
    if stay.lost is not None:
        return "There is no connection to the table at the moment."
    match command:
        case "talk":
            table.saying, table.reacting = TypedLine(most=CHAT_CHARACTERS), False
            return None
        case "react":
            table.reacting = not table.reacting
            return None
        case "people":
            return None  # has a page of its own
        case "unsaved":
            return "The game is saved as it is played." if stay.mine else "Only the host can do that."
        case "pause":
            return _pause(table)
        case _:
            return _sit(table)


def _pause(table: Table) -> Ask | str:
    stay = table.stay
    assert stay is not None
    if not stay.mine:
        return "Only the host can pause the game."
    on = stay.paused_by is None
    return Ask(lambda link: link.pause(on))


def _sit(table: Table) -> Ask | str:
    stay = table.stay
    assert stay is not None
    if not stay.watching:
        return "You have a seat."
    if stay.waits:
        return Ask(lambda link: link.stand(), "You wait no longer for a seat.")
    return Ask(lambda link: link.sit(), "You take the next seat that is free, with its score.")


def reaction(table: Table, digit: str) -> Ask | str:
    """Take the digit of a reaction."""
    table.reacting = False
    number = int(digit)
    if not 1 <= number <= len(REACTIONS):
        return f"Reactions have the numbers 1 to {len(REACTIONS)}."
    return Ask(lambda link: link.react(number - 1))


def type_on(table: Table, key: str, character: str | None) -> Ask | None:
    """Take a key for the line that is being typed; return what it asks once it is complete."""
    line = table.saying
    if line is None:
        return None
    if key in ("enter", "escape"):
        table.saying = None
        text = line.text.strip()
        return Ask(lambda link: link.chat(text)) if text and key == "enter" else None
    line.key(key, character)
    return None
