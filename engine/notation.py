"""Actions and piles as short lines of text, for records, bug reports and tests.

Seats are written from 1, as players count them: ``2 play W4 red uno``, ``1 draw``, ``3 catch 2``, ``deal``.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import (
    DEAL,
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Deal,
    Draw,
    Keep,
    Name,
    Play,
    Target,
)
from engine.cards import CARDS_OF, COLOR_NAMES, Color
from engine.errors import RecordError
from engine.rules import MAX_PLAYERS

_COLOR_BY_NAME: dict[str, Color] = {name: color for color, name in COLOR_NAMES.items()}
_ALONE: dict[str, type[Draw | Keep | Accept | Challenge | CallUno]] = {
    "draw": Draw,
    "keep": Keep,
    "accept": Accept,
    "challenge": Challenge,
    "uno": CallUno,
}
_WORDS = {kind: word for word, kind in _ALONE.items()}


def format_cards(cards: Iterable[str]) -> str:
    """Write face codes in a row."""
    return " ".join(cards)


def parse_cards(text: str) -> tuple[str, ...]:
    """Read face codes from a row; raise `RecordError` where one is none."""
    cards = tuple(text.split())
    for code in cards:
        if code not in CARDS_OF:
            raise RecordError(f"{code!r} is no card.")
    return cards


def format_action(action: Action) -> str:
    """Write an action as one line."""
    match action:
        case Deal():
            return "deal"
        case Play():
            color = f" {COLOR_NAMES[action.color]}" if action.color else ""
            uno = " uno" if action.uno else ""
            return f"{action.seat + 1} play {action.card}{color}{uno}"
        case Name():
            return f"{action.seat + 1} color {COLOR_NAMES[action.color]}"
        case Target():
            return f"{action.seat + 1} target {action.target + 1}"
        case Catch():
            return f"{action.seat + 1} catch {action.target + 1}"
        case Draw() | Keep() | Accept() | Challenge() | CallUno():
            return f"{action.seat + 1} {_WORDS[type(action)]}"


def parse_action(line: str) -> Action:
    """Read an action from its line; raise `RecordError` where it is none."""
    match line.split():
        case ["deal"]:
            return DEAL
        case [seat, word] if word in _ALONE:
            return _ALONE[word](_seat(seat))
        case [seat, "play", card, *rest]:
            return _play(_seat(seat), card, rest)
        case [seat, "color", name] if name in _COLOR_BY_NAME:
            return Name(_seat(seat), _COLOR_BY_NAME[name])
        case [seat, "target", target]:
            return Target(_seat(seat), _seat(target))
        case [seat, "catch", target]:
            return Catch(_seat(seat), _seat(target))
    raise RecordError(f"{line!r} is no action.")


def _seat(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= len(text) <= 2 and 1 <= int(text) <= MAX_PLAYERS):
        raise RecordError(f"{text!r} is no seat; seats are numbered from 1 to {MAX_PLAYERS}.")
    return int(text) - 1


def _play(seat: int, card: str, rest: list[str]) -> Play:
    (code,) = parse_cards(card)
    color: Color | None = None
    if rest and rest[0] in _COLOR_BY_NAME:
        color = _COLOR_BY_NAME[rest.pop(0)]
    uno = rest == ["uno"]
    if rest and not uno:
        raise RecordError(f"{' '.join(rest)!r} does not belong to a play.")
    return Play(seat, code, color, uno)
