"""The keys that a player gives to commands in the settings file: ``[keys]``, then ``draw = "e"`` or a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from unokart_tui.config import KeymapName, Settings
from unokart_tui.keymap import BASES, BINDABLE, LOBBY_BASES, Keys, LobbyKeys, TableKeys, keymap_for
from unokart_tui.keynames import key_named
from unokart_tui.lobby_commands import LOBBY_COMMANDS

_LOBBY: Final = "lobby"


@dataclass(frozen=True)
class Wishes:
    """The keys that a player gives to commands, by Textual's names, and what of it is of no use or can't be had."""

    table: dict[str, Keys]
    lobby: dict[str, Keys]
    problems: list[str]
    """A sentence each."""


def keys_from(found: object, keymap: KeymapName) -> Wishes:
    """Read what stands under ``keys``; ``[keys.lobby]`` is for the lobby, all else for the table."""
    if not isinstance(found, dict):
        return Wishes({}, {}, ['keys must be a table: [keys], and below it lines like draw = "e".'])
    problems: list[str] = []
    of_lobby = found.get(_LOBBY, {})
    if not isinstance(of_lobby, dict):
        problems.append('keys.lobby must be a table: [keys.lobby], and below it lines like ready = "y".')
        of_lobby = {}
    table = _wanted({name: value for name, value in found.items() if name != _LOBBY}, problems)
    lobby = _wanted(of_lobby, problems)
    problems += keymap_for(BINDABLE, BASES[keymap], table)[1]
    problems += [f"in the lobby {sentence}" for sentence in keymap_for(LOBBY_COMMANDS, LOBBY_BASES[keymap], lobby)[1]]
    return Wishes(table, lobby, problems)


def _wanted(found: Mapping[str, object], problems: list[str]) -> dict[str, Keys]:
    """Return the keys that are given to names, and note what is no key."""
    wanted: dict[str, Keys] = {}
    for name, value in found.items():
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            problems.append(f'the key of "{name}" must be in quotes, or a list of such.')
            continue
        named = {text: key_named(text) for text in texts}
        problems += [f'there is no key "{text}".' for text, key in named.items() if key is None]
        wanted[name] = tuple(key for key in named.values() if key is not None)
    return {name: keys for name, keys in wanted.items() if keys}


def table_keys(settings: Settings) -> TableKeys:
    """Return the keys of the table as the settings have them."""
    return keymap_for(BINDABLE, BASES[settings.keymap], settings.keys)[0]


def lobby_keys(settings: Settings) -> LobbyKeys:
    """Return the keys of the lobby as the settings have them."""
    return keymap_for(LOBBY_COMMANDS, LOBBY_BASES[settings.keymap], settings.lobby_keys)[0]
