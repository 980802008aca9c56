"""A host that tells anything but what happens: whatever a client believes of it can be shown, in lines and on screens.

What an honest host has sent is changed in a few places, sent as bytes, and told to a client with lines and a table.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import msgpack
import msgspec
import pytest

from net.client import Client
from net.messages import HOST_DECODER, Ready, Sync, encode
from net.updates import Changed, Update
from net.wishes import Say
from tests.net.rooms import Desk
from tests.tui.rooms import Link
from unokart_tui.plain_room import Around, PlainRoom
from unokart_tui.stay import Stay
from unokart_tui.surface import plain
from unokart_tui.table import Table

VALUES: list[Any] = [
    *(-2, -1, 0, 1, 2, 9, 10, 112, 113, 2**31, 2**53, 2**63 - 1, 2**64 - 1, 0.5, None, True, [], {}),
    *("", "ZZ", "R5", "W4", "WI", "R", "lobby", "play", "drawn", "challenge", "item_target", "item_color"),
    *("opening_color", "round_over", "match_over", "new", ["R5"] * 3, [["R5"]] * 4, bytes(16), b"x" * 99),
    *("\x1b[31mX\x1b]0;t\x07", "\u202eabc", "a\nb", "\x9b2J", "x" * 3000),
]
LINES = ("table", "hand", "people", "help", "rules", "draw", "play R5", "next", "look", "")


def stream(seed: int) -> list[Any]:
    """Return what a host tells someone who plays for a while."""
    desk = Desk(1, ["easy"] * (seed % 3 + 1), seed=seed, pace=0.0, grace=False)
    random = Random(seed)
    desk.seat_all()
    for _ in range(25):
        desk.run(1.0)
        if desk.match.owed == 0:
            desk.act(0, random.choice(desk.match.legal_actions(0)))
        elif desk.match.owed < 0:
            desk.say(0, Ready(desk.version))
        if random.random() < 0.1:
            desk.say(0, Say("hello"))
            desk.say(0, Sync())
    return [msgpack.unpackb(encode(message)) for message in desk.sent[0]]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return where anything stands in a message."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(told: list[Any], random: Random) -> list[Any]:
    """Return a stream of which something is changed, left out, told twice or at another time."""
    told = copy.deepcopy(told)
    for _ in range(random.choice((1, 1, 2, 4))):
        at, other = random.randrange(min(60, len(told))), random.randrange(len(told))
        roll = random.random()
        if roll < 0.8:
            *path, last = random.choice([place for place in places(told[at]) if place != ("type",)] or [("v",)])
            inner = told[at]
            for key in path:
                inner = inner[key]
            inner[last] = random.choice(VALUES)
        elif roll < 0.9:
            told.insert(at, told.pop(other))
        else:
            told.insert(at, told[other])
    return told


def believed(told: list[Any]) -> tuple[list[Update], bool]:
    """Return what a client makes of it until it has enough, and whether it has."""
    updates: list[Update] = []
    reasons: list[str] = []
    client = Client(updates.append, lambda message: None, lambda code, sentence: reasons.append(code))
    client.greet("Ada")
    for message in told:
        try:
            client.receive(HOST_DECODER.decode(msgpack.packb(message)))
        except (msgspec.MsgspecError, OverflowError):
            return updates, True  # the connection ends
        if reasons:
            return updates, True
    return updates, False


def show(updates: list[Update], random: Random) -> int:
    """Show it all; return how much there was to see."""
    said: list[str] = []
    lines = PlainRoom(Link(), said.append, True, Around(lambda: 0.0))  # type: ignore[arg-type]  # it answers to any name
    stay = Stay(clock=lambda: 0.0)
    table = Table(stay=stay, log=stay.log)
    for update in updates:
        lines.receive(update)
        lines.tick()
        stay.take(update)
        table.take(update)
        assert table.playable is not None
        assert (table.catchable, table.may_call, table.must_keep, stay.hurry) is not None
        line = random.choice(LINES)
        if random.random() < 0.1 and lines.wants(line):
            lines.answer(line)
    assert lines.wake is None or lines.wake <= 3600
    for line in (*said, *(line.text for line in stay.log.lines)):
        assert line == plain(line)
        assert line.isprintable()
    return len(said)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_believed_can_be_shown(seed: int) -> None:
    random = Random(seed)
    told = stream(seed)
    updates, enough = believed(told)
    assert not enough
    assert sum(isinstance(update, Changed) for update in updates) > 20
    ends = 0
    for _ in range(150):
        updates, enough = believed(changed(told, random))
        ends += enough
        assert show(updates, random) or not updates
    assert 0 < ends < 150


def test_help_is_there_before_the_table_is() -> None:
    said: list[str] = []
    lines = PlainRoom(Link(), said.append, True, Around(lambda: 0.0))  # type: ignore[arg-type]  # it answers to any name
    for update in believed(stream(1)[:2])[0]:
        if not isinstance(update, Changed):
            lines.receive(update)
    lines.answer("help")
    assert any("catch" in line for line in said)
