"""The database file, and all that can be wrong with it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.shuffles import SeededShuffles
from net.database import DATABASE, StoreError, choose_journal
from net.files import lock
from net.roomlog import RoomLog
from net.saved import Kind, MatchBegun
from net.store import Store
from tests.net.random_table import NAMES, RULES
from tests.net.stores import SEATS, a_match, code_of, no_warning, opened

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return opened(tmp_path)


def played(store: Store, moves: int = 40) -> RoomLog:
    """A table with a match that is not over."""
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)[:moves]])
    return log


def test_only_the_account_itself_can_read_the_files(tmp_path: Path) -> None:
    store = opened(tmp_path / "state")
    played(store)
    files = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"}
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700


def test_a_write_ahead_log_is_kept_where_the_file_system_can(store: Store, tmp_path: Path) -> None:
    played(store)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert choose_journal(db) == "wal"
        assert db.execute("PRAGMA synchronous").fetchone() == (1,), "NORMAL"


def test_without_one_a_rollback_journal_is_kept_that_no_power_cut_tears(tmp_path: Path) -> None:
    # This way of locking has no shared memory, as file systems on the network have none, and so no write-ahead log.
    with closing(sqlite3.connect(f"file:{tmp_path / 'db'}?vfs=unix-dotfile", uri=True, isolation_level=None)) as db:
        assert choose_journal(db) == "delete"
        assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
        db.execute("CREATE TABLE t (x)")


def test_a_table_is_saved_and_resumed_without_a_write_ahead_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def on_such_a_file_system(path: Path, **options: object) -> sqlite3.Connection:
        return connect(f"file:{path}?vfs=unix-dotfile", uri=True, **options)  # type: ignore[call-overload, no-any-return]  # any options

    monkeypatch.setattr("net.database.sqlite3.connect", on_such_a_file_system)
    store = opened(tmp_path)
    log = played(store)
    store.checkpoint()
    log.leave()
    store.close()
    assert not (tmp_path / f"{DATABASE}-wal").exists()
    assert opened(tmp_path).load(log.room).version == 40


def test_a_checkpoint_brings_everything_into_the_file_itself(store: Store, tmp_path: Path) -> None:
    log = played(store)
    copy = tmp_path / "copy"
    copy.mkdir()
    store.checkpoint()
    shutil.copy(tmp_path / DATABASE, copy / DATABASE)  # and not the log beside it
    assert opened(copy).load(log.room).version == 40


def test_what_a_log_that_was_cut_off_still_holds_is_resumed(store: Store, tmp_path: Path) -> None:
    log = played(store, 0)
    for change in a_match(1)[:40]:
        log.append([change])
    whole = (tmp_path / f"{DATABASE}-wal").read_bytes()
    versions = []
    for number, length in enumerate(range(len(whole), 0, -(len(whole) // 7))):
        copy = tmp_path / f"copy{number}"
        copy.mkdir()
        shutil.copy(tmp_path / DATABASE, copy / DATABASE)
        (copy / f"{DATABASE}-wal").write_bytes(whole[:length])
        torn = Store(copy, no_warning)
        versions += [torn.load(table.room).version for table in torn.tables()]
        assert all(
            torn.load(table.room).match == 0 or torn.load(table.room).continued(SeededShuffles(1))
            for table in torn.tables()
        )
        torn.close()
    assert versions[0] == 40
    assert versions == sorted(versions, reverse=True)
    assert len(set(versions)) > 3


def test_a_file_of_a_newer_version_is_left_as_it_is(store: Store, tmp_path: Path) -> None:
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db:
        db.execute("PRAGMA user_version=99")
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(StoreError, match="made by a newer version of unokart") as refused:
        opened(tmp_path)
    assert code_of(refused) == "newer"
    assert (tmp_path / DATABASE).read_bytes() == before


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    first = opened(tmp_path)
    kinds: tuple[Kind, ...] = ("solo", "room")
    for kind in kinds:
        first.create(kind, kind, b"", SEATS).append([MatchBegun(1, 0, RULES, NAMES), *a_match(1)])
    first.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db:
        db.execute("ALTER TABLE match DROP COLUMN own")
        db.execute("PRAGMA user_version=1")
    now = opened(tmp_path)
    assert {match.room: match.own for match in now.matches()} == {"solo": 0, "room": None}
    now.close()


def header_torn(path: Path) -> None:
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


def cut_off(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2 + 100])


def pages_swapped(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + content[8192:] + content[4096:8192])


def text(path: Path) -> None:
    path.write_text("This is no database. " * 100)


def of_something_else(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE bookmarks (url)")


def without_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE move")


@pytest.mark.parametrize("damage", [header_torn, cut_off, pages_swapped, text, of_something_else, without_a_table])
def test_a_damaged_file_is_kept_aside_and_a_new_one_begun(
    store: Store, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    played(store).leave()
    store.close()
    path = tmp_path / DATABASE
    damage(path)
    damaged = path.read_bytes()
    sentences: list[str] = []
    fresh = Store(tmp_path, sentences.append)
    kept = tmp_path / f"{DATABASE}.damaged-1"
    assert sentences == [f"The saved matches can't be read and lie in {kept} now; a new file has been begun."]
    assert kept.read_bytes() == damaged
    assert fresh.tables() == []
    log = played(fresh)
    log.leave()
    fresh.close()
    assert opened(tmp_path).load(log.room).version == 40


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    assert opened(tmp_path).tables() == []


def test_a_damaged_file_that_another_process_uses_is_not_taken_away_from_it(store: Store, tmp_path: Path) -> None:
    store.close()
    text(tmp_path / DATABASE)
    used = lock(tmp_path / "tables.lock", shared=True)
    assert used is not None
    with used, pytest.raises(StoreError, match="is damaged, and another unokart uses it") as refused:
        opened(tmp_path)
    assert code_of(refused) == "damaged"
    assert (tmp_path / DATABASE).exists()


def test_any_byte_may_be_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.store.secrets.token_hex", lambda count: "5" * 2 * count)
    store = opened(tmp_path)
    played(store, 20).leave()
    store.close()
    whole = (tmp_path / DATABASE).read_bytes()
    random = Random(1)
    outcomes: list[str] = []
    for number in range(150):
        directory = tmp_path / f"{number}"
        directory.mkdir()
        content = bytearray(whole)
        content[random.randrange(100 if number < 50 else len(content))] ^= random.randrange(1, 256)
        (directory / DATABASE).write_bytes(content)
        try:
            with closing(Store(directory, outcomes.append)) as after:
                for table in after.tables():
                    after.load(table.room).continued(SeededShuffles(1))
            outcomes.append("resumed")
        except StoreError as error:
            outcomes.append(error.code)
    codes = {outcome for outcome in outcomes if " " not in outcome}
    assert "resumed" in codes
    assert codes <= {"resumed", "newer", "damaged", "no_room"}


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("move", "action", "1 sing"),
        ("move", "action", "1 play W4"),
        ("move", "shuffles", "R7 XX"),
        ("move", "shuffles", ""),
        ("match", "rules", '{"target_score":-1}'),
        ("match", "rules", "{"),
        ("match", "names", "7"),
        ("match", "players", 1),
        ("seat", "bot", "genius"),
        ("room", "kind", "cellar"),
    ],
)
def test_what_was_saved_and_makes_no_sense_is_said(
    store: Store, tmp_path: Path, table: str, column: str, value: object
) -> None:
    log = played(store)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db, db:
        db.execute(f"UPDATE {table} SET {column} = ?", (value,))
    with pytest.raises(StoreError, match="What was saved of") as refused:
        store.load(log.room).continued(SeededShuffles(1))
    assert code_of(refused) == "damaged"


def test_several_processes_open_a_new_store_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from net.store import Store\n"
        "Store(Path(sys.argv[1]), sys.exit).create('room', 'x', b'').leave()"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "state")], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(5)
    ]
    for process in running:
        assert process.communicate()[1] == b""
    assert len(opened(tmp_path / "state").tables()) == 5


def test_another_program_that_holds_the_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.database._BUSY_WAIT", 0.05)
    store = opened(tmp_path)
    log = played(store)
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="Another program holds") as refused:
            log.append(a_match(1)[40:41])
        assert code_of(refused) == "busy"
        other.execute("ROLLBACK")
    log.append(a_match(1)[40:41])
    assert store.load(log.room).version == 41


def test_a_directory_that_can_be_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="Not a directory") as refused:
        opened(tmp_path / "file" / "state")
    assert code_of(refused) == "not_writable"


def test_a_full_disk_and_a_read_only_one_lose_nothing(tmp_path: Path) -> None:
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk takes root")
    command = ["unshare", "-m", sys.executable, "-m", "tests.net.full_disk", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["code"] == "disk_full"
    assert told["sentence"] == f"The disk is full: {tmp_path / DATABASE} can't grow, and nothing more can be saved."
    assert 0 < told["saved"] == told["version"] < told["all"] == told["version_after"]
    assert told["continued"]
    assert told["read_only_code"] == "not_writable"
    assert str(tmp_path) in told["read_only_sentence"]
