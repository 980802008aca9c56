"""The keys that a player gives to commands in the settings file: ``[keys]``, then ``draw = "e"`` or a list."""

from __future__ import annotations

from unokart_tui.config import KeymapName, Settings
from unokart_tui.keymap import BASES, BINDABLE, Keys, TableKeys, keymap_for
from unokart_tui.keynames import key_named


def keys_from(found: object, keymap: KeymapName) -> tuple[dict[str, Keys], list[str]]:
    """Read what stands under ``keys``, and say in a sentence each what of it is of no use or can't be had."""
    if not isinstance(found, dict):
        return {}, ['keys must be a table: [keys], and below it lines like draw = "e".']
    problems: list[str] = []
    wanted: dict[str, Keys] = {}
    for name, value in found.items():
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            problems.append(f'the key of "{name}" must be in quotes, or a list of such.')
            continue
        named = {text: key_named(text) for text in texts}
        problems += [f'there is no key "{text}".' for text, key in named.items() if key is None]
        wanted[name] = tuple(key for key in named.values() if key is not None)
    wanted = {name: keys for name, keys in wanted.items() if keys}
    return wanted, problems + keymap_for(BINDABLE, BASES[keymap], wanted)[1]


def table_keys(settings: Settings) -> TableKeys:
    """Return the keys of the table as the settings have them."""
    return keymap_for(BINDABLE, BASES[settings.keymap], settings.keys)[0]
