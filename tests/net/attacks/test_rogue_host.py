"""A rogue host against the client: it ends the stay with a word to the player, or goes on, and never comes to harm."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest

from net.updates import Changed, Chat, Closed, Joined, MatchRecord, Update
from tests.net.attacks.catalogue import bare
from tests.net.attacks.cheat import Map, Said
from tests.net.attacks.rogue import GREETING, ROOM, STATE, VIEW, WELCOME, happened, rogue
from tests.net.lan_room import Player


def state(**changes: Any) -> Map:
    """Return a view of which something is changed."""
    return {**STATE, "view": {**VIEW, **changes}}


def room(**changes: Any) -> Map:
    """Return a room of which something is changed."""
    return {"type": "room", "room": {**ROOM, **changes}}


def person(**changes: Any) -> Map:
    """Return a room in which there is one such person."""
    return room(people=[{"seat": 0, "name": "Ann", "who": 1, **changes}])


ENDS: dict[str, tuple[Said, ...]] = {
    "a card that is none": (state(hand=["R5", "ZZ"]),),
    "a top card that is none": (state(top="\x1b[31m"),),
    "more cards than there are": (state(counts=[2, 2**40]),),
    "fewer cards than none": (state(draw_count=-1),),
    "a hand of another size": (state(hand=["R5"]),),
    "a hand for who watches": (state(seat=-1),),
    "one player": (state(counts=[2], uno=["none"], scores=[0]),),
    "a thousand players": (state(counts=[0] * 1000, uno=["none"] * 1000, scores=[0] * 1000),),
    "scores for others": (state(scores=[0]),),
    "a seat that is none": (state(seat=7),),
    "a turn of nobody": (state(owed=9),),
    "nobody asked": (state(owed=-1),),
    "the next direction": (state(direction=3),),
    "a phase that is none": (state(phase="cheat"),),
    "a drawn card that is not held": (state(phase="drawn", drawn="B1"),),
    "a drawn card that is not there": (state(phase="drawn"),),
    "a round that is over without a result": (state(phase="round_over", owed=-1),),
    "points without end": (state(scores=[2**63, 0]),),
    "a version below none": ({**STATE, "v": -5},),
    "a version beyond numbers": ({**STATE, "v": 2**64 - 1},),
    "rules that are none": (state(rules={"hand_size": 10**6}),),
    "a play from a seat that is none": (happened({"type": "played", "seat": 77, "card": "R5"}),),
    "a play from the seat before the first": (happened({"type": "played", "seat": -1, "card": "R5"}),),
    "a play of a card that is none": (happened({"type": "played", "seat": 1, "card": "Joker"}),),
    "a play of a card that is not held": (happened({"type": "played", "seat": 0, "card": "B9"}),),
    "a draw of cards that are none": (
        happened({"type": "drew", "seat": 0, "count": 1, "reason": "turn", "cards": [""]}),
    ),
    "a draw of fewer than none": (happened({"type": "drew", "seat": 1, "count": -3, "reason": "uno"}),),
    "a draw of all there is and more": (happened({"type": "drew", "seat": 1, "count": 10**12, "reason": "uno"}),),
    "a deal to too few": (happened({"type": "dealt", "round": 1, "dealer": 0, "hands": [[]]}),),
    "a dealer's draw that does not fit": (happened({"type": "dealer_drew", "seats": [0, 1], "cards": ["R1"]}),),
    "events without end": (happened(*[{"type": "kept", "seat": 1}] * 5000),),
    "an event that is none": (happened({"type": "teleported", "seat": 1}),),
    "two in one seat": (room(people=[ROOM["people"][0]] * 2),),
    "somebody in a seat that is none": (person(seat=99),),
    "a number beyond numbers": (person(who=2**64 - 1),),
    "a million seats": (room(seats=10**6),),
    "time without end": (room(turn_seconds=10**12),),
    "a clock without end": ({"type": "clock", "seat": 0, "milliseconds": 2**63},),
    "a clock of a seat that is none": ({"type": "clock", "seat": -7},),
    "a token of a megabyte": ({"type": "seated", "seat": 0, "token": bytes(10**6)},),
    "an action id beyond numbers": ({"type": "seated", "seat": 0, "token": bytes(16), "last_id": 2**64 - 1},),
    "a protocol that is none": ({**WELCOME, "protocol": 99},),
    "a second welcome": (WELCOME,),
    "a length bomb": (b"\xff\xff\xff\xff",),
    "lists in lists": (bare(b"\x91" * 10**6),),
    "garbage": (bytes(reversed(range(256))),),
    "a text that is no UTF-8": (bare(b"\x82\xa4type\xa4said\xa4name\xa2\xff\xfe"),),
    "an action in the host's place": ({"type": "act", "id": 1, "v": 1, "action": {"type": "draw", "seat": 0}},),
    "the question for the passphrase, once in": ({"type": "passphrase"},),
    "room for room": tuple(repeat(room(name="x"), 2000)),
    "chat without end": tuple(repeat({"type": "said", "who": 2, "name": "Eve", "text": "spam"}, 2000)),
}
"""What no table says; then the client has enough. All of it comes after a greeting that is in order."""


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Returns what was logged as a fault."""
    caplog.set_level(logging.WARNING)
    return lambda: [record.getMessage() for record in caplog.records]


async def met(directory: Path, script: Callable[[], Iterable[Said]], port: int = 0) -> Closed:
    """Join a rogue host; return how the stay ends."""
    async with rogue(directory / "host", script) as host:
        ann = Player(directory / "Ann", host.port)
        closed = await ann.told(Closed)
        assert host.visits == 1
        await ann.gone()
        return closed


async def test_what_no_table_says_ends_the_stay(tmp_path: Path, complaints: Callable[[], list[str]]) -> None:
    for number, (aim, script) in enumerate(ENDS.items()):
        closed = await met(tmp_path / str(number), lambda said=script: (*GREETING, *said))  # type: ignore[misc]  # bound now
        assert closed.code in ("protocol", "flood"), aim
        assert closed.sentence.isprintable(), aim
    assert complaints() == []


@pytest.mark.parametrize("code", ["again", "left", "away", "needs_passphrase", "fingerprint", "\x1b[31m", ""])
@pytest.mark.parametrize("kind", ["no", "bye"])
async def test_a_farewell_cannot_be_one_of_our_own(tmp_path: Path, kind: str, code: str) -> None:
    farewell = {"type": kind, "code": code, "sentence": "x\x1b[2J\ny", **({"protocol": [1, 1]} if kind == "no" else {})}
    closed = await met(tmp_path, lambda: (farewell,) if kind == "no" else (*GREETING, farewell))
    assert (closed.code, closed.sentence) == ("closed", "x[2J y")


async def test_endless_talk_ends(tmp_path: Path) -> None:
    def endless() -> Iterable[Said]:
        yield from GREETING
        for v in count(2):
            yield happened({"type": "kept", "seat": 1}, v=v)

    assert (await met(tmp_path, endless)).code == "flood"


class Keeping(Player):
    """Counts the records of matches."""

    records = 0

    def _emit(self, update: Update) -> None:
        self.records += isinstance(update, MatchRecord)
        super()._emit(update)


async def test_records_without_end_are_not_kept(tmp_path: Path) -> None:
    records = [{"type": "record", "text": f"unokart {number}"} for number in range(100)]
    last = {"type": "said", "who": 2, "name": "", "text": "x"}
    async with rogue(tmp_path / "host", lambda: (*GREETING, *records, last)) as host:
        ann = Keeping(tmp_path / "Ann", host.port)
        await ann.told(Chat)
        assert 0 < ann.records <= 10
        await ann.gone()


async def test_texts_of_a_host_are_shown_clean(tmp_path: Path) -> None:
    hostile = "[b]\x1b[31m\u202eevil\u200b\n\x07" * 40
    script = (
        {**WELCOME, "room": {**ROOM, "name": hostile, "paused_by": hostile}},
        STATE,
        person(name=hostile),
        {"type": "note", "code": hostile, "sentence": hostile},
        {"type": "refused", "id": 0, "v": 1, "code": hostile, "sentence": hostile},
        {"type": "said", "who": 2, "name": hostile, "text": hostile},
    )
    async with rogue(tmp_path / "host", lambda: script) as host:
        ann = Player(tmp_path / "Ann", host.port)
        joined = await ann.told(Joined)
        assert joined.room.isprintable()
        await ann.told(Changed)
        chat = await ann.told(Chat)
        assert (chat.name + chat.text).isprintable()
        await ann.gone()
