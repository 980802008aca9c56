"""Coming into a room: to a seat, back to one's own, or to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from net.addresses import is_here
from net.messages import PROTOCOLS, Hello, No
from net.names import clean_name
from net.seats import Member, Seat
from net.setup import Send, Setup
from net.ssh.codes import Codes
from net.ssh.vouch import Vouch
from net.waits import try_again

if TYPE_CHECKING:
    from net.room import Room

_RUNNING = "A match is being played. You watch, and can take the next seat that comes free."
_FULL = "Every seat is taken. You watch, and can take the next one that comes free."
_NO_PLACE = "Every seat in this room is taken, and as many watch as may."
AWAY_FROM_ONE: Final = 3
"""While so many seats wait for people from one address, nobody comes from there by ssh but to one of those seats: else
whoever hangs up and comes again by another name would have every seat."""

_AWAY = "Several seats wait for people from your address. Come back to one of them, with its rejoin code, or later."
_FROM_ONE = "This room is open to all, so it takes only {} people from one address, and so many have come from yours."


class Comer(Struct, frozen=True):
    """Who says hello, and what is known of them."""

    connection: int
    hello: Hello
    origin: str
    vouch: Vouch | None
    now: float

    @property
    def key(self) -> bytes | None:
        """What proves the seat that belongs to their ssh key, if they have one."""
        return None if self.vouch is None else self.vouch.token

    @property
    def shown(self) -> bytes | None:
        """What they show for a seat that is theirs."""
        return self.hello.token or (None if self.hello.watch else self.key)


class Entrance:
    """Lets into a room whoever says hello; `setup` says how many may watch, and how many may come from one address."""

    def __init__(self, room: Room, setup: Setup) -> None:
        self._room = room
        self._watchers = setup.spectators
        self._from_one = setup.from_one
        self._codes = Codes()

    @property
    def crowded(self) -> bool:
        """Whether as many watch as may."""
        return len(self._room.seats.watching) >= self._watchers

    def refuse(self, connection: int, code: str, sentence: str) -> None:
        """Let someone not in."""
        self._room.post.out.sends.append(Send(connection, No(code, sentence, PROTOCOLS)))

    def hello(self, comer: Comer) -> None:
        """Take someone's hello."""
        hello, seats = comer.hello, self._room.seats
        low, high = hello.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0] or low > high:
            self.refuse(comer.connection, "version", _other_version(low, high))
        elif self._room.orders.is_banned(hello.name, comer.origin, comer.key):
            self.refuse(comer.connection, "banned", "The host has sent you away from this room.")
        elif (token := comer.shown) is not None and (seat := seats.with_token(token)) is not None:
            self._come_back(comer, seat, token)
        elif hello.token is not None:
            self.refuse(comer.connection, "token", "That seat is not at this table any more.")
        elif hello.code and comer.vouch is not None and comer.key is None:
            self._with_code(comer)
        else:
            self._newcomer(comer)

    def _with_code(self, comer: Comer) -> None:
        """Let a guest by ssh back to the seat that they know the code of."""
        name, origin, now = comer.hello.name, comer.origin, comer.now
        seats = {hashed: seat for seat in self._room.seats.by_code(name) for hashed in seat.hashes}
        seconds = self._codes.wait(origin, list(seats), now)
        if seconds:
            self.refuse(comer.connection, "code", f"Too many wrong codes. {try_again(seconds)}")
        elif (hashed := self._codes.find(comer.hello.code, origin, list(seats), now)) is None:
            self.refuse(comer.connection, "code", f"That is not the code of {clean_name(name)}'s seat.")
        else:
            seat = seats[hashed]
            # After a restart of the host nobody here knows the token. Its code stays good, for it may be on paper.
            self._come_back(comer, seat, seat.token or self._room.seats.renew(seat))

    def _come_back(self, comer: Comer, seat: Seat, token: bytes) -> None:
        room, member = self._room, seat.owner
        assert member is not None, "a seat with a token has an owner"
        room.post.dismiss(member, "superseded", "You have come back to this seat from elsewhere.")
        member.connection, member.origin, member.vouch = comer.connection, comer.origin, comer.vouch
        seat.away_since, seat.provable, seat.token = None, True, token
        if seat.stand_in:
            seat.stand_in = False
            room.play.unseat_bot(seat, room.clock.time(comer.now))
        self._welcome(comer, member, token, None)

    def _newcomer(self, comer: Comer) -> None:
        room, hello = self._room, comer.hello
        if self._from_one is not None and self._come_from(comer.origin) >= self._from_one:
            self.refuse(comer.connection, "full", _FROM_ONE.format(self._from_one))
            return
        if comer.vouch is not None and self._come_from(comer.origin, away=True) >= AWAY_FROM_ONE:
            self.refuse(comer.connection, "full", _AWAY)
            return
        free = room.succession.free if room.stage == "lobby" and not hello.watch else []
        if not free and self.crowded:
            self.refuse(comer.connection, "full", _NO_PLACE)
            return
        member = room.seats.come(hello.name, comer.connection, comer.origin, comer.now)
        member.vouch = comer.vouch
        token = room.succession.give(free[0], member, room.clock.time(comer.now)) if free else None
        if member.seat is not None and comer.vouch is not None:
            member.seat.provable = True  # guests by ssh have other ways back than a token
        offer = None
        if not free and not hello.watch:
            offer = ("full", _FULL) if room.stage == "lobby" else ("running", _RUNNING)
        self._welcome(comer, member, token, offer)

    def _come_from(self, origin: str, *, away: bool = False) -> int:
        """Count who is in the room from an address, here or away, or only those `away`, for whom seats wait.

        On this computer all have one address, so nobody counts.
        """
        if not origin or is_here(origin):
            return 0
        members = self._room.seats.members.values()
        return sum(member.origin == origin and not (away and member.connection is not None) for member in members)

    def _welcome(self, comer: Comer, member: Member, token: bytes | None, offer: tuple[str, str] | None) -> None:
        room = self._room
        room.post.welcome(member, min(comer.hello.protocol[1], PROTOCOLS[1]), token, offer)
        room.play.tell_clock(room.clock.time(comer.now), member)


def _other_version(low: int, high: int) -> str:
    ours = "{}" if PROTOCOLS[0] == PROTOCOLS[1] else "{} to {}"
    theirs = f"{low}" if low == high else f"{low} to {high}"
    return f"This table speaks protocol {ours.format(*PROTOCOLS)}, your program {theirs}."
