"""A room: the table, who is at it or beside it, and what each is told. Values in, values out; the time is told to it.

Whoever runs a room sends `Outcome.sends` in order and calls `tick` at `wake`. What is to outlive the process is given
to `Room.keeper.commit` before anyone is told.

While nobody is connected the room rests: bots wait, and so does every timer. A table of bots alone goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.rules import MIN_PLAYERS, Rules
from net.bots import Player
from net.clock import LATE, GameClock
from net.entrance import Comer, Entrance
from net.keeping import Keeper, restore
from net.messages import (
    Act,
    ClientMessage,
    Hello,
    Leave,
    Ready,
    Sync,
)
from net.orders import Orders
from net.play import Play
from net.post import Post
from net.saved import SavedRoom
from net.seats import Member, Seats
from net.setup import Outcome, Setup
from net.speech import Speech
from net.ssh.vouch import Vouch
from net.succession import Succession
from net.table import Table
from net.updates import BotLevel, RoomStage
from net.wishes import Sit, Stand


class Room:
    """One table and everyone in the room. The first person who sits down is the host.

    Each call returns what is to be sent; `wake` says when to call `tick` next.
    """

    def __init__(
        self,
        setup: Setup,
        make_bot: Callable[[BotLevel, Random], Player],
        new_token: Callable[[], bytes],
        saved: SavedRoom | None = None,
    ) -> None:
        """Put up a room, or again one that was saved, where everyone is away at first.

        Of `setup` a saved room replaces the seats, the rules and the turn timer. Raises
        `engine.errors.PositionError` where the rules can't be played by so many, `engine.errors.RecordError` and
        `msgspec.MsgspecError` where what was saved makes no sense.
        """
        self._setup = setup
        fixed = setup.persons + len(setup.bots)
        places = max(setup.seats, len(setup.bots)) if setup.lobby else fixed
        if saved is not None:
            places = max(places if setup.lobby else 0, len(saved.seats))
        bots = setup.bots if saved is None else ()
        self.seats = Seats(places, bots, new_token)
        # A lobby's table is for nobody until a match begins there.
        players, rules = (MIN_PLAYERS, Rules()) if setup.lobby or saved is not None else (fixed, setup.rules)
        self.table = Table(players, rules, setup.seed)
        self.post = Post(setup, self.seats, self.table)
        if saved is not None:
            restore(saved, self.seats, self.table, self.post)
        self.play = Play(setup, self.seats, self.table, self.post, make_bot)
        self.clock = GameClock()
        self.succession = Succession(self.seats, self.table, self.post, self.play, passes_on=setup.headless)
        self._speech = Speech(self.seats, self.post)
        self.orders = Orders(self)
        self.keeper = Keeper(self.seats, self.table, self.post)
        self._entrance = Entrance(self, setup)
        self._fixed = not setup.lobby
        self.headless = setup.headless
        self.closed = False

    @property
    def name(self) -> str:
        """The name of the room, cleaned."""
        return self.post.name

    @property
    def stage(self) -> RoomStage:
        """Whether a match is under way."""
        return self.post.stage

    @property
    def host_name(self) -> str:
        """The name of the host, empty while there is none."""
        return self.seats.host.name if self.seats.host is not None else ""

    def knows(self, token: bytes) -> bool:
        """Whether a token proves a seat here."""
        return self.seats.with_token(token) is not None

    def open(self, now: float) -> Outcome:
        """Begin."""
        time = self.clock.time(now)
        for seat in self.seats:
            if seat.owner is not None:
                seat.away_since = time
        self.play.look(time)
        return self._settle(now)

    def handle(
        self, connection: int, message: ClientMessage, now: float, origin: str = "", vouch: Vouch | None = None
    ) -> Outcome:
        """Take what a connection says. `origin` is where it comes from, for a ban; empty where nobody is banned.

        `vouch` is what is known of a guest by ssh.
        """
        member = self.seats.of(connection)
        if self.closed:
            if isinstance(message, Hello):
                self._entrance.refuse(connection, "host_closing", "The room is closed.")
            return self.post.take()
        if isinstance(message, Hello):
            if member is None:
                self._entrance.hello(Comer(connection, message, origin, vouch, now))
        elif member is not None:
            self._hear(member, message, now)
        return self._settle(now)

    def gone(self, connection: int, now: float, token_arrived: bool = True) -> Outcome:
        """Take in that a connection has ended, whichever way.

        Who was given a seat there, and nothing shows that the token has arrived, could not take it again: it is left.
        """
        self.post.forget(connection)
        member = self.seats.of(connection)
        if member is not None:
            if member.seat is not None:
                member.seat.provable |= token_arrived
            self.succession.lose(member, self.clock.time(now))
        return self._settle(now)

    def tick(self, now: float) -> Outcome:
        """Let time pass: at most one move of a bot, a default, a deal, or a bot that takes over."""
        wake = self.wake
        if wake is None or now < wake:
            return self._settle(now)
        if now - wake > LATE:
            self.clock.forgive(now - wake)
        due = self.play.due
        time = self.clock.time(now) if due is None else max(due, self.clock.time(now))  # rounding must not matter
        seat = self.play.held_too_long(time)
        if seat is not None:
            self.succession.stand_in(seat, time)
        else:
            self.play.tick(time)
        return self._settle(now)

    @property
    def wake(self) -> float | None:
        """When `tick` is due, None while only a person can go on."""
        due = self.play.due
        return None if due is None or self.closed else self.clock.when(due)

    # What they say

    def _hear(self, member: Member, message: ClientMessage, now: float) -> None:
        time = self.clock.time(now)
        match message:
            case Act():
                self.play.act(member, message, time)
            case Ready():
                if message.v == self.table.version and member.seat is not None and self._waits():
                    member.seat.ready = message.on
            case Sync():
                self.post.sync(member)
            case Leave():
                self.succession.leave(member, time)
            case Sit():
                if member.seat is not None:
                    self.post.refuse(member, "seated", "You have a seat already.")
                member.waits = member.seat is None
            case Stand():
                self.succession.stand(member, time, crowded=self._entrance.crowded)
            case _:
                if not self._speech.hear(member, message, now):
                    self.orders.take(member, message, now)

    def _waits(self) -> bool:
        return self.stage == "lobby" or self.play.waits()

    # After everything

    def _settle(self, now: float) -> Outcome:
        """Let things go on as far as they can, and tell everyone."""
        time = self.clock.time(now)
        if not self.closed:
            self._lift_pause()
            self.succession.seat_those_who_wait(time)
            if self.post.paused_by is None:
                self._go_on(time)
            self.play.plan(time)
            self.post.room()
            self._rest(now)
        self.keeper.save()
        return self.post.take()

    def _lift_pause(self) -> None:
        """End a pause that nobody is there to end."""
        host = self.seats.host
        if self.post.paused_by is not None and (host is None or host.connection is None):
            self.post.paused_by = None

    def _go_on(self, time: float) -> None:
        """Begin a match or deal a round, if all that was waited for is there."""
        present = self.seats.present
        ready = bool(present) and all(seat.ready for seat in present)
        if self._fixed and not self.table.number:
            if not self.seats.open:
                self.play.begin(time)
        elif ready and self.stage == "lobby":
            problem = self.play.problem()
            if problem is None:
                self.play.begin(time)
            else:
                self.post.note("cannot_begin", problem)
                self.unready()
        elif self.play.dealt_late or (ready and self.play.waits()):
            self.play.deal(time)

    def unready(self) -> None:
        """Let nobody be ready any more."""
        for seat in self.seats:
            seat.ready = False

    def _rest(self, now: float) -> None:
        """Stop the clock while nobody is there or the game is paused, and let it run else."""
        bots_alone = self._fixed and not self._setup.persons
        if self.post.paused_by is not None or not (self.seats.connected or bots_alone):
            self.clock.stop(now)
        else:
            self.clock.go(now)
