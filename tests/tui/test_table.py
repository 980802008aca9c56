"""The table on the screen: what is shown at once, what stays chosen, and what is asked and answered."""

from __future__ import annotations

from engine.actions import Accept, CallUno, Catch, Draw, Keep, Play
from engine.phases import Phase, Uno
from net.updates import Changed, Joined, People
from tests.tui.pages import ended
from tests.tui.tables import (
    HOME,
    LONG,
    MANY,
    NAMES,
    SCORES,
    Seat,
    TableApp,
    calm,
    four,
    game,
    row_with,
    seated,
    shown,
    ten,
    until,
)
from unokart_tui.table import WAITING, Table

# What is there at once


async def test_everything_needed_is_on_the_screen_at_80x24() -> None:
    app = TableApp(Seat(ten(uno={2: Uno.CALLED}), LONG), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        text = "\n".join(shown(app))
        for seat, name in enumerate(LONG):
            assert name in text
            assert str(app.seat.match.scores[seat]) in row_with(app, name)
        assert "UNO" in row_with(app, LONG[2])
        for needed in ("GREEN", "green 7", "Green Shell", "left", "Your turn", "d draw", "? help", "q quit", "↓"):
            assert needed in text


async def test_direction_is_seen() -> None:
    app = TableApp(Seat(four(direction=-1), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert row_with(app, "Toad").startswith("↑")
        assert row_with(app, "Ada").startswith("►")
        assert "next Bowser" in "\n".join(shown(app))


async def test_who_can_be_caught_is_unmistakable() -> None:
    app = TableApp(Seat(four(uno={2: Uno.OPEN}), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "CATCH" in row_with(app, "Peach")
        assert "c  catch Peach: no UNO called" in "\n".join(shown(app))
        assert "c catch" in shown(app)[-1]


async def test_the_key_bar_shows_only_what_can_be_done() -> None:
    app = TableApp(Seat(four(turn=3), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for absent in ("play", "draw", "keep", "UNO", "catch", "accept"):
            assert absent not in shown(app)[-1]


# The choice


async def test_the_choice_survives_resizing_and_the_moves_of_others() -> None:
    match = four(hand="R7 YD G9 BR WI", draw="R9 B5 R6 Y6 G6", top="G5", turn=1)
    app = TableApp(Seat(match, NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("4")
        chosen = app.table.table.hand.chosen
        for size in ((60, 20), (120, 40), (40, 10), (80, 24)):
            await pilot.resize_terminal(*size)
            assert app.table.table.hand.chosen == chosen
        for action in (Play(1, "G1"), Draw(2), Keep(2), Play(3, "WI"), Play(3, "B9")):
            app.seat.play(action)
        await pilot.pause()
        assert len(match.hands[0]) == 6
        assert app.table.table.hand.chosen == chosen


async def test_up_and_down_go_between_two_rows() -> None:
    app = TableApp(Seat(game((MANY, "R4 R5 R6")), NAMES[:2]), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("3", "down")
        assert app.table.table.hand.place == 17
        await pilot.press("up")
        assert app.table.table.hand.place == 2


async def test_a_card_is_offered_when_the_turn_begins_unless_one_was_chosen() -> None:
    for keys, place in (((), 2), (("1",), 0)):
        match = four(hand="R7 YD G9", top="G5", turn=3)
        app = TableApp(Seat(match, NAMES), calm())
        async with app.run_test(size=HOME) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            app.seat.play(Play(3, "G2"))
            assert app.table.table.hand.place == place


# Asking and waiting


async def test_a_second_press_waits_for_the_answer_to_the_first() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d", "d", "d")
        assert [asked for asked, _ in app.seat.asked.actions] == [Draw(0)]
        assert app.table.table.notice == WAITING
        app.seat.answer()
        await pilot.pause()
        assert app.table.table.notice is None
        assert not app.table.table.pending


async def test_a_call_need_not_wait_for_a_play() -> None:
    app = TableApp(Seat(four(hand="R7", turn=0, uno={0: Uno.OPEN, 2: Uno.OPEN}), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d", "u", "c", "c")
        assert [asked for asked, _ in app.seat.asked.actions] == [Draw(0), CallUno(0), Catch(0, 2)]


async def test_it_is_said_when_an_answer_takes_long() -> None:
    app = TableApp(Seat(four(), NAMES), calm(patience=0.01))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        await until(pilot, lambda: app.table.table.notice == WAITING)


async def test_a_refusal_is_shown_in_the_prompt() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        app.seat.refuse("not_your_turn", "It is not your turn.")
        await pilot.pause()
        assert "It is not your turn." in "\n".join(shown(app))


async def test_a_play_that_crossed_a_call_is_asked_for_once_more_and_only_once() -> None:
    app = TableApp(Seat(four(uno={2: Uno.OPEN}), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        app.seat.play(CallUno(2))
        app.seat.refuse("stale", "The table has changed meanwhile; look again.")
        assert app.seat.asked.actions == [(Play(0, "R7"), 1), (Play(0, "R7"), 2)]
        app.seat.refuse("stale", "The table has changed meanwhile; look again.")
        assert len(app.seat.asked.actions) == 2
        assert app.table.table.notice == "The table has changed meanwhile; look again."


async def test_a_play_that_crossed_a_penalty_is_not_asked_for_again() -> None:
    app = TableApp(Seat(four(hand="R7", uno={0: Uno.OPEN}), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        app.seat.play(Catch(1, 0))
        app.seat.refuse("stale", "The table has changed meanwhile; look again.")
        assert len(app.seat.asked.actions) == 1


async def test_a_reason_goes_away_after_a_moment_and_when_the_turn_changes() -> None:
    app = TableApp(Seat(four(turn=3), NAMES), calm(notice_for=0.01))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        await until(pilot, lambda: app.table.table.notice is None)
    app = TableApp(Seat(four(turn=3), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("d")
        assert app.table.table.notice == "It is Bowser's turn."
        app.seat.play(Play(3, "G2"))
        assert app.table.table.notice is None


async def test_answering_a_wild_draw_four_by_key() -> None:
    match = game(("R7 YD G9 BR", "R1 R2", "Y4", "W4 B8 Y9"), turn=3, scores=SCORES)
    app = TableApp(Seat(match, NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.seat.play(Play(3, "W4", "R"))
        await pilot.pause()
        text = "\n".join(shown(app))
        assert "Bowser played a Wild Draw Four on green" in text
        assert "a  accept, draw 4" in text
        assert "x  challenge, 6 if no bluff" in text
        await pilot.press("a")
        assert app.seat.asked.actions[-1][0] == Accept(0)


def test_the_names_of_a_match_that_is_over_stay_though_others_take_the_seats() -> None:
    table = Table()
    table.take(Joined(0, "Rainbow Road", seated(NAMES)))
    table.take(Changed(1, ended(4, Phase.MATCH_OVER)))
    table.take(People(seated(("Ada", "Zoe", "Yan", "Xia"))))
    assert tuple(person.name for person in table.people) == NAMES
    table.take(Changed(2, four().view(0)))
    assert [person.name for person in table.people] == ["Ada", "Zoe", "Yan", "Xia"]
