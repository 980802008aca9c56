"""What a player types in the line mode, understood: an action of the game, or a word to the program."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from engine.actions import Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.cards import COLOR_NAMES, COLORS, FACES, ITEM_BOX, WILD_DRAW_FOUR, Color
from engine.phases import Phase, Uno
from engine.views import View
from unokart_tui.names import People, digit_of

Word = Literal["hand", "table", "rules", "help", "quit", "next", "again", "look"]
"""A word that the program answers itself; `look` asks for the prompt once more."""


_WORDS: Final[dict[str, Word]] = {
    "hand": "hand",
    "table": "table",
    "rules": "rules",
    "help": "help",
    "quit": "quit",
    "next": "next",
    "again": "again",
    "": "look",
}


class Unclear(Struct, frozen=True):
    """A line that means nothing here; `sentence` says why."""

    sentence: str


Answer = Action | Word | Unclear

_SHORT: Final = {
    "p": "play",
    "d": "draw",
    "k": "keep",
    "u": "uno",
    "c": "catch",
    "x": "challenge",
    "a": "accept",
    "t": "target",
    "q": "quit",
    "exit": "quit",
    "?": "help",
    "pass": "keep",
    "colour": "color",
}
"""Other words for the same, the keys of the full screen among them."""

_RANK_WORDS: Final = {
    "skip": "S",
    "reverse": "R",
    "rev": "R",
    "draw two": "D",
    "drawtwo": "D",
    "+2": "D",
}

_WILD_WORDS: Final = {
    "w4": WILD_DRAW_FOUR,
    "+4": WILD_DRAW_FOUR,
    "wild draw four": WILD_DRAW_FOUR,
    "draw four": WILD_DRAW_FOUR,
    "wi": ITEM_BOX,
    "box": ITEM_BOX,
    "item box": ITEM_BOX,
    "wild item box": ITEM_BOX,
}


def understand(line: str, view: View, people: People) -> Answer:
    """Turn a typed line into what it asks for; whether that is allowed now is for the table to say."""
    words = line.casefold().split()
    verb = words[0] if words else ""
    verb, rest = _SHORT.get(verb, verb), words[1:]
    if verb in _WORDS:
        # Enter alone is enough to go on.
        return "next" if not verb and view.phase is Phase.ROUND_OVER else _WORDS[verb]
    seat = view.seat
    match verb:
        case "play":
            return _play(rest, view)
        case "draw":
            return Draw(seat)
        case "keep":
            return Keep(seat)
        case "uno":
            return CallUno(seat)
        case "challenge":
            return Challenge(seat)
        case "accept":
            return Accept(seat)
        case "color":
            return _name(rest, seat)
        case "target" | "catch":
            return _aimed(verb, rest, view, people)
    play = _play(words, view)
    if isinstance(play, Play):
        return play
    return Unclear(f'"{line.strip()[:40]}" means nothing here. Type help for what does.')


def color_in(word: str) -> Color | None:
    """Return the color that a letter or a word names."""
    for color in COLORS:
        if word in (color.casefold(), COLOR_NAMES[color]):
            return color
    return None


def card_in(words: list[str]) -> str | None:
    """Return the code of the face that is written as a code or in words."""
    text = " ".join(words)
    if text in _WILD_WORDS:
        return _WILD_WORDS[text]
    if text.upper() in FACES:
        return text.upper()
    color = color_in(words[0]) if words else None
    rank = " ".join(words[1:])
    code = f"{color}{_RANK_WORDS.get(rank, rank.upper())}"
    return code if code in FACES else None


def _play(words: list[str], view: View) -> Answer:
    uno = words[-1:] == ["uno"]
    if uno:
        words = words[:-1]
    color = None
    code = card_in(words)
    if code is None and len(words) > 1:
        color = color_in(words[-1])
        code = card_in(words[:-1]) if color else None
    if code is None:
        return Unclear("Say which card, by its code or in words: play R7, play green skip, play W4 red.")
    return Play(view.seat, code, color, uno)


def _name(words: list[str], seat: int) -> Answer:
    color = color_in(words[0]) if len(words) == 1 else None
    return Name(seat, color) if color else Unclear("Say which color: color red, color yellow, color green, color blue.")


def _aimed(verb: str, words: list[str], view: View, people: People) -> Answer:
    who = " ".join(words)
    seat = seat_in(who, view, people)
    if seat is None and not who and verb == "catch":
        seat = _only_open(view)
    if seat is None:
        return Unclear(f"Say whom, by number or name: {verb} {digit_of((view.seat + 1) % view.players)}.")
    return Catch(view.seat, seat) if verb == "catch" else Target(view.seat, seat)


def seat_in(who: str, view: View, people: People) -> int | None:
    """Return the seat that a number or a name stands for."""
    for person in people:
        if who == person.name.casefold():
            return person.seat
    for seat in range(view.players):
        if who in (digit_of(seat), str(seat + 1)):
            return seat
    return None


def _only_open(view: View) -> int | None:
    """Return whom a catch without a name means: the one player there is to catch."""
    seats = [seat for seat, uno in enumerate(view.uno) if uno is Uno.OPEN and seat != view.seat]
    return seats[0] if len(seats) == 1 else None


def in_words(action: Action) -> str:
    """Return what a player types for an action."""
    match action:
        case Play():
            color = f" {COLOR_NAMES[action.color]}" if action.color else ""
            return f"play {action.card}{color}{' uno' if action.uno else ''}"
        case Draw():
            return "draw"
        case Keep():
            return "keep"
        case Name():
            return f"color {COLOR_NAMES[action.color]}"
        case Target():
            return f"target {digit_of(action.target)}"
        case Accept():
            return "accept"
        case Challenge():
            return "challenge"
        case CallUno():
            return "uno"
        case Catch():
            return f"catch {digit_of(action.target)}"
        case _:
            return "next"
