"""Tables saved move by move, and gone on with."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from engine.actions import DEAL
from engine.cards import CODE
from engine.phases import Phase
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from net.database import StoreError
from net.roomlog import RoomLog
from net.saved import MatchBegun, SavedSeat, SettingsChanged, token_hash
from net.seats import ANSWERS_KEPT
from net.store import Store
from net.table import Change
from tests.net.random_table import NAMES, RULES, RandomTable, one_line
from tests.net.stores import SEATS, TOKEN, a_match, code_of, opened


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return opened(tmp_path / "state")


class Seen(list[Change]):
    """The changes that were told, and of which match the latest is."""

    def played(self, log: RoomLog, steps: int, seed: int = 1) -> RandomTable:
        table = RandomTable(log, seed, self.append)
        for _ in range(steps):
            table.step()
        return table

    def of_match(self, number: int) -> list[str]:
        return [one_line(change.entry) for change in self if change.match == number]


def test_a_table_is_resumed_as_it_was_left(tmp_path: Path, store: Store) -> None:
    seen = Seen()
    log = store.create("room", "Ann's table", b"settings", SEATS)
    table = seen.played(log, 60)
    log.leave()
    store.close()

    log, saved = opened(tmp_path / "state").resume(log.room)
    assert (saved.room, saved.kind, saved.name, saved.settings, saved.seats) == (
        log.room,
        "room",
        "Ann's table",
        b"settings",
        SEATS,
    )
    assert (saved.match, saved.version) == (table.number, table.version)
    assert saved.record is not None
    assert saved.record.names == NAMES
    assert [one_line(entry) for entry in saved.record.entries] == seen.of_match(table.number)
    match = saved.continued(SeededShuffles(2))
    assert match is not None
    assert table.match is not None
    for seat in range(-1, 3):
        assert match.view(seat) == table.match.view(seat)
    for pile in ("draw_pile", "discard_pile"):
        assert [CODE[card] for card in getattr(match, pile)] == [CODE[card] for card in getattr(table.match, pile)]
    assert (match.exposed, match.called, match.version) == (
        table.match.exposed,
        table.match.called,
        table.match.version,
    )


def test_a_resumed_table_plays_on_and_shuffles_anew(tmp_path: Path, store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    Seen().played(log, 40)
    log.leave()
    for seed in range(2, 6):
        log, saved = store.resume(log.room)
        seen = Seen()
        table = RandomTable(log, seed, seen.append, saved)
        for _ in range(200):
            table.step()
        log.leave()
        again = store.load(log.room)
        assert (again.match, again.version) == (table.number, table.version)
        assert again.continued(SeededShuffles(1))


def test_what_shuffles_come_after_a_resume_is_not_in_the_file(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES)])
    log.leave()
    saved = store.load(log.room)
    orders = set()
    for seed in (1, 1, 2):
        match = saved.continued(SeededShuffles(seed))
        assert match is not None
        match.apply(DEAL)
        orders.add(tuple(match.draw_pile))
    assert len(orders) == 2


def test_before_the_first_match_there_is_nothing_to_continue(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    saved = store.load(log.room)
    assert (saved.match, saved.version, saved.record, saved.continued(SeededShuffles(1))) == (0, 0, None, None)
    assert saved.answers == {}


def test_another_match_that_was_not_dealt_yet_is_resumed_before_its_deal(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)])
    over = store.load(log.room)
    match = over.continued(SeededShuffles(1))
    assert match is not None
    assert match.phase is Phase.MATCH_OVER
    log.append([MatchBegun(2, over.version + 1, RULES, NAMES)])
    saved = store.load(log.room)
    assert (saved.match, saved.version) == (2, over.version + 1)
    match = saved.continued(SeededShuffles(1))
    assert match is not None
    assert match.phase is Phase.NEW


def test_answers_are_kept_by_seat_and_id_for_a_client_that_asks_again(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    seen = Seen()
    seen.played(log, 400)
    answers = store.load(log.room).answers
    for seat in range(3):
        asked = [change for change in seen if change.entry.action.seat == seat]
        assert len(asked) > ANSWERS_KEPT
        expected = {change.action_id: change.version for change in asked[-ANSWERS_KEPT:]}
        assert answers[seat] == expected
        assert list(answers[seat]) == list(expected), "oldest first"
    assert -1 not in answers


def test_the_same_action_is_never_saved_twice(store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES)])
    deal, first, *_ = a_match(1)
    log.append([deal, Change(1, 2, first.entry, first.events, 7)])
    with pytest.raises(Exception, match="UNIQUE constraint failed"):
        log.append([Change(1, 3, first.entry, first.events, 7)])
    assert store.load(log.room).version == 2


def test_all_of_an_append_is_saved_or_nothing(store: Store) -> None:
    log = store.create("room", "Ann's table", b"old", SEATS)
    changes = a_match(1)
    log.append([MatchBegun(1, 0, RULES, NAMES), *changes[:5]])
    with pytest.raises(ValueError, match="Version 7 can't follow on version 5"):
        log.append([SettingsChanged(b"new"), SavedSeat(2, "Dan"), changes[6]])
    saved = store.load(log.room)
    assert (saved.settings, saved.seats, saved.version) == (b"old", SEATS, 5)
    log.append([SettingsChanged(b"new"), SavedSeat(2, "Dan"), changes[5]])
    saved = store.load(log.room)
    assert (saved.settings, saved.seats, saved.version) == (b"new", (*SEATS[:2], SavedSeat(2, "Dan")), 6)


@pytest.mark.parametrize(("match", "version"), [(1, 6), (3, 6), (2, 4)])
def test_a_match_that_does_not_follow_is_not_saved(store: Store, match: int, version: int) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)[:5]])
    with pytest.raises(ValueError, match="can't follow on match 1"):
        log.append([MatchBegun(match, version, RULES, NAMES)])
    with pytest.raises(ValueError, match="can't follow"):
        log.append([Change(2, 6, a_match(1)[0].entry, ())])
    log.append(a_match(1)[5:6])


def test_a_table_is_open_in_one_place_only(tmp_path: Path, store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    other = opened(tmp_path / "state")
    with pytest.raises(StoreError, match="open already, in another unokart") as refused:
        other.resume(log.room)
    assert code_of(refused) == "hosted"
    with pytest.raises(StoreError) as refused:
        other.discard(log.room)
    assert code_of(refused) == "hosted"
    assert [table.hosted for table in other.tables()] == [True]
    log.leave()
    resumed, _ = other.resume(log.room)
    with pytest.raises(StoreError) as refused:
        store.resume(log.room)
    assert code_of(refused) == "hosted"
    resumed.leave()


def test_looking_at_the_list_never_keeps_anyone_from_resuming(tmp_path: Path, store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.leave()
    done = threading.Event()

    def look() -> None:
        other = opened(tmp_path / "state")
        while not done.is_set():
            other.tables()
        other.close()

    looking = threading.Thread(target=look)
    looking.start()
    try:
        for _ in range(30):
            store.resume(log.room)[0].leave()
    finally:
        done.set()
        looking.join()


def test_what_proves_a_seat_is_not_in_the_file(tmp_path: Path, store: Store) -> None:
    store.create("room", "Ann's table", b"", SEATS)
    store.close()
    content = (tmp_path / "state" / "tables.sqlite3").read_bytes()
    assert TOKEN not in content
    assert token_hash(TOKEN) in content


def test_rules_other_than_the_usual_are_kept(store: Store) -> None:
    rules = Rules(target_score=77, hand_size=5, last_box_opens=True)
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, rules, NAMES)])
    saved = store.load(log.room)
    assert saved.record is not None
    assert saved.record.rules == rules
