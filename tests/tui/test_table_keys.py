"""Every command in every phase: it acts, changes the screen, or says why nothing happened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import Key

from engine.actions import Action, CallUno, Catch, Draw, Play
from engine.legal import legal_in
from engine.match import Match
from engine.phases import Phase, Uno
from net.updates import Update
from tests.tui.situations import ACTS, MINE, PAGES, SITUATIONS, THEIRS, after
from tests.tui.tables import HOME, NAMES, Seat, TableApp, calm, four, game, until, visits
from unokart_tui.answers import answer
from unokart_tui.commands import COMMANDS, Command, CommandId
from unokart_tui.keymap import TABLE_KEYS
from unokart_tui.outcomes import Answer, GoOn, Say, Send, Shown
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.table import Table


def at(match: Match) -> Table:
    return seat_at(match)[0]


def seat_at(match: Match) -> tuple[Table, Seat]:
    table = Table()
    seat = Seat(match, ("Ada", "Toad", "Peach", "Bowser"))

    def deliver(update: Update) -> None:
        table.take(update)
        table.unsettled = False  # as it is after a moment

    seat.deliver = deliver
    seat.sit()
    return table, seat


def ask(table: Table, command: Command, key: str) -> Answer:
    return answer(table, command.id, key)


KEYS = [(command, key) for command in COMMANDS if command.id not in PAGES for key in command.keys]


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(("command", "key"), KEYS, ids=[key for _, key in KEYS])
def test_a_key_acts_or_says_why_not(situation: str, command: Command, key: str) -> None:
    match = SITUATIONS[situation]()
    table = at(match)
    match ask(table, command, key):
        case Send(action):
            assert action in legal_in(match.view(0))
        case Say(sentence):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
        case Shown():
            assert command.id in ("left", "right", "first", "last", "digit", "go", "find")
        case GoOn():
            assert command.id == "go"
            assert match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)


@pytest.mark.parametrize("phase", MINE)
def test_in_every_phase_each_thing_that_can_be_asked_has_its_key(phase: Phase) -> None:
    match = MINE[phase]()
    asked: dict[str, Action] = {}
    for command, key in KEYS:
        done = ask(at(match), command, key)
        if isinstance(done, Send):
            asked[key] = done.action
    assert asked == ACTS[phase]


@pytest.mark.parametrize("phase", THEIRS)
def test_while_others_are_asked_nothing_but_looking_and_calling_works(phase: Phase) -> None:
    for command, key in KEYS:
        assert not isinstance(ask(at(THEIRS[phase]()), command, key), Send | GoOn)


def test_a_wrong_key_names_whose_turn_it_is() -> None:
    assert answer(at(THEIRS[Phase.PLAY]()), "draw") == Say("It is Bowser's turn.")


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("YD", "The yellow Draw Two does not fit: play green, a 7 or a wild, or draw."),
        ("BR", "The blue Reverse does not fit: play green, a 7 or a wild, or draw."),
    ],
)
def test_a_card_that_does_not_fit_says_what_would(card: str, why: str) -> None:
    table = at(four())
    table.hand.jump([held.code for held in table.hand.cards].index(card))
    assert answer(table, "go") == Say(why)


def test_after_drawing_only_the_drawn_card_may_be_played() -> None:
    table = at(MINE[Phase.DRAWN]())
    table.hand.jump(0)
    assert answer(table, "go") == Say("Only the green 3 that you drew may be played; k keeps it.")


def test_a_wild_draw_four_asks_its_color_and_can_be_taken_back() -> None:
    table = at(four(hand="R7 W4 G9"))
    table.hand.jump(2)
    assert answer(table, "go") == Shown()
    assert table.question == "color"
    assert answer(table, "back") == Shown()
    assert table.question is None
    assert answer(table, "go") == Shown()
    assert answer(table, "blue") == Send(Play(0, "W4", "B"))


@pytest.mark.parametrize("command", ["go", "draw", "keep", "challenge", "accept"])
def test_while_a_color_is_asked_other_keys_say_so(command: CommandId) -> None:
    table = at(four(hand="R7 W4 G9"))
    table.hand.jump(2)
    answer(table, "go")
    assert answer(table, command) == Say("First name the color: r, y, g or b; Esc takes the card back.")
    assert table.question == "color"


@pytest.mark.parametrize(("command", "key"), [("left", ""), ("digit", "1")])
def test_turning_to_another_card_takes_the_wild_back(command: CommandId, key: str) -> None:
    table = at(four(hand="R7 W4 G9"))
    table.hand.jump(2)
    answer(table, "go")
    answer(table, command, key)
    assert table.question is None
    assert isinstance(answer(table, "blue"), Say)


def test_a_last_wild_draw_four_needs_no_color() -> None:
    assert answer(at(four(hand="W4")), "go") == Send(Play(0, "W4"))


def test_armed_uno_travels_with_the_play() -> None:
    table = at(four(hand="R7 G9"))
    assert answer(table, "uno") == Say("UNO goes with your next play.")
    assert answer(table, "go") == Send(Play(0, "R7", uno=True))


def test_armed_uno_travels_with_a_wild_draw_four_too() -> None:
    table = at(four(hand="R7 W4"))
    answer(table, "uno")
    table.hand.jump(1)
    answer(table, "go")
    assert answer(table, "red") == Send(Play(0, "W4", "R", uno=True))


def test_uno_is_armed_before_the_turn_and_taken_back_by_the_same_key() -> None:
    table = at(four(hand="R7 G9", turn=3))
    answer(table, "uno")
    assert table.armed
    answer(table, "uno")
    assert not table.armed


def test_arming_lapses_when_the_hand_grows() -> None:
    table, seat = seat_at(four(hand="R7 G9"))
    answer(table, "uno")
    seat.play(Draw(0))
    assert not table.armed


@pytest.mark.parametrize("phase", [Phase.PLAY, Phase.DRAWN, Phase.CHALLENGE, Phase.ITEM_COLOR, Phase.ITEM_TARGET])
def test_a_late_call_of_uno_works_whatever_is_asked(phase: Phase) -> None:
    given = {
        Phase.PLAY: lambda: four(hand="G9", turn=3, uno={0: Uno.OPEN}),
        Phase.DRAWN: lambda: after(four(hand="G9", draw="G8", turn=3, uno={0: Uno.OPEN}), Draw(3)),
        Phase.CHALLENGE: lambda: after(
            game(("G9", "R1 R2", "Y4 Y5", "W4 B8 Y9"), turn=3, uno={0: Uno.OPEN}), Play(3, "W4", "R")
        ),
        Phase.ITEM_COLOR: lambda: after(four(hand="G9", draw="W4", turn=3, uno={0: Uno.OPEN}), Play(3, "WI")),
        Phase.ITEM_TARGET: lambda: after(four(hand="G9", draw="G8", turn=3, uno={0: Uno.OPEN}), Play(3, "WI")),
    }
    match = given[phase]()
    assert match.phase is phase
    assert answer(at(match), "uno") == Send(CallUno(0))


def test_catching_one_needs_one_key() -> None:
    assert answer(at(four(uno={2: Uno.OPEN})), "catch") == Send(Catch(0, 2))


def test_catching_one_of_several_asks_which() -> None:
    table = at(game(("R7 YD", "R1", "Y4", "B7 B8"), uno={1: Uno.OPEN, 2: Uno.OPEN}))
    assert answer(table, "catch") == Shown()
    assert answer(table, "digit", "4") == Say("Bowser can't be caught.")
    assert answer(table, "digit", "3") == Send(Catch(0, 2))


def test_digits_choose_cards_and_two_in_quick_succession_are_one_number() -> None:
    table = at(game(("R0 R1 R2 R3 R4 R5 R6 Y0 Y1 Y2 Y3 Y4 Y5", "G1 G2"), top="G7"))
    answer(table, "digit", "1", 10.0)
    assert table.hand.place == 0
    answer(table, "digit", "2", 10.5)
    assert table.hand.place == 11
    answer(table, "digit", "2", 20.0)
    assert table.hand.place == 1
    answer(table, "digit", "0", 30.0)
    assert table.hand.place == 9


def test_a_number_beyond_the_hand_says_how_many_there_are() -> None:
    assert answer(at(four()), "digit", "9") == Say("You hold 5 cards.")


# The same keys through the terminal


@pytest.mark.parametrize("phase", MINE)
async def test_keys_of_the_terminal_reach_the_table(phase: Phase) -> None:
    seat = Seat(MINE[phase](), ("Ada", "Toad", "Peach", "Bowser"))
    app = TableApp(seat, calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for key, action in ACTS[phase].items():
            await pilot.press(key)
            assert [asked for asked, _ in seat.asked.actions] == [action]
            seat.asked.actions.clear()
            app.table.table.pending.clear()


async def test_every_key_of_the_terminal_says_something_or_moves_the_choice() -> None:
    seat = Seat(THEIRS[Phase.PLAY](), ("Ada", "Toad", "Peach", "Bowser"))
    app = TableApp(seat, calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = app.table.table
        for command, key in KEYS:
            table.notice = None
            await pilot.press(key)
            moves = command.id in ("left", "right", "first", "last", "find") or key in "12345"
            assert (table.notice is not None) != moves
        assert not seat.asked.actions


async def test_a_key_without_a_command_says_so() -> None:
    app = TableApp(Seat(four(), ("Ada", "Toad", "Peach", "Bowser")), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("z")
        assert app.table.table.notice == "z does nothing here; ? shows the keys."


@pytest.mark.parametrize(
    ("key", "name"),
    [("space", "Space"), ("tab", "Tab"), ("f3", "F3"), ("ctrl+z", "Ctrl+Z"), ("pagedown", "PageDown"), ("Z", "Z")],
)
async def test_a_key_that_types_nothing_is_called_by_its_name(key: str, name: str) -> None:
    app = TableApp(Seat(four(), ("Ada", "Toad", "Peach", "Bowser")), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        assert app.table.table.notice == f"{name} does nothing here; ? shows the keys."


async def test_capitals_do_what_their_letters_do() -> None:
    seat = Seat(four(), ("Ada", "Toad", "Peach", "Bowser"))
    app = TableApp(seat, calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("D")
        assert [action for action, _ in seat.asked.actions] == [Draw(0)]
        await pilot.press("Q")
        await pilot.pause()
        assert app.screen is not app.table


def test_every_command_has_words_and_no_key_two_meanings() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert all(command.text and command.help.endswith(".") for command in COMMANDS)
    assert TABLE_KEYS.of("go") == "Enter"


@pytest.mark.parametrize(("burst", "left"), [("qy", 1), ("qn", 0)])
async def test_keys_in_one_burst_go_to_the_screen_that_the_first_has_led_to(burst: str, left: int) -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    app.table._visits = replace(visits(), quit=QuitScreen)
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for key in burst:
            app.post_message(Key(key, key))
        await until(pilot, lambda: app.screen is app.table and app.seat.asked.left == left)
