"""Whole matches kept as text, and what every seat was shown in them as a digest for each round."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct, msgpack

from engine.events import redact
from engine.phases import TABLE, Phase
from engine.record import Record
from engine.rules import Rules
from tests.engine.random_play import Table, walk

FOLDER: Final = Path(__file__).parent / "records"
SUMMARIES: Final = FOLDER / "summaries.json"

_OPENS = Rules(last_box_opens=True, reverse_skips_when_two=False, target_score=300, hand_size=5)
TABLES: Final = {
    "two": Table(2, _OPENS, seed=2, thirst=0.05, silence=0.3, steps=10_000),
    "three": Table(3, Rules(), seed=3, thirst=0.05, silence=0.3, steps=10_000),
    "ten": Table(10, Rules(last_box_opens=True, target_score=1500), seed=10, thirst=0.1, silence=0.3, steps=10_000),
}
"""The tables at which the records were played, by the name of their file."""


class Summary(Struct, frozen=True):
    """What a record must come to."""

    actions: int
    scores: tuple[int, ...]
    rounds: tuple[str, ...]
    """For each round, a digest of every view and every redacted event of every seat and of a spectator."""


def play(table: Table) -> Record:
    """Play a whole match at random and write it down."""
    record = Record(table.players, table.rules, [f"Racer {seat}" for seat in range(1, table.players + 1)])
    phase = Phase.NEW
    for match, action in walk(table):
        record.observe(action, match.apply(action))
        phase = match.phase
    assert phase is Phase.MATCH_OVER, "the match was broken off"
    return record


def summary_of(record: Record) -> Summary:
    """Replay a record and sum up what it shows."""
    rounds: list[str] = []
    digest = sha256()
    scores: tuple[int, ...] = ()
    for step in record.replay():
        match = step.match
        for seat in range(TABLE, match.players):
            for event in step.events:
                digest.update(msgpack.encode(redact(event, seat)))
            digest.update(msgpack.encode(match.view(seat)))
        scores = match.scores
        if match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) and step.action:
            rounds.append(digest.hexdigest()[:16])
            digest = sha256()
    return Summary(len(record.entries), scores, tuple(rounds))
