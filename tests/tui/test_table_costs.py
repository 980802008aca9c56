"""What a move costs the line to the terminal, in bytes at 80x24 and 16 million colors."""

from __future__ import annotations

from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from engine.actions import Draw, Keep, Play
from tests.tui.tables import MANY, TEN, Seat, TableApp, before_you, calm, four, game, ten
from unokart_tui.widgets.middle import Middle

NAMES = ("Ada", "Toad", "Peach", "Bowser")


class Line:
    """Counts what is sent to the terminal."""

    def __init__(self) -> None:
        self.sent = 0

    def write(self, data: str) -> None:
        self.sent += len(data.encode())

    async def cost(self, pilot: Pilot[Any], *keys: str) -> int:
        """Press keys, let the screen settle, and return what was sent since the last time."""
        await pilot.press(*keys)
        await pilot.pause()
        sent, self.sent = self.sent, 0
        return sent


class VisibleApp(TableApp):
    """Writes to its driver as if there were a terminal."""

    @property
    def is_headless(self) -> bool:
        """No: all that is drawn is sent."""
        return False


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    line = Line()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(HeadlessDriver, "write", lambda self, data: line.write(data))
    return line


@pytest.mark.parametrize("cards", [5, 10, 18, 30])
@pytest.mark.parametrize("players", [4, 10])
async def test_a_cursor_move_costs_less_than_a_kilobyte(line: Line, cards: int, players: int) -> None:
    hand = MANY[: cards * 3 - 1]
    others = ("R4 R5", "Y4 Y6", "B7 B3", "G2 G4", "R6 R7", "Y0 Y8", "B0 B5", "G7 G8", "R8 R9")
    app = VisibleApp(Seat(game((hand, *others[: players - 1]), left=20, top="G7"), TEN[:players]), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await line.cost(pilot, "right", "left")
        for key in ("right", "right", "left", "end", "home", "3"):
            assert 0 < await line.cost(pilot, key) < 1024


async def test_another_players_move_costs_less_than_three_kilobytes(line: Line) -> None:
    app = VisibleApp(Seat(before_you(), NAMES), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await line.cost(pilot, "right", "left")
        for action in (Play(1, "G1"), Draw(2), Keep(2)):
            app.seat.play(action)
            assert 0 < await line.cost(pilot) < 3072


async def test_so_it_does_with_ten_players(line: Line) -> None:
    app = VisibleApp(Seat(ten(turn=3), TEN), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await line.cost(pilot, "right", "left")
        for action in (Draw(3), Keep(3), Play(4, "G1")):
            app.seat.play(action)
            assert 0 < await line.cost(pilot) < 3072


async def test_a_table_where_nothing_happens_costs_nothing(line: Line) -> None:
    app = VisibleApp(Seat(four(turn=3), NAMES), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await line.cost(pilot, "right", "left")
        app.table.repaint()
        assert await line.cost(pilot) == 0


async def test_so_it_does_with_all_frames_of_a_card_on_its_way(line: Line) -> None:
    app = VisibleApp(Seat(before_you(), NAMES), calm(motion=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await line.cost(pilot, "right", "left")
        app.seat.play(Play(1, "G1"))
        middle = app.table.query_one(Middle)
        assert middle.sliding
        while middle.sliding:
            await pilot.pause(0.02)
        assert 0 < await line.cost(pilot) < 3072
