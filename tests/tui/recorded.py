"""Matches on record to test with: a short one by hand, whole ones by bots, and state directories that hold them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from engine.actions import DEAL, Action
from engine.bots import make
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.record import Record
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from net.store import Store
from tests.e2e.offline import ROOT

GOLDEN = ROOT / "tests" / "engine" / "records" / "three.txt"
NAMES = ("Ada", "Toad", "[b]Peach[/b]", "スーパーマリオ", "Yoshi", "Wario", "Daisy", "Luigi", "Koopa", "Birdo")


def golden() -> Record:
    """A whole match of three."""
    return Record.from_text(GOLDEN.read_text())


def played(seed: int, names: Sequence[str] = NAMES[:3], target: int = 300) -> Record:
    """A whole match between bots."""
    rules, chance = Rules(target_score=target), Random(seed)
    match, record = Match(len(names), SeededShuffles(seed), rules), Record(len(names), rules, names)
    bots = [make("normal", chance) for _ in names]

    def do(action: Action) -> None:
        record.observe(action, match.apply(action))

    while match.phase is not Phase.MATCH_OVER:
        if match.owed == TABLE:
            do(DEAL)
            continue
        action = bots[match.owed].act(match.view(match.owed))
        assert action is not None
        do(action)
        calls = (bots[seat].call(match.view(seat)) for seat in range(match.players) if match.exposed)
        call = next((call for call in calls if call is not None), None)
        if call is not None and chance.random() < 0.7:
            do(call)
    return record


def keep(directory: Path, *records: tuple[Record, int | None]) -> None:
    """Put matches into the list of a state directory, each with the seat that was ours."""
    store = Store(directory, lambda warning: None)
    for number, (record, own) in enumerate(records):
        store.keep(record, f"test {number} {hash(record.to_text())}", own)
    store.close()
