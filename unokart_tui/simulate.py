"""Whole matches between bots, with every promise of the engine checked at every step: ``unokart simulate``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from secrets import randbelow
from time import perf_counter

from engine.actions import DEAL, Action, Challenge, Play
from engine.bots import Bot, make
from engine.cards import DECK, ITEM_BOX, POINTS
from engine.errors import IllegalAction
from engine.events import BoxOpened, Challenged, Event
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.shuffles import SeededShuffles

LONGEST_ROUND = 20_000
"""Decisions after which a round is taken for one that never ends."""

_DECK = frozenset(DECK)


class Broken(Exception):
    """The engine or a bot has broken a promise; the text is a sentence that says which."""


@dataclass
class Tally:
    """What is counted while matches are played."""

    wins: list[int]
    """Matches won, by seat."""
    matches: int = 0
    rounds: int = 0
    decisions: int = 0
    """Everything a seat did about what it owed; calls, catches and deals are none."""
    items: Counter[str] = field(default_factory=Counter)
    """How often boxes turned each item; `empty` where there was no card to turn."""
    challenges: Counter[bool] = field(default_factory=Counter)
    """How often a challenge found a bluff, and how often not."""


def run(matches: int, players: int, seed: int | None, as_json: bool, echo: Callable[[str], None]) -> int:
    """Play matches between normal bots and print what came of them, line by line.

    Without a seed it picks one. With `as_json` the last line is one JSON object. Returns the exit status: 1 after a
    broken promise, which is printed with the seed and the number of the match, so that the same can be played again.
    """
    if seed is None:
        seed = randbelow(1_000_000)
    tally = Tally(wins=[0] * players)
    started = perf_counter()
    for number in range(1, matches + 1):
        match_seed = seed * 1_000_003 + number
        match = Match(players, SeededShuffles(match_seed))
        # A seed apart from the shuffles', so that no bot draws the numbers that ordered the cards.
        chance = Random(f"bots {match_seed}")
        where = f"This was match {number} of {matches} with {players} players and seed {seed}."
        try:
            play_match(match, [make("normal", chance) for _ in range(players)], tally)
        except Broken as broken:
            echo(f"{broken} {where}")
            return 1
        except Exception as error:
            error.add_note(where)
            raise
    _report(tally, players, seed, perf_counter() - started, as_json, echo)
    return 0


def play_match(match: Match, seats: Sequence[Bot], tally: Tally) -> None:
    """Play a match from where it is to its end; raise `Broken` where something is not as promised."""
    while match.phase is not Phase.MATCH_OVER:
        play_round(match, seats, tally)
    winners = [seat for seat, score in enumerate(match.scores) if score >= match.rules.target_score]
    if len(winners) != 1:
        raise Broken(f"The match is over with the scores {match.scores}, which is no win for one seat.")
    tally.matches += 1
    tally.wins[winners[0]] += 1


def play_round(match: Match, seats: Sequence[Bot], tally: Tally) -> None:
    """Deal a round and play it to its end; raise `Broken` where something is not as promised."""
    before = match.scores
    _apply(match, DEAL, tally)
    for _ in range(LONGEST_ROUND):
        if match.owed == TABLE:
            break
        _apply(match, _decision(match, seats[match.owed]), tally)
        tally.decisions += 1
        if match.exposed:
            let_call(match, seats, tally)
    else:
        raise Broken(f"Round {match.round} has not ended after {LONGEST_ROUND} decisions.")
    check_scores(match, before)
    tally.rounds += 1


def _decision(match: Match, bot: Bot) -> Action:
    seat = match.owed
    legal = match.legal_actions(seat)
    if not legal:
        raise Broken(f"Seat {seat} owes something and can do nothing.")
    action = bot.act(match.view(seat))
    if action not in legal:
        raise Broken(f"The bot in seat {seat} chose {action}, which is not legal.")
    assert action is not None
    return action


def let_call(match: Match, seats: Sequence[Bot], tally: Tally) -> None:
    """Ask everyone once for a call or a catch: first who may be caught, then the others in the order of play."""
    first = match.open_calls[0]
    for steps in range(match.players):
        seat = (first + steps * match.direction) % match.players
        action = seats[seat].call(match.view(seat))
        if action is None:
            continue
        if action not in match.legal_actions(seat):
            raise Broken(f"The bot in seat {seat} called {action}, which is not legal.")
        _apply(match, action, tally)
        if not match.exposed:
            return


def _apply(match: Match, action: Action, tally: Tally) -> None:
    version = match.version
    telling = isinstance(action, Challenge) or (isinstance(action, Play) and action.card == ITEM_BOX)
    try:
        happened = match.apply(action, events=telling)
    except IllegalAction as refusal:
        raise Broken(f"The engine offered {action} and then refused it: {refusal}") from refusal
    if match.version != version + 1:
        raise Broken(f"The version went from {version} to {match.version} with one action.")
    check_cards(match)
    _count(happened, tally)


def _count(happened: Sequence[Event], tally: Tally) -> None:
    for event in happened:
        match event:
            case BoxOpened():
                tally.items[event.item or "empty"] += 1
            case Challenged():
                tally.challenges[event.guilty] += 1
            case _:
                pass


def check_cards(match: Match) -> None:
    """Raise `Broken` unless each of the 112 cards is in exactly one place."""
    piles = (match.draw_pile, match.discard_pile, *match.hands)
    if sum(map(len, piles)) != len(_DECK) or _DECK.difference(*piles):
        raise Broken(f"The {len(_DECK)} cards are not each in one place.")


def check_scores(match: Match, before: Sequence[int]) -> None:
    """Raise `Broken` unless a round that has ended brought its winner, and nobody else, what the others still hold."""
    result = match.result
    if result is None or match.hands[result.winner]:
        raise Broken(f"Round {match.round} has ended and nobody has won it.")
    points = sum(POINTS[card] for hand in match.hands for card in hand)
    expected = tuple(score + points * (seat == result.winner) for seat, score in enumerate(before))
    if match.scores != expected or sum(match.scores) != sum(round.points for round in match.history):
        raise Broken(f"The scores {match.scores} do not add up after round {match.round}.")


def _report(tally: Tally, players: int, seed: int, seconds: float, as_json: bool, echo: Callable[[str], None]) -> None:
    speed = tally.decisions / seconds
    matches = "1 match" if tally.matches == 1 else f"{tally.matches} matches"
    echo(f"{matches} between {players} normal bots, seed {seed}: all won, every check held.")
    echo(f"Matches won, by seat: {' '.join(map(str, tally.wins))}")
    echo(f"Rounds: {tally.rounds}, {tally.rounds / tally.matches:.1f} a match")
    echo(f"Decisions: {tally.decisions}, {tally.decisions / tally.rounds:.1f} a round, {speed:,.0f} a second")
    opened = sum(tally.items.values())
    shares = [f"{item} {count / opened:.1%}" for item, count in sorted(tally.items.items())]
    echo(", ".join([f"Item boxes opened: {opened}", *shares]))
    echo(f"Wild Draw Fours challenged: {tally.challenges.total()}, of these bluffs: {tally.challenges[True]}")
    if not as_json:
        return
    summary = {
        "matches": tally.matches,
        "players": players,
        "seed": seed,
        "rounds": tally.rounds,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(speed),
        "wins": tally.wins,
        "items": dict(sorted(tally.items.items())),
        "challenges": {"bluffs": tally.challenges[True], "honest": tally.challenges[False]},
    }
    echo(json.dumps(summary))
