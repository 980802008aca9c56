"""Who sits at a table: persons and bots, what proves a seat, and the answers that a seat has had."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from net.messages import Done, Refusal
from net.names import clean_name
from net.updates import BotLevel, Person

Answer = Done | Refusal

ANSWERS_KEPT: Final = 64
"""As many answers are remembered for a seat; a client that has more actions under way than that is none of ours."""


class Seat:
    """One place at the table."""

    def __init__(self, index: int, bot: BotLevel | None = None) -> None:
        self.index = index
        self.bot = bot
        self.name: str | None = None
        """None while nobody has taken the seat."""
        self.token: bytes | None = None
        self.connection: int | None = None
        self.ready = False
        self.last_id = 0
        self._answers: dict[int, Answer] = {}

    @property
    def here(self) -> bool:
        """Whether whoever plays the seat can act."""
        return self.bot is not None or self.connection is not None

    def answer_to(self, action_id: int) -> Answer | None:
        """Return the answer that an action id has had."""
        return self._answers.get(action_id)

    def remember(self, answer: Answer) -> None:
        """Keep an answer, for when the same action is asked for again."""
        self._answers[answer.id] = answer
        self.last_id = max(self.last_id, answer.id)
        if len(self._answers) > ANSWERS_KEPT:
            del self._answers[next(iter(self._answers))]

    def person(self) -> Person:
        """Describe the seat to the others."""
        return Person(self.index, self.name or "", self.bot, self.here, self.ready)


class Seats:
    """All places of a table, in order."""

    def __init__(self, persons: int, bots: Sequence[tuple[str, BotLevel]], new_token: Callable[[], bytes]) -> None:
        """Put up seats for so many persons, and after them one for each bot, by name and level."""
        self._seats = [Seat(index) for index in range(persons)]
        self._new_token = new_token
        for name, level in bots:
            seat = Seat(len(self._seats), level)
            self._seats.append(seat)
            seat.name = clean_name(name, self.names)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)

    def __getitem__(self, index: int) -> Seat:
        return self._seats[index]

    @property
    def names(self) -> list[str]:
        """The names of the seats taken."""
        return [seat.name for seat in self._seats if seat.name is not None]

    @property
    def people(self) -> tuple[Person, ...]:
        """All who sit at the table."""
        return tuple(seat.person() for seat in self._seats if seat.name is not None)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.name is not None for seat in self._seats)

    @property
    def present(self) -> list[Seat]:
        """The seats of persons who are connected."""
        return [seat for seat in self._seats if seat.connection is not None]

    @property
    def persons(self) -> bool:
        """Whether any seat is for a person."""
        return any(seat.bot is None for seat in self._seats)

    def of(self, connection: int) -> Seat | None:
        """Return the seat of a connection."""
        return next((seat for seat in self._seats if seat.connection == connection), None)

    def with_token(self, token: bytes) -> Seat | None:
        """Return the seat that a token proves."""
        found = None
        for seat in self._seats:
            if seat.token is not None and hmac.compare_digest(seat.token, token):
                found = seat
        return found

    def take(self, name: str) -> Seat | None:
        """Give a newcomer the first free seat, None where all are taken."""
        for seat in self._seats:
            if seat.name is None:
                seat.name = clean_name(name, self.names)
                seat.token = self._new_token()
                return seat
        return None
