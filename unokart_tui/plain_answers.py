"""What a player types in the line mode, understood: an action of the game, or a word to the program."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from engine.actions import Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.cards import COLOR_NAMES, COLORS, FACES, ITEM_BOX, WILD_DRAW_FOUR, Color, name_of
from engine.phases import Phase, Uno
from engine.views import View
from unokart_tui.names import People, digit_of

Word = Literal[
    "hand", "cards", "scores", "table", "hint", "words", "codes", "rules", "help", "quit", "next", "again", "look"
]  # fmt: skip
"""A word that the program answers itself; `look` asks for the prompt once more."""


_WORDS: Final[dict[str, Word]] = {
    "hand": "hand",
    "cards": "cards",
    "scores": "scores",
    "score": "scores",
    "table": "table",
    "hint": "hint",
    "words": "words",
    "codes": "codes",
    "rules": "rules",
    "help": "help",
    "quit": "quit",
    "next": "next",
    "again": "again",
    "": "look",
}


MOST_PAST: Final = 500
"""As many lines of what has happened are kept."""
_USUAL_PAST: Final = 10


class Unclear(Struct, frozen=True):
    """A line that means nothing here; `sentence` says why."""

    sentence: str


class Past(Struct, frozen=True):
    """The player wants to hear again what has happened: the last `count` lines."""

    count: int


Answer = Action | Word | Past | Unclear

_SHORT: Final = {
    "p": "play",
    "d": "draw",
    "k": "keep",
    "u": "uno",
    "c": "catch",
    "x": "challenge",
    "a": "accept",
    "t": "target",
    "h": "hint",
    "l": "log",
    "history": "log",
    "q": "quit",
    "exit": "quit",
    "?": "help",
    "pass": "keep",
    "colour": "color",
}
"""Other words for the same, the keys of the full screen among them."""

_NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_RANK_WORDS: Final = {
    "skip": "S",
    "reverse": "R",
    "rev": "R",
    "draw two": "D",
    "drawtwo": "D",
    "draw 2": "D",
    "+2": "D",
    **{word: str(number) for number, word in enumerate(_NUMBERS)},
}

_WILD_WORDS: Final = {
    "w4": WILD_DRAW_FOUR,
    "+4": WILD_DRAW_FOUR,
    "wild draw four": WILD_DRAW_FOUR,
    "wild draw 4": WILD_DRAW_FOUR,
    "draw four": WILD_DRAW_FOUR,
    "draw 4": WILD_DRAW_FOUR,
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
            return _draw(words, rest, view)
        case "log":
            return _past(rest)
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


def _draw(words: list[str], rest: list[str], view: View) -> Answer:
    """Tell drawing from a card that is called after it."""
    if rest in ([], ["one"], ["card"], ["a", "card"]):
        return Draw(view.seat)
    play = _play(words, view)
    if isinstance(play, Play):
        return play
    return Unclear("draw alone draws a card; to play one, say its color too: play red draw two.")


def _past(words: list[str]) -> Answer:
    text = "".join(words)
    if not text:
        return Past(_USUAL_PAST)
    if text.isascii() and text.isdecimal() and 1 <= int(text[:5]) <= MOST_PAST:
        return Past(int(text))
    return Unclear(f"Say how many lines, from 1 to {MOST_PAST}: log 20.")


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
    if code is None and card_in(words[:-1]) == WILD_DRAW_FOUR:
        card = " ".join(words[:-1])
        return Unclear(f"Say which color: {', '.join(f'play {card} {COLOR_NAMES[each]}' for each in COLORS)}.")
    if code is None:
        return Unclear("Say which card, by its code or in words: play R7, play green skip, play W4 red.")
    return Play(view.seat, code, color, uno)


def _name(words: list[str], seat: int) -> Answer:
    color = color_in(words[0]) if len(words) == 1 else None
    return Name(seat, color) if color else Unclear("Say which color: color red, color yellow, color green, color blue.")


def _aimed(verb: str, words: list[str], view: View, people: People) -> Answer:
    who = " ".join(words)
    seat = seat_in(who, view, people)
    open_to = _open(view)
    if seat is None and not who:
        if verb == "catch" and not open_to:
            return Unclear("There is nobody who holds one card and has not called UNO.")
        if verb == "target" and view.phase is not Phase.ITEM_TARGET:
            return Unclear("There is nobody to be chosen now.")
        if verb == "catch" and len(open_to) == 1:
            seat = open_to[0]
    if seat is None:
        one = open_to[0] if verb == "catch" and open_to else (view.seat + 1) % view.players
        return Unclear(f"Say whom, by number or name: {verb} {digit_of(one)}.")
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


def _open(view: View) -> list[int]:
    """Return whom a catch without a name may mean."""
    return [seat for seat, uno in enumerate(view.uno) if uno is Uno.OPEN and seat != view.seat]


def in_words(action: Action, spoken: bool = False) -> str:
    """Return what a player types for an action; `spoken` is with the card in words instead of its code."""
    match action:
        case Play():
            color = f" {COLOR_NAMES[action.color]}" if action.color else ""
            card = name_of(action.card) if spoken else action.card
            return f"play {card}{color}{' uno' if action.uno else ''}"
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
