"""Which key stands for which command: as it comes, in the manner of vim, or as the player has it in the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from unokart_tui.commands import COMMANDS, Command, CommandId
from unokart_tui.config import KeymapName
from unokart_tui.keynames import key_written
from unokart_tui.lobby_commands import LOBBY_COMMANDS, LobbyId

Keys = tuple[str, ...]
"""Keys by Textual's names, the one that is shown first."""

Id = TypeVar("Id", bound=str)
Id_co = TypeVar("Id_co", bound=str, covariant=True)

FIXED: Final[Mapping[str, str]] = {
    **dict.fromkeys("0123456789", "digits choose cards and players"),
    "ctrl+c": "it asks to leave",
    "ctrl+q": "it asks to leave",
}
"""Keys that can't be given to another command, and why."""

VIM: Final[Mapping[CommandId, Keys]] = {
    "left": ("left", "h"),
    "right": ("right", "l"),
    "row_up": ("up", "k"),
    "row_down": ("down", "j"),
    "first": ("home", "circumflex_accent"),
    "last": ("end", "dollar_sign"),
    "keep": ("e",),
    "hint": ("i",),
    "sit": ("n",),
    "log": ("m", "pageup", "ctrl+b"),
}
"""What the keymap in the manner of vim has otherwise: h, j, k and l choose a card, so keep, hint, sit and log move."""


class Bound(Protocol[Id_co]):
    """A command, as far as keys go."""

    @property
    def id(self) -> Id_co:
        """Its name in the settings."""

    @property
    def keys(self) -> Keys:
        """Its keys where nothing else is said."""


class Keymap(Generic[Id]):
    """Keys by command, no key twice."""

    def __init__(self, keys: Mapping[Id, Keys]) -> None:
        self._keys = keys
        self._written = {str(id): key_written(those[0]) for id, those in keys.items()}
        commands = {key: id for id, those in keys.items() for key in those}
        # With Caps Lock on a letter does what it does, unless its capital has a meaning of its own.
        capitals = {key.upper(): id for key, id in commands.items() if len(key) == 1 and key.isalpha()}
        self._commands = {**capitals, **commands}

    def command(self, key: str) -> Id | None:
        """Return what a key, by Textual's name, stands for."""
        return self._commands.get(key)

    def keys(self, id: Id) -> Keys:
        """Return the keys of a command by Textual's names."""
        return self._keys[id]

    def of(self, id: Id) -> str:
        """Return the key of a command as it is written on the screen."""
        return self._written[id]

    def filled(self, text: str) -> str:
        """Return a text with the key of each command in the place of its name in braces: ``{draw} draws``."""
        return text.format_map(self._written)


def keymap_for(
    commands: Sequence[Bound[Id]], base: Mapping[Id, Keys], wanted: Mapping[str, Keys]
) -> tuple[Keymap[Id], list[str]]:
    """Return the keymap that a player wants, and say in a sentence each what of it can't be had.

    `base` is what differs from the keys of the commands before the player's wishes come. A key that is wanted goes to
    the command it is wanted for; but no command is left without a key by a wish about another.
    """
    usual = {command.id: base.get(command.id, command.keys) for command in commands}
    wishes: dict[Id, Keys] = {}
    problems: list[str] = []
    known = {str(id): id for id in usual}
    for name, keys in wanted.items():
        if name not in known:
            problems.append(f'"{name}" is no command that keys can be given to.')
            continue
        free = _free(name, keys, wishes, problems)
        if free:
            wishes[known[name]] = free
    while (robbed := _robbed(usual, wishes)) is not None:
        poor, thief, key = robbed
        problems.append(f'{key_written(key)} can\'t stand for "{thief}": "{poor}" would be left without a key.')
        del wishes[thief]
    return Keymap(_shared_out(usual, wishes)), problems


def _free(name: str, keys: Keys, wishes: Mapping[Id, Keys], problems: list[str]) -> Keys:
    """Return those of some keys that a command may have."""
    free = []
    for key in keys:
        first = next((str(id) for id, those in wishes.items() if key in those), None)
        if key in FIXED:
            problems.append(f'{key_written(key)} can\'t stand for "{name}": {FIXED[key]}.')
        elif first is not None:
            problems.append(f'{key_written(key)} stands for "{first}" already, so it can\'t for "{name}".')
        elif key not in free:
            free.append(key)
    return tuple(free)


def _shared_out(usual: Mapping[Id, Keys], wishes: Mapping[Id, Keys]) -> dict[Id, Keys]:
    taken = {key for keys in wishes.values() for key in keys}
    return {id: wishes.get(id) or tuple(key for key in keys if key not in taken) for id, keys in usual.items()}


def _robbed(usual: Mapping[Id, Keys], wishes: Mapping[Id, Keys]) -> tuple[Id, Id, str] | None:
    """Return a command that wishes leave without a key, whose wish it was, and which key; None where there is none."""
    for id, keys in _shared_out(usual, wishes).items():
        if not keys:
            key = usual[id][0]
            return id, next(thief for thief, those in wishes.items() if key in those), key
    return None


BASES: Final[Mapping[KeymapName, Mapping[CommandId, Keys]]] = {"usual": {}, "vim": VIM}
BINDABLE: Final[tuple[Command, ...]] = tuple(command for command in COMMANDS if command.id != "digit")
"""The commands of the table that keys can be given to; digits stay with what they count."""

LOBBY_BASES: Final[Mapping[KeymapName, Mapping[LobbyId, Keys]]] = {
    "usual": {},
    "vim": {"up": ("up", "k"), "down": ("down", "tab", "j"), "less": ("left", "h"), "more": ("right", "l")},
}

LobbyKeys = Keymap[LobbyId]
LOBBY_KEYS: Final[LobbyKeys] = keymap_for(LOBBY_COMMANDS, {}, {})[0]
"""The keys of the lobby as they come."""
TableKeys = Keymap[CommandId]
TABLE_KEYS: Final[TableKeys] = keymap_for(BINDABLE, {}, {})[0]
"""The keys of the table as they come."""
