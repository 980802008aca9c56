"""The player's settings: a flat TOML file that may be written by hand, and that the game adds to without harm to it."""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import asdict, replace

from net.updates import BotLevel
from unokart_tui.paths import make_private, settings_file, shown
from unokart_tui.theme_names import COLORS, OWN_THEMES, Colors, is_theme

MOST_BOTS: Final = 9
MOST_TARGET: Final = 100_000
MOST_PACE: Final = 10.0
MOST_SETTLE: Final = 2.0
LEVELS: Final[tuple[BotLevel, ...]] = ("easy", "normal")
KeymapName = Literal["usual", "vim"]
KEYMAPS: Final[tuple[KeymapName, ...]] = ("usual", "vim")


class Settings(Struct, frozen=True):
    """What a player has chosen, or the defaults."""

    name: str = ""
    """How the player is called at the table; empty for the name of the login."""
    bots: int = 3
    """How many bots a new match has, 1 to 9."""
    level: BotLevel = "normal"
    """How well they play."""
    target: int = 500
    """The points that win a match."""
    pace: float = 1.0
    """Seconds that a bot takes for a move, 0 to 10."""
    animations: bool = True
    """Whether an item box opens before one's eyes."""
    bell: bool = True
    """Whether the terminal rings when it is the player's turn."""
    title: bool = True
    """Whether the terminal's title tells whose turn it is."""
    ascii: bool = False
    """Whether to draw with ASCII marks alone."""
    invitations: bool = True
    """Whether hosts on the network see who is at home, and can invite them."""
    notify: bool = True
    """Whether the terminal shows a notice when it is the player's turn and they look elsewhere."""
    reminder: bool = True
    """Whether the player is reminded before the time for an answer is up."""
    settle: float = 0.35
    """Seconds after the player's cards or the question have changed in which no key plays or answers, 0 to 2."""
    mouse: bool = True
    """Whether the mouse acts in the game; otherwise it selects text as in any terminal."""
    learned: bool = False
    """Whether the player knows the game, so that the guided round need not be offered first."""
    keymap: KeymapName = "usual"
    """Which keys the commands of the table have before `keys` are given to them."""
    keys: dict[str, tuple[str, ...]] = {}
    """The keys that the player gives to commands of the table, by Textual's names."""
    lobby_keys: dict[str, tuple[str, ...]] = {}
    """Likewise of the lobby."""
    theme: str = "dark"
    """The name of the theme, one of the game's or of Textual's."""
    colors: Colors = "auto"
    """How many colors are used."""


def _whole(low: int, high: int) -> tuple[Callable[[object], bool], str]:
    # A bool is an int in Python, not in a settings file.
    return lambda value: type(value) is int and low <= value <= high, f"a whole number from {low} to {high}"


def _seconds(high: float) -> tuple[Callable[[object], bool], str]:
    return (
        lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= high,
        f"a number of seconds from 0 to {high:g}",
    )


_YES_NO: Final = (lambda value: isinstance(value, bool), "true or false")

_THEMES: Final = ", ".join(f'"{name}"' for name in OWN_THEMES)

_CHECKS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "name": (lambda value: isinstance(value, str), "a name in quotes"),
    "bots": _whole(1, MOST_BOTS),
    "level": (lambda value: value in LEVELS, '"easy" or "normal"'),
    "target": _whole(1, MOST_TARGET),
    "pace": _seconds(MOST_PACE),
    "animations": _YES_NO,
    "bell": _YES_NO,
    "title": _YES_NO,
    "ascii": _YES_NO,
    "invitations": _YES_NO,
    "notify": _YES_NO,
    "reminder": _YES_NO,
    "settle": _seconds(MOST_SETTLE),
    "mouse": _YES_NO,
    "learned": _YES_NO,
    "keymap": (lambda value: value in KEYMAPS, '"usual" or "vim"'),
    "theme": (lambda value: isinstance(value, str) and is_theme(value), f"one of {_THEMES}, or of Textual's themes"),
    "colors": (lambda value: value in COLORS, "one of " + ", ".join(f'"{colors}"' for colors in COLORS)),
}


def wrong_with(key: str, value: object) -> str | None:
    """Return what a setting must be, where a value can't be had; None where all is well."""
    fits, wanted = _CHECKS[key]
    return None if fits(value) else wanted


def load(path: Path | None = None) -> tuple[Settings, list[str]]:
    """Read the settings, and say in a sentence each what of them is of no use; that much is then as by default."""
    path = path or settings_file()
    try:
        text = _read(path)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), [f"The settings in {shown(path)} cannot be read: {_why(error)}."]
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [f"The settings in {shown(path)} are not TOML: {_why(error)}."]
    return _checked(found, path)


def _read(path: Path) -> str:
    """Return what a file holds; anything else that has a name might keep whoever reads it waiting for ever."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # of a directory the system says so itself
        raise OSError(errno.EINVAL, "it is not a regular file")
    return path.read_text(encoding="utf-8")


def _why(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return reason.rstrip(".")


def _checked(found: dict[str, Any], path: Path) -> tuple[Settings, list[str]]:
    problems = []
    good = {}
    for key, value in found.items():
        if key == "keys":
            continue
        if key not in _CHECKS:
            problems.append(f"{shown(path)} has an unknown setting {json.dumps(key)}.")
            continue
        wanted = wrong_with(key, value)
        if wanted is None:
            good[key] = value
        else:
            problems.append(f"{shown(path)}: {key} must be {wanted}.")
    settings = replace(Settings(), **good)
    if "keys" in found:
        from unokart_tui.key_settings import keys_from  # with the names of all keys, which are seldom needed

        wishes = keys_from(found["keys"], settings.keymap)
        settings = replace(settings, keys=wishes.table, lobby_keys=wishes.lobby)
        problems += [f"{shown(path)}: {sentence}" for sentence in wishes.problems]
    return settings, problems


def remember(settings: Settings, path: Path | None = None, *, before: Settings | None = None) -> None:
    """Write what differs from the file into it, leaving all else in it as it is; raise OSError where it can't be.

    With `before`, only what has changed since then is written: the rest may come from elsewhere, and be for once. A
    file that can't be understood is left alone.
    """
    path = path or settings_file()
    try:
        text = _read(path)
        found = tomllib.loads(text)
    except FileNotFoundError:
        text, found = "", {}
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return
    defaults = asdict(Settings())
    chosen = {key: value for key, value in asdict(settings).items() if key in _CHECKS}
    wanted = {key: value for key, value in chosen.items() if value != found.get(key, defaults[key])}
    if before is not None:
        wanted = {key: value for key, value in wanted.items() if value != getattr(before, key)}
    edited = text
    for key, value in reversed(wanted.items()):
        edited = _put(edited, key, value)
    if edited != text and _means(edited, found | wanted):
        _write(path, edited)


def _put(text: str, key: str, value: object) -> str:
    """Set one key in a TOML text: on its line if it has one, else at the top, which is outside of every table."""
    line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    pattern = re.compile(rf"^[ \t]*{key}[ \t]*=[^\n]*$", re.MULTILINE)
    if pattern.search(text):
        return pattern.sub(lambda _: line, text, count=1)
    return f"{line}\n{text}"


def _means(text: str, wanted: dict[str, Any]) -> bool:
    """Say whether an edited text still reads as intended; an unusual layout may defeat the edit."""
    try:
        return tomllib.loads(text) == wanted
    except tomllib.TOMLDecodeError:
        return False


def _write(path: Path, text: str) -> None:
    """Replace a file at once, so that nobody ever reads half of it."""
    path = path.resolve()  # what a link points to is replaced, not the link
    make_private(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
