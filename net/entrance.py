"""Coming into a room: to a seat, back to one's own, or to watch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from net.messages import PROTOCOLS, Hello, No
from net.names import clean_name
from net.seats import Member, Seat
from net.setup import Send
from net.ssh.codes import Codes
from net.ssh.vouch import Vouch

if TYPE_CHECKING:
    from net.room import Room

_RUNNING = "A match is being played. You watch, and can take the next seat that comes free."
_FULL = "Every seat is taken. You watch, and can take the next one that comes free."
_NO_PLACE = "Every seat in this room is taken, and as many watch as may."


class Entrance:
    """Lets into a room whoever says hello. `watchers` is the most people who may watch."""

    def __init__(self, room: Room, watchers: int) -> None:
        self._room = room
        self._watchers = watchers
        self._codes = Codes()

    @property
    def crowded(self) -> bool:
        """Whether as many watch as may."""
        return len(self._room.seats.watching) >= self._watchers

    def refuse(self, connection: int, code: str, sentence: str) -> None:
        """Let someone not in."""
        self._room.post.out.sends.append(Send(connection, No(code, sentence, PROTOCOLS)))

    def hello(self, connection: int, hello: Hello, origin: str, vouch: Vouch | None, now: float) -> None:
        """Take someone's hello."""
        low, high = hello.protocol
        key = None if vouch is None else vouch.token
        if low > PROTOCOLS[1] or high < PROTOCOLS[0] or low > high:
            self.refuse(connection, "version", _other_version(low, high))
        elif self._room.orders.is_banned(hello.name, origin, key):
            self.refuse(connection, "banned", "The host has sent you away from this room.")
        elif (token := hello.token or (None if hello.watch else key)) and (seat := self._room.seats.with_token(token)):
            self._come_back(seat, token, connection, hello, origin, now)
        elif hello.token is not None:
            self.refuse(connection, "token", "That seat is not at this table any more.")
        elif hello.code and vouch is not None and key is None:
            self._with_code(connection, hello, origin, now)
        else:
            self._newcomer(connection, hello, origin, key, now)

    def _with_code(self, connection: int, hello: Hello, origin: str, now: float) -> None:
        """Let a guest by ssh back to the seat that they know the code of."""
        seats = [seat for seat in self._room.seats.away_as(hello.name) if seat.hash is not None]
        hashes = [seat.hash for seat in seats if seat.hash is not None]
        seconds = math.ceil(self._codes.wait(origin, hashes, now))
        if seconds:
            self.refuse(connection, "code", f"Too many wrong codes. Try again in {seconds} seconds.")
        elif (at := self._codes.find(hello.code, origin, hashes, now)) is None:
            self.refuse(connection, "code", f"That is not the code of a {clean_name(hello.name)} who is away.")
        else:
            # The one before is known to nobody any more, and must not be good for two.
            token = self._room.seats.renew(seats[at])
            self._come_back(seats[at], token, connection, hello, origin, now)

    def _come_back(self, seat: Seat, token: bytes, connection: int, hello: Hello, origin: str, now: float) -> None:
        room, member = self._room, seat.owner
        assert member is not None, "a seat with a token has an owner"
        room.post.dismiss(member, "superseded", "You have come back to this seat from elsewhere.")
        member.connection, member.origin = connection, origin
        seat.away_since = None
        if seat.stand_in:
            seat.stand_in = False
            room.play.unseat_bot(seat, room.clock.time(now))
        self._welcome(member, hello, token, None, now)

    def _newcomer(self, connection: int, hello: Hello, origin: str, key: bytes | None, now: float) -> None:
        room = self._room
        free = room.free if room.stage == "lobby" and not hello.watch else []
        if not free and self.crowded:
            self.refuse(connection, "full", _NO_PLACE)
            return
        member = room.seats.come(hello.name, connection, origin, now)
        member.key = key
        token = room.give(free[0], member, room.clock.time(now)) if free else None
        offer = None
        if not free and not hello.watch:
            offer = ("full", _FULL) if room.stage == "lobby" else ("running", _RUNNING)
        self._welcome(member, hello, token, offer, now)

    def _welcome(
        self, member: Member, hello: Hello, token: bytes | None, offer: tuple[str, str] | None, now: float
    ) -> None:
        room = self._room
        room.post.welcome(member, min(hello.protocol[1], PROTOCOLS[1]), token, offer)
        room.play.tell_clock(room.clock.time(now), member)


def _other_version(low: int, high: int) -> str:
    ours = "{}" if PROTOCOLS[0] == PROTOCOLS[1] else "{} to {}"
    theirs = f"{low}" if low == high else f"{low} to {high}"
    return f"This table speaks protocol {ours.format(*PROTOCOLS)}, your program {theirs}."
