"""When bots move: at a human pace, and not before a person had a chance to call UNO or to catch."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine.actions import Action, CallUno, Catch, Draw, Keep, Name, Play
from engine.legal import legal_in
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from engine.views import View
from net.bots import CATCH, OWN_CALL, REACTION, Player
from net.updates import BotLevel
from net.wishes import SetPace
from tests.net.rooms import Desk, hello


class Scripted:
    """Does the first legal thing that is no call, and calls or catches where it may if it is awake."""

    def __init__(self, awake: bool) -> None:
        self.awake = awake
        self.shown: list[View] = []

    def act(self, view: View) -> Action | None:
        """Play, or do what else is asked."""
        self.shown.append(view)
        return legal_in(view)[0]

    def call(self, view: View) -> Action | None:
        """Call or catch at every chance."""
        self.shown.append(view)
        calls = [action for action in legal_in(view) if isinstance(action, CallUno | Catch)]
        return calls[0] if calls and self.awake else None


def asleep(level: BotLevel, random: Random) -> Player:
    return Scripted(awake=False)


def awake(level: BotLevel, random: Random) -> Player:
    return Scripted(awake=True)


def table(
    match: Match,
    persons: int,
    make_bot: Callable[[BotLevel, Random], Player] = asleep,
    *,
    pace: float = 1.0,
    grace: bool = True,
) -> Desk:
    """A table in a position, the persons in its first seats."""
    bots: list[BotLevel] = ["easy"] * (match.players - persons)
    desk = Desk(persons, bots, pace=pace, grace=grace, make_bot=make_bot)
    desk.seat_all()
    desk.put(match)
    return desk


def time_of_next_move(desk: Desk) -> float:
    """Return how long the table waits before the next move of a bot; infinity where none is to come."""
    wake = desk.room.wake
    return float("inf") if wake is None else wake - desk.now


def bot_on_turn() -> Match:
    """Seat 1 is to play; nobody is near the end."""
    return set_up(["G1 G2 G3", "R1 R2 R3", "Y1 Y2 Y3"], turn=1)


def person_exposed() -> Match:
    """Seat 0 holds one card uncalled, and seat 1 is to play."""
    return set_up(["G1", "R1 R2 R3", "Y1 Y2 Y3"], turn=1, uno={0: Uno.OPEN})


def bot_exposed() -> Match:
    """Seat 1, a bot, holds one card uncalled, and seat 2, a bot, is to play."""
    return set_up(["G1 G2 G3", "R1", "R2 Y2 Y3"], turn=2, uno={1: Uno.OPEN})


def test_a_bot_takes_about_as_long_as_the_pace_says() -> None:
    waits = {time_of_next_move(table(bot_on_turn(), 1, pace=2.0)) for _ in range(5)}
    for wait in waits:
        assert 1.0 <= wait <= 3.0
    desk = table(bot_on_turn(), 1, pace=2.0)
    version = desk.version
    desk.run(3.0)
    assert desk.version == version + 1


def test_moves_do_not_all_take_the_same_time() -> None:
    desk = Desk(persons=0, bots=("easy",) * 4)
    waits = set()
    for _ in range(20):
        waits.add(round(time_of_next_move(desk), 3))
        desk.run(time_of_next_move(desk))
    assert len(waits) > 10


def test_at_pace_zero_bots_are_instant() -> None:
    assert time_of_next_move(table(bot_on_turn(), 1, pace=0.0)) == 0.0


def test_a_person_is_not_moved_for() -> None:
    desk = table(set_up(["R1 R2 R3", "G1 G2 G3"]), 1)
    assert time_of_next_move(desk) == float("inf")


@pytest.mark.parametrize("position", [person_exposed, bot_exposed])
@pytest.mark.parametrize("pace", [0.0, 1.0])
def test_a_bot_leaves_a_person_time_to_call_and_to_catch(position: Callable[[], Match], pace: float) -> None:
    desk = table(position(), 1, pace=pace)
    assert time_of_next_move(desk) >= REACTION
    version = desk.version
    desk.run(REACTION - 0.01)
    assert desk.version == version
    desk.run(0.5)
    assert desk.version > version


def test_a_slow_bot_is_not_slower_for_it() -> None:
    assert time_of_next_move(table(person_exposed(), 1, pace=4.0)) <= 5.0


def test_an_exposed_bot_with_another_turn_waits_too() -> None:
    match = set_up(["G1 G2 G3", "R1", "R2 Y2 Y3"], turn=1, uno={1: Uno.OPEN})
    assert time_of_next_move(table(match, 1, pace=0.0)) >= REACTION


def test_the_wait_ends_with_its_reason() -> None:
    desk = table(person_exposed(), 1, pace=0.0)
    desk.act(0, CallUno(0))
    assert time_of_next_move(desk) == 0.0


def test_what_closes_no_window_needs_no_wait() -> None:
    match = set_up(["G1", "R1 R2 R3"], top="WI", turn=1, uno={0: Uno.OPEN}, phase=Phase.ITEM_COLOR)
    assert isinstance(match.legal_actions(1)[0], Name)
    assert time_of_next_move(table(match, 1, pace=0.0)) == 0.0


def test_without_grace_bots_wait_for_nobody() -> None:
    assert time_of_next_move(table(person_exposed(), 1, pace=0.0, grace=False)) == 0.0


def test_bots_among_themselves_wait_for_nobody() -> None:
    assert time_of_next_move(table(bot_exposed(), 0, pace=0.0)) == 0.0


def test_for_persons_who_are_gone_nobody_waits() -> None:
    desk = Desk(1, ("easy", "easy"), pace=0.0, make_bot=asleep)
    desk.seat_all()
    desk.say(5, hello(watch=True))
    desk.gone(0)
    desk.put(bot_exposed())
    assert time_of_next_move(desk) == 0.0


def test_a_bot_calls_late_but_soon() -> None:
    match = set_up(["G1 G2 G3", "R1"], turn=0, uno={1: Uno.OPEN})
    desk = table(match, 1, awake)
    assert OWN_CALL[0] <= time_of_next_move(desk) <= OWN_CALL[1]
    desk.run(OWN_CALL[1])
    assert desk.match.uno(1) is Uno.CALLED


def test_a_bot_catches_after_a_human_delay() -> None:
    match = set_up(["G1", "R1 R2 R3"], turn=0, uno={0: Uno.OPEN})
    desk = table(match, 1, awake)
    assert CATCH[0] <= time_of_next_move(desk) <= CATCH[1]
    desk.run(CATCH[1])
    assert len(desk.match.hands[0]) == 3


def test_a_person_who_calls_in_time_is_not_caught() -> None:
    match = set_up(["G1", "R1 R2 R3"], turn=0, uno={0: Uno.OPEN})
    desk = table(match, 1, awake)
    desk.run(CATCH[0] - 0.1)
    desk.act(0, CallUno(0))
    assert time_of_next_move(desk) == float("inf")
    desk.run(60.0)
    assert len(desk.match.hands[0]) == 1


def test_a_catch_meant_for_one_play_does_not_hit_the_next() -> None:
    desk = table(set_up(["R1 R2", "R3 R4 R5 R6"], turn=0), 1, awake, pace=10.0)
    desk.act(0, Play(0, "R1"))
    planned = time_of_next_move(desk)
    desk.run(planned - 0.01)
    desk.put(set_up(["R7 R8", "R3 R4 R5 R6"], turn=0))
    desk.act(0, Play(0, "R7"))
    desk.run(0.02)
    assert len(desk.match.hands[0]) == 1


def test_calls_and_catches_do_not_put_off_the_turn_of_a_bot() -> None:
    desk = table(person_exposed(), 1, pace=3.0)
    before = time_of_next_move(desk)
    desk.run(1.0)
    desk.act(0, CallUno(0))
    assert time_of_next_move(desk) == pytest.approx(before - 1.0)


def test_a_penalty_of_the_bot_that_is_asked_does_not_put_off_its_turn() -> None:
    match = set_up(["G1 G2 G3", "R1", "R2 Y2 Y3"], turn=1, uno={1: Uno.OPEN})
    desk = table(match, 1, pace=3.0)
    before = time_of_next_move(desk)
    desk.run(1.0)
    desk.act(0, Catch(0, 1))
    assert time_of_next_move(desk) == pytest.approx(before - 1.0)
    version = desk.version
    desk.run(before)
    assert desk.version > version


def test_a_new_pace_holds_for_the_move_that_is_waited_for() -> None:
    desk = table(bot_on_turn(), 1, pace=60.0)
    assert time_of_next_move(desk) > 40.0
    desk.say(0, SetPace(500))
    assert time_of_next_move(desk) <= 0.5


def test_an_old_timer_does_not_fire_for_the_next_player() -> None:
    desk = table(set_up(["R1 R2 R3", "R4 R5 R6", "G1 G2 G3"], turn=1), 1, pace=1.0)
    desk.put(set_up(["R1 R2 R3", "R4 R5 R6", "G1 G2 G3"], turn=0))
    assert time_of_next_move(desk) == float("inf")
    desk.act(0, Draw(0))
    desk.act(0, Keep(0))
    assert desk.match.owed == 1
    assert time_of_next_move(desk) >= 0.5


def test_a_bot_is_shown_its_own_view_and_nothing_else() -> None:
    made: list[Scripted] = []

    def make_bot(level: BotLevel, random: Random) -> Player:
        made.append(Scripted(awake=True))
        return made[-1]

    desk = Desk(0, ("easy",) * 3, make_bot=make_bot)
    for _ in range(50):
        desk.run(time_of_next_move(desk))
    assert len(made) == 3
    for seat, bot in enumerate(made):
        assert bot.shown
        assert {view.seat for view in bot.shown} == {seat}


def test_the_same_seed_makes_the_same_match_at_the_same_times() -> None:
    def evening(seed: int) -> list[tuple[int, str, float]]:
        desk = Desk(0, ("easy", "normal", "normal"), seed=seed)
        told = []
        for _ in range(200):
            desk.run(time_of_next_move(desk))
            told.append((desk.version, repr(desk.changes[-1]), desk.now))
        return told

    assert evening(5) == evening(5)
    assert evening(5) != evening(6)
