"""The log of one table that this process has open: what happens there is saved here as it happens."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from engine.actions import Deal
from engine.events import Event, MatchEnded, RoundEnded
from engine.notation import format_action, format_cards
from engine.record import Entry
from net.database import Database, told
from net.files import Lock, remove_private
from net.saved import MatchBegun, SavedRoom, SavedSeat, Saving, SettingsChanged
from net.table import Change


class RoomLog:
    """A table open for saving, in this process and no other."""

    def __init__(
        self,
        database: Database,
        room: str,
        held: Lock,
        lock_path: Path,
        now: Callable[[], float],
        saved: SavedRoom | None = None,
    ) -> None:
        self.room = room
        """The id by which the table is resumed."""
        self._database = database
        self._held = held
        self._lock_path = lock_path
        self._now = now
        self.own: Callable[[], int | None] = lambda: None
        """Asked when a match ends: the seat that this account's player has in it, as `net.saved.FinishedMatch.own`."""
        self._match = saved.match if saved else 0
        self._version = saved.version if saved else 0

    def append(self, savings: Iterable[Saving]) -> None:
        """Save what happened, in order and all of it or nothing; raise `StoreError`.

        Nothing of it may have been acknowledged yet. If it raises, either undo all of it at the table, or go on and
        never append again: what was saved by then can be resumed, what has a gap could not. A `ValueError` says that
        there would be one.
        """
        before = self._match, self._version
        try:
            with self._database.transaction() as db:
                for saving in savings:
                    self._write(db, saving)
        except BaseException:
            self._match, self._version = before
            raise

    def leave(self) -> None:
        """Let go of the table; it can be resumed from where it stands."""
        self._held.release()

    def close(self) -> None:
        """Close the table for good. Its finished matches stay in the list; one that is not is dropped."""
        with self._database.transaction() as db:
            unfinished = "SELECT id FROM match WHERE room = ? AND ended IS NULL"
            db.execute(f"DELETE FROM move WHERE match IN ({unfinished})", (self.room,))
            db.execute("DELETE FROM match WHERE room = ? AND ended IS NULL", (self.room,))
            db.execute("DELETE FROM seat WHERE room = ?", (self.room,))
            db.execute("UPDATE room SET open = 0, settings = x'' WHERE id = ?", (self.room,))
            db.execute(
                "DELETE FROM room WHERE id = ? AND NOT EXISTS (SELECT 1 FROM match WHERE room = room.id)", (self.room,)
            )
        with told(self._lock_path):
            remove_private(self._lock_path)
        self._held.release()

    def _write(self, db: sqlite3.Connection, saving: Saving) -> None:
        match saving:
            case Change():
                self._write_change(db, saving)
            case MatchBegun():
                self._write_match(db, saving)
            case SavedSeat():
                row = (self.room, saving.seat, saving.name, saving.bot, saving.token_hash)
                db.execute(
                    "INSERT OR REPLACE INTO seat (room, seat, name, bot, token_hash) VALUES (?, ?, ?, ?, ?)", row
                )
            case SettingsChanged():
                db.execute("UPDATE room SET settings = ? WHERE id = ?", (saving.settings, self.room))

    def _write_match(self, db: sqlite3.Connection, begun: MatchBegun) -> None:
        if begun.match != self._match + 1 or begun.version < self._version:
            raise ValueError(f"Match {begun.match} can't follow on match {self._match}.")
        self._match, self._version = begun.match, begun.version
        insert_match(db, self.room, begun, self._now())

    def _write_change(self, db: sqlite3.Connection, change: Change) -> None:
        if (change.match, change.version) != (self._match, self._version + 1):
            raise ValueError(f"Version {change.version} can't follow on version {self._version}.")
        self._version = change.version
        (match,) = db.execute(
            "SELECT id FROM match WHERE room = ? AND number = ?", (self.room, change.match)
        ).fetchone()
        insert_move(db, match, change.version, change.entry, change.action_id or None)
        if isinstance(change.entry.action, Deal):
            db.execute("UPDATE room SET used = ? WHERE id = ?", (self._now(), self.room))
        end_match(db, match, change.events, self._now(), self.own())


def put_seat(db: sqlite3.Connection, room: str, seat: SavedSeat) -> None:
    """Write down how a seat of a table stands."""
    row = (room, seat.seat, seat.name, seat.bot, seat.token_hash)
    db.execute("INSERT OR REPLACE INTO seat (room, seat, name, bot, token_hash) VALUES (?, ?, ?, ?, ?)", row)


def insert_match(
    db: sqlite3.Connection, room: str | None, begun: MatchBegun, now: float, origin: str | None = None
) -> int:
    """Write that a match has begun; return its number in the list."""
    rules, names = (msgspec.json.encode(value).decode() for value in (begun.rules, begun.names))
    row = (room, begun.match, begun.version, len(begun.names), rules, names, now, origin)
    cursor = db.execute(
        "INSERT INTO match (room, number, version, players, rules, names, begun, origin)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def insert_move(db: sqlite3.Connection, match: int, version: int, entry: Entry, action_id: int | None) -> None:
    """Write down one action of a match."""
    shuffles = "".join(f"{format_cards(order)}\n" for order in entry.shuffles)
    row = (match, version, entry.action.seat, action_id, format_action(entry.action), shuffles)
    db.execute("INSERT INTO move (match, version, seat, action_id, action, shuffles) VALUES (?, ?, ?, ?, ?, ?)", row)


def end_match(db: sqlite3.Connection, match: int, events: Iterable[Event], now: float, own: int | None) -> bool:
    """Write that a match is over, and whose seat was ours, if these events end it; return whether they do."""
    scores: tuple[int, ...] = ()
    for event in events:
        if isinstance(event, RoundEnded):
            scores = event.scores
        elif isinstance(event, MatchEnded):
            row = (now, event.winner, msgspec.json.encode(scores).decode(), own, match)
            db.execute("UPDATE match SET ended = ?, winner = ?, scores = ?, own = ? WHERE id = ?", row)
            return True
    return False
