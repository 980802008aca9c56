"""A match gone through again, step by step: ``unokart replay``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import CODE, COLOR_NAMES, name_of
from engine.errors import RecordError
from engine.events import Dealt, Drew, Event, RoundEnded
from engine.match import Match
from engine.phases import TABLE
from engine.record import Record
from engine.views import in_order
from net.names import clean_name
from net.updates import Person
from unokart_tui.names import People, cards_in_words, counted, digit_of, name_in
from unokart_tui.telling import narrate

HELP: Final = "Enter: the next step. b: back. r N: round N. t: the table. q: quit."


@dataclass(frozen=True)
class Step:
    """One action of a match: what it brought about, and how the table stands after it."""

    lines: tuple[str, ...]
    match: Match
    deals: bool


class Replay:
    """A way through a record, one step after another. Values only."""

    def __init__(self, record: Record) -> None:
        """Play the record through; raise `engine.errors.RecordError` where the rules do not allow it."""
        names: list[str] = []
        for seat in range(record.players):
            given = record.names[seat] if seat < len(record.names) else f"Seat {seat + 1}"
            names.append(clean_name(given, names))
        self.people: People = [Person(seat, name) for seat, name in enumerate(names)]
        self.steps = [self._step(step.match.copy(), step.events) for step in record.replay() if step.action]
        self.at = -1
        """The step that was shown last; -1 before the first."""

    def _step(self, match: Match, events: Sequence[Event]) -> Step:
        lines = [line for event in events for line in self._told(event, match)]
        return Step(tuple(lines), match, any(isinstance(event, Dealt) for event in events))

    def _told(self, event: Event, match: Match) -> list[str]:
        line = narrate(event, self.people, TABLE)
        match event:
            case Drew() if event.cards and event.reason == "turn":
                line = f"{name_in(self.people, event.seat)} draws {cards_in_words(event.cards)}"
            case Drew() if event.cards and line is None:
                who = name_in(self.people, event.seat)
                line = f"{who} draws {event.count}: {cards_in_words(event.cards)}"
            case Dealt():
                return [line or "", *(self._hand(seat, cards) for seat, cards in enumerate(event.hands))]
            case RoundEnded():
                scores = ", ".join(f"{name_in(self.people, seat)} {score}" for seat, score in enumerate(match.scores))
                return [line or "", f"Scores, first to {match.rules.target_score}: {scores}"]
        return [line] if line else []

    def _hand(self, seat: int, cards: Sequence[str]) -> str:
        return f"{digit_of(seat)} {name_in(self.people, seat)}: {' '.join(in_order(cards))}"

    def table(self) -> list[str]:
        """Describe the table as it stands, every hand open."""
        if self.at < 0:
            return ["Nothing has been dealt yet"]
        match = self.steps[self.at].match
        view = match.view(TABLE)
        lines = []
        if view.top:
            color = COLOR_NAMES[view.color] if view.color else "not named yet"
            pile = counted(view.draw_count, "card")
            lines.append(f"Round {view.round}. Top card: {name_of(view.top)}. Color: {color}. Draw pile: {pile}")
        hands = ([CODE[card] for card in hand] for hand in match.hands)
        return lines + [self._hand(seat, cards) for seat, cards in enumerate(hands)]

    def show(self, at: int) -> list[str]:
        """Go to a step and tell it."""
        self.at = at
        return [f"[{at + 1}/{len(self.steps)}] {line}" for line in self.steps[at].lines]

    def take(self, line: str) -> list[str]:
        """Do what a typed line asks for, and return what is to be said."""
        words = line.casefold().split()
        match words:
            case [] | ["n"] | ["\x1b[c"] | ["\x1b[b"]:
                return self._next()
            case ["b"] | ["\x1b[d"] | ["\x1b[a"]:
                return self._back()
            case ["r", number] if number.isascii() and number.isdecimal() and len(number) < 6:
                return self._round(int(number))
            case ["t"]:
                return self.table()
            case _:
                return [HELP]

    # A step of which there is nothing to tell is no step to whoever looks on.

    def _next(self) -> list[str]:
        told = (at for at in range(self.at + 1, len(self.steps)) if self.steps[at].lines)
        at = next(told, None)
        return ["This is where the match ends"] if at is None else self.show(at)

    def _back(self) -> list[str]:
        told = (at for at in range(self.at - 1, -1, -1) if self.steps[at].lines)
        at = next(told, None)
        return ["This is where the match begins"] if at is None else self.show(at)

    def _round(self, number: int) -> list[str]:
        deals = [at for at, step in enumerate(self.steps) if step.deals]
        if not 1 <= number <= len(deals):
            return [f"The match has {counted(len(deals), 'round')}"]
        return self.show(deals[number - 1])


def run_replay(record: Record, echo: Callable[[str], None]) -> None:
    """Step through a record in a terminal, or print all of it; raise `engine.errors.RecordError`."""
    replay = Replay(record)
    if not replay.steps:
        raise RecordError("Nothing happens in that record.")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for step in replay.steps:
            for line in step.lines:
                echo(line)
        return
    echo(f"{', '.join(person.name for person in replay.people)}. {HELP}")
    for line in sys.stdin:
        if line.strip().casefold() in ("q", "quit"):
            return
        for said in replay.take(line):
            echo(said)
