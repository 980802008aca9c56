"""Who is in a room, at the table and beside it: what proves a seat, and the answers that a seat has had."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from net.budget import Budget
from net.messages import Done, Refusal
from net.names import clean_name, is_called
from net.saved import SavedSeat, token_hash
from net.ssh.vouch import Vouch
from net.updates import BotLevel, Person, Spectator

Answer = Done | Refusal

ANSWERS_KEPT: Final = 64
"""As many answers are remembered for a seat; a client that has more actions under way than that is none of ours."""

RACERS: Final = ("Toad", "Peach", "Bowser", "Yoshi", "Luigi", "Daisy", "Wario", "Rosalina", "Koopa", "Birdo")
"""What bots are called, in the order in which they sit down."""

STAND_IN: Final[BotLevel] = "normal"
"""How well the bot plays that plays for someone."""

_FORMER: Final = 8
_WORDS_A_SECOND: Final = 0.5
_WORDS_AT_ONCE: Final = 6.0


class Member:
    """A person in the room. `origin` tells where they come from, in whatever words the host has for that."""

    def __init__(self, who: int, name: str, connection: int | None, origin: str, now: float) -> None:
        self.who = who
        self.name = name
        self.connection = connection
        self.origin = origin
        self.vouch: Vouch | None = None
        """What the host knows of them, where they are a guest by ssh."""
        self.seat: Seat | None = None
        self.waits = False
        """Takes the next free seat."""
        self.words = Budget(_WORDS_A_SECOND, _WORDS_AT_ONCE, now)
        """What they may say."""

    @property
    def key(self) -> bytes | None:
        """The token of the seat that belongs to their ssh key, where they have come with one."""
        return None if self.vouch is None else self.vouch.token

    @property
    def comes_by_code(self) -> bool:
        """Whether the rejoin code of their seat leads to it now.

        That is so for who is away, and for a guest by ssh who is here as far as anyone can tell: a connection that was
        cut off without a word looks like that for a while, and its owner is back sooner.
        """
        return self.connection is None or (self.vouch is not None and self.key is None)


class Seat:
    """One place at the table: a person's, a bot's, or open."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.owner: Member | None = None
        self.bot: BotLevel | None = None
        """The level of the bot whose seat this is."""
        self.bot_name = ""
        self.stand_in = False
        """A bot plays it for its owner."""
        self.hash: bytes | None = None
        """Of the token that proves the seat."""
        self.token: bytes | None = None
        """That token itself, as long as this process knows it; no file does."""
        self.former: list[bytes] = []
        """Hashes of the tokens before, whose rejoin codes its owner may have written down; the latest of them."""
        self.provable = False
        """Whether its owner is known to have the token."""
        self.ready = False
        self.playing = False
        """Is part of the present match."""
        self.before: int | None = None
        """The number that it had in the match before, if it was part of that."""
        self.away_since: float | None = None
        self.last_id = 0
        self._answers: dict[int, Answer] = {}

    @property
    def taken(self) -> bool:
        """Whether it is anyone's."""
        return self.owner is not None or self.bot is not None

    @property
    def name(self) -> str | None:
        """The name of whose seat it is, None while it is open."""
        if self.owner is not None:
            return self.owner.name
        return self.bot_name if self.bot is not None else None

    @property
    def hashes(self) -> list[bytes]:
        """Those of all tokens, the present one and former ones, whose rejoin codes lead to it."""
        return [] if self.hash is None else [self.hash, *self.former]

    @property
    def connection(self) -> int | None:
        """That of its owner."""
        return self.owner.connection if self.owner is not None else None

    @property
    def level(self) -> BotLevel | None:
        """The level of the bot that plays it now, None where a person does."""
        return STAND_IN if self.stand_in else self.bot

    def answer_to(self, action_id: int) -> Answer | None:
        """Return the answer that an action id has had."""
        return self._answers.get(action_id)

    def remember(self, answer: Answer) -> None:
        """Keep an answer, for when the same action is asked for again."""
        self._answers[answer.id] = answer
        self.last_id = max(self.last_id, answer.id)
        if len(self._answers) > ANSWERS_KEPT:
            del self._answers[next(iter(self._answers))]

    def clear(self) -> None:
        """Make it nobody's. Its action ids are used up all the same."""
        if self.owner is not None:
            self.owner.seat = None
        self.owner = self.bot = self.hash = self.token = self.away_since = self.before = None
        self.stand_in = self.ready = False
        self.former.clear()
        self._answers.clear()

    def person(self, host: Member | None) -> Person:
        """Describe it to the others."""
        owner = self.owner
        return Person(
            seat=self.index,
            name=self.name or "",
            bot=self.level,
            here=owner is None or owner.connection is not None,
            ready=self.ready,
            host=owner is not None and owner is host,
            who=owner.who if owner is not None else 0,
        )

    def saved(self) -> SavedSeat:
        """Describe it to whoever saves it."""
        return SavedSeat(self.index, self.name, self.bot, self.hash)


class Seats:
    """Everyone in the room, and all places of the table in order."""

    def __init__(self, places: int, bots: Sequence[tuple[str, BotLevel]], new_token: Callable[[], bytes]) -> None:
        """Put up open places for so many, and bots, by name and level, in the last of them."""
        self.members: dict[int, Member] = {}
        """By number."""
        self.host: Member | None = None
        self._new_token = new_token
        self._seats = [Seat(index) for index in range(places)]
        self._next_who = 1
        for seat, (name, level) in zip(self._seats[places - len(bots) :], bots, strict=True):
            self.put_bot(seat, level, name)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)

    def __getitem__(self, index: int) -> Seat:
        return self._seats[index]

    @property
    def taken(self) -> list[Seat]:
        """The seats that are someone's."""
        return [seat for seat in self._seats if seat.taken]

    @property
    def open(self) -> list[Seat]:
        """The seats that are nobody's."""
        return [seat for seat in self._seats if not seat.taken]

    @property
    def bots(self) -> list[Seat]:
        """The seats that are bots' own."""
        return [seat for seat in self._seats if seat.bot is not None]

    @property
    def names(self) -> list[str]:
        """All names that are used in the room."""
        return [member.name for member in self.members.values()] + [seat.bot_name for seat in self.bots]

    @property
    def people(self) -> tuple[Person, ...]:
        """All whose seats are at the table."""
        return tuple(seat.person(self.host) for seat in self._seats if seat.taken)

    @property
    def watching(self) -> list[Member]:
        """Those without a seat, in the order in which they came."""
        return [member for member in self.members.values() if member.seat is None]

    @property
    def spectators(self) -> tuple[Spectator, ...]:
        """The same, as the others are told."""
        return tuple(Spectator(member.who, member.name, member.waits) for member in self.watching)

    @property
    def connected(self) -> list[Member]:
        """Those who have a connection."""
        return [member for member in self.members.values() if member.connection is not None]

    @property
    def present(self) -> list[Seat]:
        """The seats of persons who are connected."""
        return [seat for seat in self._seats if seat.connection is not None]

    def of(self, connection: int) -> Member | None:
        """Return who has a connection."""
        return next((member for member in self.members.values() if member.connection == connection), None)

    def with_token(self, token: bytes) -> Seat | None:
        """Return the seat that a token proves."""
        found, hashed = None, token_hash(token)
        for seat in self._seats:
            if seat.hash is not None and hmac.compare_digest(seat.hash, hashed):
                found = seat
        return found

    def by_code(self, name: str) -> list[Seat]:
        """Return the seats that rejoin codes lead to, of those who go by this name, or by this name and a number."""
        return [
            seat
            for seat in self._seats
            if seat.owner is not None and seat.owner.comes_by_code and is_called(seat.owner.name, name)
        ]

    def come(self, name: str, connection: int | None, origin: str, now: float) -> Member:
        """Let someone into the room."""
        member = Member(self._next_who, clean_name(name, self.names), connection, origin, now)
        self._next_who += 1
        self.members[member.who] = member
        return member

    def give(self, seat: Seat, member: Member, hashed: bytes | None = None) -> bytes:
        """Give someone a seat; return the token that proves it, unless the hash of an old one is given."""
        seat.clear()
        token = self._token_for(member) if hashed is None else b""
        seat.owner, seat.hash, seat.provable = member, hashed or token_hash(token), token in (b"", member.key)
        seat.token = token or None
        member.seat, member.waits = seat, False
        if self.host is None:
            self.host = member
        return token

    def _token_for(self, member: Member) -> bytes:
        if member.key is not None and self.with_token(member.key) is None:
            return member.key
        return self._new_token()

    def renew(self, seat: Seat) -> bytes:
        """Let another token prove a seat from now on; return it."""
        token = seat.token = self._new_token()
        seat.former = seat.hashes[:_FORMER]
        seat.hash = token_hash(token)
        return token

    def put_bot(self, seat: Seat, level: BotLevel, name: str | None = None) -> None:
        """Make a seat a bot's."""
        seat.clear()
        used = {used.casefold() for used in self.names}
        free = (racer for racer in RACERS if racer.casefold() not in used)
        seat.bot_name = clean_name(name or next(free, "Bot"), self.names)
        seat.bot = level

    def go(self, member: Member) -> None:
        """Let someone out of the room; their seat is open then."""
        if member.seat is not None:
            member.seat.clear()
        del self.members[member.who]
        if self.host is member:
            self.host = None
            self.pass_on()

    def pass_on(self) -> None:
        """Let someone else be the host: who has been here longest with a seat, and is here; it stays if nobody is."""
        seated = [other for other in self.members.values() if other.seat is not None]
        here = [other for other in seated if other.connection is not None]
        self.host = next(iter(here), self.host or next(iter(seated), None))

    def close_up(self) -> None:
        """Let those who have seats move together, so that the open ones are the last."""
        self._seats.sort(key=lambda seat: not seat.taken)
        for index, seat in enumerate(self._seats):
            seat.index = index
