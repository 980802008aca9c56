"""What each setting is called and does, in words: for --help, the settings screen, and whoever writes the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class About:
    """A setting in words."""

    label: str
    """On the settings screen."""
    help: str
    """A sentence."""
    switch: bool = False
    """Whether it is yes or no."""


ABOUT: Final[Mapping[str, About]] = {
    "name": About("You are", "What you are called at the table."),
    "theme": About("Theme", "The colors: dark, light, high-contrast, deuteranopia, mono, ansi-dark, nord and others."),
    "colors": About("Colors", "How many colors: auto, truecolor, 256, 16, none."),
    "ascii": About("ASCII alone", "Draw with ASCII marks alone.", switch=True),
    "animations": About("Animations", "Show item boxes being opened.", switch=True),
    "bell": About("Bell", "Ring when your turn begins.", switch=True),
    "title": About("Window title", "Tell in the terminal's title whose turn it is.", switch=True),
    "notify": About("Notices", "Show a notice when your turn begins and you look elsewhere.", switch=True),
    "reminder": About("Reminder", "Remind you before the time for an answer is up.", switch=True),
    "settle": About("Keys wait", "Seconds that no key plays after your cards have changed: 0 to 2."),
    "mouse": About("Mouse", "Let the mouse act in the game, not select text.", switch=True),
    "invitations": About(
        "Invitations", "Let hosts on the network see that you are at home, and invite you.", switch=True
    ),
    "keymap": About("Keys", "Which keys the table has: usual or vim. Single ones are changed in the file."),
    "bots": About("Bots", "How many bots play: 1 to 9."),
    "level": About("They play", "How well they play."),
    "target": About("First to", "The points that win the match."),
    "pace": About("A move takes", "Seconds that a bot takes for a move: 0 to 10."),
}
"""By the names of settings, in the order of the settings screen."""

OF_THE_SCREEN: Final = (
    "theme", "colors", "ascii", "animations", "bell", "title", "notify", "reminder", "settle", "mouse", "invitations",
    "keymap",
)  # fmt: skip
"""The settings that hold wherever there is a screen."""
