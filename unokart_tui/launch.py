"""From the command line to the game: settings, the way it is shown, and a name for the player."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from net.names import NAMELESS, clean_name
from unokart_tui.config import Settings
from unokart_tui.depth import tell_textual
from unokart_tui.given import Held, is_yes, settle
from unokart_tui.start import AtHome, AtLesson, AtTable, Start


def home(options: Mapping[str, Any]) -> int:
    """Open the home screen; without a terminal that can show it, start a match in lines. Return the exit status.

    `options` are the settings that the command line gives, which go before all others.
    """
    held = player_settings(options)
    if not full_screen():
        return _plain(held.settings, seed=None)
    return full(held, AtHome())


def play_match(options: Mapping[str, Any], seed: int | None, plain: bool) -> int:
    """Play a match with these settings over those of the player; return the exit status."""
    held = player_settings(options)
    if plain or not full_screen():
        return _plain(held.settings, seed)
    return full(held, AtTable(seed))


def learn(options: Mapping[str, Any], plain: bool) -> int:
    """Lead through the guided round; return the exit status."""
    held = player_settings(options)
    if plain or not full_screen():
        from unokart_tui.plain_lesson import learn_plain

        return learn_plain(held.settings)
    return full(held, AtLesson())


def full(held: Held, start: Start, bind: str | None = None) -> int:
    """Run the full-screen program on a terminal that can show it; return the exit status."""
    # Textual reads these when it is first imported. What the player has set themselves stays.
    os.environ.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")  # a mouse that counts in pixels gets lost on a resize
    tell_textual(held.settings.colors, os.environ)
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)  # exported by some shells, they would hold the screen to its first size
    from unokart_tui.full_screen import run_app

    return run_app(held.settings, start, bind=bind, ascii=not speaks_unicode(), held=held)


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
    """Say whether there is a terminal, one that can be drawn on, and it shall be."""
    drawn_on = os.environ.get("TERM", "") not in ("", "dumb") and not by_lines()
    return drawn_on and sys.stdin.isatty() and sys.stdout.isatty()


def by_lines() -> bool:
    """Say whether the player wants lines of text everywhere, as with --plain."""
    return is_yes(os.environ.get("UNOKART_PLAIN", ""))


def player_settings(options: Mapping[str, Any]) -> Held:
    """Put the settings together, saying on stderr what of them is of no use, and fill in the player's name."""
    held = settle(options)
    for problem in held.problems:
        sys.stderr.write(f"unokart: {problem}\n")
    if held.settings.name:
        return held
    return Held(replace(held.settings, name=login_name()), held.given, held.problems)


def login_name() -> str:
    """Return a name for a player who has chosen none."""
    try:
        return clean_name(getpass.getuser().capitalize())
    except (KeyError, OSError):  # a user id that has no login
        return NAMELESS
