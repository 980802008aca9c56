"""Going through the values of settings one after another, and saying them in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from unokart_tui.config import KEYMAPS, LEVELS, MOST_BOTS, Settings
from unokart_tui.names import counted
from unokart_tui.steps import PACES, TARGETS, step_from
from unokart_tui.theme_names import COLORS, all_themes

_NAMED: Final[Mapping[str, Callable[[], Sequence[str]]]] = {
    "theme": all_themes,
    "colors": lambda: COLORS,
    "level": lambda: LEVELS,
    "keymap": lambda: KEYMAPS,
}
_SETTLES: Final = (0.0, 0.2, 0.35, 0.5, 1.0, 2.0)
_NUMBERS: Final[Mapping[str, Sequence[float]]] = {
    "bots": range(1, MOST_BOTS + 1),
    "target": TARGETS,
    "pace": PACES,
    "settle": _SETTLES,
}


def stepped(settings: Settings, key: str, step: int) -> Settings:
    """Return settings with the value of one before or after that it has; a text that is typed stays."""
    value: Any = getattr(settings, key)
    if isinstance(value, bool):
        value = not value
    elif key in _NAMED:
        names = _NAMED[key]()
        at = names.index(value) if value in names else -1
        value = names[(at + step) % len(names)]
    elif key in _NUMBERS:
        value = step_from(_NUMBERS[key], value, step)
    return replace(settings, **{key: value})


def in_words(settings: Settings, key: str) -> str:
    """Return the value of a setting as it is shown."""
    value = getattr(settings, key)
    match key:
        case "bots":
            return counted(value, "bot")
        case "target":
            return counted(value, "point")
        case "pace" | "settle":
            return f"{value:g} s" if value else "no time"
        case _ if isinstance(value, bool):
            return "yes" if value else "no"
        case _:
            return str(value)
