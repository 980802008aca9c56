"""A table at which random legal moves are made, and saved before they count.

Run as a program it plays on a saved table, tells each move once it is saved, and waits to be killed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from engine.actions import DEAL, Action, CallUno, Catch
from engine.match import Match
from engine.notation import format_action
from engine.phases import TABLE, Phase
from engine.record import Entry, Record
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from net.roomlog import RoomLog
from net.saved import MatchBegun, SavedRoom
from net.store import Store
from net.table import Change

NAMES = ("Ann", "Bob", "Cid")
RULES = Rules(target_score=100)


class RandomTable:
    """Matches one after another; `told` is given each change when it is saved."""

    def __init__(self, log: RoomLog, seed: int, told: Callable[[Change], None], saved: SavedRoom | None = None) -> None:
        self._log = log
        self._seed = seed
        self._told = told
        self._random = Random(seed)
        self.number = saved.match if saved else 0
        self.version = saved.version if saved else 0
        self.match: Match | None = saved.continued(SeededShuffles(seed)) if saved else None
        self.actions = 0

    def step(self) -> None:
        """Make one move, or begin a match."""
        if self.match is None or self.match.phase is Phase.MATCH_OVER:
            self._begin()
        match = self.match
        assert match is not None
        after = match.copy()
        action = self._choose(after)
        events = after.apply(action)
        entry = Record(match.players, RULES).observe(action, events)
        self.actions += action is not DEAL
        action_id = 0 if action is DEAL else self._seed * 1_000_000 + self.actions
        change = Change(self.number, self.version + 1, entry, events, action_id)
        self._log.append([change])
        self.match, self.version = after, change.version
        self._told(change)

    def _begin(self) -> None:
        version = self.version + (self.number > 0)  # another match makes a version of its own
        self._log.append([MatchBegun(self.number + 1, version, RULES, NAMES)])
        self.number, self.version = self.number + 1, version
        self.match = Match(len(NAMES), SeededShuffles(self._random.getrandbits(64)), RULES)

    def _choose(self, match: Match) -> Action:
        seats = range(TABLE, match.players)
        legal = [action for seat in seats for action in match.legal_actions(seat)]
        owed = [action for action in legal if not isinstance(action, CallUno | Catch)]
        return self._random.choice(legal if self._random.random() < 0.1 else owed)


def one_line(entry: Entry) -> str:
    """An entry as a process can tell it to another."""
    return " | ".join([format_action(entry.action), *(" ".join(order) for order in entry.shuffles)])


def play_until_killed(directory: Path, room: str, seed: int) -> None:
    """Go on with a saved table, and tell on stdout what is saved."""
    store = Store(directory, sys.exit)
    log, saved = store.resume(room)

    def tell(change: Change) -> None:
        sys.stdout.write(f"{change.version}\t{change.action_id}\t{one_line(change.entry)}\n")
        sys.stdout.flush()
        if change.entry.action is DEAL:
            store.checkpoint()

    table = RandomTable(log, seed, tell, saved)
    while True:
        table.step()


if __name__ == "__main__":
    play_until_killed(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
