"""The lists of tables that can be gone on with, and of matches that are over."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import DEAL
from engine.errors import RecordError
from engine.events import MatchEnded
from engine.phases import TABLE
from engine.record import Record
from net.database import StoreError
from net.saved import FinishedMatch, MatchBegun, SavedSeat
from net.store import Store
from tests.net.random_table import NAMES, RULES, one_line
from tests.net.stores import SEATS, a_match, code_of, opened


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return opened(tmp_path / "state")


def test_open_tables_are_listed_with_the_last_used_first(store: Store) -> None:
    one = store.create("room", "One", b"", SEATS)
    solo = store.create("solo", "Solo", b"", SEATS[:1])
    log = store.create("room", "Two", b"", [*SEATS[:2], SavedSeat(2, None)])
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)])
    log.leave()
    two, second, first = store.tables()
    assert (two.room, two.kind, two.name, two.names) == (log.room, "room", "Two", ("Ann", "Bob"))
    assert (two.match, two.over, two.hosted) == (1, True, False)
    assert two.round == sum(change.entry.action is DEAL for change in a_match(1)) > 0
    assert (first.room, first.match, first.round, first.over, first.hosted) == (one.room, 0, 0, False, True)
    assert (second.room, second.kind) == (solo.room, "solo")
    assert two.used > second.used > first.used
    one.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)[:3]])
    assert [table.name for table in store.tables()] == ["One", "Two", "Solo"]
    assert store.tables()[0].over is False
    assert [table.name for table in store.tables("solo")] == ["Solo"]


def test_a_closed_table_is_gone_and_its_finished_matches_stay(tmp_path: Path, store: Store) -> None:
    log = store.create("room", "Ann's table", b"secret", SEATS)
    changes = a_match(1)
    log.append([MatchBegun(1, 0, RULES, NAMES), *changes])
    log.append([MatchBegun(2, len(changes) + 1, RULES, NAMES), *a_match(2, 2, len(changes) + 1)[:9]])
    log.close()
    assert store.tables() == []
    with pytest.raises(StoreError, match="not there any more") as refused:
        store.resume(log.room)
    assert code_of(refused) == "no_room"
    (finished,) = store.matches()
    record = store.record(finished.match)
    assert [one_line(entry) for entry in record.entries] == [one_line(change.entry) for change in changes]
    *_, last = record.replay()
    (winner,) = [event.winner for event in last.events if isinstance(event, MatchEnded)]
    assert finished == FinishedMatch(finished.match, "Ann's table", NAMES, last.match.scores, winner, finished.ended)
    assert Record.from_text(record.to_text()).entries == record.entries
    never_played = store.create("solo", "Solo", b"", SEATS)
    never_played.close()
    assert store.tables() == []
    assert [path.name for path in (tmp_path / "state" / "tables").iterdir() if path.stem != log.room] == []


def test_a_table_is_discarded_without_opening_it(store: Store) -> None:
    log = store.create("solo", "Solo", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)[:9]])
    log.leave()
    store.discard(log.room)
    store.discard("0123456789abcdef")
    assert store.tables() == []
    assert store.matches() == []


def test_only_finished_matches_are_records(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)[:9]])
    assert store.matches() == []
    for number in (1, 99):
        with pytest.raises(StoreError, match=f"no finished match number {number}") as refused:
            store.record(number)
        assert code_of(refused) == "no_match"


def test_a_match_played_elsewhere_is_kept_once(store: Store) -> None:
    record = Record(3, RULES, ["Ann", "\x1b[2JBob"], [change.entry for change in a_match(1)])
    kept = store.keep(record, "0123abcd/room/1")
    assert store.keep(record, "0123abcd/room/1") == kept
    assert store.keep(record, "0123abcd/room/2") != kept
    first = store.matches()[-1]
    assert (first.match, first.room, first.names) == (kept, "", ("Ann", "[2JBob", "Player"))
    *_, last = record.replay()
    assert first.scores == last.match.scores
    assert store.record(kept).entries == record.entries
    assert store.tables() == []


def test_a_record_that_is_none_is_not_kept(store: Store) -> None:
    entries = [change.entry for change in a_match(1)]
    with pytest.raises(RecordError, match="ends before the match does"):
        store.keep(Record(3, RULES, NAMES, entries[:-1]), "a")
    with pytest.raises(RecordError, match="Action 2"):
        store.keep(Record(3, RULES, NAMES, entries[::2]), "a")
    with pytest.raises(RecordError):
        store.keep(Record(3, RULES, NAMES), "a")
    assert store.matches() == []


def test_a_finished_match_says_which_seat_was_ours(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.own = lambda: 1
    changes = a_match(1)
    log.append([MatchBegun(1, 0, RULES, NAMES), *changes])
    log.own = lambda: TABLE
    log.append([MatchBegun(2, len(changes) + 1, RULES, NAMES), *a_match(2, 2, len(changes) + 1)])
    record = Record(3, RULES, NAMES, [change.entry for change in a_match(1, 3)])
    store.keep(record, "elsewhere", 2)
    unknown = store.keep(record, "somewhere")
    assert sorted((match.match, match.own) for match in store.matches()) == [(1, 1), (2, TABLE), (3, 2), (4, None)]
    store.claim(unknown, 0)
    store.claim(1, 0)
    assert sorted((match.match, match.own) for match in store.matches()) == [(1, 1), (2, TABLE), (3, 2), (4, 0)]
