"""The mouse: cards, players, keys at the foot and in the prompt, the piles and the log."""

from __future__ import annotations

import pytest

from engine.actions import Catch, Draw, Play, Target
from engine.phases import Uno
from tests.tui.pages import PageApp
from tests.tui.tables import HOME, NAMES, Seat, TableApp, calm, four, game, shown
from unokart_tui.hand import Card
from unokart_tui.screens.log import LogScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.surface import Surface
from unokart_tui.widgets.cards import Cards


def asked(app: TableApp) -> list[object]:
    return [action for action, _ in app.seat.asked.actions]


def cell(app: TableApp | PageApp, text: str, row: int | None = None) -> tuple[int, int]:
    """Return where a text stands on the screen, looking from the bottom up."""
    lines = [strip.text for strip in app.screen._compositor.render_strips()]
    for y in range(len(lines) - 1, -1, -1):
        if text in lines[y] and row in (None, y):
            return lines[y].index(text), y
    raise AssertionError(f"{text!r} is nowhere in\n" + "\n".join(lines))


async def test_a_click_chooses_a_card_and_another_plays_it() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        place = cell(app, "5▲")
        await pilot.click(offset=place)
        await pilot.pause()
        chosen = app.table.table.hand.chosen
        assert chosen is not None
        assert chosen.code == "WI"
        assert asked(app) == []
        await pilot.click(offset=cell(app, "5▲"))
        await pilot.pause()
        assert asked(app) == [Play(0, "WI")]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
@pytest.mark.parametrize("cards", [5, 9, 14, 30])
async def test_every_cell_from_the_first_card_to_the_last_chooses_one(size: tuple[int, int], cards: int) -> None:
    hand = " ".join(f"{color}{number}" for color in "RYGB" for number in (1, 2, 3, 4, 5, 6, 8, 9))
    app = TableApp(Seat(game((hand[: 3 * cards - 1], "R7 B7"), left=10), NAMES[:2]), calm())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        widget = app.table.query_one(Cards)
        surface = Surface(*widget.size, app.table._look().palette.ground)
        widget.paint(surface)
        for y in range(surface.height):
            hit = [x for x in range(surface.width) if isinstance(surface.meaning(x, y), Card)]
            if hit:
                assert hit == list(range(hit[0], hit[-1] + 1)), f"a gap in row {y}"
        lie = [surface.meaning(x, 1 if cards < 30 else surface.height - 1) for x in range(surface.width)]
        order = [card for card, before in zip(lie[1:], lie, strict=False) if isinstance(card, Card) and card != before]
        shown = [card for card in app.table.table.hand.cards if card in order]
        assert order == shown, "from left to right, each card once"


async def test_cards_that_lie_over_others_are_hit_where_they_are_seen() -> None:
    app = TableApp(Seat(game((" ".join(f"G{n}" for n in range(10)) + " R0 R1 R2 R3 R4", "R5 R6")), NAMES[:2]), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for number in ("2", "9", "15"):
            x, y = cell(app, f"{number}▲" if int(number) > 5 else number, 22)
            await pilot.click(offset=(x, y))
            await pilot.pause()
            assert app.table.table.hand.place == int(number) - 1


async def test_a_click_on_a_key_at_the_foot_does_what_the_key_does() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, "d draw"))
        await pilot.pause()
        assert asked(app) == [Draw(0)]
        await pilot.click(offset=cell(app, "q quit"))
        await pilot.pause()
        assert app.screen is not app.table


async def test_a_click_on_a_player_aims_catches_or_tells() -> None:
    app = TableApp(Seat(four(draw="G8"), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, "Peach", 4))
        await pilot.pause()
        assert app.table.table.notice == "Peach holds 1 card and has 85 points."
        app.seat.play(Play(0, "WI"))
        await pilot.pause()
        await pilot.click(offset=cell(app, "Peach", 4))
        await pilot.pause()
        assert asked(app) == [Target(0, 2)]


async def test_a_click_on_one_who_can_be_caught_catches() -> None:
    app = TableApp(Seat(four(uno={2: Uno.OPEN}), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, "Peach", 4))
        await pilot.pause()
        assert asked(app) == [Catch(0, 2)]


async def test_a_click_on_an_answer_in_the_prompt_gives_it() -> None:
    app = TableApp(Seat(four(hand="R7 YD G9 BR W4"), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        await pilot.click(offset=cell(app, "b  blue"))
        await pilot.pause()
        assert asked(app) == [Play(0, "W4", "B")]


async def test_the_draw_pile_draws_and_the_log_is_read() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, "29 left"))
        await pilot.pause()
        assert asked(app) == [Draw(0)]
        await pilot.click(offset=(70, 10))
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)


async def test_a_click_on_nothing_does_nothing() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        before = shown(app)
        await pilot.click(offset=(70, 0))
        await pilot.pause()
        assert shown(app) == before


@pytest.mark.parametrize(("choice", "result"), [("Stay", False), ("Leave ", True)])
async def test_a_question_is_answered_by_a_click(choice: str, result: bool) -> None:
    app = PageApp(QuitScreen())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, choice))
        await pilot.pause()
        assert app.results == [result]


async def test_the_keys_at_the_foot_of_a_page_can_be_clicked() -> None:
    app = PageApp(RulesScreen())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.click(offset=cell(app, "Esc back"))
        await pilot.pause()
        assert app.screen is not app.page
