"""What a player types about the room in the line mode, understood. What it does not know may be about the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from msgspec.structs import replace

from engine.phases import TABLE
from net.updates import REACTIONS, BotLevel, Person, RoomLink, RoomState, Spectator
from net.wishes import MAX_TURN_SECONDS
from unokart_tui.config import LEVELS, MOST_TARGET
from unokart_tui.names import digit_of
from unokart_tui.plain_answers import Unclear
from unokart_tui.room_words import everyone

RoomWord = Literal["people", "address", "help", "quit", "mute", "unmute", "book", "reactions"]
"""A word that the program answers itself."""

Request = Callable[[RoomLink], object]
"""Something to be asked of the room, by calling it with the link."""

RoomAnswer = Request | RoomWord | Unclear

HELP: Final = (
    "say TEXT: talk to everyone. react N: a quick reaction; react alone lists them. mute, unmute: hide and show talk.",
    "people: who is in the room, and its rules. address: how friends get in. book: the rules of the game.",
    "ready, unready: if a match may begin. sit: take a seat, or the next free one. watch: give it up. quit: leave.",
)

HOST_HELP: Final = (
    "start: begin the match. bots N, bot LEVEL: let bots sit down. level N LEVEL: how well the bot in a seat plays.",
    "remove N: take a bot away. kick N, ban N: send a person away, by number or name; ban keeps them out.",
    "target POINTS, time SECONDS, time off: the rules of the match to come. pause, resume: stop and go on for all.",
)

_WORDS: Final[dict[str, RoomWord]] = {
    "people": "people",
    "who": "people",
    "room": "people",
    "address": "address",
    "mute": "mute",
    "unmute": "unmute",
    "book": "book",
    "help": "help",
    "?": "help",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
}

_LOBBY_ONLY: Final[dict[str, RoomWord]] = {"rules": "people", "table": "people"}
"""These mean something else at the table."""

_ASKED: Final[dict[str, Request]] = {
    "ready": lambda link: link.ready(),
    "unready": lambda link: link.unready(),
    "start": lambda link: link.start(),
    "sit": lambda link: link.sit(),
    "watch": lambda link: link.stand(),
    "stand": lambda link: link.stand(),
    "pause": lambda link: link.pause(True),
    "resume": lambda link: link.pause(False),
}

_MOST_BOTS: Final = 9


def understand_room(line: str, room: RoomState) -> RoomAnswer | None:
    """Turn a typed line into what it asks of the room; None where it is no word of the room."""
    verb, _, rest = line.strip().partition(" ")
    verb, rest = verb.casefold(), rest.strip()
    lobby = room.stage == "lobby"
    if verb in ("say", "chat"):
        return (lambda link: link.chat(rest)) if rest else Unclear("Say what: say Hello everyone.")
    if verb == "react":
        return _reaction(rest)
    if rest and verb in _VERBS:
        return _VERBS[verb](rest.casefold().split(), room)
    if lobby and verb in ("target", "time"):
        return _RULES[verb](rest.casefold(), room)
    if rest:
        return None
    if lobby and verb in _LOBBY_ONLY:
        return _LOBBY_ONLY[verb]
    return _ASKED.get(verb) or _WORDS.get(verb) or (Unclear(_MISSING[verb]) if verb in _MISSING else None)


_MISSING: Final = {
    "bot": "Say how well it plays: bot easy, bot normal.",
    "bots": "Say how many: bots 3.",
    "level": "Say which bot and how well it plays: level 2 easy.",
    "remove": "Say which bot, by number or name: remove 2.",
    "kick": "Say whom, by number or name: kick 2.",
    "ban": "Say whom, by number or name: ban 2.",
}


def _reaction(text: str) -> RoomAnswer:
    if not text:
        return "reactions"
    number = int(text) if re.fullmatch(r"[0-9]{1,2}", text) else 0
    if not 1 <= number <= len(REACTIONS):
        return Unclear(f"Reactions have the numbers 1 to {len(REACTIONS)}; react alone lists them.")
    return lambda link: link.react(number - 1)


def _level_in(word: str) -> BotLevel | None:
    return next((level for level in LEVELS if level == word), None)


def _bot(words: list[str], room: RoomState) -> RoomAnswer:
    level = _level_in(words[0])
    return (lambda link: link.add_bot(level)) if level and len(words) == 1 else Unclear(_MISSING["bot"])


def _bots(words: list[str], room: RoomState) -> RoomAnswer:
    level = _level_in(words[1]) if len(words) == 2 else "normal"
    if not re.fullmatch(r"[1-9]", words[0]) or level is None or len(words) > 2:
        return Unclear(f"Say how many, from 1 to {_MOST_BOTS}, and how well they play if not normal: bots 3 easy.")
    return _several(int(words[0]), lambda link: link.add_bot(level))


def _several(times: int, request: Request) -> Request:
    def ask(link: RoomLink) -> None:
        for _ in range(times):
            request(link)

    return ask


def _level(words: list[str], room: RoomState) -> RoomAnswer:
    level = _level_in(words[-1])
    bot = _named(" ".join(words[:-1]), room)
    if level is None or not isinstance(bot, Person) or not bot.bot:
        return Unclear(_MISSING["level"])
    seat = bot.seat
    return lambda link: link.set_level(seat, level)


def _remove(words: list[str], room: RoomState) -> RoomAnswer:
    bot = _named(" ".join(words), room)
    if not isinstance(bot, Person):
        return Unclear(_MISSING["remove"])
    if bot.who:
        return Unclear(f"{bot.name} is a person: kick sends them away.")
    return lambda link: link.remove(bot.seat)


def _kick(words: list[str], room: RoomState) -> RoomAnswer:
    one = _person(words, room)
    if isinstance(one, Unclear):
        return one
    return lambda link: link.kick(one.who)


def _ban(words: list[str], room: RoomState) -> RoomAnswer:
    one = _person(words, room)
    if isinstance(one, Unclear):
        return one
    return lambda link: link.ban(one.who)


def _person(words: list[str], room: RoomState) -> Person | Spectator | Unclear:
    one = _named(" ".join(words), room)
    if one is None:
        return Unclear(_MISSING["kick"])
    if one.who == 0:
        return Unclear(f"{one.name} is a bot: remove takes it away.")
    if one.who == room.who:
        return Unclear("That is you: quit leaves.")
    return one


def _named(who: str, room: RoomState) -> Person | Spectator | None:
    """Return who is meant by a seat's number or a name."""
    for one in everyone(room):
        if who == one.name.casefold():
            return one
    return next((one for one in room.people if who in (digit_of(one.seat), str(one.seat + 1))), None)


_VERBS: Final[dict[str, Callable[[list[str], RoomState], RoomAnswer]]] = {
    "bot": _bot,
    "bots": _bots,
    "level": _level,
    "remove": _remove,
    "kick": _kick,
    "ban": _ban,
}


def _target(text: str, room: RoomState) -> RoomAnswer:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not 1 <= int(text) <= MOST_TARGET:
        return Unclear(f"Say how many points win the match, from 1 to {MOST_TARGET}: target 200.")
    rules = replace(room.rules, target_score=int(text))
    return lambda link: link.set_rules(rules)


def _time(text: str, room: RoomState) -> RoomAnswer:
    text = "0" if text == "off" else text
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > MAX_TURN_SECONDS:
        return Unclear(f"Say how many seconds an answer may take, up to {MAX_TURN_SECONDS}: time 60, or time off.")
    return lambda link: link.set_rules(room.rules, int(text))


_RULES: Final[dict[str, Callable[[str, RoomState], RoomAnswer]]] = {"target": _target, "time": _time}


def lobby_choices(room: RoomState, hosting: bool) -> str:
    """List what may be typed before a match begins, what matters most first."""
    words = []
    if room.seat == TABLE:
        words += ["sit"]
    elif not any(person.ready for person in room.people if person.seat == room.seat):
        words += ["ready"]
    else:
        words += ["unready"]
    if hosting:
        words += ["start", "bots N", "target POINTS", "time SECONDS"]
    return f"You can: {', '.join([*words, 'say TEXT', 'people', 'help', 'quit'])}"
