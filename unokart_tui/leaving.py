"""Leaving a room: what is asked first, and what may be answered."""

from __future__ import annotations

from typing import Literal

from unokart_tui.coming_back import leads_back
from unokart_tui.room_words import others_here
from unokart_tui.screens.question import Choice, QuestionScreen
from unokart_tui.stay import Stay

How = Literal["leave", "away", "keep", "save"]
"""For good; with the seat kept; as the host, with the table kept running, or saved and closed."""


class LeavingScreen(QuestionScreen[How]):
    """Asks how to leave. Of the choices the gentlest does the least harm: a seat is kept, a table goes on."""

    CSS_PATH = "screens/question.tcss"

    def __init__(self, question: str, why: str, choices: tuple[Choice[How], ...], gentlest: How) -> None:
        super().__init__(question, why, choices, Choice("n", "Stay", None))
        self._gentlest = gentlest

    def leave_gently(self) -> None:
        """Leave without more ado."""
        self.dismiss(self._gentlest)


def leaving_question(stay: Stay, *, hosts_here: bool) -> LeavingScreen:
    """Return the question for one who wants to go; `hosts_here` is whether the room runs in this program."""
    playing = stay.room is not None and stay.room.stage == "play"
    if hosts_here:
        return _hosting(stay, playing)
    if playing and not stay.watching:
        return LeavingScreen(
            "Leave the match?",
            "Whoever leaves for good gives the seat to a bot. Whoever is away for a while finds it again: a bot plays "
            f"it meanwhile, and {leads_back(stay.guest)}.",
            (Choice("y", "Leave for good", "leave"), Choice("a", "Be away, and end the program", "away")),
            gentlest="away",
        )
    why = "The room stays open without you." if stay.others else "Nobody else is here."
    return LeavingScreen("Leave the room?", why, (Choice("y", "Leave", "leave"),), gentlest="leave")


def _hosting(stay: Stay, playing: bool) -> LeavingScreen:
    save = Choice[How]("s", "Save the table and close it for all" if playing else "Close the room for all", "save")
    if stay.room is None or not others_here(stay.room):
        why = 'The match is saved; at home, "Continue" goes on with it.' if playing else "Nobody else is here."
        return LeavingScreen("Close the room?", why, (save,), gentlest="save")
    run_on = "Leave; the table runs on" if stay.watching else "Leave my seat to a bot; the table runs on"
    return LeavingScreen(
        "You host this room. What becomes of it?",
        "Everyone is told. A table that runs on needs this program: it goes on without its screen.",
        (Choice("k", run_on, "keep"), save),
        gentlest="keep",
    )
