"""The tables and matches of this account, in one database: saved move by move, gone on with, and listed.

A table is saved through its `RoomLog`, by the one process that has it open. When `append` returns, no sudden end of
the process can take back what was appended; so acknowledge a move after that, never before.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from engine.errors import RecordError
from engine.notation import parse_action, parse_cards
from engine.record import Entry, Record
from engine.rules import Rules
from net.database import Database, StoreError, told
from net.files import Lock, lock, make_private
from net.names import NAMELESS, clean_name
from net.roomlog import RoomLog, end_match, insert_match, insert_move, put_seat
from net.saved import FinishedMatch, Kind, MatchBegun, OpenTable, SavedRoom, SavedSeat
from net.seats import ANSWERS_KEPT
from net.updates import BotLevel

_LOCKS: Final = "tables"
_LOCK_WAIT: Final = 1.0


class Store:
    """The database of a state directory. Every method may raise `StoreError`; use it from one thread at a time."""

    def __init__(self, directory: Path, warn: Callable[[str], None], now: Callable[[], float] = time.time) -> None:
        """Open the database, which is made if need be.

        `warn` is told, in a sentence, of a damaged file: it is kept aside, and a new one is begun.
        """
        self._locks = directory / _LOCKS
        self._now = now
        self._database = Database(directory, warn)

    def close(self) -> None:
        """Close the database. The tables that are open have to be left before."""
        self._database.close()

    def checkpoint(self) -> None:
        """Bring all that was saved to where even a power cut can't take it, such as after a round.

        This one may be called from any thread at any time: the disk may be slow, and nothing else waits meanwhile.
        """
        self._database.checkpoint()

    def create(self, kind: Kind, name: str, settings: bytes, seats: Iterable[SavedSeat] = ()) -> RoomLog:
        """Begin to save a table."""
        room = secrets.token_hex(8)
        log = self._log(room, self._hold(room))
        try:
            with self._database.transaction() as db:
                row = (room, kind, name, settings, self._now())
                db.execute("INSERT INTO room (id, kind, name, settings, open, used) VALUES (?, ?, ?, ?, 1, ?)", row)
                for seat in seats:
                    put_seat(db, room, seat)
        except BaseException:
            log.leave()
            raise
        return log

    def tables(self, kind: Kind | None = None) -> list[OpenTable]:
        """List the tables that were not closed for good, the last used first."""
        with self._database.reading() as db, _readable("the list of tables"):
            rows = db.execute(
                "SELECT room.id, kind, name, coalesce(number, 0), match.id, ended IS NOT NULL, used FROM room"
                " LEFT JOIN match ON match.room = room.id AND"
                " number = (SELECT max(number) FROM match WHERE room = room.id)"
                " WHERE open AND kind = ifnull(?, kind) ORDER BY used DESC, room.id",
                (kind,),
            ).fetchall()
            return [
                OpenTable(
                    room=room,
                    kind=msgspec.convert(its_kind, Kind),
                    name=name,
                    names=tuple(seat.name for seat in _seats(db, room) if seat.name is not None),
                    match=number,
                    round=_rounds(db, match),
                    over=bool(over),
                    used=used,
                    hosted=self._is_held(room),
                )
                for room, its_kind, name, number, match, over, used in rows
            ]

    def load(self, room: str) -> SavedRoom:
        """Return all that was saved of a table; "no_room" where it is closed or was never saved."""
        with self._database.reading() as db, _readable("that table"):
            found = db.execute("SELECT kind, name, settings FROM room WHERE id = ? AND open", (room,)).fetchone()
            if found is None:
                raise StoreError("no_room", "That saved table is not there any more.")
            kind, name, settings = found
            latest = db.execute(
                "SELECT id, number, coalesce((SELECT max(version) FROM move WHERE match = id), version) FROM match"
                " WHERE room = ? ORDER BY number DESC LIMIT 1",
                (room,),
            ).fetchone()
            match, number, version = latest or (None, 0, 0)
            return SavedRoom(
                room=room,
                kind=msgspec.convert(kind, Kind),
                name=name,
                settings=settings,
                seats=_seats(db, room),
                match=number,
                version=version,
                record=None if match is None else _record(db, match),
                answers=_answers(db, room),
            )

    def resume(self, room: str) -> tuple[RoomLog, SavedRoom]:
        """Open a table again: as `load`, and "hosted" where another process has it open."""
        held = self._hold(room)
        try:
            saved = self.load(room)
        except BaseException:
            held.release()
            raise
        return self._log(room, held, saved), saved

    def discard(self, room: str) -> None:
        """Close a table for good without opening it; "hosted" where a process has it open."""
        self._log(room, self._hold(room)).close()

    def matches(self) -> list[FinishedMatch]:
        """List the finished matches, the latest first."""
        with self._database.reading() as db, _readable("the list of matches"):
            rows = db.execute(
                "SELECT match.id, coalesce(name, ''), names, scores, winner, ended, own FROM match"
                " LEFT JOIN room ON room.id = room WHERE ended IS NOT NULL ORDER BY ended DESC, match.id DESC"
            )
            return [
                FinishedMatch(match, room, _names(names), _scores(scores), winner, ended, own)
                for match, room, names, scores, winner, ended, own in rows
            ]

    def record(self, match: int) -> Record:
        """Return a finished match by its number in the list; "no_match" where there is none."""
        with self._database.reading() as db, _readable("that match"):
            if not db.execute("SELECT 1 FROM match WHERE id = ? AND ended IS NOT NULL", (match,)).fetchone():
                raise StoreError("no_match", f"There is no finished match number {match}.")
            return _record(db, match)

    def claim(self, match: int, own: int) -> None:
        """Note which seat of a finished match was ours, where that is not known (`net.saved.FinishedMatch.own`)."""
        with self._database.transaction() as db:
            db.execute("UPDATE match SET own = ? WHERE id = ? AND own IS NULL", (own, match))

    def keep(self, record: Record, origin: str, own: int | None = None) -> int:
        """Put a match that was played at another's table into the list; return its number there.

        `origin` tells it apart from all others: one that is in the list already is not put there again. `own` is as in
        `net.saved.FinishedMatch`. Raises
        `engine.errors.RecordError` where the rules do not allow the record, or it ends before the match does.
        """
        *_, last = record.replay()
        names = [clean_name(name) for name in record.names[: record.players]]
        names += [NAMELESS] * (record.players - len(names))
        with self._database.transaction() as db:
            known = db.execute("SELECT id FROM match WHERE origin = ?", (origin,)).fetchone()
            if known is not None:
                return int(known[0])
            match = insert_match(db, None, MatchBegun(1, 0, record.rules, tuple(names)), self._now(), origin)
            for version, entry in enumerate(record.entries, 1):
                insert_move(db, match, version, entry, None)
            if not end_match(db, match, last.events, self._now(), own):
                raise RecordError("The record ends before the match does.")
        return match

    def _log(self, room: str, held: Lock, saved: SavedRoom | None = None) -> RoomLog:
        return RoomLog(self._database, room, held, self._lock_path(room), self._now, saved)

    def _lock_path(self, room: str) -> Path:
        return self._locks / f"{room}.lock"

    def _hold(self, room: str) -> Lock:
        held = self._lock(room, shared=False)
        if held is None:
            raise StoreError("hosted", "That table is open already, in another unokart on this account.")
        return held

    def _is_held(self, room: str) -> bool:
        held = self._lock(room, shared=True)
        if held is not None:
            held.release()
        return held is None

    def _lock(self, room: str, *, shared: bool) -> Lock | None:
        """Lock a table: to have it, or shared with all who only look whether someone has it."""
        with told(self._locks):
            make_private(self._locks)
            return lock(self._lock_path(room), shared=shared, wait=0.0 if shared else _LOCK_WAIT)


@contextmanager
def _readable(what: str) -> Iterator[None]:
    """Turn what was saved and can't be understood into a `StoreError`."""
    try:
        yield
    except (RecordError, msgspec.MsgspecError) as error:
        raise StoreError("damaged", f"What was saved of {what} can't be read. {error}") from error


def _seats(db: sqlite3.Connection, room: str) -> tuple[SavedSeat, ...]:
    rows = db.execute("SELECT seat, name, bot, token_hash FROM seat WHERE room = ? ORDER BY seat", (room,))
    return tuple(
        SavedSeat(seat, name, msgspec.convert(bot, BotLevel | None), hashed) for seat, name, bot, hashed in rows
    )


def _rounds(db: sqlite3.Connection, match: int | None) -> int:
    (dealt,) = db.execute("SELECT count(*) FROM move WHERE match = ? AND action = 'deal'", (match,)).fetchone()
    return int(dealt)


def _record(db: sqlite3.Connection, match: int) -> Record:
    players, rules, names = db.execute("SELECT players, rules, names FROM match WHERE id = ?", (match,)).fetchone()
    moves = db.execute("SELECT action, shuffles FROM move WHERE match = ? ORDER BY version", (match,))
    entries = [
        Entry(parse_action(action), tuple(map(parse_cards, shuffles.splitlines()))) for action, shuffles in moves
    ]
    return Record(players, msgspec.json.decode(rules, type=Rules), _names(names), entries)


def _answers(db: sqlite3.Connection, room: str) -> dict[int, dict[int, int]]:
    """Return what may still be asked for again: nobody does so after a whole match."""
    rows = db.execute(
        "SELECT seat, action_id, move.version FROM move JOIN match ON match.id = match"
        " WHERE room = ?1 AND number >= (SELECT max(number) - 1 FROM match WHERE room = ?1)"
        " AND action_id IS NOT NULL ORDER BY move.version",
        (room,),
    )
    answers: dict[int, dict[int, int]] = {}
    for seat, action_id, version in rows:
        its = answers.setdefault(seat, {})
        its[action_id] = version
        if len(its) > ANSWERS_KEPT:
            del its[next(iter(its))]
    return answers


def _names(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


def _scores(text: str) -> tuple[int, ...]:
    return msgspec.json.decode(text, type=tuple[int, ...])
