"""A match gone through again, step by step: values, and what is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import CODE, COLOR_NAMES, name_of
from engine.errors import RecordError
from engine.events import Dealt, Drew, Event, RoundEnded, redact
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.record import Record
from engine.record import Step as Played
from engine.views import View, in_order
from net.names import clean_name
from net.updates import Person
from unokart_tui.names import People, cards_in_words, counted, digit_of, name_in
from unokart_tui.telling import narrate


@dataclass(frozen=True)
class Step:
    """One action of a match: what it brought about, and how the table stands after it."""

    seat: int
    """Who acted; `TABLE` for a deal."""
    lines: tuple[str, ...]
    view: View
    """What everyone sees."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, in the order in which hands are shown; empty ones where they are not to be seen."""
    deals: bool


class Replay:
    """A way through a record, one step after another.

    An action of which there is nothing to tell is no step. Hands are shown of matches that are over, and of no others:
    whoever has the record of one that goes on sees of it what a spectator would.
    """

    def __init__(self, record: Record) -> None:
        """Play the record through; raise `engine.errors.RecordError` where the rules do not allow it.

        The same where nothing happens in it.
        """
        names: list[str] = []
        for seat in range(record.players):
            given = record.names[seat] if seat < len(record.names) else f"Seat {seat + 1}"
            names.append(clean_name(given, names))
        self.people: People = [Person(seat, name) for seat, name in enumerate(names)]
        self._hands: dict[tuple[int, ...], tuple[str, ...]] = {}
        *_, last = record.replay()
        self.over = last.match.phase is Phase.MATCH_OVER
        """Whether the match was played to its end, so that all of it may be seen."""
        steps = (self._step(played) for played in record.replay() if played.action)
        self.steps = [step for step in steps if step.lines]
        if not self.steps:
            raise RecordError("Nothing happens in that record.")
        self.rounds = [at for at, step in enumerate(self.steps) if step.deals]
        """The step that begins each round."""
        self.at = 0
        """The step that is shown."""

    def _step(self, played: Played) -> Step:
        match, action = played.match, played.action
        assert action is not None
        events = played.events if self.over else [redact(event, TABLE) for event in played.events]
        lines = [line for event in events for line in self._told(event, match)]
        hands = tuple(self._shown(hand) if self.over else () for hand in match.hands)
        deals = any(isinstance(event, Dealt) for event in events)
        return Step(action.seat, tuple(lines), match.view(TABLE), hands, deals)

    def _shown(self, hand: tuple[int, ...]) -> tuple[str, ...]:
        """Return a hand as it is shown; most hands are as they were a step before."""
        if hand not in self._hands:
            if len(self._hands) > 4 * len(self.people):
                self._hands.clear()
            self._hands[hand] = in_order(CODE[card] for card in hand)
        return self._hands[hand]

    def _told(self, event: Event, match: Match) -> list[str]:
        line = narrate(event, self.people, TABLE)
        match event:
            case Drew() if event.cards and event.reason == "turn":
                line = f"{name_in(self.people, event.seat)} draws {cards_in_words(event.cards)}"
            case Drew() if event.cards and line is None:
                who = name_in(self.people, event.seat)
                line = f"{who} draws {event.count}: {cards_in_words(event.cards)}"
            case RoundEnded():
                scores = ", ".join(f"{name_in(self.people, seat)} {score}" for seat, score in enumerate(match.scores))
                return [line or "", f"Scores, first to {match.rules.target_score}: {scores}"]
        return [line] if line else []

    # Where one is

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.steps[self.at]

    @property
    def round(self) -> int:
        """The number of the round that is shown, from 1."""
        return max(1, sum(begin <= self.at for begin in self.rounds))

    def go(self, at: int) -> bool:
        """Show a step, or the nearest there is; return whether it is another than before."""
        before, self.at = self.at, max(0, min(len(self.steps) - 1, at))
        return self.at != before

    def go_to_round(self, number: int) -> bool:
        """Show how a round begins; return whether there is one of that number, from 1."""
        if not 1 <= number <= len(self.rounds):
            return False
        self.at = self.rounds[number - 1]
        return True

    def rounds_in_words(self) -> str:
        """Say how many rounds there are."""
        return f"The match has {counted(len(self.rounds), 'round')}"

    # In words

    def hand_line(self, seat: int, step: Step) -> str:
        """Say what a seat holds: the codes of its cards, or how many there are."""
        hand = " ".join(step.hands[seat]) if self.over else counted(step.view.counts[seat], "card")
        return f"{digit_of(seat)} {name_in(self.people, seat)}: {hand}"

    def told(self) -> list[str]:
        """Tell the step that is shown, with all hands where they were just dealt."""
        step = self.step
        lines = list(step.lines)
        if step.deals:
            lines += self.hand_lines()
        return lines

    def hand_lines(self) -> list[str]:
        """Say what everyone holds."""
        return [self.hand_line(seat, self.step) for seat in range(len(self.people))]

    def table(self) -> list[str]:
        """Describe the table as it stands, every hand open if it may be."""
        view = self.step.view
        lines = []
        if view.top:
            color = COLOR_NAMES[view.color] if view.color else "not named yet"
            pile = counted(view.draw_count, "card")
            lines.append(f"Round {view.round}. Top card: {name_of(view.top)}. Color: {color}. Draw pile: {pile}")
        return lines + self.hand_lines()

    def whole(self) -> Sequence[str]:
        """Tell the whole match, from its first step to its last."""
        lines: list[str] = []
        for at in range(len(self.steps)):
            self.at = at
            lines += self.told()
        return lines
