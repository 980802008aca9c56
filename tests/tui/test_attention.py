"""Your turn is unmistakable, and keys that were meant for what was there before do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import CallUno, Catch, Draw, Keep, Play
from engine.phases import Uno
from net.updates import Clock, RoomChanged
from tests.tui.rooms import PLAYING
from tests.tui.tables import HOME, NAMES, Seat, TableApp, calm, four, game, shown, until
from unokart_tui.attention import Way, notice, way_of
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import UNICODE
from unokart_tui.options import TableOptions
from unokart_tui.palette import FULL
from unokart_tui.stay import Stay
from unokart_tui.summons import Summons
from unokart_tui.table import JUST_CHANGED
from unokart_tui.table_options import options_for


@pytest.mark.parametrize(
    ("environ", "way"),
    [
        ({"TERM": "xterm-kitty"}, "9"),
        ({"TERM": "xterm-ghostty"}, "9"),
        ({"TERM": "foot"}, "777"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "9"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, "9"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"}, None),
        ({"TERM": "screen-256color", "TERM_PROGRAM": "WezTerm"}, None),
        ({"TERM": "linux"}, None),
        ({}, None),
    ],
)
def test_only_terminals_that_are_known_to_show_notices_are_asked_to(environ: dict[str, str], way: Way | None) -> None:
    assert way_of(environ) == way


def test_a_notice_is_one_control_sequence() -> None:
    assert notice("9", "Your turn") == "\x1b]9;Your turn\x07"
    assert notice("777", "Your turn") == "\x1b]777;notify;UNO Kart;Your turn\x07"


async def test_a_turn_that_begins_rings_and_draws_attention_once() -> None:
    told: list[str] = []
    app = TableApp(Seat(four(turn=3), NAMES), calm(attract=told.append))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert (app.rung, told) == (0, [])
        app.seat.play(Play(3, "B7"))
        await pilot.pause()
        app.seat.play(Draw(0))
        await pilot.pause()
        assert (app.rung, told) == (1, ["Your turn"])


def test_each_way_can_be_switched_off() -> None:
    def told(text: str) -> None: ...

    look = Look(FULL, UNICODE)
    on = options_for(Settings(), look, told, told)
    assert (on.bell, on.set_title, on.attract, on.remind, on.settle) == (True, told, told, True, 0.35)
    silent = Settings(bell=False, title=False, notify=False, reminder=False, settle=0)
    off = options_for(silent, look, told, told)
    assert (off.bell, off.set_title, off.attract, off.remind, off.settle) == (False, None, None, False, 0)


@pytest.mark.parametrize(("seat", "remind", "calls"), [(0, True, 1), (0, False, 0), (1, True, 0)])
def test_who_is_asked_is_reminded_once_of_the_last_seconds(seat: int, remind: bool, calls: int) -> None:
    now = [0.0]
    stay = Stay(clock=lambda: now[0])
    stay.take(RoomChanged(PLAYING))
    told: list[str] = []
    rung: list[None] = []
    options = TableOptions(attract=told.append, remind=remind)
    summons = Summons(lambda: options, lambda: rung.append(None))
    stay.take(Clock(seat, 12_000))
    for now[0] in (0.0, 1.9, 2.1, 3.5, 11.0):
        summons.look_at_clock(stay)
    assert told == ["10 seconds left for your answer"] * calls
    assert len(rung) == calls
    now[0] = 20.0
    stay.take(Clock(seat, 12_000))  # the next answer
    for now[0] in (20.0, 30.5):
        summons.look_at_clock(stay)
    assert len(told) == 2 * calls


# Keys that come too soon


def waiting(match_hand: str = "R7 YD G9 BR WI", **given: Any) -> TableApp:
    return TableApp(Seat(four(hand=match_hand, **given), NAMES), calm(settle=3600.0))


def asked(app: TableApp) -> list[object]:
    return [action for action, _ in app.seat.asked.actions]


async def test_enter_plays_nothing_when_the_cards_have_just_been_dealt() -> None:
    app = waiting()
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        assert asked(app) == []
        assert app.table.table.notice == JUST_CHANGED
        app.table._settled()
        await pilot.press("enter")
        assert asked(app) == [Play(0, "R7")]


@pytest.mark.parametrize(("size", "beside"), [((80, 24), "Your turn"), ((60, 20), "Enter plays")])
async def test_what_keeps_a_key_from_acting_hides_nothing_that_is_asked(size: tuple[int, int], beside: str) -> None:
    app = waiting()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        text = "\n".join(shown(app))
        assert JUST_CHANGED in text
        assert beside in text


async def test_a_second_enter_does_not_play_another_card_when_the_turn_comes_back_at_once() -> None:
    app = TableApp(Seat(game(("GS G9 G8 G7", "R1 R2")), NAMES[:2]), calm(settle=3600.0))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table._settled()
        await pilot.press("end", "enter")
        assert asked(app) == [Play(0, "GS")]
        app.seat.answer()  # with two players the turn is yours again
        await pilot.pause()
        await pilot.press("enter", "d")
        assert asked(app) == [Play(0, "GS")]
        assert app.table.table.notice == JUST_CHANGED


async def test_enter_does_not_play_a_card_that_was_drawn_just_then() -> None:
    app = waiting(draw="G3")
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table._settled()
        await pilot.press("d")
        app.seat.answer()
        await pilot.pause()
        await pilot.press("enter", "k")
        assert asked(app) == [Draw(0)]
        app.table._settled()
        await pilot.press("k")
        assert asked(app) == [Draw(0), Keep(0)]


async def test_a_digit_for_a_card_hits_nobody_when_the_question_has_just_come() -> None:
    app = waiting(draw="G8")
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table._settled()
        app.seat.play(Play(0, "WI"))
        await pilot.pause()
        await pilot.press("2")
        assert asked(app) == []


async def test_a_card_that_was_chosen_before_the_turn_is_played_at_once() -> None:
    app = waiting(turn=3)
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table._settled()
        await pilot.press("1")
        app.seat.play(Play(3, "B7"))
        await pilot.press("enter")
        assert asked(app) == [Play(0, "R7")]


async def test_calls_and_catches_never_come_too_soon() -> None:
    app = TableApp(Seat(four(hand="G9", turn=1, uno={0: Uno.OPEN, 2: Uno.OPEN}), NAMES), calm(settle=3600.0))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("u", "c")
        assert asked(app) == [CallUno(0), Catch(0, 2)]


async def test_it_is_over_after_a_moment() -> None:
    app = TableApp(Seat(four(), NAMES), calm(settle=0.05))
    async with app.run_test(size=HOME) as pilot:
        await until(pilot, lambda: not app.table.table.unsettled)
        await pilot.press("enter")
        assert asked(app) == [Play(0, "R7")]
