"""What keys are called: by Textual, in the settings, on the screen."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Mapping
from typing import Final

from unokart_tui.surface import plain

KEY_NAMES: Final[Mapping[str, str]] = {"enter": "Enter", "escape": "Esc", "pageup": "PageUp", "pagedown": "PageDown"}
"""How keys are written where that is not their name."""

_CALLED: Final[Mapping[str, str]] = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""What Textual calls marks otherwise than Unicode does."""


def _of_mark(char: str) -> str:
    name = unicodedata.name(char).lower().replace("-", "_").replace(" ", "_")
    return _CALLED.get(name, name)


_MARKS: Final[Mapping[str, str]] = {_of_mark(char): char for char in string.punctuation}

_OTHER_WORDS: Final[Mapping[str, str]] = {
    "esc": "escape",
    "return": "enter",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "del": "delete",
    "ins": "insert",
}
_NAMED: Final = frozenset(
    ("enter", "escape", "space", "tab", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown")
) | frozenset(("up", "down", "left", "right", *(f"f{number}" for number in range(1, 25))))
_MODIFIERS: Final = ("alt", "ctrl", "shift")
"""In the order in which Textual names them."""


def key_named(text: str) -> str | None:
    """Return Textual's name of a key that is written as people do: ``d``, ``?``, ``Esc``, ``Ctrl+X``, ``F2``.

    None where there is no such key.
    """
    if len(text) == 1:
        return _one(text)
    *modifiers, last = text.split("+")
    name = _one(last) if len(last) == 1 else _many(last)
    held = {modifier.strip().lower() for modifier in modifiers}
    if name is None or not held <= set(_MODIFIERS):
        return None
    if held and len(name) == 1:
        name = name.lower()
    return "+".join([*(modifier for modifier in _MODIFIERS if modifier in held), name])


def _one(char: str) -> str | None:
    if char.isalnum():
        return char
    return "space" if char == " " else _of_mark(char) if char in string.punctuation else None


def _many(word: str) -> str | None:
    name = word.strip().lower()
    name = _OTHER_WORDS.get(name, name)
    return name if name in _NAMED or name in _MARKS else None


def key_written(key: str) -> str:
    """Return how a key is written on the screen, by Textual's name of it."""
    if len(key) == 1:
        return key
    return "+".join(_MARKS.get(part) or KEY_NAMES.get(part, part.capitalize()) for part in key.split("+"))


def written(key: str, character: str | None) -> str:
    """Return how any key is written: by what it types, or where that would not be seen, by its name."""
    if character and character.isprintable() and not character.isspace():
        return plain(character)
    return key_written(key)
