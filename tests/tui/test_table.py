"""The table on the screen: what stays, what is shown, what happens by itself, and what never does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from engine.actions import Accept, CallUno, Catch, Draw, Keep, Play
from engine.phases import Uno
from net.updates import Closed, People
from tests.tui.tables import LONG, MANY, SCORES, TEN, Seat, TableApp, Visited, calm, four, game, ten
from unokart_tui.table import WAITING
from unokart_tui.widgets.middle import Middle

NAMES = ("Ada", "Toad", "Peach", "Bowser")
HOME = (80, 24)


def shown(app: TableApp) -> list[str]:
    """The rows of the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def row_with(app: TableApp, text: str) -> str:
    rows = [row for row in shown(app) if text in row]
    assert rows, f"{text!r} is nowhere in\n" + "\n".join(shown(app))
    return rows[0]


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds; the time limit of the test is the only one."""
    while not holds():
        await pilot.pause(0.005)
    await pilot.pause()


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
        assert app.table._keep_timer is None


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
        assert app.table._keep_timer is None
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


async def test_help_is_a_visit() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        assert isinstance(app.screen, Visited)
        assert app.screen.what == "help"


async def test_a_closed_table_says_why() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table.receive(Closed("host_gone", "The host has left."))
        await pilot.pause()
        assert "The host has left." in "\n".join(shown(app))


# Sizes and names


async def test_below_the_least_size_a_line_says_so_and_the_game_goes_on() -> None:
    app = TableApp(Seat(four(top="G5", turn=3), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.resize_terminal(50, 15)
        await pilot.pause()
        words = " ".join(" ".join(shown(app)).split())
        assert "UNO Kart needs 60 columns and 20 rows; here are 50 and 15. The game goes on." in words
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


async def test_someone_going_away_is_seen() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        away = tuple(type(person)(person.seat, person.name, here=person.seat != 1) for person in app.seat.people)
        app.table.receive(People(away))
        await pilot.pause()
        assert "away" in row_with(app, "Toad")


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
