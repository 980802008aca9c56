"""Stores to test with, and what is saved in them."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

from engine.match import Match
from engine.phases import Phase
from engine.record import Record
from engine.shuffles import SeededShuffles
from net.database import StoreError
from net.saved import SavedSeat, token_hash
from net.store import Store
from net.table import Change
from tests.net.random_table import RULES

TOKEN = b"sixteen bytes ok"
SEATS = (
    SavedSeat(0, "Ann", None, token_hash(TOKEN)),
    SavedSeat(1, "Bob", "normal", token_hash(b"another token ok")),
    SavedSeat(2, "Cid", "easy"),
)


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


def opened(directory: Path) -> Store:
    """A store that finds nothing to warn of, and counts seconds from 1."""
    return Store(directory, no_warning, map(float, count(1)).__next__)


def code_of(error: pytest.ExceptionInfo[StoreError]) -> str:
    return error.value.code


def a_match(number: int, seed: int = 1, after: int = 0, players: int = 3) -> list[Change]:
    """All changes of a random match, from its deal to its end."""
    match = Match(players, SeededShuffles(seed), RULES)
    record = Record(players, RULES)
    random = Random(seed)
    changes: list[Change] = []
    while match.phase is not Phase.MATCH_OVER:
        action = random.choice([action for seat in range(-1, players) for action in match.legal_actions(seat)])
        events = match.apply(action)
        changes.append(Change(number, after + len(changes) + 1, record.observe(action, events), events))
    return changes
