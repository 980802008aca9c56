"""Notices on the desktop, which some terminals show for a program that asks them to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Way = Literal["9", "777"]
"""The number of the control sequence (OSC) that a terminal takes a notice by."""

_BY_PROGRAM: Final[Mapping[str, Way]] = {"iTerm.app": "9", "WezTerm": "9", "ghostty": "9"}
_BY_TERM: Final[Mapping[str, Way]] = {
    "xterm-kitty": "9",
    "xterm-ghostty": "9",
    "wezterm": "9",
    "foot": "777",
    "foot-extra": "777",
}


def way_of(environ: Mapping[str, str]) -> Way | None:
    """Return how the terminal that an environment tells of takes notices; None where it is not known to take any."""
    term = environ.get("TERM", "")
    if "TMUX" in environ or term.startswith(("tmux", "screen")):
        return None  # it has the screen between us and the terminal, and tells of a bell in its own way
    return _BY_TERM.get(term) or _BY_PROGRAM.get(environ.get("TERM_PROGRAM", ""))


def notice(way: Way, text: str) -> str:
    """Return what makes a terminal show a text, which must be without control characters."""
    return f"\x1b]9;{text}\x07" if way == "9" else f"\x1b]777;notify;UNO Kart;{text}\x07"
