"""The database file: opened, checked, brought up to date, and put aside when it is damaged."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, Literal

from net.files import PRIVATE_FILE, Lock, StateError, lock, make_private

DATABASE: Final = "tables.sqlite3"
"""The name of the file in the state directory."""

Code = Literal["disk_full", "disk_failed", "not_writable", "busy", "damaged", "newer", "no_room", "hosted", "no_match"]

_LOCK_FILE: Final = "tables.lock"
_LOCK_WAIT: Final = 5.0
_BUSY_WAIT: Final = 2.0
_BESIDE: Final = ("-wal", "-shm", "-journal")

_SCHEMA_1: Final = (
    """CREATE TABLE room (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, settings BLOB NOT NULL,
        open INTEGER NOT NULL, used REAL NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE seat (
        room TEXT NOT NULL REFERENCES room, seat INTEGER NOT NULL, name TEXT, bot TEXT, token_hash BLOB,
        PRIMARY KEY (room, seat)
    ) WITHOUT ROWID""",
    # `version` is the table's when the match began. `room` is null for a match that was played elsewhere; `origin`
    # says where.
    """CREATE TABLE match (
        id INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT REFERENCES room, number INTEGER NOT NULL,
        version INTEGER NOT NULL, players INTEGER NOT NULL, rules TEXT NOT NULL, names TEXT NOT NULL,
        begun REAL NOT NULL, ended REAL, winner INTEGER, scores TEXT, origin TEXT UNIQUE,
        UNIQUE (room, number)
    )""",
    # `action` and `shuffles` are written as in a record, one shuffle a line. `action_id` is null where no player asked.
    """CREATE TABLE move (
        match INTEGER NOT NULL REFERENCES match, version INTEGER NOT NULL, seat INTEGER NOT NULL, action_id INTEGER,
        action TEXT NOT NULL, shuffles TEXT NOT NULL,
        PRIMARY KEY (match, version), UNIQUE (match, seat, action_id)
    ) WITHOUT ROWID""",
)

# `own` is the seat of this account's player; -1 where they only watched, null where that is not known. A match against
# bots was always played from the first seat.
_SCHEMA_2: Final = (
    "ALTER TABLE match ADD COLUMN own INTEGER",
    "UPDATE match SET own = 0 WHERE room IN (SELECT id FROM room WHERE kind = 'solo')",
)

_MIGRATIONS: Final = (_SCHEMA_1, _SCHEMA_2)
"""What leads from each version of the schema to the next, from an empty file on."""


class StoreError(Exception):
    """What was to be saved or loaded was not. ``str(error)`` is a sentence for the player, `code` a word for programs.

    Nothing has changed: after a failed append the database is as it was before.
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Database:
    """An open database. It may be used from any thread, by one at a time."""

    def __init__(self, directory: Path, warn: Callable[[str], None]) -> None:
        """Open the file of a state directory, made if need be; raise `StoreError`.

        `warn` is told, in a sentence, of a damaged file: it is kept aside, and a new one is begun.
        """
        self.path = directory / DATABASE
        with told(self.path):
            make_private(directory)
            try:
                self._users, self.connection = self._share()
            except sqlite3.DatabaseError as error:
                if _code(error) != "damaged":
                    raise
                self._put_aside(warn)
                self._users, self.connection = self._share()

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
        self._users.release()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Do everything inside or nothing; committed when it is left. Raises `StoreError`."""
        db = self.connection
        with told(self.path):
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:  # some failures have rolled back already
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """See one state of the database all along. Raises `StoreError`."""
        db = self.connection
        with told(self.path):
            db.execute("BEGIN")
            try:
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")

    def checkpoint(self) -> None:
        """Bring what was committed to where a power cut can't take it; for a thread that may wait for the disk."""
        with told(self.path), closing(sqlite3.connect(self.path, timeout=_BUSY_WAIT)) as db:
            db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _share(self) -> tuple[Lock, sqlite3.Connection]:
        """Open the file in a way that keeps others from putting it aside."""
        users = lock(self.path.with_name(_LOCK_FILE), wait=_LOCK_WAIT, shared=True)
        if users is None:
            raise StoreError("busy", f"Another unokart is busy with {self.path}.")
        try:
            return users, self._open()
        except BaseException:
            users.release()
            raise

    def _open(self) -> sqlite3.Connection:
        # SQLite gives the files beside it the permissions of this one.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        db = sqlite3.connect(self.path, timeout=_BUSY_WAIT, isolation_level=None, check_same_thread=False)
        try:
            db.text_factory = _decoded
            # A file that is damaged, or not ours to change, is left as it is: so first look, then write.
            with _schema_errors_mean_damage():
                (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
                if verdict != "ok":
                    raise _Damaged(verdict)
                _bring_up_to_date(db, self.path)
                _check_schema(db)
            choose_journal(db)
            db.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            db.close()
            raise
        return db

    def _put_aside(self, warn: Callable[[str], None]) -> None:
        alone = lock(self.path.with_name(_LOCK_FILE), wait=_BUSY_WAIT)
        if alone is None:
            raise StoreError("damaged", f"{self.path} is damaged, and another unokart uses it; end that one first.")
        with alone:
            with suppress(sqlite3.DatabaseError):
                self._open().close()
                return  # another process has put it aside meanwhile
            kept = next(path for path in _names_aside(self.path) if not path.exists())
            # What lies beside goes first: SQLite would put a log that is left into the new file.
            for end in (*_BESIDE, ""):
                with suppress(FileNotFoundError):
                    Path(f"{self.path}{end}").replace(f"{kept}{end}")
        warn(f"The saved matches can't be read and lie in {kept} now; a new file has been begun.")


class _Damaged(sqlite3.DatabaseError):
    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def _decoded(text: bytes) -> str:
    # What is damaged is to be found out where it makes no sense, not raised in the middle of a row.
    return text.decode(errors="replace")


def choose_journal(db: sqlite3.Connection) -> str:
    """Let a database keep a write-ahead log, or where the file system can't, a rollback journal; return which."""
    (mode,) = db.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode == "wal":
        # A commit survives the end of this process, however sudden; a power cut may take the latest, never a half.
        db.execute("PRAGMA synchronous=NORMAL")
        return "wal"
    (mode,) = db.execute("PRAGMA journal_mode=DELETE").fetchone()
    db.execute("PRAGMA synchronous=FULL")  # without a log, anything less may tear the file
    return str(mode)


def _bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    if _version(db) == len(_MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = _version(db)  # another process may have done it
        if version > len(_MIGRATIONS):
            raise StoreError("newer", f"{path} was made by a newer version of unokart; use that one to go on with it.")
        if version == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise _Damaged("The schema has no version.")
        _migrate(db, version)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _migrate(db: sqlite3.Connection, version: int) -> None:
    for statements in _MIGRATIONS[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA user_version={len(_MIGRATIONS)}")


def _check_schema(db: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(":memory:")) as fresh:
        _migrate(fresh, 0)
        if _schema(db) != _schema(fresh):
            raise _Damaged("The schema is another.")


def _schema(db: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(db.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))


@contextmanager
def _schema_errors_mean_damage() -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError as error:
        raise _Damaged(str(error)) from error
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise _Damaged(str(error)) from error
        raise


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _names_aside(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what goes wrong with the disk into a `StoreError`; what is a fault of ours stays what it is."""
    try:
        yield
    except StateError as error:
        raise StoreError("not_writable", str(error)) from error
    except OSError as error:
        raise StoreError("not_writable", f"{path} can't be used: {error.strerror or error}.") from error
    except sqlite3.DatabaseError as error:
        code = _code(error)
        if code is None:
            raise
        raise StoreError(code, _SENTENCES[code].format(path)) from error


def _code(error: sqlite3.DatabaseError) -> Code | None:
    # An extended code has the primary one in its lowest byte; errors of the module itself have none.
    return _CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


_CODES: Final[dict[int, Code]] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR: "disk_failed",
    sqlite3.SQLITE_READONLY: "not_writable",
    sqlite3.SQLITE_CANTOPEN: "not_writable",
    sqlite3.SQLITE_PERM: "not_writable",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_PROTOCOL: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}

_SENTENCES: Final[dict[Code, str]] = {
    "disk_full": "The disk is full: {} can't grow, and nothing more can be saved.",
    "disk_failed": "The disk did not take or give what is saved in {}.",
    "not_writable": "{} can't be written to, so nothing can be saved.",
    "busy": "Another program holds {}, so nothing can be saved.",
    "damaged": "{} is damaged.",
}
