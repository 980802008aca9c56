"""What is the host's alone: rules, bots, pause, who is sent away, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules import MIN_PLAYERS, problem_with
from net.messages import ClientMessage
from net.names import clean_name
from net.saved import token_hash
from net.seats import Member
from net.wishes import (
    AddBot,
    CloseRoom,
    HostsWish,
    Kick,
    Pause,
    Remove,
    SetLevel,
    SetPace,
    SetRules,
    Start,
)

if TYPE_CHECKING:
    from net.room import Room


class Refused(Exception):
    """The host can't have that now."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class Orders:
    """Carries out what the host of a room asks for, and refuses it to the others."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._origins: set[str] = set()
        self._names: set[str] = set()
        self._keys: set[bytes] = set()

    def is_banned(self, name: str, origin: str, key: bytes | None = None) -> bool:
        """Whether someone was sent away for good; `key` is what their ssh key's seat is proved by, if they have one."""
        banned_key = key is not None and token_hash(key) in self._keys
        return origin in self._origins or clean_name(name).casefold() in self._names or banned_key

    def take(self, member: Member, message: ClientMessage, now: float) -> None:
        """Take what someone asks for; what is no order is nothing."""
        if not isinstance(message, HostsWish):
            return
        room = self._room
        try:
            if member is not room.seats.host:
                raise Refused("not_host", "Only the host of the table can do that.")
            self._take(member, message, now)
        except Refused as refused:
            room.post.refuse(member, refused.code, refused.sentence)

    def _take(self, member: Member, message: HostsWish, now: float) -> None:
        match message:
            case SetPace():
                self._room.play.bots.set_pace(message.milliseconds / 1000, self._room.clock.time(now))
            case SetRules():
                self._set_rules(message)
            case AddBot() | Remove() | SetLevel():
                self._bots(message, now)
            case Kick():
                self._kick(member, message, now)
            case Pause():
                self._pause(member, message.on, now)
            case Start():
                self._start(now)
            case CloseRoom():
                self._close(member, message, now)

    def _in_lobby(self) -> None:
        if self._room.stage != "lobby":
            raise Refused("running", "That has to wait until the match is over.")

    def _set_rules(self, message: SetRules) -> None:
        self._in_lobby()
        room = self._room
        problem = problem_with(message.rules, max(MIN_PLAYERS, len(room.seats.taken)))
        if problem is not None:
            raise Refused("rules", problem)
        room.post.rules = message.rules
        if message.turn_seconds is not None:
            room.post.turn_seconds = room.play.timer.seconds = message.turn_seconds
        room.unready()  # they were, for others

    def _bots(self, message: AddBot | Remove | SetLevel, now: float) -> None:
        room, time = self._room, self._room.clock.time(now)
        if isinstance(message, AddBot):
            self._in_lobby()
            if not room.seats.open:
                raise Refused("full", "Every seat is taken.")
            seat = room.seats.open[0]
            room.seats.put_bot(seat, message.level)
            room.play.seat_bot(seat, time)
            return
        if message.seat >= len(room.seats) or room.seats[message.seat].bot is None:
            raise Refused("no_bot", "There is no bot in that seat.")
        seat = room.seats[message.seat]
        if isinstance(message, Remove):
            self._in_lobby()
            room.play.unseat_bot(seat, time)
            seat.clear()
        else:
            seat.bot = message.level
            room.play.seat_bot(seat, time)

    def _kick(self, member: Member, message: Kick, now: float) -> None:
        room = self._room
        other = room.seats.members.get(message.who)
        if other is None:
            raise Refused("nobody", "They are not in the room any more.")
        if other is member:
            raise Refused("yourself", "You can't send yourself away.")
        if message.ban:
            self._names.add(other.name.casefold())
            self._origins |= {other.origin} - {"", member.origin}
            if other.key is not None:
                self._keys.add(token_hash(other.key))
            if other.seat is not None and other.seat.hash is not None:
                self._keys.add(other.seat.hash)  # the key of someone away may be known by their seat alone
        code = "banned" if message.ban else "kicked"
        room.post.dismiss(other, code, f"{member.name} has sent you away from the table.")
        room.succession.leave(other, room.clock.time(now))
        room.post.note(code, f"{member.name} has sent {other.name} away.")

    def _pause(self, member: Member, on: bool, now: float) -> None:
        room = self._room
        if on and room.stage != "play":
            raise Refused("no_match", "There is no match to pause.")
        if on == (room.post.paused_by is not None):
            return
        if on:
            room.post.paused_by = member.name
            room.clock.stop(now)
        else:
            room.post.paused_by = None
            room.clock.go(now)
        room.play.tell_clock(room.clock.time(now))

    def _start(self, now: float) -> None:
        self._in_lobby()
        problem = self._room.play.problem()
        if problem is not None:
            raise Refused("cannot_begin", problem)
        self._room.play.begin(self._room.clock.time(now))

    def _close(self, member: Member, message: CloseRoom, now: float) -> None:
        room, time = self._room, self._room.clock.time(now)
        if room.headless:
            raise Refused("headless", "This room runs on a computer of its own and can't be closed from the table.")
        room.post.out.closing = message.mode
        if message.mode == "save":
            room.closed = True
            saved = "the match" if room.stage == "play" else "the room"
            for other in room.seats.connected:
                room.post.dismiss(other, "saved", f"{member.name} has closed the table; {saved} is saved.")
            return
        room.post.dismiss(member, "kept", "The table runs on without you; join it again to take your seat back.")
        room.post.note("host_left", f"{member.name} has left the screen. The table runs on.")
        seat = member.seat
        if seat is None:
            room.succession.leave(member, time)
        else:
            seat.away_since, seat.ready = time, False
            if room.stage == "play":
                room.succession.let_stand_in(seat, time)
