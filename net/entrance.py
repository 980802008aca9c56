"""Coming into a room: to a seat, back to one's own, or to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.messages import PROTOCOLS, Hello, No
from net.seats import Member, Seat
from net.setup import Send

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

    @property
    def crowded(self) -> bool:
        """Whether as many watch as may."""
        return len(self._room.seats.watching) >= self._watchers

    def refuse(self, connection: int, code: str, sentence: str) -> None:
        """Let someone not in."""
        self._room.post.out.sends.append(Send(connection, No(code, sentence, PROTOCOLS)))

    def hello(self, connection: int, hello: Hello, origin: str, now: float) -> None:
        """Take someone's hello."""
        low, high = hello.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0] or low > high:
            self.refuse(connection, "version", _other_version(low, high))
        elif self._room.orders.is_banned(hello.name, origin):
            self.refuse(connection, "banned", "The host has sent you away from this room.")
        elif hello.token is None:
            self._newcomer(connection, hello, origin, now)
        elif (seat := self._room.seats.with_token(hello.token)) is None:
            self.refuse(connection, "token", "That seat is not at this table any more.")
        else:
            self._come_back(seat, connection, hello, origin, now)

    def _come_back(self, seat: Seat, connection: int, hello: Hello, origin: str, now: float) -> None:
        room, member = self._room, seat.owner
        assert member is not None, "a seat with a token has an owner"
        room.post.dismiss(member, "superseded", "You have come back to this seat from elsewhere.")
        member.connection, member.origin = connection, origin
        seat.away_since = None
        if seat.stand_in:
            seat.stand_in = False
            room.play.unseat_bot(seat, room.clock.time(now))
        self._welcome(member, hello, hello.token, None, now)

    def _newcomer(self, connection: int, hello: Hello, origin: str, now: float) -> None:
        room = self._room
        free = room.free if room.stage == "lobby" and not hello.watch else []
        if not free and self.crowded:
            self.refuse(connection, "full", _NO_PLACE)
            return
        member = room.seats.come(hello.name, connection, origin, now)
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
