"""What becomes of an action: the checks in their order, the answers, and rules 8.3 and 8.5."""

from __future__ import annotations

import pytest

from engine.actions import Action, CallUno, Catch, Deal, Draw, Keep, Play
from engine.events import Drew
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from net.messages import Act, Done, Happened, Refusal, RoomNow, State, Sync
from tests.net.rooms import Desk


def three(match: Match) -> Desk:
    """Three persons at a table in a position, in version 1."""
    desk = Desk(persons=3)
    desk.seat_all()
    desk.put(match)
    return desk


def plain() -> Desk:
    """Person 0 is to play, holding R1, R2 and B9, on a red 5."""
    return three(set_up(["R1 R2 B9", "G1 G2 G3", "Y1 Y2 Y3"]))


def nearly_out() -> Desk:
    """Person 0 is to play the card before the last."""
    return three(set_up(["R1 R2", "G1 R3 G3", "Y1 Y2 R4"]))


def refused(answer: object, code: str) -> bool:
    return isinstance(answer, Refusal) and answer.code == code and answer.sentence.endswith(".")


def test_an_action_is_done_and_makes_the_next_version_for_all() -> None:
    desk = plain()
    before = desk.version
    assert desk.act(0, Play(0, "R1")) == Done(1, before + 1)
    assert desk.version == before + 1
    assert [desk.last(seat, Happened).v for seat in range(3)] == [before + 1] * 3


def test_the_answer_comes_after_what_happened() -> None:
    desk = plain()
    happened, done = desk.say(0, Act(1, desk.version, Play(0, "R1")))
    assert isinstance(happened, Happened)
    assert isinstance(done, Done)


def test_each_is_told_of_a_drawn_card_what_they_may_know() -> None:
    desk = plain()
    desk.act(0, Draw(0))
    own, other = (
        [event.cards for event in desk.last(seat, Happened).events if isinstance(event, Drew)] for seat in (0, 1)
    )
    assert [len(cards) for cards in own] == [1]
    assert other == [()]


def test_what_is_to_be_stored_names_the_action_the_match_and_the_id() -> None:
    desk = plain()
    desk.act(0, Play(0, "R1"), action_id=5)
    change = desk.changes[-1]
    assert (change.match, change.version, change.action_id) == (1, desk.version, 5)
    assert change.entry.action == Play(0, "R1")


# The checks, in their order: each of these would also be refused for what comes after.


def test_first_a_known_id_gets_its_first_answer_again() -> None:
    desk = plain()
    first = desk.act(0, Play(0, "R1"), action_id=1)
    version, told = desk.version, len(desk.sent[1])
    again = desk.act(0, Play(2, "R1"), version=0, action_id=1)
    assert again == first
    assert (desk.version, len(desk.sent[1])) == (version, told)


def test_a_refusal_is_repeated_as_well_even_where_it_could_be_done_by_now() -> None:
    desk = plain()
    refusal = desk.act(1, Play(1, "G1"), action_id=1)
    desk.act(0, Play(0, "R1"))
    assert refused(refusal, "not_your_turn")
    assert desk.act(1, Play(1, "G1"), action_id=1) == refusal


def test_the_same_id_of_another_seat_is_another_action() -> None:
    desk = plain()
    assert isinstance(desk.act(0, Play(0, "R1"), action_id=1), Done)
    assert isinstance(desk.act(1, Play(1, "G1"), action_id=1), Done)


@pytest.mark.parametrize("off", [-1, 1])
def test_then_the_version_must_be_the_present_one(off: int) -> None:
    desk = plain()
    assert refused(desk.act(0, Play(2, "XX"), version=desk.version + off), "stale")


def test_then_the_seat_must_be_the_sender_s() -> None:
    desk = plain()
    assert refused(desk.act(1, Play(0, "XX")), "not_your_seat")
    assert refused(desk.act(1, CallUno(0)), "not_your_seat")
    assert refused(desk.act(1, Catch(2, 0)), "not_your_seat")


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (0, Play(0, "XX"), "unknown_card"),
        (0, Play(0, "G1"), "not_held"),
        (0, Play(0, "B9"), "no_match"),
        (0, Keep(0), "wrong_phase"),
        (1, Play(1, "G1"), "not_your_turn"),
        (1, CallUno(1), "no_uno"),
        (1, Catch(1, 0), "no_catch"),
        (1, Catch(1, 1), "own_seat"),
        (1, Catch(1, 9), "unknown_seat"),
    ],
    ids=repr,
)
def test_then_the_rules_decide(seat: int, action: Action, code: str) -> None:
    desk = plain()
    position = [desk.match.view(at) for at in range(3)]
    told = [len(desk.sent[at]) for at in range(3)]
    assert refused(desk.act(seat, action), code)
    assert [desk.match.view(at) for at in range(3)] == position
    told[seat] += 1
    assert [len(desk.sent[at]) for at in range(3)] == told


def test_nobody_deals_but_the_table() -> None:
    desk = plain()
    assert refused(desk.act(0, Deal()), "not_your_seat")


def test_two_presses_of_a_key_act_once() -> None:
    desk = plain()
    version = desk.version
    assert isinstance(desk.act(0, Draw(0), version), Done)
    assert refused(desk.act(0, Draw(0), version), "stale")


def test_sync_brings_the_whole_state() -> None:
    desk = plain()
    desk.act(0, Draw(0))
    assert desk.say(0, Sync()) == [desk.last(0, RoomNow), State(desk.version, desk.match.view(0))]


# Rule 8.3: calls and catches name the play they mean.


def test_8_3_a_call_may_name_any_version_since_the_play() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    played = desk.version
    desk.act(1, Play(1, "R3"))
    assert isinstance(desk.act(0, CallUno(0), version=played), Done)


def test_8_1_a_call_sent_before_its_play_was_answered_may_name_the_version_to_come() -> None:
    desk = nearly_out()
    version = desk.version
    desk.act(0, Play(0, "R1"), version)
    assert isinstance(desk.act(0, CallUno(0), version=version + 1), Done)


def test_8_3_a_catch_may_name_an_old_version_while_the_window_is_open() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    played = desk.version
    assert refused(desk.act(2, Catch(2, 1)), "no_catch")
    assert isinstance(desk.act(1, Catch(1, 0), version=played), Done)


def test_8_3_a_catch_made_before_the_play_is_refused() -> None:
    desk = nearly_out()
    before = desk.version
    desk.act(0, Play(0, "R1"))
    assert refused(desk.act(1, Catch(1, 0), version=before), "stale")
    assert desk.match.uno(0) is Uno.OPEN


def test_8_3_a_call_made_for_an_earlier_play_is_refused() -> None:
    desk = three(set_up(["R1 RD", "G1 R3 G3", "Y1 Y2 R4"]))
    desk.act(0, Play(0, "R1"))
    first = desk.version
    assert isinstance(desk.act(1, Catch(1, 0)), Done)
    assert len(desk.match.hands[0]) == 3
    desk.put(set_up(["R6 RD", "G1 R3 G3", "Y1 Y2 R4"]))
    desk.act(0, Play(0, "R6"))
    assert refused(desk.act(0, CallUno(0), version=first), "stale")
    assert isinstance(desk.act(0, CallUno(0)), Done)


def test_8_3_a_catch_after_the_window_is_refused_by_the_rules() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    desk.act(1, Play(1, "R3"))
    assert refused(desk.act(2, Catch(2, 0)), "no_catch")


def test_8_2_of_two_catches_the_first_to_arrive_counts() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    played = desk.version
    assert isinstance(desk.act(2, Catch(2, 0), version=played), Done)
    assert refused(desk.act(1, Catch(1, 0), version=played), "no_catch")
    assert len(desk.match.hands[0]) == 3


# Rule 8.5: one wrong catch before the next turn action; the next is not looked at.


def test_8_5_after_a_wrong_catch_the_next_is_not_looked_at() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    assert refused(desk.act(1, Catch(1, 2)), "no_catch")
    assert refused(desk.act(1, Catch(1, 0)), "wrong_catch_again")
    assert desk.match.uno(0) is Uno.OPEN


def test_8_5_a_wrong_catch_costs_only_its_own_player() -> None:
    desk = nearly_out()
    desk.act(0, Play(0, "R1"))
    desk.act(1, Catch(1, 2))
    assert isinstance(desk.act(2, Catch(2, 0)), Done)


@pytest.mark.parametrize("code", ["no_catch", "stale"])
def test_8_5_a_catch_for_an_earlier_play_is_a_wrong_one_too(code: str) -> None:
    desk = nearly_out()
    before = desk.version
    desk.act(0, Play(0, "R1"))
    wrong = Catch(1, 2) if code == "no_catch" else Catch(1, 0)
    assert refused(desk.act(1, wrong, version=before), code)
    assert refused(desk.act(1, Catch(1, 0)), "wrong_catch_again")


def test_8_5_the_next_turn_action_ends_it() -> None:
    desk = three(set_up(["R1 R6 R2", "R3 R7", "Y1 Y2 R4"]))
    desk.act(2, Catch(2, 0))
    desk.act(0, Play(0, "R1"))
    desk.act(1, Play(1, "R3"))
    assert isinstance(desk.act(2, Catch(2, 1)), Done)


def test_8_5_what_is_no_turn_action_does_not_end_it() -> None:
    desk = three(set_up(["R1 R6", "R3 R7 B1", "Y1 Y2 R4"]))
    desk.act(0, Draw(0))
    assert desk.match.phase is Phase.DRAWN
    desk.act(2, Catch(2, 0))
    desk.act(0, Keep(0))
    assert refused(desk.act(2, Catch(2, 0)), "wrong_catch_again")


def test_8_5_wrong_calls_are_not_counted() -> None:
    desk = nearly_out()
    for _ in range(3):
        assert refused(desk.act(1, CallUno(1)), "no_uno")
    desk.act(0, Play(0, "R1"))
    assert isinstance(desk.act(1, Catch(1, 0)), Done)
