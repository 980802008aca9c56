"""Motion: what moves, that it ends by itself, and that it stops where the line can't carry it."""

from __future__ import annotations

import pytest

from engine.actions import Draw, Keep, Play
from engine.phases import Phase
from tests.tui.pages import PageApp, ended, people
from tests.tui.tables import NAMES, SCENES, Seat, TableApp, calm, four, game, shown
from unokart_tui.motion import LATE, Motion, Reel
from unokart_tui.screens.results import RoundScreen
from unokart_tui.timers import Timers
from unokart_tui.widgets.middle import Middle
from unokart_tui.widgets.players import Players


class Due(Timers):
    """Timers that go off when they are told to."""

    def __init__(self) -> None:
        self.waiting: list[object] = []

    def start(self, name: str, seconds: float, do: object) -> None:
        self.waiting.append(do)

    def stop(self, name: str) -> None:
        self.waiting.clear()

    def go_off(self) -> None:
        do = self.waiting.pop(0)
        assert callable(do)
        do()


def reel(now: list[float], wished: bool = True) -> tuple[Reel[int], Due, list[int | None], Motion]:
    shown: list[int | None] = []
    due, motion = Due(), Motion(wished, lambda: now[0])
    return Reel(motion, due, shown.append), due, shown, motion


def test_frames_follow_one_another_and_then_it_is_over() -> None:
    moving, due, shown, _ = reel([0.0])
    moving.play([1, 2])
    moving.play([7, 8])  # one at a time; nothing queues up
    due.go_off()
    due.go_off()
    assert shown == [1, 2, None]
    moving.play([3])
    assert shown[-1] == 3


def test_a_reel_that_is_stopped_shows_no_more() -> None:
    moving, due, shown, _ = reel([0.0])
    moving.play([1, 2, 3])
    moving.stop()
    moving.stop()
    assert shown == [1, None]
    assert not due.waiting


def test_nothing_moves_where_that_is_not_wished() -> None:
    moving, _, shown, _ = reel([0.0], wished=False)
    moving.play([1, 2])
    assert shown == []


def test_motion_is_given_up_when_frames_come_late_again_and_again() -> None:
    now = [0.0]
    moving, due, shown, motion = reel(now)
    for _ in range(3):
        assert motion.on
        moving.play([1])
        now[0] += 10 * LATE
        due.go_off()
    assert not motion.on
    moving.play([2])
    assert 2 not in shown


def in_motion(seat: Seat) -> TableApp:
    """Return a table at which things move however slow this computer is just now: no frame counts as late."""
    app = TableApp(seat, calm(motion=True))
    app.table._movement.motion.clock = lambda: 0.0
    return app


async def test_a_card_comes_from_its_player_to_the_pile_and_the_lane_flashes_whom_an_item_hits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = SCENES["your-turn"]
    seat = Seat(scene.match(), scene.names)
    app = in_motion(seat)
    seen: list[object] = []
    paint = Middle.repaint

    def repaint(middle: Middle) -> None:
        seen.append(middle._slide)
        paint(middle)

    monkeypatch.setattr(Middle, "repaint", repaint)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for action in scene.then:
            seat.play(action)
        await pilot.pause()
        middle, players = app.table.query_one(Middle), app.table.query_one(Players)
        while middle.sliding:
            await pilot.pause(0.02)
        seen.clear()
        playable = next(iter(app.table.table.playable - {"WI", "W4"}))
        seat.play(Play(0, playable))
        assert middle._slide is not None
        assert middle._slide.way > 0  # from the hand, which is below
        while middle.sliding:
            await pilot.pause(0.02)
        assert any(slide is not None for slide in seen)
        while players.reel.running:
            await pilot.pause(0.02)
        players.strike({1})
        assert players.struck == {1}
        while players.reel.running:
            await pilot.pause(0.02)


@pytest.mark.parametrize("size", [(110, 24), (120, 30), (150, 40), (200, 60)])
async def test_a_wide_table_has_the_log_at_its_side_at_full_height(size: tuple[int, int]) -> None:
    scene = SCENES["your-turn"]
    seat = Seat(scene.match(), scene.names)
    app = TableApp(seat, calm())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for _ in range(3):
            turn = seat.match.view(0).owed
            assert turn is not None
            seat.play(Draw(turn))
            if seat.match.view(turn).drawn is not None:
                seat.play(Keep(turn))
        await pilot.pause()
        side, middle = app.table.query_one("#side"), app.table.query_one(Middle)
        assert side.region.right == size[0]
        assert side.region.y == 1
        assert side.region.bottom == app.table.query_one("#prompt").region.y
        assert not middle.region.intersection(side.region)
        text = [strip.text for strip in app.table._compositor.render_strips()]
        told = [row[side.region.x :] for row in text]
        assert any("draws a card" in row for row in told)
        assert not any("draws a card" in row[: side.region.x] for row in text)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not side.display
        assert any("draws a card" in strip.text for strip in app.table._compositor.render_strips())


async def test_the_winner_s_kart_drives_as_far_as_the_round_takes_it() -> None:
    still = RoundScreen(ended(2, Phase.ROUND_OVER), people(2), 0)
    moving = RoundScreen(ended(2, Phase.ROUND_OVER), people(2), 0, motion=True)
    lanes: list[list[str]] = []
    for page in (still, moving):
        app = PageApp(page)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            lanes.append(shown(app))
            while page.driving:
                await pilot.pause(0.02)
            lanes.append(shown(app))
    at_rest, later, driving, arrived = ([row for row in rows if "►" in row and "·" in row] for rows in lanes)
    assert at_rest == later == arrived
    assert driving != arrived


@pytest.mark.parametrize(
    ("turn", "direction", "card", "passed"),
    [
        (0, 1, "G9", [(1, 0)]),
        (0, -1, "G9", [(3, 0)]),
        (0, 1, "GS", [(1, 0), (2, 1)]),
        (3, 1, "GS", [(0, 3), (1, 0)]),
        (1, 1, "GR", [(0, 1)]),
    ],
)
async def test_the_marker_of_the_turn_goes_from_player_to_player(
    turn: int, direction: int, card: str, passed: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[int, int] | None] = []
    repaint = Players.repaint

    def note(players: Players) -> None:
        if not seen or players.passing != seen[-1]:
            seen.append(players.passing)
        repaint(players)

    others = ("R1 R2 Y3", "R1 R2 Y3", "R4 R5 Y4", "R4 R5 Y4")
    hands = tuple(f"{card} R6 B2" if seat == turn else others[seat] for seat in range(4))
    seat = Seat(game(hands, turn=turn, direction=direction), NAMES)
    app = in_motion(seat)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Players, "repaint", note)
        seat.play(Play(turn, card))
        players = app.table.query_one(Players)
        while players.passing is not None:
            await pilot.pause(0.02)
        assert [each for each in seen if each is not None] == passed
        assert seen[-1] is None
        lanes = [row for row in shown(app) if row[:1] == "\u25ba"]
        assert len(lanes) == 1, "one marker is left"
        assert lanes[0][2] == str(seat.match.owed + 1)


async def test_a_turn_that_passes_on_quickly_leaves_no_marker_behind() -> None:
    seat = Seat(four(turn=1), NAMES)
    app = in_motion(seat)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        players = app.table.query_one(Players)
        for _ in range(2):
            who = seat.match.owed
            seat.play(Draw(who))
            if seat.match.owed == who:
                seat.play(Keep(who))
            assert players.passing == (seat.match.owed, who)


async def test_without_motion_the_marker_is_where_the_turn_is() -> None:
    seat = Seat(four(), NAMES)
    app = TableApp(seat, calm(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        seat.play(Play(0, "G9"))
        assert app.table.query_one(Players).passing is None
