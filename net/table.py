"""The matches played at a table, one after another, in versions; and which actions come too late.

The version counts every change of the table, through all its matches. An action is made by someone who looks at a
version, and is refused if the table has changed since; calls of UNO and catches race with the others by nature, so
their version only says which play they mean (rule 8.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from engine.actions import DEAL, TURN_ACTIONS, Action, CallUno, Catch, Deal
from engine.errors import IllegalAction
from engine.events import Event
from engine.match import Match
from engine.record import Entry, Record
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from net.seeds import derive


class Change(Struct, frozen=True):
    """What an action, or the table's own deal, has done. It tells every hand."""

    match: int
    """The number of the match at this table, from 1."""
    version: int
    entry: Entry
    """The action with its shuffles: enough to do it again."""
    events: Sequence[Event]
    action_id: int = 0
    """The id by which the action's seat asked for it; 0 for what a bot or the table has done."""


class NotSaved(IllegalAction):
    """A change could not be saved, and so has not happened; the same may be asked for again later."""

    def __init__(self, sentence: str) -> None:
        super().__init__("not_saved", sentence)


class Table:
    """The present match of a table, and the versions that it goes through."""

    def __init__(self, players: int, rules: Rules, seed: int) -> None:
        """Put up an empty table; raise `engine.errors.PositionError` where the rules can't be played by so many."""
        self.version = 0
        self.number = 0
        """That of the present match, 0 before the first."""
        self.commit: Callable[[Change], None] = _keep_nothing
        """Saves a change before it counts; may raise `NotSaved`, and then everything is as it was before."""
        self._seed = seed
        self._set(players, rules, ())

    def _set(self, players: int, rules: Rules, names: Sequence[str], entries: Iterable[Entry] = ()) -> None:
        self.match = Match(players, self._shuffles(), rules)
        self.record = Record(players, rules, names, entries)
        self._since = [0] * players  # the version in which a seat came to the one card it holds
        self._wrong_catchers: set[int] = set()  # since the last turn action (8.5)

    def _shuffles(self) -> SeededShuffles:
        return SeededShuffles(derive(self._seed, f"shuffles of match {self.number} from version {self.version}"))

    @property
    def players(self) -> int:
        """The number of seats in the present match."""
        return self.match.players

    def begin(self, players: int, rules: Rules, names: Sequence[str]) -> None:
        """Clear the table for the next match; where one was there, that makes a version of its own."""
        if self.number:
            self.version += 1
        self.number += 1
        self._set(players, rules, names)

    def resume(self, number: int, version: int, record: Record) -> None:
        """Go on with a match that was saved when the table was in `version`; raise `engine.errors.RecordError`.

        Wrong catches of the present turn are forgotten (rule 8.5).
        """
        self.number = number
        self.version = version - len(record.entries)
        self._set(record.players, record.rules, record.names, record.entries)
        before: list[int] = [0] * record.players
        for step in record.replay():
            self.version += step.action is not None
            self.match = step.match
            self._count(before)
            before = [len(hand) for hand in step.match.hands]
        self.match = self.match.copy(self._shuffles())

    def deal(self) -> Change:
        """Deal the next round; raise `NotSaved`."""
        return self._apply(DEAL, 0)

    def act(self, seat: int, action: Action, version: int, action_id: int = 0) -> Change:
        """Carry out what a seat asks for while it looks at a version.

        Raises `IllegalAction`, and then has changed nothing; `NotSaved` is one.
        """
        race = isinstance(action, CallUno | Catch)
        if not race and version != self.version:
            raise IllegalAction("stale", "The table has changed meanwhile; look again.")
        if isinstance(action, Deal) or action.seat != seat:
            raise IllegalAction("not_your_seat", "Nobody can act for another seat.")
        if isinstance(action, Catch):
            return self._catch(action, version, action_id)
        if isinstance(action, CallUno):
            self._check_meant(seat, version)
        return self._apply(action, action_id)

    def _catch(self, action: Catch, version: int, action_id: int) -> Change:
        if action.seat in self._wrong_catchers:
            raise IllegalAction("wrong_catch_again", "After a wrong catch, wait for the next turn to catch again.")
        try:
            self._check_meant(action.target, version)
            return self._apply(action, action_id)
        except NotSaved:
            raise
        except IllegalAction:
            self._wrong_catchers.add(action.seat)
            raise

    def _check_meant(self, target: int, version: int) -> None:
        """Refuse a call or a catch made before the play that it would now hit (rule 8.3)."""
        if target < self.players and len(self.match.hands[target]) == 1 and self._since[target] > version:
            raise IllegalAction("stale", "That was meant for an earlier play.")

    def since(self, seat: int) -> int:
        """Return the version in which a seat came to the one card that it holds."""
        return self._since[seat]

    def _apply(self, action: Action, action_id: int) -> Change:
        before = [len(hand) for hand in self.match.hands]
        match = self.match.copy()
        events = match.apply(action)
        entry = self.record.observe(action, events)
        change = Change(self.number, self.version + 1, entry, events, action_id)
        try:
            self.commit(change)
        except BaseException:
            self.record.entries.pop()
            raise
        self.match = match
        self.version = change.version
        self._count(before)
        if isinstance(action, (*TURN_ACTIONS, Deal)):
            self._wrong_catchers.clear()
        return change

    def _count(self, before: Sequence[int]) -> None:
        """Note who has come to one card."""
        for seat, hand in enumerate(self.match.hands):
            if len(hand) == 1 != before[seat]:
                self._since[seat] = self.version


def _keep_nothing(change: Change) -> None:
    """Save nothing: a table that is gone when its process is."""
