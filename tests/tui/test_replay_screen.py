"""Matches seen again on the full screen, and the list they are chosen from."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from textual.pilot import Pilot

from engine.record import Record
from tests.tui.pages import PageApp
from tests.tui.recorded import NAMES, golden, keep, played
from tests.tui.rooms import Doors, outside
from tests.tui.test_pages import shown
from unokart_tui.app import UnoKartApp
from unokart_tui.config import Settings
from unokart_tui.memories import screen_of
from unokart_tui.replay import Replay
from unokart_tui.screens.matches import MatchesScreen
from unokart_tui.screens.replay import NOT_OVER, PACES, ReplayHelpScreen, ReplayScreen
from unokart_tui.screens.statistics import StatisticsScreen
from unokart_tui.start import AtMatches, AtReplay

SIZE = (80, 24)


def viewer(record: Record | None = None) -> tuple[PageApp, Replay]:
    replay = Replay(record or golden())
    return PageApp(ReplayScreen(replay, "match 7")), replay


async def press(pilot: Pilot[None], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    app = pilot.app
    assert isinstance(app, PageApp)
    return shown(app)


async def test_one_goes_through_a_match_by_keys() -> None:
    app, replay = viewer()
    second = replay.rounds[1]
    last = len(replay.steps) - 1
    async with app.run_test(size=SIZE) as pilot:
        for keys, at in (
            (["right"], 1),
            (["n", "enter"], 3),
            (["left"], 2),
            (["down"], second),
            (["right", "right"], second + 2),
            (["up"], second),
            (["up"], 0),
            (["2"], second),
            (["end"], last),
            (["home"], 0),
        ):
            text = await press(pilot, *keys)
            assert replay.at == at
            assert f"step {at + 1} of {last + 1}" in text
        assert "This is where the match begins." in await press(pilot, "left")
        assert "This is where the match begins." in await press(pilot, "up")
        assert "This is where the match ends." in await press(pilot, "end", "right")
        assert "This is the last round." in await press(pilot, "down")
        assert "The match has" in await press(pilot, "9", "9")
        assert "z does nothing here." in await press(pilot, "z")
        await press(pilot, "question_mark")
        assert isinstance(app.screen, ReplayHelpScreen)
        await press(pilot, "escape")
        await pilot.press("escape")
        await pilot.pause()
        assert app.results == [None]


async def test_every_hand_lies_open(tmp_path: Path) -> None:
    app, replay = viewer(played(1, ("Ada", "[b]Toad[/b]")))
    async with app.run_test(size=SIZE) as pilot:
        text = await press(pilot, "2", "right")
        assert "[b]Toad[/b]" in text
        hand = replay.step.hands[1]
        row = next(line for line in text.splitlines() if "[b]Toad[/b]" in line)
        assert row.count("▌") == len(hand) - 1


async def test_a_match_is_played_by_itself_at_a_pace() -> None:
    app, replay = viewer()
    async with app.run_test(size=SIZE) as pilot:
        text = await press(pilot, *["plus"] * len(PACES), "space")
        assert f"{PACES[-1]:g} s a step" in text
        assert "Space stop" in text
        while replay.at < 3:
            await pilot.pause(0.02)
        assert "Space play" in await press(pilot, "space")
        at = replay.at
        await pilot.pause(PACES[-1] * 3)
        assert replay.at == at
        await press(pilot, "end", "space")
        assert replay.at in (0, 1)
        assert f"{PACES[0]:g} s a step" in await press(pilot, *["minus"] * len(PACES))


async def test_a_match_that_is_played_stops_at_its_end() -> None:
    app, replay = viewer()
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, *["plus"] * len(PACES), "end", "left", "space")
        while "This is where the match ends." not in shown(app):
            await pilot.pause(0.02)
        assert replay.at == len(replay.steps) - 1
        assert "Space play" in shown(app)


async def test_a_moment_is_saved_as_text_and_as_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app, replay = viewer(played(1, ("Ada", "<b>Toad & Co")))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot, "right", "t")
        await press(pilot, "s")
        assert "Saved as" in shown(app)
    text, svg = (tmp_path / f"unokart-match-7-step-2.{kind}" for kind in ("txt", "svg"))
    assert replay.step.lines[0] in text.read_text()
    picture = svg.read_text()
    drawn = " ".join("".join(element.itertext()) for element in ElementTree.fromstring(picture).iter())
    assert "<b>Toad & Co" in drawn
    assert "Match 7" in drawn
    assert set(re.findall(r"url\(([^)]*)\)", picture)) == {
        found for found in re.findall(r"url\(([^)]*)\)", picture) if found.startswith("#")
    }


async def test_no_hand_is_shown_of_a_match_that_goes_on() -> None:
    record = golden()
    record.entries = record.entries[:60]
    app, replay = viewer(record)
    async with app.run_test(size=SIZE) as pilot:
        assert NOT_OVER in await press(pilot)
        text = await press(pilot, "right")
        for seat, count in enumerate(replay.step.view.counts):
            row = next(line for line in text.splitlines() if f"{seat + 1} {replay.people[seat].name} " in line)
            assert row.count("■") == count
        assert "This is where the record ends." in await press(pilot, "end", "right")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60), (59, 20)])
@pytest.mark.parametrize("players", [2, 4, 10])
async def test_it_fits(size: tuple[int, int], players: int) -> None:
    app, _ = viewer(played(2, NAMES[:players], 100))
    async with app.run_test(size=size) as pilot:
        text = await press(pilot, "end")
        assert ("UNO Kart needs 60x20" in text) == (size[0] < 60)
        assert size[0] < 60 or "wins the match!" in text


async def test_what_has_happened_begins_with_a_whole_sentence() -> None:
    app, replay = viewer()
    async with app.run_test(size=(60, 20)) as pilot:
        seen = set()
        for _ in range(30):
            text = await press(pilot, "right")
            rows = [line[30:].rstrip() for line in text.split("\n")[:-1]]
            end = max(at for at, row in enumerate(rows) if row)
            begin = max(at for at in range(end) if not rows[at]) + 1
            told = [line for step in replay.steps[: replay.at + 1] for line in step.lines]
            assert any(line.startswith(rows[begin]) for line in told)
            seen |= {row[:2] for row in rows[begin:end]}
        assert "  " in seen  # something went over two rows


async def test_matches_are_listed_seen_again_and_summed_up(tmp_path: Path) -> None:
    keep(tmp_path, (played(1), 0), (played(2), None))
    app = PageApp(screen_of(AtMatches(), tmp_path, "Ada"))
    async with app.run_test(size=SIZE) as pilot:
        text = await press(pilot)
        assert re.search(r"► +\d+ {2}.*Toad \d+", text)
        await press(pilot, "down", "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "Match 1 " in shown(app)
        await press(pilot, "escape", "s")
        assert isinstance(app.screen, StatisticsScreen)
        await pilot.press("escape", "q")
        await pilot.pause()
        assert app.results == [None]


async def test_where_nothing_was_played_the_list_says_so(tmp_path: Path) -> None:
    app = PageApp(screen_of(AtMatches(), tmp_path / "none", "Ada"))
    async with app.run_test(size=SIZE) as pilot:
        assert "No match has been played to its end yet." in await press(pilot, "enter")
    assert not (tmp_path / "none").exists()


async def test_a_match_that_can_t_be_shown_is_said(tmp_path: Path) -> None:
    keep(tmp_path, (played(1), 0))
    app = PageApp(screen_of(AtMatches(), tmp_path, "Ada"))
    async with app.run_test(size=SIZE) as pilot:
        await press(pilot)
        (tmp_path / "tables.sqlite3").write_bytes(b"x" * 8192)
        assert "This match can't be shown. There is no finished match number 1." in await press(pilot, "enter")


async def test_from_home_and_from_the_command_line(tmp_path: Path) -> None:
    keep(tmp_path, (played(1), 0))
    at_home = UnoKartApp(Settings(name="Ada", invitations=False), outside=outside(Doors(), tmp_path))
    async with at_home.run_test(size=SIZE) as pilot:
        await pilot.press("m")
        await pilot.pause()
        assert isinstance(at_home.screen, MatchesScreen)
    start = AtReplay(Replay(golden()), "record")
    alone = UnoKartApp(Settings(name="Ada"), start, outside(Doors(), tmp_path))
    async with alone.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert isinstance(alone.screen, ReplayScreen)
        await pilot.press("q")
        await pilot.pause()
        assert alone.return_code == 0
