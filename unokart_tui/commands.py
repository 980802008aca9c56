"""The commands of the table: what can be asked by key, in one list.

Keymaps, the key bar, the help screen and the command palette are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import Color
from engine.phases import Phase

CommandId = Literal[
    "left", "right", "row_up", "row_down", "first", "last", "digit", "go", "draw", "keep", "uno", "catch",
    "challenge", "accept", "red", "yellow", "green", "blue", "back", "hint", "sort", "filter", "find",
    "talk", "react", "people", "pause", "sit", "unsaved", "log", "commands", "settings", "help", "rules", "quit",
]  # fmt: skip

_ALL: Final = frozenset(Phase)
_BETWEEN: Final = frozenset((Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER))
_ROUND: Final = _ALL - _BETWEEN
_COLOR: Final = frozenset((Phase.PLAY, Phase.DRAWN, Phase.OPENING_COLOR, Phase.ITEM_COLOR))


@dataclass(frozen=True)
class Command:
    """Something that a player may ask for."""

    id: CommandId
    keys: tuple[str, ...]
    """By Textual's names, where the player has not chosen others; the first is the one that is shown."""
    text: str
    """One or two words for the key bar."""
    help: str
    """A sentence for the help screen."""
    phases: frozenset[Phase]
    """When it can do something, for the one it is asked of; anywhere else it says why not."""
    room: bool = False
    """Whether it is about the people around the table, and so does nothing where there are only bots."""


COMMANDS: Final[tuple[Command, ...]] = (
    Command("left", ("left",), "choose", "Choose the card to the left.", _ALL),
    Command("right", ("right",), "choose", "Choose the card to the right.", _ALL),
    Command("row_up", ("up",), "choose", "Choose the card above, where the hand lies in two rows.", _ALL),
    Command("row_down", ("down",), "choose", "Choose the card below, where the hand lies in two rows.", _ALL),
    Command("first", ("home",), "first", "Choose the first card.", _ALL),
    Command("last", ("end",), "last", "Choose the last card.", _ALL),
    Command(
        "digit",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
        "card",
        "Choose a card by its number (two digits, quickly, from 10 on), or a player by theirs where one is asked for.",
        _ALL,
    ),
    Command("go", ("enter",), "play", "Play the chosen card; after a round, go on.", _ALL - {Phase.NEW}),
    Command("draw", ("d",), "draw", "Draw a card instead of playing.", frozenset((Phase.PLAY,))),
    Command("keep", ("k",), "keep", "Keep the card just drawn.", frozenset((Phase.DRAWN,))),
    Command(
        "uno",
        ("u",),
        "UNO",
        "Call UNO: with two cards in hand it goes with your next play, with one it is called at once.",
        _ROUND,
    ),
    Command("catch", ("c",), "catch", "Catch a player who holds one card and has not called UNO.", _ROUND),
    Command("challenge", ("x",), "challenge", "Say that a Wild Draw Four was a bluff.", frozenset((Phase.CHALLENGE,))),
    Command("accept", ("a",), "accept", "Draw the four of a Wild Draw Four.", frozenset((Phase.CHALLENGE,))),
    Command("red", ("r",), "red", "Name red.", _COLOR),
    Command("yellow", ("y",), "yellow", "Name yellow.", _COLOR),
    Command("green", ("g",), "green", "Name green.", _COLOR),
    Command("blue", ("b",), "blue", "Name blue.", _COLOR),
    Command("back", ("escape",), "take back", "Take a question back: the color of a wild, whom to catch.", _ROUND),
    Command("hint", ("h",), "hint", "Say what could be played, and of all else why not.", _ALL),
    Command("sort", ("s",), "sort", "Sort the hand by color, by value, or as drawn.", _ALL),
    Command("filter", ("f",), "what fits", "On your turn, show only the cards that may be played, or all again.", _ALL),
    Command(
        "find", ("slash",), "find", "Choose a card by its letters: g5 is green 5, rs red Skip, w4 Wild Draw Four.", _ALL
    ),
    Command("talk", ("t",), "talk", "Say something to everyone in the room.", _ALL, room=True),
    Command("react", ("exclamation_mark",), "react", "Say one of a few short phrases, by its digit.", _ALL, room=True),
    Command(
        "people", ("w",), "who", "See who is in the room; mute people, and as the host send them away.", _ALL, room=True
    ),
    Command("pause", ("p",), "pause", "As the host, stop the game and every timer, or go on.", _ALL, room=True),
    Command("sit", ("j",), "take a seat", "While you watch: take the next seat that is free.", _ALL, room=True),
    Command(
        "unsaved", ("o",), "play unsaved", "As the host, go on although nothing can be saved any more.", _ALL, room=True
    ),
    Command("log", ("l", "pageup"), "log", "Read all that has happened, round by round.", _ALL),
    Command("commands", ("colon", "ctrl+p"), "commands", "Look a command up by its name.", _ALL),
    Command("settings", ("f2",), "settings", "Change how the game looks, sounds and is played.", _ALL),
    Command("help", ("question_mark",), "help", "Show the rule that applies now, and the keys.", _ALL),
    Command("rules", ("f1",), "rules", "Read the rule book, which can be searched.", _ALL),
    Command("quit", ("q",), "quit", "Leave the table; you are asked first.", _ALL),
)

COLOR_IDS: Final[Mapping[CommandId, Color]] = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
"""The commands that name a color."""

CHOOSING: Final = frozenset[CommandId](("left", "right", "row_up", "row_down", "first", "last"))
"""The commands that choose a card."""

BY_ID: Final[Mapping[CommandId, Command]] = {command.id: command for command in COMMANDS}
