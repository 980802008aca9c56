"""What is sent to someone does not depend on what they may not see: in a seat, watching, talking, coming back.

The positions and their disguises are those of the engine's own test (see `tests.engine.disguise`).
"""

from __future__ import annotations

from random import Random

import pytest

import net.post
from engine.actions import Action, Deal
from engine.cards import DECK
from engine.events import Event
from engine.match import Match
from engine.phases import TABLE
from engine.rules import Rules
from net.messages import Leave, Sync, Welcome, encode
from net.wishes import Say, Sit
from tests.engine.disguise import Unlike, disguised, find_twin, try_out
from tests.engine.random_play import Table, walk
from tests.net.rooms import Desk, hello

PLAYERS = 3
WATCHING = 8


def sent(match: Match, seat: int, action: Action, meddling: int) -> list[bytes]:
    """Return all that someone is sent while an action is taken and others come, go and talk."""
    desk = Desk(PLAYERS, rules=match.rules, turn_seconds=60)
    desk.seat_all()
    desk.say(WATCHING, hello("Wil", watch=True))
    desk.put(match)
    connection = WATCHING if seat == TABLE else seat
    other = (action.seat + 1 + meddling % 2) % PLAYERS
    token = desk.last(other, Welcome).token
    before = {number: len(messages) for number, messages in desk.sent.items()}
    desk.say(connection, Sync())
    desk.say(action.seat, Say("Look at this!"))
    desk.gone(other)
    desk.act(action.seat, action)
    desk.say(connection, Say("I see."))
    desk.say(other, hello(token=token))
    desk.say(WATCHING, Sit())
    desk.say(connection, Sync())
    if meddling % 3 == 0:
        desk.say(other, Leave())
    return [encode(message) for message in desk.sent[connection][before[connection] :]]


def compared(seed: int) -> tuple[int, int]:
    """Go through a match; return how often something was compared, and how often it was unlike."""
    chance = Random(seed)
    alike = leaked = 0
    table = Table(PLAYERS, Rules(hand_size=3, last_box_opens=True), seed, thirst=0.1, silence=0.5, steps=60)
    for match, action in walk(table):
        if not isinstance(action, Deal):
            trial = try_out(match, action, chance.randrange(2**32))
            for seat in {TABLE, match.owed, chance.randrange(PLAYERS)}:
                meddling = chance.randrange(6)
                try:
                    twin = find_twin(trial, seat, chance)
                except Unlike:
                    continue
                honest = sent(disguised(trial, list(DECK)), seat, action, meddling)
                if honest == sent(twin, seat, action, meddling):
                    alike += 1
                else:
                    leaked += 1
        match.apply(action)
    return alike, leaked


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_sent_what_depends_on_what_they_may_not_see(seed: int) -> None:
    alike, leaked = compared(seed)
    assert leaked == 0
    assert alike > 50


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def show_all(event: Event, seat: int) -> Event:
        return event

    monkeypatch.setattr(net.post, "redact", show_all)
    assert compared(0)[1] > 0
