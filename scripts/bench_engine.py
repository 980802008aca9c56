#!/usr/bin/env python3
"""Measure the engine beside rlcard's UNO environment, interleaved in one run; print medians and ratios.

Needs the ``bench`` extra. Both play random legal moves with 4 players on one core: uniform over the playable cards,
drawing only if nothing can be played. Calls of UNO are neither made nor counted. Times are of the processor.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time

from engine.actions import ACCEPTS, CHALLENGES, DEAL, DRAWS, KEEPS, NAMES, PLAYS, TARGETS, WILD_PLAYS
from engine.cards import CODE, KIND, WILD_4
from engine.match import Match
from engine.phases import Phase
from engine.shuffles import SeededShuffles

PLAYERS = 4


def play_ours(decisions: int, seed: int, events: bool) -> int:
    """Play random legal moves until so many decisions were made; return how many."""
    random = Random(seed).random
    match = Match(PLAYERS, SeededShuffles(seed))
    apply = match.apply
    play_phase, drawn, challenge = Phase.PLAY, Phase.DRAWN, Phase.CHALLENGE
    color, opening, target = Phase.ITEM_COLOR, Phase.OPENING_COLOR, Phase.ITEM_TARGET
    made = 0
    while made < decisions:
        phase, seat = match.phase, match.owed
        if phase is play_phase or phase is drawn:
            cards = match.playable(seat)
            if cards:
                card = cards[int(random() * len(cards))]
                if KIND[card] == WILD_4 and len(match.hands[seat]) > 1:
                    apply(WILD_PLAYS[seat][int(random() * 4)], events=events)
                else:
                    apply(PLAYS[seat][CODE[card]], events=events)
            else:
                apply(DRAWS[seat] if phase is play_phase else KEEPS[seat], events=events)
        elif phase is challenge:
            apply((ACCEPTS if random() < 0.5 else CHALLENGES)[seat], events=events)
        elif phase is color or phase is opening:
            apply(NAMES[seat][int(random() * 4)], events=events)
        elif phase is target:
            others = [other for other in range(PLAYERS) if other != seat]
            apply(TARGETS[seat][others[int(random() * len(others))]], events=events)
        else:
            if phase is Phase.MATCH_OVER:
                match = Match(PLAYERS, SeededShuffles(seed + made))
                apply = match.apply
            apply(DEAL, events=events)
            continue
        made += 1
    return made


def play_rlcard(decisions: int, seed: int) -> int:
    """Play rlcard's environment the same way; return the decisions made."""
    import rlcard

    random = Random(seed).random
    env = rlcard.make("uno", config={"seed": seed, "game_num_players": PLAYERS})
    made = 0
    while made < decisions:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random() * len(legal))])
            made += 1
    return made


def rate(play: Callable[[], int]) -> float:
    """Return decisions a second of processor time."""
    start = process_time()
    made = play()
    return made / (process_time() - start)


def copy_time(copies: int) -> float:
    """Return microseconds for a copy of a position in the middle of a round."""
    match = Match(PLAYERS, SeededShuffles(1))
    match.apply(DEAL)
    start = process_time()
    for _ in range(copies):
        match.copy()
    return (process_time() - start) / copies * 1e6


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="interleaved repetitions (default 7)")
    parser.add_argument("--decisions", type=int, default=60_000, help="decisions a repetition of ours (default 60000)")
    options = parser.parse_args()
    rows: list[tuple[float, float, float, float]] = []
    for seed in range(options.rounds):
        theirs = rate(partial(play_rlcard, options.decisions // 6, seed))
        told = rate(partial(play_ours, options.decisions, seed, events=True))
        quiet = rate(partial(play_ours, options.decisions, seed, events=False))
        rows.append((theirs, told, quiet, copy_time(20_000)))
    print(f"rlcard environment     {median(row[0] for row in rows):10,.0f} decisions/s")
    print(f"with events            {median(row[1] for row in rows):10,.0f} decisions/s")
    print(f"without events         {median(row[2] for row in rows):10,.0f} decisions/s")
    print(f"ratio with events      {median(row[1] / row[0] for row in rows):10.2f}  (goal: at least 6)")
    print(f"ratio without events   {median(row[2] / row[0] for row in rows):10.2f}  (goal: at least 9)")
    print(f"copy of a position     {median(row[3] for row in rows):10.2f} µs (goal: under 2)")


if __name__ == "__main__":
    main()
