"""A room in plain words: what has become of it, and what is understood of what is typed about it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rules import Rules
from net.updates import Person, RoomState, Spectator
from tests.tui.test_plain_room import ADA, BOB, EVE, LOBBY, PLAYING, TOAD
from unokart_tui.plain_answers import Unclear
from unokart_tui.room_answers import understand_room
from unokart_tui.room_words import changes, room_lines


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("say", "Say what: say Hello everyone."),
        ("react 9", "Reactions have the numbers 1 to 8; react alone lists them."),
        ("react ²", "Reactions have the numbers 1 to 8; react alone lists them."),
        ("bot hard", "Say how well it plays: bot easy, bot normal."),
        ("bots many", "Say how many, from 1 to 9, and how well they play if not normal: bots 3 easy."),
        ("level 2 easy", "Say which bot and how well it plays: level 2 easy."),
        ("remove bob", "Bob is a person: kick sends them away."),
        ("kick toad", "Toad is a bot: remove takes it away."),
        ("kick ada", "That is you: quit leaves."),
        ("kick nobody", "Say whom, by number or name: kick 2."),
        ("ban", "Say whom, by number or name: ban 2."),
        ("target x", "Say how many points win the match, from 1 to 100000: target 200."),
        ("time 9999", "Say how many seconds an answer may take, up to 3600: time 60, or time off."),
    ],
)
def test_what_is_unclear_is_said(line: str, sentence: str) -> None:
    assert understand_room(line, LOBBY) == Unclear(sentence)


@pytest.mark.parametrize("line", ["r 7", "target 2", "rules", "table", "play R7", "uno", "next", ""])
def test_words_of_the_table_are_left_to_it(line: str) -> None:
    assert understand_room(line, PLAYING) is None


def told(after: RoomState, before: RoomState = LOBBY) -> list[str]:
    return list(changes(before, after))


def with_bob(**given: object) -> RoomState:
    return replace(LOBBY, people=(ADA, replace(BOB, **given), TOAD))


def test_changes_of_a_room_are_told_once_each() -> None:
    away, stood_in = with_bob(here=False), with_bob(here=False, bot="normal")
    assert told(LOBBY) == []
    assert told(away) == ["Bob is away; the seat is kept"]
    assert told(stood_in, away) == ["A normal bot plays for Bob until they come back"]
    assert told(LOBBY, stood_in) == ["Bob is back"]
    assert told(with_bob(ready=True)) == ["Bob is ready"]
    assert told(LOBBY, with_bob(ready=True)) == ["Bob is not ready any more"]
    assert told(PLAYING, with_bob(ready=True))[0] != "Bob is not ready any more"
    assert told(replace(LOBBY, people=(ADA, BOB))) == ["Toad leaves its seat"]
    assert told(LOBBY, replace(LOBBY, people=(ADA, BOB))) == ["Toad sits down, a bot that plays normal"]
    assert told(replace(LOBBY, people=(ADA, TOAD))) == ["Bob has left the room"]
    assert told(replace(LOBBY, spectators=())) == ["Eve has left the room"]
    assert told(replace(LOBBY, spectators=(EVE, Spectator(4, "Dan")))) == ["Dan watches"]
    assert told(replace(LOBBY, spectators=(replace(EVE, waits=True),))) == ["Eve takes the next free seat"]
    assert told(replace(LOBBY, paused_by="Bob")) == ["Bob has paused the game"]
    assert told(LOBBY, replace(LOBBY, paused_by="Bob")) == ["The game goes on"]
    assert told(replace(LOBBY, rules=Rules(target_score=1))) == ["The match goes to 1 point, 7 cards are dealt"]
    assert told(replace(LOBBY, turn_seconds=0)) == ["An answer may take as long as it likes"]
    seated = replace(LOBBY, people=(ADA, BOB, TOAD, Person(3, "Eve", who=3)), spectators=())
    assert told(seated) == ["Eve sits down"]


def test_a_seat_that_a_bot_keeps_is_said_to_be_so() -> None:
    assert "2 Bob: host, away, a normal bot plays" in room_lines(with_bob(here=False, bot="normal"))
    assert "2 Bob: host, away" in room_lines(with_bob(here=False))
