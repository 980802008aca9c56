"""The table on the screen: what happens by itself, and what leads away from it."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from engine.actions import Draw, Keep, Play
from net.updates import Closed
from tests.tui.tables import HOME, NAMES, Seat, TableApp, Visited, calm, four, row_with, shown, until
from unokart_tui.widgets.middle import Middle

# The drawn card


async def test_a_drawn_card_that_does_not_fit_is_kept_by_itself() -> None:
    app = TableApp(Seat(four(draw="B3"), NAMES), calm(keep_after=0.01))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        app.seat.answer()
        await pilot.pause()
        await until(pilot, lambda: app.seat.asked.actions[-1][0] == Keep(0))
        assert len(app.seat.asked.actions) == 2


@pytest.mark.parametrize("key", ["k", "enter"])
async def test_it_is_kept_at_once_by_key_and_only_once(key: str) -> None:
    app = TableApp(Seat(four(draw="B3"), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        app.seat.answer()
        await pilot.press(key, key)
        assert [asked for asked, _ in app.seat.asked.actions] == [Draw(0), Keep(0)]
        assert "keep" not in app.table._due


async def test_a_drawn_card_that_fits_is_offered_and_never_kept_by_itself() -> None:
    app = TableApp(Seat(four(draw="G3"), NAMES), calm(keep_after=0.0))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("1", "d")
        app.seat.answer()
        await pilot.pause()
        chosen = app.table.table.hand.chosen
        assert chosen is not None
        assert chosen.code == "G3"
        text = "\n".join(shown(app))
        assert "You drew green 3" in text
        assert "Enter  play it" in text
        assert "k  keep it" in text
        assert "keep" not in app.table._due
        await pilot.press("enter")
        assert app.seat.asked.actions[-1][0] == Play(0, "G3")


# The box


async def boxed(pilot: Pilot[None], app: TableApp) -> None:
    await pilot.pause()
    app.seat.play(Play(3, "WI"))
    await pilot.pause()


def bowser(**given: object) -> TableApp:
    return TableApp(Seat(four(draw="B5 R9 Y6 G6", turn=3), NAMES), calm(**given))


async def test_an_item_box_is_seen_being_opened_and_then_told_by_the_log() -> None:
    app = bowser(box_moment=True)
    async with app.run_test(size=HOME) as pilot:
        await boxed(pilot, app)
        middle = app.table.query_one(Middle)
        assert middle.moment is not None
        assert "Bowser opens an item box" in "\n".join(shown(app))
        await until(pilot, lambda: middle.moment is not None and middle.moment.stage == 2)
        assert "LIGHTNING!" in "\n".join(shown(app))
        await until(pilot, lambda: middle.moment is None)
        assert "Lightning! Everyone" in "\n".join(shown(app))


async def test_any_key_skips_it_and_does_its_own_work() -> None:
    app = bowser(box_moment=True)
    async with app.run_test(size=HOME) as pilot:
        await boxed(pilot, app)
        await pilot.press("2")
        assert app.table.query_one(Middle).moment is None
        assert app.table.table.hand.place == 1


async def test_events_during_it_are_told_in_order() -> None:
    app = bowser(box_moment=True)
    async with app.run_test(size=HOME) as pilot:
        await boxed(pilot, app)
        app.seat.play(Play(3, "B7"))
        await pilot.press("z")
        texts = [line.text for line in app.table.table.log.lines]
        assert texts[-1] == "Bowser plays blue 7"
        assert texts[0] == "Bowser plays Wild Item Box"


async def test_it_can_be_switched_off() -> None:
    app = bowser(box_moment=False)
    async with app.run_test(size=HOME) as pilot:
        await boxed(pilot, app)
        assert app.table.query_one(Middle).moment is None


# Your turn is not missed


async def test_the_bell_rings_once_when_the_turn_begins_and_the_title_follows() -> None:
    titles: list[str] = []
    app = TableApp(Seat(four(top="G5", turn=3), NAMES), calm(set_title=titles.append))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert app.rung == 0
        app.seat.play(Play(3, "G2"))
        await pilot.pause()
        await pilot.press("d")
        app.seat.answer()
        assert app.rung == 1
        assert titles == ["Bowser's turn - UNO Kart", "Your turn - UNO Kart"]


async def test_the_bell_can_be_switched_off() -> None:
    app = TableApp(Seat(four(), NAMES), calm(bell=False))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert app.rung == 0


# Rounds, and leaving


async def test_the_end_of_a_round_leads_to_its_screen_and_back() -> None:
    app = TableApp(Seat(four(hand="G9"), NAMES), calm(linger=0.01))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        app.seat.answer()
        await until(pilot, lambda: isinstance(app.screen, Visited))
        assert isinstance(app.screen, Visited)
        assert app.screen.what == "round"
        app.screen.dismiss(True)
        await pilot.pause()
        assert (app.seat.asked.ready, app.seat.asked.left) == (1, 0)
        # Until the next round is dealt the old one is not shown again.
        assert not "".join(shown(app)).strip()
        app.seat.match = four()
        app.seat.sit()
        await pilot.pause()
        row_with(app, "Toad")


async def test_enter_does_not_wait_for_it_and_leaving_is_passed_on() -> None:
    app = TableApp(Seat(four(hand="G9", scores=(490, 0, 0, 0)), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        app.seat.answer()
        await pilot.press("enter")
        assert isinstance(app.screen, Visited)
        assert app.screen.what == "match"
        app.screen.dismiss(False)
        await pilot.pause()
        assert (app.seat.asked.ready, app.seat.asked.left) == (0, 1)


@pytest.mark.parametrize(("sure", "left"), [(True, 1), (False, 0), (None, 0)])
async def test_quit_asks_first(sure: bool | None, left: int) -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert isinstance(app.screen, Visited)
        assert app.screen.what == "quit"
        app.screen.dismiss(sure)
        await pilot.pause()
        assert app.seat.asked.left == left


async def test_a_closed_table_says_why() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table.receive(Closed("host_gone", "The host has left."))
        await pilot.pause()
        assert "The host has left." in "\n".join(shown(app))
