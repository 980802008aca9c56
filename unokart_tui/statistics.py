"""What became of a player in the matches that are kept on this computer: counted from the records, match by match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.cards import Item
from engine.errors import RecordError
from engine.events import BoxOpened, Caught, Event, Played, RoundEnded, UnoCalled
from engine.phases import TABLE
from engine.record import Record
from net.database import StoreError
from net.names import clean_name
from net.saved import FinishedMatch
from net.store import Store

LATEST: Final = 24
"""As many matches are told of one by one."""


@dataclass
class Against:
    """The matches with one opponent, known by name."""

    matches: int = 0
    won: int = 0
    """Matches that the player won."""
    lost: int = 0
    """Matches that this opponent won."""


@dataclass(frozen=True)
class Outcome:
    """How one match ended for the player."""

    match: int
    """Its number in the list of matches."""
    players: int
    place: int
    """From 1; shared with whoever has as many points."""
    score: int
    target: int

    @property
    def won(self) -> bool:
        """Whether the player won it."""
        return self.place == 1


@dataclass
class Statistics:
    """All that is counted. `add` takes one match after another, the oldest first."""

    name: str
    """By which the player is known where a record does not say which seat was theirs."""
    matches: int = 0
    won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    """In all matches together."""
    best_round: int = 0
    """The most points from one round."""
    streak: int = 0
    """Matches won in a row, up to the last one."""
    longest_streak: int = 0
    called: int = 0
    """Calls of UNO."""
    missed: int = 0
    """How often the player was caught without one."""
    caught: int = 0
    """How often the player caught another."""
    items: Counter[Item] = field(default_factory=Counter)
    """How often the player's boxes turned each item."""
    opponents: dict[str, Against] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    """The latest matches, the newest last."""
    by_name: int = 0
    """Matches among those counted whose record does not say which seat was the player's."""
    watched: int = 0
    """Matches that the player watched; they are not counted."""
    unknown: int = 0
    """Matches in which the player could not be told from the others; they are not counted."""
    damaged: int = 0
    """Matches whose record makes no sense; they are not counted."""

    def add(self, found: FinishedMatch, record: Record) -> None:
        """Count a match; raise `engine.errors.RecordError`, and then count nothing of it."""
        seat = found.own
        if seat == TABLE:
            self.watched += 1
            return
        known = seat is not None
        if seat is None:
            seat = _seat_called(self.name, found.names)
        if seat is None or not seat < record.players == len(found.names) == len(found.scores):
            self.unknown += 1
            return
        events = [event for step in record.replay() for event in step.events]
        self.by_name += not known
        self._count_match(found, seat, record.rules.target_score)
        for event in events:
            self._count(event, seat)

    def _count_match(self, found: FinishedMatch, seat: int, target: int) -> None:
        won = found.winner == seat
        self.matches += 1
        self.won += won
        self.points += found.scores[seat]
        self.streak = self.streak + 1 if won else 0
        self.longest_streak = max(self.longest_streak, self.streak)
        place = 1 if won else 1 + sum(score > found.scores[seat] for score in found.scores)
        outcome = Outcome(found.match, len(found.scores), place, found.scores[seat], target)
        self.outcomes = [*self.outcomes, outcome][-LATEST:]
        for other, name in enumerate(found.names):
            if other != seat:
                against = self.opponents.setdefault(clean_name(name), Against())
                against.matches += 1
                against.won += won
                against.lost += found.winner == other

    def _count(self, event: Event, seat: int) -> None:
        match event:
            case RoundEnded():
                self.rounds += 1
                if event.winner == seat:
                    self.rounds_won += 1
                    self.best_round = max(self.best_round, event.points)
            case Played(seat=who) if who == seat:
                self.called += event.uno
            case UnoCalled(seat=who) if who == seat:
                self.called += 1
            case Caught():
                self.missed += event.seat == seat
                self.caught += event.by == seat
            case BoxOpened(seat=who) if who == seat and event.item is not None:
                self.items[event.item] += 1
            case _:
                pass

    @property
    def points_a_match(self) -> float:
        """The average score at the end of a match."""
        return self.points / self.matches if self.matches else 0.0

    @property
    def points_a_round(self) -> float:
        """The average that a round has brought, won or lost."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def favorite(self) -> Item | None:
        """The item that came up most; of several, the one that came up first."""
        return self.items.most_common(1)[0][0] if self.items else None

    @property
    def rivals(self) -> list[tuple[str, Against]]:
        """The opponents, whom the player has met most first."""
        return sorted(self.opponents.items(), key=lambda each: (-each[1].matches, each[0].casefold()))


def _seat_called(name: str, names: Sequence[str]) -> int | None:
    """Return the only seat of that name."""
    wanted = clean_name(name).casefold()
    seats = [seat for seat, given in enumerate(names) if clean_name(given).casefold() == wanted]
    return seats[0] if len(seats) == 1 else None


def collect(directory: Path, name: str, warnings: list[str]) -> Statistics:
    """Count all matches of a state directory; raise `net.database.StoreError`.

    What the player should know of damaged files is added to `warnings`.
    """
    statistics = Statistics(name)
    if not directory.exists():
        return statistics
    store = Store(directory, warnings.append)
    try:
        _add_all(statistics, store, sorted(store.matches(), key=lambda match: (match.ended, match.match)))
    finally:
        store.close()
    return statistics


def _add_all(statistics: Statistics, store: Store, matches: Iterable[FinishedMatch]) -> None:
    for found in matches:
        try:
            statistics.add(found, store.record(found.match))
        except RecordError:
            statistics.damaged += 1
        except StoreError as error:
            if error.code != "damaged":
                raise
            statistics.damaged += 1


def as_json(statistics: Statistics) -> dict[str, object]:
    """Return what `unokart stats --json` prints."""
    return {
        "matches": statistics.matches,
        "won": statistics.won,
        "rounds": statistics.rounds,
        "rounds_won": statistics.rounds_won,
        "points_a_match": round(statistics.points_a_match, 1),
        "points_a_round": round(statistics.points_a_round, 1),
        "best_round": statistics.best_round,
        "longest_streak": statistics.longest_streak,
        "streak": statistics.streak,
        "uno": {"called": statistics.called, "missed": statistics.missed, "caught": statistics.caught},
        "items": dict(statistics.items.most_common()),
        "favorite_item": statistics.favorite,
        "opponents": [
            {"name": name, "matches": each.matches, "won": each.won, "lost": each.lost}
            for name, each in statistics.rivals
        ],
        "latest": [
            {
                "match": each.match,
                "players": each.players,
                "place": each.place,
                "score": each.score,
                "target": each.target,
            }
            for each in statistics.outcomes
        ],
        "not_counted": {
            "watched": statistics.watched,
            "seat_unknown": statistics.unknown,
            "damaged": statistics.damaged,
        },
        "counted_by_name": statistics.by_name,
    }
