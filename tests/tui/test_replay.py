"""Matches gone through again, and the list of those that were played."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.record import Record
from net.store import Store
from tests.e2e.offline import ROOT
from tests.e2e.terminals import UNOKART, Pty
from tests.tui.test_cli import unokart
from unokart_tui.paths import state_directory
from unokart_tui.records import NoRecord, find_record, keep_record
from unokart_tui.replay import HELP, Replay

GOLDEN = ROOT / "tests" / "engine" / "records" / "three.txt"


def golden() -> Record:
    return Record.from_text(GOLDEN.read_text())


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


def test_a_replay_goes_forth_and_back_and_to_a_round() -> None:
    replay = Replay(golden())
    first = replay.take("")
    assert any("Round 1: " in line for line in first)
    assert sum(line.startswith(f"[1/{len(replay.steps)}] ") for line in first) == len(first)
    second = replay.take("")
    assert replay.take("b") == first
    assert replay.take("b") == ["This is where the match begins"]
    assert replay.take("n") == second
    assert any("Round 2: " in line for line in replay.take("r 2"))
    assert replay.take("r 99")[0].startswith("The match has ")
    assert replay.take("what") == [HELP]


def test_a_replay_shows_every_hand() -> None:
    replay = Replay(golden())
    assert replay.table() == ["Nothing has been dealt yet"]
    replay.take("r 1")
    hands = replay.table()[-3:]
    assert [len(line.partition(": ")[2].split()) for line in hands] == [7, 7, 7]


def test_a_replay_ends_with_the_match() -> None:
    replay = Replay(golden())
    said = [replay.take("") for _ in range(len(replay.steps) + 1)]
    assert said[-1] == ["This is where the match ends"]
    assert any("wins the match!" in line for lines in said for line in lines)


def test_names_in_a_record_are_cleaned() -> None:
    record = golden()
    record.names = ("\x1b[31mToad", "Toad", "Toad")
    assert [person.name for person in Replay(record).people] == ["[31mToad", "Toad", "Toad 2"]


def test_a_match_from_elsewhere_is_kept_once_and_listed() -> None:
    said = keep_record(GOLDEN.read_text(), 1)
    assert said == "The match is kept as number 1: unokart replay 1"
    assert keep_record(GOLDEN.read_text(), 1) == said
    assert unokart("matches").stdout.splitlines()[0].startswith("   1  ")
    (match,) = json.loads(unokart("matches", "--json").stdout)
    assert match["match"] == 1
    assert len(match["names"]) == len(match["scores"]) == 3
    assert find_record("1", no_warning).to_text() == golden().to_text()
    for path in state_directory().iterdir():
        assert path.is_dir() or path.stat().st_mode & 0o077 == 0


def test_what_is_no_record_is_not_kept() -> None:
    broken = GOLDEN.read_text().splitlines()
    for text in ("", "hello", "\n".join(broken[:40]), "\n".join(broken[:-1])):
        assert keep_record(text, None) == "The host's record of the match is none, and is not kept"
    assert unokart("matches").stdout == "No match has been played to its end yet.\n"


def test_without_a_terminal_all_of_a_match_is_printed() -> None:
    told = unokart("replay", str(GOLDEN)).stdout.splitlines()
    assert told == [line for step in Replay(golden()).steps for line in step.lines]


def test_in_a_terminal_a_match_is_stepped_through() -> None:
    with Pty((*UNOKART, "replay", str(GOLDEN)), columns=200) as terminal:
        terminal.wait_for("Enter: the next step")
        terminal.press("Enter")
        terminal.wait_for(r"\[1/\d+\] Round 1:")
        terminal.press("b", "Enter")
        terminal.wait_for("This is where the match begins")
        terminal.press("q", "Enter")
        assert terminal.wait_end() == 0


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("7", "There is no finished match number 7."),
        ("nowhere.txt", "nowhere.txt can't be read: No such file or directory."),
        (os.devnull, f"{os.devnull} is no record of a match. A record begins with the line 'UNO Kart record 1'."),
        (str(ROOT), f"{ROOT} can't be read: Is a directory."),
    ],
)
def test_what_can_t_be_replayed_is_said_in_a_sentence(wanted: str, sentence: str) -> None:
    with pytest.raises(NoRecord) as error:
        find_record(wanted, no_warning)
    assert str(error.value) == sentence
    done = unokart("replay", wanted)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"unokart: {sentence}\n")


def test_bytes_that_are_no_text_are_no_record(tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(NoRecord, match="is no record of a match"):
        find_record(str(path), no_warning)


def test_a_damaged_list_is_said_to_be_so() -> None:
    Store(state_directory(), no_warning).close()
    (state_directory() / "tables.sqlite3").write_bytes(b"x" * 8192)
    done = unokart("matches")
    assert done.returncode == 0
    assert done.stderr.startswith("unokart: The saved matches can't be read")
