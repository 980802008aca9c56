#!/usr/bin/env python3
"""Measure how well and how fast the bots play; print the share of rounds won, with 95 % intervals.

A bot sits with opponents that play at random: any playable card, drawing only if they must, always calling UNO. Its
seat changes from round to round, and each round is a fresh deal with a drawn dealer. The exit status is 1 if the normal
bot does not win as much as it should.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import median
from time import perf_counter_ns

from engine.actions import DEAL
from engine.bots import Bot, Level, RandomBot, make
from engine.match import Match
from engine.phases import TABLE
from engine.shuffles import SeededShuffles
from unokart_tui.simulate import Tally, play_round

WANTED = {1: 0.58, 3: 0.31}
"""The share of rounds that the normal bot has to win, by the number of its opponents."""
CONFIDENCE = 1.96
"""Standard errors to each side of a 95 % interval."""
TIMED_ROUNDS = 300


def share_won(level: Level, opponents: int, rounds: int, seed: int) -> float:
    """Return the share of rounds that a bot wins against random opponents."""
    players = opponents + 1
    won = 0
    for number in range(rounds):
        chance = Random(f"bots {seed} {number}")
        seats: list[Bot] = [RandomBot(chance) for _ in range(players)]
        seat = number % players
        seats[seat] = make(level, chance)
        match = Match(players, SeededShuffles(seed * 1_000_003 + number))
        play_round(match, seats, Tally(wins=[]))
        won += match.result is not None and match.result.winner == seat
    return won / rounds


def time_decisions(level: Level, players: int, seed: int) -> float:
    """Return the median microseconds of a decision at a table of such bots, its view made before."""
    times: list[int] = []
    for number in range(TIMED_ROUNDS):
        bot = make(level, Random(f"bots {seed} {number}"))
        match = Match(players, SeededShuffles(seed * 1_000_003 + number))
        match.apply(DEAL, events=False)
        while match.owed != TABLE:
            view = match.view(match.owed)
            started = perf_counter_ns()
            action = bot.act(view)
            times.append(perf_counter_ns() - started)
            assert action is not None
            match.apply(action, events=False)
    return median(times) / 1000


def report(level: Level, opponents: int, rounds: int, seed: int) -> bool:
    """Print the share of rounds won; return whether it is enough."""
    share = share_won(level, opponents, rounds, seed)
    margin = CONFIDENCE * sqrt(share * (1 - share) / rounds)
    wanted = WANTED[opponents] if level == "normal" else 0.0
    note = f" (wanted: over {wanted:.0%})" if wanted else ""
    print(f"{level} against {opponents} random: {share:.2%} ± {margin:.2%} of {rounds} rounds{note}", flush=True)
    return share > wanted


def main() -> int:
    """Measure all and print it; return the exit status."""
    parser = argparse.ArgumentParser(description="Measure how well and how fast the bots play.")
    parser.add_argument("--rounds", type=int, default=10_000, help="rounds for each figure (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin; the same gives the same (default: 1)")
    arguments = parser.parse_args()
    levels: tuple[Level, ...] = ("easy", "normal")
    enough = [report(level, opponents, arguments.rounds, arguments.seed) for level in levels for opponents in WANTED]
    for level in levels:
        print(f"{level}: a decision takes {time_decisions(level, 4, arguments.seed):.1f} µs (median, 4 players)")
    return 0 if all(enough) else 1


if __name__ == "__main__":
    raise SystemExit(main())
