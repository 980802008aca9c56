"""A host that is killed again and again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine.shuffles import SeededShuffles
from net.store import Store
from tests.net.random_table import one_line
from tests.net.stores import SEATS, opened

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return opened(tmp_path / "state")


KILLS = 8


def saved_lines(store: Store, room: str) -> dict[int, str]:
    """All that was saved of the only table, by version: one line a move."""
    saved = store.load(room)
    records = [store.record(finished.match) for finished in reversed(store.matches())]
    if len(records) < saved.match:
        assert saved.record is not None
        records.append(saved.record)
    lines: dict[int, str] = {}
    version = -1
    for record in records:
        version += 1  # another match makes a version of its own
        for entry in record.entries:
            version += 1
            lines[version] = one_line(entry)
    assert version == saved.version
    return lines


def test_a_killed_host_loses_nothing_that_it_told_and_doubles_nothing(tmp_path: Path, store: Store) -> None:
    log = store.create("room", "Ann's table", b"", SEATS)
    log.leave()
    told: dict[int, str] = {}
    ids: dict[int, int] = {}
    random = Random(1)
    for seed in range(1, KILLS + 1):
        command = [sys.executable, "-m", "tests.net.random_table", str(tmp_path / "state"), log.room, str(seed)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            output = [process.stdout.readline() for _ in range(random.randrange(1, 150))]
            process.kill()
            output += process.stdout.readlines()
        assert process.returncode == -9
        for line in output:
            if line.endswith("\n"):  # the last may have been cut off, and then nobody was told
                version, action_id, entry = line.rstrip("\n").split("\t")
                assert int(version) not in told
                told[int(version)] = entry
                ids[int(action_id)] = int(version)

        lines = saved_lines(store, log.room)
        assert told.items() <= lines.items()
        assert len(lines) <= len(told) + seed, "each time at most one move was saved and not told"
        saved = store.load(log.room)
        assert saved.continued(SeededShuffles(1))
        answers = {key: version for its in saved.answers.values() for key, version in its.items()}
        assert set(list(ids)[-50:]) - {0} <= set(answers)
        assert all(ids.get(key, version) == version for key, version in answers.items())
    assert len(told) > KILLS
