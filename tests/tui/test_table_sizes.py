"""The table on the screen: every size, and whatever people are called."""

from __future__ import annotations

import pytest

from engine.actions import Draw, Play
from engine.phases import Phase
from net.updates import People
from tests.tui.situations import MINE
from tests.tui.tables import HOME, NAMES, TEN, Seat, TableApp, calm, four, game, row_with, shown

# Sizes and names


async def test_below_the_least_size_a_line_says_so_and_the_game_goes_on() -> None:
    app = TableApp(Seat(four(top="G5", turn=3), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        words = " ".join(" ".join(shown(app)).split())
        assert "UNO Kart needs 60 columns and 20 rows; here are 50 and 15. The game goes on; " in words
        app.seat.play(Play(3, "G2"))
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "Your turn" in "\n".join(shown(app))


@pytest.mark.parametrize("sizes", [[(60, 20), (100, 30)], [(200, 60), (80, 24)], [(120, 40), (40, 10), (61, 21)]])
async def test_after_resizing_the_table_looks_as_if_it_had_always_had_its_size(sizes: list[tuple[int, int]]) -> None:
    pictures = []
    for first, *later in (sizes, sizes[-1:]):
        app = TableApp(Seat(four(), NAMES), calm())
        async with app.run_test(size=first) as pilot:
            await pilot.pause()
            for size in later:
                await pilot.resize_terminal(*size)
                await pilot.pause()
            pictures.append(shown(app))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_hostile_names_are_shown_plainly_and_break_nothing(size: tuple[int, int]) -> None:
    names = ("Ada", "[red]x[/]", "\x1b[2J\x07evil", "a\u202eb\u200bc", "デイジー姫とロゼッタ", "%s {0} \\")
    hands = ("R7 YD", "R1 R2", "Y4 Y5", "B7 B8", "G1 G2", "G3 G4")
    app = TableApp(Seat(game(hands, turn=1), names), calm())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.seat.play(Draw(1))
        await pilot.pause()
        text = "\n".join(shown(app))
        assert "[red]x[/]" in text
        assert not set("\x1b\x07\u202e\u200b") & set(text)
        assert all(strip.cell_length == size[0] for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize("size", [(60, 20), (60, 24), (79, 23), (110, 30), (150, 44), (200, 60)])
@pytest.mark.parametrize("players", [2, 5, 6, 10])
async def test_every_player_is_shown_at_every_size(size: tuple[int, int], players: int) -> None:
    hands = ("R7 YD", "R1 R2", "Y4 Y5", "B7 B8", "G1 G2", "G3 G4", "Y1 Y2", "B1 B2", "R3 R4", "B3 B4")[:players]
    app = TableApp(Seat(game(hands), TEN[:players]), calm())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for name in TEN[:players]:
            row_with(app, name)
        row_with(app, "Your turn")


@pytest.mark.parametrize("top", ["YD", "RR", "GS", "B8"])
async def test_what_can_be_done_is_not_cut_off_at_the_least_size(top: str) -> None:
    app = TableApp(Seat(four(top=top), NAMES), calm())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert row_with(app, "Your turn").rstrip().endswith(", or draw")


@pytest.mark.parametrize("phase", [Phase.ITEM_COLOR, Phase.OPENING_COLOR])
async def test_all_colors_are_among_the_keys_at_the_least_size(phase: Phase) -> None:
    app = TableApp(Seat(MINE[phase](), NAMES), calm())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "r red  y yellow  g green  b blue" in shown(app)[-1]


async def test_a_reason_that_does_not_fit_ends_with_its_first_sentence() -> None:
    app = TableApp(Seat(MINE[Phase.ITEM_TARGET](), NAMES), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("x")
        await pilot.pause()
        assert row_with(app, "Your turn").rstrip().endswith("There is no Wild Draw Four to answer.")
        await pilot.resize_terminal(120, 24)
        await pilot.pause()
        assert "by their digit." in row_with(app, "Your turn")


async def test_someone_going_away_is_seen() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        away = tuple(type(person)(person.seat, person.name, here=person.seat != 1) for person in app.seat.people)
        app.table.receive(People(away))
        await pilot.pause()
        assert "away" in row_with(app, "Toad")
