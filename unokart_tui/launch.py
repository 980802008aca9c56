"""From the command line to the game: settings, the way it is shown, and a name for the player."""

from __future__ import annotations

import getpass
import os
import sys
from typing import Any

from msgspec.structs import replace

from net.names import NAMELESS, clean_name
from unokart_tui.config import Settings, load
from unokart_tui.start import AtHome, AtTable, Start


def home() -> int:
    """Open the home screen; without a terminal that can show it, start a match in lines. Return the exit status."""
    settings = player_settings()
    if not full_screen():
        return _plain(settings, seed=None)
    return full(settings, AtHome())


def play_match(given: dict[str, Any], seed: int | None, plain: bool) -> int:
    """Play a match with these settings over those of the player; return the exit status."""
    settings = replace(player_settings(), **given)
    if plain or not full_screen():
        return _plain(settings, seed)
    return full(settings, AtTable(seed))


def full(settings: Settings, start: Start, bind: str | None = None) -> int:
    """Run the full-screen program on a terminal that can show it; return the exit status."""
    # Textual reads these when it is first imported. What the player has set themselves stays.
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")  # a mouse that counts in pixels gets lost on a resize
    if "NO_COLOR" in os.environ:
        os.environ.setdefault("TEXTUAL_THEME", "ansi-dark")  # other themes would be shown in greys
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # exported by some shells, they would hold the screen to its first size
    from unokart_tui.full_screen import run_app

    return run_app(settings, start, bind=bind, ascii=settings.ascii or not speaks_unicode())


def speaks_unicode() -> bool:
    """Say whether what is written to stdout may have more than ASCII in it."""
    # Under the C locale Python writes UTF-8 all the same; who sets LC_ALL to it wants ASCII.
    if os.environ.get("LC_ALL") in ("C", "POSIX"):
        return False
    return sys.stdout.encoding.lower().replace("-", "") == "utf8"


def _plain(settings: Settings, seed: int | None) -> int:
    from unokart_tui.plain import play_plain

    return play_plain(settings, seed)


def full_screen() -> bool:
    """Say whether there is a terminal, and one that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("", "dumb")


def player_settings() -> Settings:
    """Read the settings, saying on stderr what of them is of no use, and fill in the player's name."""
    settings, problems = load()
    for problem in problems:
        sys.stderr.write(f"unokart: {problem}\n")
    return settings if settings.name else replace(settings, name=login_name())


def login_name() -> str:
    """Return a name for a player who has chosen none."""
    try:
        return clean_name(getpass.getuser().capitalize())
    except (KeyError, OSError):  # a user id that has no login
        return NAMELESS
