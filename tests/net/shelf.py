"""Where a room is kept in a test: as its log would be, but in memory, and full or gone whenever the test likes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.record import Entry, Record
from net.saved import MatchBegun, SavedRoom, SavedSeat, Saving, SettingsChanged
from net.table import Change, NotSaved


class Shelf:
    """Keeps a room; `commit` is for its keeper."""

    def __init__(self) -> None:
        self.full = False
        """Nothing more can be saved."""
        self.changes: list[Change] = []
        self._seats: dict[int, SavedSeat] = {}
        self._settings = b""
        self._begun: MatchBegun | None = None
        self._entries: list[Entry] = []
        self._version = 0

    def commit(self, savings: Sequence[Saving]) -> None:
        """Save all of it, or nothing."""
        if self.full:
            raise NotSaved("The disk is full.")
        for saving in savings:
            match saving:
                case SavedSeat():
                    self._seats[saving.seat] = saving
                case SettingsChanged():
                    self._settings = saving.settings
                case MatchBegun():
                    last = 0 if self._begun is None else self._begun.match
                    assert saving.match == last + 1
                    assert saving.version >= self._version
                    self._begun, self._entries, self._version = saving, [], saving.version
                case Change():
                    assert self._begun is not None
                    assert (saving.match, saving.version) == (self._begun.match, self._version + 1)
                    self._version = saving.version
                    self._entries.append(saving.entry)
                    self.changes.append(saving)

    @property
    def begun(self) -> bool:
        """Whether there is anything on it."""
        return bool(self._settings)

    def saved(self) -> SavedRoom:
        """Return the room as it was saved."""
        begun = self._begun
        answers: dict[int, dict[int, int]] = {}
        for change in self.changes:
            if change.action_id and begun is not None and change.match >= begun.match - 1:
                answers.setdefault(change.entry.action.seat, {})[change.action_id] = change.version
        record = None
        if begun is not None:
            record = Record(len(begun.names), begun.rules, begun.names, self._entries)
        return SavedRoom(
            room="shelf",
            kind="room",
            name="A room",
            settings=self._settings,
            seats=tuple(self._seats[index] for index in sorted(self._seats)),
            match=0 if begun is None else begun.match,
            version=self._version,
            record=record,
            answers=answers,
        )
