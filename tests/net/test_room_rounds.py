"""From round to round and from match to match: nobody is hurried, and nobody who has gone is waited for."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.match import Match
from engine.phases import Phase
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from net.messages import (
    Done,
    Happened,
    Ready,
    Refusal,
    RoomNow,
    State,
    Welcome,
)
from net.play import BOTS_ONLY_PAUSE
from net.updates import BotLevel
from net.wishes import SetPace
from tests.net.rooms import Desk, hello


def last_card(scores: tuple[int, int] = (0, 0)) -> Match:
    return set_up(["R1", "G1 G2"], scores=scores, shuffles=SeededShuffles(1))


def round_over(persons: int = 2, scores: tuple[int, int] = (0, 0)) -> Desk:
    bots: list[BotLevel] = ["easy"] * (2 - persons)
    desk = Desk(persons, bots)
    desk.seat_all()
    desk.put(last_card(scores))
    assert isinstance(desk.act(0, Play(0, "R1")), Done)
    return desk


def test_the_next_round_is_dealt_when_all_are_ready() -> None:
    desk = round_over()
    version = desk.version
    desk.run(1000.0)
    assert desk.match.phase is Phase.ROUND_OVER
    desk.say(0, Ready(version))
    assert desk.last(1, RoomNow).room.people[0].ready
    assert desk.match.phase is Phase.ROUND_OVER
    desk.say(1, Ready(version))
    assert desk.version == version + 1
    assert desk.last(0, Happened).v == version + 1
    assert not any(person.ready for person in desk.last(0, RoomNow).room.people)


def test_bots_are_always_ready() -> None:
    desk = round_over(persons=1)
    version = desk.version
    desk.say(0, Ready(version))
    assert desk.version == version + 1


def test_ready_twice_deals_once() -> None:
    desk = round_over(persons=1)
    version = desk.version
    desk.say(0, Ready(version))
    desk.say(0, Ready(version))
    assert desk.version == version + 1


def test_ready_for_another_round_is_no_ready_for_this_one() -> None:
    desk = round_over(persons=1)
    version = desk.version
    desk.say(0, Ready(version - 1))
    desk.say(0, Ready(version + 1))
    assert desk.version == version


def test_ready_in_the_middle_of_a_round_does_nothing() -> None:
    desk = Desk(persons=2)
    desk.seat_all()
    for seat in range(2):
        assert desk.say(seat, Ready(desk.version)) == []
    assert desk.version == 1


def test_who_has_gone_is_not_waited_for() -> None:
    desk = round_over()
    version = desk.version
    desk.say(0, Ready(version))
    desk.gone(1)
    assert desk.version == version + 1


def test_who_was_ready_and_has_gone_is_not_ready_on_coming_back() -> None:
    desk = round_over()
    version = desk.version
    desk.say(0, Ready(version))
    desk.gone(0)
    desk.say(5, hello(token=desk.last(0, Welcome).token))
    desk.say(1, Ready(version))
    assert desk.version == version


def test_an_empty_table_waits() -> None:
    desk = round_over()
    version = desk.version
    desk.gone(0)
    desk.gone(1)
    desk.run(1000.0)
    assert desk.version == version


def test_after_a_match_another_begins_when_all_are_ready() -> None:
    desk = round_over(scores=(499, 0))
    assert desk.match.phase is Phase.MATCH_OVER
    version, names = desk.version, desk.room.seats.names
    record = desk.room.table.record
    desk.say(0, Ready(version))
    assert desk.match.phase is Phase.MATCH_OVER
    desk.say(1, Ready(version))
    assert desk.match.scores == (0, 0)
    assert desk.version == version + 2
    assert desk.last(0, State).v == version + 1
    assert desk.last(0, State).view.phase is Phase.NEW
    assert desk.last(0, Happened).v == version + 2
    assert desk.room.seats.names == names
    assert desk.changes[-1].match == 2
    assert desk.room.table.record is not record
    assert desk.room.table.record.names == tuple(names)


def test_the_next_match_is_another_one_and_the_same_again_under_the_seed() -> None:
    hands = []
    for _ in range(2):
        desk = Desk(persons=2, seed=7)
        desk.seat_all()
        first = desk.match.view(0).hand
        desk.put(last_card((499, 0)))
        desk.act(0, Play(0, "R1"))
        for seat in range(2):
            desk.say(seat, Ready(desk.version))
        hands.append((first, desk.match.view(0).hand))
    assert hands[0] == hands[1]
    assert hands[0][0] != hands[0][1]


def test_a_table_of_bots_goes_on_by_itself_after_a_pause() -> None:
    desk = Desk(persons=0, bots=("normal", "normal"), pace=0.1, rules=Rules(target_score=10_000))
    assert desk.version == 1
    while desk.match.phase is not Phase.ROUND_OVER:
        desk.run(0.1)
    version = desk.version
    desk.run(BOTS_ONLY_PAUSE - 0.2)
    assert desk.version == version
    desk.run(0.5)
    assert desk.version > version
    assert desk.match.round == 2


def test_a_table_of_bots_ends_with_its_match() -> None:
    desk = Desk(persons=0, bots=("normal", "normal", "easy"), pace=0.1, rules=Rules(target_score=50))
    desk.run(3600.0)
    assert desk.match.phase is Phase.MATCH_OVER
    assert desk.room.wake is None


def test_the_record_of_a_match_replays_to_where_it_stands() -> None:
    desk = Desk(persons=0, bots=("normal", "easy", "easy"), pace=0.1, rules=Rules(target_score=100))
    desk.run(3600.0)
    record = desk.room.table.record
    assert record.names == ("Bot 0", "Bot 1", "Bot 2")
    assert len(record.entries) == desk.version == len(desk.changes)
    (*_, end) = record.replay()
    assert [end.match.view(seat) for seat in range(3)] == [desk.match.view(seat) for seat in range(3)]


def test_versions_go_up_by_one_through_everything() -> None:
    desk = Desk(persons=0, bots=("normal", "easy"), rules=Rules(target_score=100))
    desk.run(3600.0)
    assert [change.version for change in desk.changes] == list(range(1, desk.version + 1))


def test_the_pace_is_the_first_seat_s_to_set() -> None:
    desk = Desk(persons=2, bots=("easy",))
    desk.seat_all()
    assert desk.say(0, SetPace(0)) == []
    (refusal,) = desk.say(1, SetPace(0))
    assert isinstance(refusal, Refusal)
    assert (refusal.id, refusal.code) == (0, "not_host")


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_play_whole_matches_beside_a_person(level: BotLevel) -> None:
    desk = Desk(persons=1, bots=(level, level), pace=0.0, rules=Rules(target_score=200))
    desk.seat_all()
    while desk.match.phase is not Phase.MATCH_OVER:
        desk.run(5.0)
        if desk.match.owed == 0:
            actions = desk.match.legal_actions(0)
            assert isinstance(desk.act(0, actions[0]), Done)
        elif desk.match.phase is Phase.ROUND_OVER:
            desk.say(0, Ready(desk.version))
    assert max(desk.match.scores) >= 200
