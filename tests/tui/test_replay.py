"""Matches gone through again, and the list of those that were played."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from engine.record import Record
from net.store import Store
from tests.e2e.offline import ROOT
from tests.e2e.terminals import UNOKART, Pty
from tests.tui.recorded import GOLDEN, golden
from tests.tui.test_cli import unokart
from unokart_tui.paths import state_directory
from unokart_tui.plain_replay import HELP, PlainReplay
from unokart_tui.records import NoRecord, find_record, keep_record
from unokart_tui.replay import Replay


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


def plain(record: Record | None = None) -> PlainReplay:
    return PlainReplay(Replay(record or golden()), "it")


def test_a_replay_goes_forth_and_back_and_to_a_round() -> None:
    replay = plain()
    steps = len(replay.replay.steps)
    first = replay.take("")
    assert any("Round 1: " in line for line in first)
    second = replay.take("")
    assert replay.take("b") == [f"Step 1 of {steps}, round 1", *first]
    assert replay.take("back") == ["This is where the match begins"]
    assert replay.take("n") == second
    assert any("Round 2: " in line for line in replay.take("r 2"))
    assert replay.take("r 99")[0].startswith("The match has ")
    assert replay.take("step 2") == replay.take("g 2") == [f"Step 2 of {steps}, round 1", *second]
    assert replay.take("what") == [HELP]


def test_a_replay_shows_every_hand() -> None:
    replay = plain()
    replay.take("r 1")
    where, *_, first, second, third, scores = replay.take("table")
    assert where.startswith("Step 1 of ")
    assert scores.startswith("Scores, first to ")
    hands = [first, second, third]
    assert [len(line.partition(": ")[2].split()) for line in hands] == [7, 7, 7]
    assert replay.take("")[-1] != hands[-1]


def test_a_replay_ends_with_the_match() -> None:
    replay = plain()
    said = [replay.take("") for _ in range(len(replay.replay.steps) + 1)]
    assert said[-1] == ["This is where the match ends"]
    assert any("wins the match!" in line for lines in said for line in lines)


def test_of_a_match_that_is_not_over_no_hand_is_shown() -> None:
    record = golden()
    record.entries = record.entries[:60]
    replay = plain(record)
    assert not replay.replay.over
    told = "\n".join(replay.replay.whole())
    assert "draws a card" in told
    assert not re.search(r"draws (red|yellow|green|blue|Wild)|draws \d: |The hand: ", told)
    hands = replay.replay.hand_lines()
    assert all(re.fullmatch(r"\d [^:]+: \d+ cards?", line) for line in hands)
    replay.take("g 999")
    assert replay.take("") == ["This is where the record ends"]


def test_a_moment_is_saved_and_nothing_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replay = plain()
    replay.take("g 5")
    assert replay.take("s") == [f"Saved as {tmp_path / 'it-step-5.txt'}"]
    assert replay.take("s") == [f"Saved as {tmp_path / 'it-step-5-2.txt'}"]
    text = (tmp_path / "it-step-5.txt").read_text()
    assert text.startswith(f"UNO Kart replay, round 1 of {len(replay.replay.rounds)}, step 5 of ")
    assert all(line in text for line in replay.replay.table())
    monkeypatch.setattr(Path, "open", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert replay.take("s") == [f"{tmp_path / 'it-step-5.txt'} can't be written: No space left on device."]


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
    assert told == Replay(golden()).whole()


def test_in_a_terminal_a_match_is_stepped_through() -> None:
    with Pty((*UNOKART, "replay", "--plain", str(GOLDEN)), columns=200) as terminal:
        terminal.wait_for("Enter: the next step")
        terminal.press("Enter")
        terminal.wait_for("Round 1:")
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
