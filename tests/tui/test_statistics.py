"""What is counted of the matches on record, and how it is told."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest
from rich.cells import cell_len

from engine.errors import RecordError
from engine.events import BoxOpened, Caught, MatchEnded, RoundEnded
from engine.phases import TABLE
from engine.record import Record
from net.saved import FinishedMatch
from net.store import Store
from tests.tui.pages import PageApp
from tests.tui.recorded import NAMES, keep, played
from tests.tui.test_cli import unokart
from tests.tui.test_pages import shown
from unokart_tui.cardface import Look
from unokart_tui.charts import bar, columns, sparkline
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import MONO
from unokart_tui.paths import state_directory
from unokart_tui.screens.statistics import StatisticsScreen
from unokart_tui.statistics import LATEST, Statistics, collect
from unokart_tui.statistics_rows import NOTHING, as_lines, fared, rows
from unokart_tui.statistics_words import statistics_lines
from unokart_tui.telling import ITEM_NAMES

LOOKS = [Look(MONO, UNICODE), Look(MONO, ASCII)]


def counted(directory: Path, name: str = "Ada") -> Statistics:
    warnings: list[str] = []
    statistics = collect(directory, name, warnings)
    assert warnings == []
    return statistics


def finished(record: Record, own: int | None) -> FinishedMatch:
    *_, last = record.replay()
    (winner,) = [event.winner for event in last.events if isinstance(event, MatchEnded)]
    return FinishedMatch(1, "", record.names, last.match.scores, winner, 0.0, own)


@cache
def an_evening() -> Statistics:
    """Matches of two to ten players."""
    found = Statistics("Ada")
    for seed in range(12):
        record = played(seed, NAMES[: 2 + seed % 9], 100)
        found.add(finished(record, 0 if seed else None), record)
    return found


def test_figures_are_those_of_the_records(tmp_path: Path) -> None:
    records = [played(seed) for seed in range(5)]
    keep(tmp_path, *((record, 1) for record in records))
    events = [event for record in records for step in record.replay() for event in step.events]
    ends = [event for event in events if isinstance(event, RoundEnded)]
    mine = [event for event in ends if event.winner == 1]
    boxes = [event.item for event in events if isinstance(event, BoxOpened) and event.seat == 1 and event.item]
    winners = [event.winner for event in events if isinstance(event, MatchEnded)]
    found = counted(tmp_path)
    assert (found.matches, found.won) == (5, winners.count(1))
    assert (found.rounds, found.rounds_won) == (len(ends), len(mine))
    assert found.points == sum(event.points for event in mine)
    assert found.best_round == max(event.points for event in mine)
    assert found.items.total() == len(boxes) > 0
    assert found.favorite in boxes
    assert found.missed == sum(isinstance(event, Caught) and event.seat == 1 for event in events)
    assert found.caught == sum(isinstance(event, Caught) and event.by == 1 for event in events)
    assert found.called > 0
    assert {name: (each.won, each.lost) for name, each in found.opponents.items()} == {
        "Ada": (winners.count(1), winners.count(0)),
        "[b]Peach[/b]": (winners.count(1), winners.count(2)),
    }
    assert [each.won for each in found.outcomes] == [winner == 1 for winner in winners]
    best = max(len(run) for run in "".join("W" if winner == 1 else " " for winner in winners).split(" "))
    assert found.longest_streak == best


def test_where_the_seat_is_not_known_the_name_tells_it_if_it_can(tmp_path: Path) -> None:
    twins = played(3, ("Ada", "Ada", "Toad"))
    twins.names = ("Ada", "Ada", "Toad")
    keep(tmp_path, (played(1), None), (twins, None), (played(2), TABLE))
    found = counted(tmp_path, "ada")
    assert (found.matches, found.by_name, found.unknown, found.watched) == (1, 1, 1, 1)
    lines = " ".join(as_lines(rows(found, 78, LOOKS[0], tall=False)))
    assert "taken to be the one called ada" in lines
    assert "not counted" in lines
    stranger = counted(tmp_path, "Bob")
    assert (stranger.matches, stranger.unknown) == (0, 2)
    assert as_lines(rows(stranger, 200, LOOKS[0], tall=False))[0] == NOTHING


def test_a_record_that_makes_no_sense_is_left_out_and_counted_as_such(tmp_path: Path) -> None:
    keep(tmp_path, (played(1), 0), (played(2), 0))
    store = Store(tmp_path, lambda warning: None)
    with store._database.transaction() as db:
        db.execute("UPDATE move SET action = '1 play R7' WHERE match = 1 AND version = 5")
        db.execute("UPDATE move SET action = 'nonsense' WHERE match = 2 AND version = 5")
    store.close()
    found = counted(tmp_path)
    assert (found.matches, found.damaged, found.rounds) == (0, 2, 0)


def test_nothing_of_a_broken_record_is_counted() -> None:
    record = played(1)
    good = finished(record, 0)
    record.entries = record.entries[::2]
    found = Statistics("Ada")
    with pytest.raises(RecordError):
        found.add(good, record)
    assert asdict(found) == asdict(Statistics("Ada"))


def test_only_the_latest_matches_are_told_one_by_one() -> None:
    record = played(1)
    found = Statistics("Ada")
    for _ in range(LATEST + 3):
        found.add(finished(record, 0), record)
    assert (found.matches, len(found.outcomes)) == (LATEST + 3, LATEST)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [40, 60, 76, 84, 100])
def test_rows_fit(width: int, look: Look) -> None:
    found = an_evening()
    for tall in (True, False):
        lines = as_lines(rows(found, width, look, tall=tall))
        assert max(map(cell_len, lines)) <= width
        marks = [line for line in lines if "スー" not in line]
        assert look.glyphs.blocks or "".join(marks).isascii()


def test_all_that_is_counted_is_told_in_sentences_too() -> None:
    found = an_evening()
    told = statistics_lines(found)
    assert told[0] == f"Matches: you won {found.won} of 12, {round(100 * found.won / 12)} percent"
    figures = " ".join(told)
    for figure in (found.best_round, found.longest_streak, found.called, found.missed, found.caught):
        assert str(figure) in figures
    for item in found.items:
        assert f"{ITEM_NAMES[item]} {found.items[item]}" in figures
    assert sum(line.startswith("Match ") for line in told) == len(found.outcomes)
    for name, each in found.rivals:
        assert f"{name}: {fared(each)}" in told
    assert not any(mark in figures for mark in "█░─│▒")
    assert statistics_lines(Statistics("Ada")) == [NOTHING]


def test_bars_and_charts() -> None:
    assert bar(1, 4, 8, blocks=False) == ("##", "......")
    assert bar(1, 1000, 8, blocks=False) == ("#", ".......")
    assert bar(0, 0, 3, blocks=True) == ("", "░░░")
    assert sparkline([0, 0.5, 1, 2], 1, blocks=True) == "▁▅██"
    assert sparkline([0, 1], 1, blocks=False) == "_#"
    assert columns([0, 0.25, 0.5, 1], 1, 2, blocks=True) == ["   █", " ▄██"]
    assert columns([0, 1], 1, 2, blocks=False) == [" #", " #"]


def test_the_command_tells_them_as_text_and_as_json() -> None:
    assert unokart("stats").stdout.splitlines()[0].startswith("No match has been played to its end yet.")
    assert json.loads(unokart("stats", "--json").stdout)["matches"] == 0
    keep(state_directory(), (played(1), 0), (played(2), None))
    sentences = unokart("stats", "--name", "Ada", "--plain").stdout.splitlines()
    assert sentences[0].startswith("Matches: you won ")
    assert unokart("stats", "--name", "Ada", UNOKART_PLAIN="yes").stdout.splitlines() == sentences
    lines = unokart("stats", "--name", "Ada").stdout.splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert any("Matches won" in line and " of 2" in line for line in lines)
    told = json.loads(unokart("stats", "--json", "--name", "Nobody").stdout)
    assert (told["matches"], told["not_counted"]["seat_unknown"]) == (1, 1)
    assert told["opponents"][0]["matches"] == 1


def test_a_store_that_can_t_be_read_is_said() -> None:
    state_directory().parent.mkdir(parents=True)
    state_directory().write_text("no directory")
    done = unokart("stats")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("unokart: ")


async def test_the_screen_counts_and_shows(tmp_path: Path) -> None:
    keep(tmp_path, *((played(seed), 0) for seed in range(3)))
    app = PageApp(StatisticsScreen(lambda: counted(tmp_path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Matches won    " in shown(app)
        await pilot.press("end")
        await pilot.pause()
        assert "Opponents" in shown(app)
        assert "[b]Peach[/b]" in shown(app)
