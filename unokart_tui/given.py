"""The settings as they hold this time: options before the environment, that before the file, that before defaults."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict, replace

from unokart_tui.config import Settings, load, wrong_with

PREFIX: Final = "UNOKART_"
_WORDS: Final[Mapping[str, bool]] = {
    "1": True, "true": True, "yes": True, "on": True,
    "0": False, "false": False, "no": False, "off": False,
}  # fmt: skip


@dataclass(frozen=True)
class Held:
    """Settings, and what decides some of them for this time."""

    settings: Settings
    given: Mapping[str, str] = field(default_factory=dict)
    """By the names of settings: the option or the variable that goes before what the file says."""
    problems: tuple[str, ...] = ()
    """What is of no use in file and environment, in a sentence each."""


def variable_of(key: str) -> str:
    """Return the name of the environment variable of a setting."""
    return PREFIX + key.upper()


def settle(options: Mapping[str, Any], environment: Mapping[str, str] | None = None, path: Path | None = None) -> Held:
    """Put together what holds.

    `options` are values that were checked when they were read.
    """
    environment = os.environ if environment is None else environment
    settings, problems = load(path)
    values: dict[str, Any] = {}
    given: dict[str, str] = {}
    if environment.get("NO_COLOR"):
        values["colors"], given["colors"] = "none", "NO_COLOR"
    for key, default in asdict(Settings()).items():
        name = variable_of(key)
        text = environment.get(name)
        if not text or isinstance(default, dict):
            continue
        value = from_text(key, text)
        if (wanted := wrong_with(key, value)) is None:
            values[key], given[key] = value, name
        else:
            problems.append(f"{name} must be {wanted}.")
    values |= options
    given |= {key: f"--{key}" for key in options}
    return Held(replace(settings, **values), given, tuple(problems))


def is_yes(text: str) -> bool:
    """Say whether a variable of the environment that is no setting says yes: by any text that does not say no."""
    return _WORDS.get(text.lower(), bool(text))


def from_text(key: str, text: str) -> object:
    """Return the value that a text stands for, by the kind of a setting; what is no such value stays a text."""
    default = getattr(Settings(), key)
    try:
        if isinstance(default, bool):
            return _WORDS.get(text.lower(), text)
        if isinstance(default, int | float):
            return type(default)(text)
    except ValueError:
        return text
    return text
