"""Who has which seat of a room, and what becomes of it when they go, or only their connection does."""

from __future__ import annotations

from engine.phases import Phase
from net.play import Play
from net.post import Post
from net.seats import STAND_IN, Member, Seat, Seats
from net.table import Table


class Succession:
    """Gives seats, takes them back, and lets bots play for those who are away. Times are those of the game.

    `passes_on` is whether somebody else is to be the host once a bot plays for the one there was.
    """

    def __init__(self, seats: Seats, table: Table, post: Post, play: Play, *, passes_on: bool) -> None:
        self._seats = seats
        self._table = table
        self._post = post
        self._play = play
        self._passes_on = passes_on

    @property
    def free(self) -> list[Seat]:
        """The seats that a person may take now, the first one first.

        In the lobby those are the open ones, those of bots, and those that bots keep for people who have been away for
        too long: who wants to play goes before who is not there. Between rounds they are those of bots.
        """
        if self._post.stage == "lobby":
            return self._seats.open + self._seats.bots + [seat for seat in self._seats if seat.stand_in]
        return self._seats.bots if self._table.match.phase is Phase.ROUND_OVER else []

    def give(self, seat: Seat, member: Member, time: float) -> bytes:
        """Give someone a free seat, from which a bot goes if one has it; return the token that proves it."""
        if seat.owner is not None:
            self.leave(seat.owner, time)
        elif seat.bot is not None:
            self._play.unseat_bot(seat, time)
        if self._post.stage == "lobby":
            seat.playing = False  # whoever had it was part of the match that is over; its new owner was not
        return self._seats.give(seat, member)

    def seat_those_who_wait(self, time: float) -> None:
        """Give the seats that are free to those who want one."""
        waiting = [member for member in self._seats.watching if member.waits]
        for member, seat in zip(waiting, self.free, strict=False):
            self._post.seated(member, self.give(seat, member, time))

    def stand(self, member: Member, time: float, *, crowded: bool) -> None:
        """Let someone give up the seat and watch, unless as many do already as may, or want one no longer."""
        member.waits = False
        if member.seat is None:
            return
        if crowded:
            self._post.refuse(member, "full", "As many watch already as may; leave the room, or keep your seat.")
            return
        self._vacate(member.seat, time)
        self._post.seated(member, None)

    def leave(self, member: Member, time: float) -> None:
        """Let someone go for good."""
        if member.seat is not None:
            self._vacate(member.seat, time)
        if member.connection is not None:
            self._post.forget(member.connection)
        self._seats.go(member)

    def _vacate(self, seat: Seat, time: float) -> None:
        """Take a seat from its owner: a bot plays on a match that is under way. The token is worth nothing then."""
        if seat.stand_in:
            self._play.unseat_bot(seat, time)
        if self._post.stage == "play":
            self._seats.put_bot(seat, STAND_IN)
            self._play.seat_bot(seat, time)
        else:
            seat.clear()

    def lose(self, member: Member, time: float) -> None:
        """Take in that someone has lost the connection; a spectator is gone with it."""
        member.connection = None
        seat = member.seat
        if seat is None or not seat.provable:
            self.leave(member, time)
        else:
            seat.away_since = time
            seat.ready = False

    def stand_in(self, seat: Seat, time: float) -> None:
        """Let a bot play for someone who has been away for too long; who waited for no match has just left."""
        if seat.playing:
            self.let_stand_in(seat, time)
        elif seat.owner is not None:
            self.leave(seat.owner, time)

    def let_stand_in(self, seat: Seat, time: float) -> None:
        """Let a bot play for a seat's owner, who is away, until they are back."""
        seat.stand_in = True
        self._play.seat_bot(seat, time)
        if self._passes_on and seat.owner is self._seats.host:
            self._seats.pass_on()
