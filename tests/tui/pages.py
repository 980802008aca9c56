"""Screens to test apart from the rest: an app that shows one, and ends of rounds and matches to look at."""

from __future__ import annotations

from random import Random
from typing import Any

from textual.app import App
from textual.screen import Screen

from engine.match import Match
from engine.phases import Phase
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from engine.views import View
from net.updates import Person
from tests.tui.tables import dress, seated
from unokart_tui.cardface import Look
from unokart_tui.glyphs import UNICODE
from unokart_tui.palette import FULL

NAMES = (
    "Ada",
    "Toad",
    "Peach",
    "Bowser",
    "Yoshi",
    "[b]Wario[/b] of Wah!",
    "Daisy",
    "Luigi",
    "スーパーマリオカート",
    "Koopa",
)
FULL_COLOR = Look(FULL, UNICODE)


class PageApp(App[None]):
    """Shows one screen, and keeps what it was dismissed with."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, page: Screen[Any], look: Look = FULL_COLOR) -> None:
        super().__init__()
        self.look = look
        dress(self, look.palette)
        self.page = page
        self.results: list[Any] = []

    def on_mount(self) -> None:
        """Show the screen."""
        self.push_screen(self.page, self.results.append)


def people(players: int) -> tuple[Person, ...]:
    """Return so many people, the first of whom is no bot."""
    return seated(NAMES[:players])


def ended(players: int, phase: Phase, seed: int = 1, target: int = 500) -> View:
    """Play at random until a round or the match is over, and return the first seat's view."""
    dice = Random(seed)
    match = Match(players, SeededShuffles(seed), Rules(target_score=target))
    while match.phase is not phase:
        choices = match.legal_actions(match.owed)
        match.apply(choices[int(dice.random() * len(choices))])
    return match.view(0)
