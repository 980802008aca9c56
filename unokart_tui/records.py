"""Matches that were played to their end: kept, listed and looked up."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.errors import RecordError
from engine.phases import TABLE
from engine.record import Record
from net.database import StoreError
from net.names import clean_name
from net.saved import FinishedMatch
from net.store import Store
from unokart_tui.paths import state_directory

_LONGEST: Final = 4 * 1024 * 1024
"""More characters than any match takes, so that a file that is none is not read for ever."""

_LATEST: Final = 8


class NoRecord(Exception):
    """A record can't be had. ``str(error)`` is a sentence for the player."""


@contextmanager
def _store(warn: Callable[[str], None]) -> Iterator[Store]:
    store = Store(state_directory(), warn)
    try:
        yield store
    finally:
        store.close()


def keep_record(text: str, own: int | None) -> str:
    """Put the record of a match that was played at another's table into the list; say what came of it.

    `own` is the seat that was the player's, `engine.phases.TABLE` if they only watched. The record comes from another
    machine: one that does not replay by the rules is not kept.
    """
    try:
        record = Record.from_text(text)
        with _store(lambda warning: None) as store:
            number = _hosted(store, record) or store.keep(record, hashlib.sha256(text.encode()).hexdigest(), own)
            if own is not None:
                store.claim(number, own)
    except RecordError:
        return "The host's record of the match is none, and is not kept"
    except StoreError as error:
        return f"The record of the match can't be kept. {error}"
    return f"The match is kept as number {number}: unokart replay {number}"


def _hosted(store: Store, record: Record) -> int | None:
    """Return the number of the same match in the list: its host may have been another program of this account."""
    for match in store.matches()[:_LATEST]:
        if match.names == record.names and store.record(match.match).to_text() == record.to_text():
            return match.match
    return None


def list_matches(as_json: bool, echo: Callable[[str], None], warn: Callable[[str], None]) -> None:
    """Print the finished matches, the latest first; raise `net.store.StoreError`."""
    with _store(warn) as store:
        matches = store.matches()
    if as_json:
        echo(json.dumps([_as_json(match) for match in matches], ensure_ascii=False))
        return
    for match in matches:
        echo(_line(match))
    if not matches:
        echo("No match has been played to its end yet.")


def numbered() -> list[tuple[str, str]]:
    """Return the numbers of the finished matches, the latest first, and what came of each.

    Where they can't be read there are none.
    """
    if not state_directory().exists():
        return []
    try:
        with _store(lambda warning: None) as store:
            return [(str(match.match), results_line(match)) for match in store.matches()]
    except StoreError:
        return []


def _as_json(match: FinishedMatch) -> dict[str, object]:
    return {
        "match": match.match,
        "ended": match.ended,
        "room": match.room,
        "names": match.names,
        "scores": match.scores,
        "winner": match.winner,
        "own": None if match.own == TABLE else match.own,
        "watched": match.own == TABLE,
    }


def _line(match: FinishedMatch) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.ended))
    room = f" ({match.room})" if match.room else ""
    return f"{match.match:>4}  {when}  {results_line(match)}{room}"


def results_line(match: FinishedMatch) -> str:
    """Return who came how far in a match, the winner first."""
    order = sorted(range(len(match.scores)), key=lambda seat: -match.scores[seat])
    return ", ".join(f"{clean_name(match.names[seat])} {match.scores[seat]}" for seat in order)


def find_record(wanted: str, warn: Callable[[str], None]) -> Record:
    """Return the record of a match in the list, by its number, or of a file; raise `NoRecord`."""
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10:
        try:
            with _store(warn) as store:
                return store.record(int(wanted))
        except StoreError as error:
            raise NoRecord(str(error)) from error
    return _read(Path(wanted))


def _read(path: Path) -> Record:
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LONGEST + 1)
    except OSError as error:
        raise NoRecord(f"{path} can't be read: {error.strerror or error}.") from error
    except UnicodeDecodeError:
        raise NoRecord(f"{path} is no record of a match.") from None
    if len(text) > _LONGEST:
        raise NoRecord(f"{path} is too large for a record of a match.")
    try:
        return Record.from_text(text)
    except RecordError as error:
        raise NoRecord(f"{path} is no record of a match. {error}") from error
