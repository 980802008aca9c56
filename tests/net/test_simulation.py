"""Evenings under a seed: whatever happens, nothing is lost, doubled or leaked, and the game goes on.

A seed that fails is played again by `scripts/soak --seed SEED`; more of them by `scripts/soak`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

import net.post
from engine.actions import Play
from engine.events import Drew, Event, Played
from engine.position import set_up
from net.room import Room
from net.saved import Saving
from net.seats import Answer, Seat
from tests.net.leaks import Leak, Oracle, Truth, truth_of
from tests.net.simulation import Evening

SEEDS = 60


@pytest.mark.parametrize("first", range(0, SEEDS, 10))
def test_an_evening_comes_to_a_good_end(first: int) -> None:
    for seed in range(first, first + 10):
        try:
            Evening(seed).run()
        except BaseException as error:
            error.add_note(f"The seed was {seed}.")
            raise


def test_the_same_seed_makes_the_same_evening() -> None:
    def told(seed: int) -> list[object]:
        evening = Evening(seed)
        evening.run()
        return [guest.updates for guest in (*evening.past, *evening.guests)]

    assert told(3) == told(3)


# What the simulation is to find, it finds.


def first_fault(seeds: Iterable[int], kind: type[BaseException]) -> BaseException:
    for seed in seeds:
        try:
            Evening(seed).run()
        except kind as error:
            return error
    pytest.fail("nothing was found")


def test_it_finds_an_event_that_is_not_redacted(monkeypatch: pytest.MonkeyPatch) -> None:
    def show_all(event: Event, seat: int) -> Event:
        return event

    monkeypatch.setattr(net.post, "redact", show_all)
    assert isinstance(first_fault(range(3), Leak), Leak)


def test_it_finds_answers_that_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(seat: Seat, action_id: int) -> Answer | None:
        return None

    monkeypatch.setattr(Seat, "answer_to", forget)
    assert "carried out all the same" in str(first_fault(range(SEEDS), AssertionError))


def test_it_finds_a_move_that_is_told_before_it_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: list[Saving] = []

    def save_later(evening: Evening, life: int, savings: Sequence[Saving]) -> None:
        late, waiting[:] = waiting[:], savings
        commit(evening, life, late)

    commit = Evening._commit
    monkeypatch.setattr(Evening, "_commit", save_later)
    assert isinstance(first_fault(range(3), Exception), Leak | LookupError)


def test_it_finds_a_table_that_nobody_can_go_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "wake", None)
    assert "nobody goes on" in str(first_fault(range(SEEDS), AssertionError))


def test_the_oracle_knows_a_card_by_code_and_by_name_wherever_it_stands() -> None:
    match = set_up(["R1 R2 Y3", "G4 G5", "B6 B7"])
    truths: dict[int, Truth] = {1: truth_of(match, [Played(1, "G4"), Drew(0, 1, "turn", ("Y3",))])}
    for seat, message in (
        (1, {"type": "happened", "v": 1, "events": [{"cards": ["Y3"]}]}),
        (1, {"type": "happened", "v": 1, "events": [{"note": "a yellow 3"}]}),
        (0, {"type": "happened", "v": 1, "events": [{"card": "G4"}, {"card": "G4"}]}),
        (1, {"type": "state", "v": 1, "view": {"hand": ["G4", "G5", "R1"]}}),
        (1, {"type": "refused", "v": 1, "sentence": "You hold no red 1."}),
        (1, {"type": "people", "people": [{"name": "B6"}]}),
    ):
        with pytest.raises(Leak):
            Oracle(seat, truths).check(message)
    Oracle(0, truths).check({"type": "happened", "v": 1, "events": [{"card": "G4"}, {"cards": ["Y3"]}]})
    Oracle(1, truths).check({"type": "state", "v": 1, "view": {"hand": ["G4", "G5"], "top": "R5"}})
    asker = Oracle(1, truths)
    asker.asked = {Play(1, "R1").card}
    asker.check({"type": "refused", "v": 1, "sentence": "You hold no red 1."})
