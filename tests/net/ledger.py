"""What truly happened at a table, worked out apart from it: the matches played again from what was saved."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import DECK
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.record import Entry, Record
from engine.shuffles import ScriptedShuffles
from engine.views import View
from net.saved import MatchBegun, Saving
from net.table import Change
from tests.net.leaks import Truth, truth_of

_WAITING = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)


class Ledger:
    """Takes what is saved, checks that it can have happened, and knows each version of the table."""

    def __init__(self) -> None:
        self.version = 0
        self.matches = 0
        self.match: Match | None = None
        self.truths: dict[int, Truth] = {}
        self.views: dict[int, dict[int, View]] = {}
        """By version and seat."""
        self.changes: dict[int, Change] = {}
        """By version."""
        self.records: set[str] = set()
        """Of the matches that are over."""
        self._ids: set[tuple[int, int, int]] = set()
        self._record = Record(2)

    def take(self, savings: Sequence[Saving]) -> None:
        """Follow what was saved."""
        for saving in savings:
            if isinstance(saving, MatchBegun):
                assert self.match is None or self.match.phase is Phase.MATCH_OVER, "a match was dropped"
                self.matches += 1
                self.version = saving.version
                self.match = Match(len(saving.names), ScriptedShuffles(), saving.rules)
                self._record = Record(len(saving.names), saving.rules, saving.names)
                self._note(self.match, None)
            elif isinstance(saving, Change):
                self._take_change(saving)

    def _take_change(self, change: Change) -> None:
        assert self.match is not None
        assert (change.match, change.version) == (self.matches, self.version + 1)
        key = (change.match, change.entry.action.seat, change.action_id)
        assert not change.action_id or key not in self._ids, "an action was carried out twice"
        self._ids.add(key)
        match = self.match.copy(ScriptedShuffles(change.entry.shuffles))
        events = match.apply(change.entry.action)
        assert list(events) == list(change.events), "what was saved makes something else happen"
        self.match, self.version = match, change.version
        self.changes[change.version] = change
        self._record.entries.append(Entry(change.entry.action, change.entry.shuffles))
        self._note(match, change)
        if match.phase is Phase.MATCH_OVER:
            self.records.add(self._record.to_text())

    def _note(self, match: Match, change: Change | None) -> None:
        cards = [card for hand in match.hands for card in hand] + match.draw_pile + match.discard_pile
        assert sorted(cards) == sorted(DECK), "a card was lost"
        assert match.phase in _WAITING or match.legal_actions(match.owed), "nobody can act"
        self.truths[self.version] = truth_of(match, change.events if change else ())
        self.views[self.version] = {seat: match.view(seat) for seat in (TABLE, *range(match.players))}
