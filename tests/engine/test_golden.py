"""Matches played long ago still go the same way, and every seat is still shown the same.

Where a change of the rules or of what is shown is meant, ``scripts/make_golden.py`` writes them anew.
"""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from msgspec import json

from engine.actions import Action
from engine.cards import points_of
from engine.phases import Phase
from engine.record import Record
from tests.engine.golden import FOLDER, SUMMARIES, TABLES, Summary, summary_of

NAMES = sorted(TABLES)


def record_of(name: str) -> Record:
    """Read a stored record."""
    return Record.from_text((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def stored() -> dict[str, Summary]:
    """Read what the stored records must come to."""
    return json.decode(SUMMARIES.read_bytes(), type=dict[str, Summary])


def test_each_stored_record_has_its_summary() -> None:
    assert sorted(stored()) == NAMES == sorted(path.stem for path in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_match_goes_as_it_went(name: str) -> None:
    assert summary_of(record_of(name)) == stored()[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_record_is_written_as_it_was(name: str) -> None:
    assert record_of(name).to_text() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_match_was_won_by_the_points_of_its_rounds(name: str) -> None:
    """Counted from the hands that were left, apart from the engine's own sum."""
    won: Counter[int] = Counter()
    for step in record_of(name).replay():
        result = step.match.result
        if step.match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER) and result:
            won[result.winner] += sum(points_of(code) for hand in result.hands for code in hand)
    summary = stored()[name]
    assert tuple(won[seat] for seat in range(len(summary.scores))) == summary.scores
    assert max(summary.scores) >= TABLES[name].rules.target_score


def test_the_stored_matches_hold_every_kind_of_action() -> None:
    kinds = {type(entry.action) for name in NAMES for entry in record_of(name).entries}
    assert kinds == set(get_args(Action))
