"""Tables drawn by hypothesis, and whole matches of random legal play at them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from engine.actions import Action, CallUno, Catch, Draw, Keep
from engine.match import Match
from engine.phases import TABLE
from engine.rules import MAX_PLAYERS, MIN_PLAYERS, MOST_DEALT, Rules
from engine.shuffles import SeededShuffles
from tests.engine.states import CountedShuffles


class Table(NamedTuple):
    """Everything that decides a random match."""

    players: int
    rules: Rules
    seed: int
    thirst: float
    """How often a player who may draw or keep does so although a card could be played: it empties the draw pile."""
    silence: float
    """How often nobody calls or catches although somebody may."""
    steps: int
    """After how many actions play is broken off, unless the match ends before."""

    def match(self) -> Match:
        """Return a new match at this table."""
        return Match(self.players, CountedShuffles(SeededShuffles(self.seed)), self.rules)


@st.composite
def tables(draw: st.DrawFn, steps: int = 150) -> Table:
    """Draw a table for 2 to 10 players with any settings; long hands leave short piles."""
    players = draw(st.integers(MIN_PLAYERS, MAX_PLAYERS))
    most = MOST_DEALT // players
    rules = Rules(
        target_score=draw(st.sampled_from((500, 100, 1))),
        hand_size=draw(st.one_of(st.integers(2, 4), st.integers(5, most), st.just(most))),
        reverse_skips_when_two=draw(st.booleans()),
        last_box_opens=draw(st.booleans()),
    )
    return Table(
        players,
        rules,
        seed=draw(st.integers(0, 2**32 - 1)),
        thirst=draw(st.sampled_from((0.0, 0.1, 0.8))),
        silence=draw(st.sampled_from((0.2, 0.8))),
        steps=steps,
    )


def seats_of(match: Match) -> range:
    """Return all seats and, first, the table itself."""
    return range(TABLE, match.players)


def all_legal(match: Match) -> list[Action]:
    """Return what anybody may do now."""
    return [action for seat in seats_of(match) for action in match.legal_actions(seat)]


def pick(match: Match, table: Table, chance: Random) -> Action | None:
    """Return a random legal action, None where the match is over."""
    legal = all_legal(match)
    if not legal:
        return None
    calls = [action for action in legal if isinstance(action, CallUno | Catch)]
    if calls and chance.random() > table.silence:
        return chance.choice(calls)
    turns = [action for action in legal if not isinstance(action, CallUno | Catch)]
    dry = [action for action in turns if isinstance(action, Draw | Keep)]
    wet = [action for action in turns if not isinstance(action, Draw | Keep)]
    return chance.choice(dry if dry and chance.random() < table.thirst else wet or dry)


def walk(table: Table) -> Iterator[tuple[Match, Action]]:
    """Yield the match and the action chosen next; whoever walks applies it."""
    match = table.match()
    chance = Random(table.seed)
    for _ in range(table.steps):
        action = pick(match, table, chance)
        if action is None:
            return
        version = match.version
        yield match, action
        assert match.version == version + 1, "the action was to be applied"
