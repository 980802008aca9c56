"""`unokart simulate`: what it prints, and that it notices when something is not as promised."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.actions import DEAL, KEEPS, Action
from engine.bots import EasyBot, NormalBot, RandomBot
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from engine.shuffles import SeededShuffles
from engine.views import View
from unokart_tui import simulate
from unokart_tui.simulate import Broken, Tally, check_cards, check_scores, let_call, play_match, play_round


def run(matches: int = 3, players: int = 3, seed: int | None = 5, as_json: bool = True) -> tuple[int, list[str]]:
    lines: list[str] = []
    status = simulate.run(matches, players, seed, as_json, lines.append)
    return status, lines


def summary(**arguments: Any) -> dict[str, Any]:
    status, lines = run(**arguments)
    assert status == 0
    told: dict[str, Any] = json.loads(lines[-1])
    return told


@pytest.mark.parametrize("players", [2, 3, 10])
def test_its_last_line_is_one_object_that_adds_up(players: int) -> None:
    told = summary(players=players)
    assert told["matches"] == sum(told["wins"]) == 3
    assert len(told["wins"]) == told["players"] == players
    assert told["decisions"] > told["rounds"] >= 3
    assert told["seconds"] > 0
    assert sum(told["items"].values()) > 0


def test_the_same_seed_gives_the_same_matches() -> None:
    first, second, other = (summary(seed=seed) for seed in (7, 7, 8))
    for told in (first, second, other):
        del told["seconds"], told["decisions_per_second"], told["seed"]
    assert first == second != other


def test_a_seed_is_picked_and_told_where_none_is_given() -> None:
    told = summary(matches=1, seed=None)
    again = summary(matches=1, seed=told["seed"])
    assert (again["wins"], again["decisions"]) == (told["wins"], told["decisions"])


@pytest.mark.parametrize(("matches", "said"), [(1, "1 match"), (3, "3 matches")])
def test_without_json_it_prints_sentences_only(matches: int, said: str) -> None:
    status, lines = run(matches=matches, as_json=False)
    assert status == 0
    assert lines[0] == f"{said} between 3 normal bots, seed 5: all won, every check held."
    assert not any(line.startswith("{") for line in lines)


class Keeper(NormalBot):
    """Keeps a card that it has not drawn."""

    def act(self, view: View) -> Action | None:
        return KEEPS[view.seat] if view.phase is Phase.PLAY and view.round == 2 else super().act(view)


def test_an_illegal_action_ends_it_with_a_sentence_and_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "make", lambda level, chance: Keeper(chance))
    status, lines = run(seed=41)
    assert status == 1
    assert len(lines) == 1
    assert "is not legal" in lines[0]
    assert lines[0].endswith("This was match 1 of 3 with 3 players and seed 41.")


def test_a_crash_says_in_which_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NormalBot, "act", lambda bot, view: 1 // 0)
    with pytest.raises(ZeroDivisionError) as raised:
        run(seed=41)
    assert raised.value.__notes__ == ["This was match 1 of 3 with 3 players and seed 41."]


def test_a_round_that_does_not_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "LONGEST_ROUND", 5)
    status, lines = run()
    assert status == 1
    assert lines[0].startswith("Round 1 has not ended after 5 decisions.")


def dealt() -> Match:
    match = Match(3, SeededShuffles(1))
    match.apply(DEAL)
    return match


def test_a_lost_or_doubled_card_is_noticed() -> None:
    match = dealt()
    check_cards(match)
    card = match.draw_pile.pop()
    with pytest.raises(Broken, match="not each in one place"):
        check_cards(match)
    match.hands[0] += (card, card)
    with pytest.raises(Broken, match="not each in one place"):
        check_cards(match)
    match.hands[0] = (*match.hands[0][:-1], match.hands[1][-1])
    match.hands[1] = (*match.hands[1][:-1], card)
    with pytest.raises(Broken, match="not each in one place"):
        check_cards(match)


def test_a_version_that_stands_still_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "apply", lambda match, action, *, events=True: ())
    with pytest.raises(Broken, match="version went from 0 to 0"):
        play_round(Match(2, SeededShuffles(1)), [NormalBot(Random(1))] * 2, Tally(wins=[0, 0]))


def test_scores_that_do_not_add_up_are_noticed() -> None:
    match = Match(2, SeededShuffles(1))
    with pytest.raises(Broken, match="nobody has won"):
        check_scores(match, match.scores)
    play_round(match, [NormalBot(Random(1))] * 2, Tally(wins=[0, 0]))
    check_scores(match, (0, 0))
    match.scores = (match.scores[0] + 1, match.scores[1])
    with pytest.raises(Broken, match="do not add up"):
        check_scores(match, (0, 0))


def test_forgetful_bots_call_and_catch_and_still_finish() -> None:
    tally = Tally(wins=[0] * 4)
    match = Match(4, SeededShuffles(2))
    play_match(match, [EasyBot(Random(seat)) for seat in range(4)], tally)
    assert match.phase is Phase.MATCH_OVER
    assert tally.matches == sum(tally.wins) == 1


def test_who_may_be_caught_calls_before_the_others_catch() -> None:
    match = set_up(["R1 R2", "G1 G2", "B7"], turn=0, uno={2: Uno.OPEN})
    let_call(match, [RandomBot(Random(1)) for _ in range(3)], Tally(wins=[0] * 3))
    assert match.uno(2) is Uno.CALLED


class Dreamer(NormalBot):
    """Never calls and never catches."""

    def call(self, view: View) -> Action | None:
        return None


def test_else_the_next_in_the_order_of_play_catches() -> None:
    match = set_up(["R1 R2", "G1 G2", "B7"], turn=0, direction=-1, uno={2: Uno.OPEN})
    chance = Random(1)
    let_call(match, [Dreamer(chance), NormalBot(chance), Dreamer(chance)], Tally(wins=[0] * 3))
    assert len(match.hands[2]) == 3
