"""A match gone through again by lines of text: in a terminal step by step, elsewhere all at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from unokart_tui.plain_words import scores
from unokart_tui.replay import Replay
from unokart_tui.replay_export import CannotSave, moment, save

HELP: Final = (
    "Enter: the next step. back: a step back. round N, step N: go there. table: who holds what, and the scores. "
    "save: save this moment as text. quit: leave. The first letter is enough; g N for a step."
)
NOT_OVER: Final = "This match is not over, so no hand is shown"


class PlainReplay:
    """A replay that is told by lines; `take` is given what is typed."""

    def __init__(self, replay: Replay, name: str) -> None:
        """`name` is what files of it are called after."""
        self.replay = replay
        self._name = name
        self._begun = False

    def take(self, line: str) -> list[str]:
        """Do what a typed line asks for, and return what is to be said."""
        match line.casefold().split():
            case [] | ["n" | "next"] | ["\x1b[c"] | ["\x1b[b"]:
                return self._next()
            case ["b" | "back"] | ["\x1b[d"] | ["\x1b[a"]:
                moved = self.replay.go(self.replay.at - 1)
                return self._arrived() if moved else ["This is where the match begins"]
            case ["r" | "round", number] if _is_number(number):
                return self._round(int(number))
            case ["g" | "go" | "step", number] if _is_number(number):
                self.replay.go(int(number) - 1)
                return self._arrived()
            case ["t" | "table"]:
                return [self._where(), *self.replay.table(), scores(self.replay.step.view, self.replay.people)]
            case ["s" | "save"]:
                return [self._save()]
            case _:
                return [HELP]

    def _where(self) -> str:
        return f"Step {self.replay.at + 1} of {len(self.replay.steps)}, round {self.replay.round}"

    def _arrived(self) -> list[str]:
        """Tell the step gone to, and where that is; one step on needs no saying so."""
        return [self._where(), *self._told()]

    def _told(self) -> list[str]:
        self._begun = True
        return self.replay.told()

    def _next(self) -> list[str]:
        if not self._begun or self.replay.go(self.replay.at + 1):
            return self._told()
        return ["This is where the match ends" if self.replay.over else "This is where the record ends"]

    def _round(self, number: int) -> list[str]:
        return self._arrived() if self.replay.go_to_round(number) else [self.replay.rounds_in_words()]

    def _save(self) -> str:
        try:
            path = save(moment(self.replay), f"{self._name}-step-{self.replay.at + 1}", "txt")
        except CannotSave as error:
            return str(error)
        return f"Saved as {path}"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7


def run_replay(replay: Replay, name: str, echo: Callable[[str], None]) -> None:
    """Step through a replay in a terminal, or print all of it."""
    if not replay.over:
        echo(NOT_OVER)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for line in replay.whole():
            echo(line)
        return
    plain = PlainReplay(replay, name)
    echo(f"{', '.join(person.name for person in replay.people)}. {HELP}")
    for line in sys.stdin:
        if line.strip().casefold() in ("q", "quit"):
            return
        for said in plain.take(line):
            echo(said)
