"""The match at the table of a room: actions, bots, rounds, and every timer that a match has."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from engine.actions import Action, CallUno, Catch, Draw, Keep
from engine.errors import IllegalAction
from engine.phases import TABLE, Phase
from engine.rules import problem_with
from net.bots import Bots, Player
from net.clock import AnswerTimer
from net.defaults import default_action, default_in_words
from net.messages import Act, Done, Refusal, Ticking
from net.post import Post
from net.saved import MatchBegun
from net.seats import Answer, Member, Seat, Seats
from net.seeds import generator
from net.setup import Setup
from net.table import Change, NotSaved, Table
from net.updates import BotLevel

BOTS_ONLY_PAUSE: Final = 5.0
"""Seconds between two rounds at a table without persons."""

RETRY: Final = 2.0
"""Seconds after which what could not be saved is tried again."""

_WAITING: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class Play:
    """The match of a room. All times are those of the game, which may stand still."""

    def __init__(
        self,
        setup: Setup,
        seats: Seats,
        table: Table,
        post: Post,
        make_bot: Callable[[BotLevel, Random], Player],
    ) -> None:
        self.table = table
        self.bots = Bots({}, generator(setup.seed, "pace"), setup.pace, setup.grace)
        self.timer = AnswerTimer(setup.turn_seconds)
        self._seats = seats
        self._post = post
        self._make_bot = make_bot
        self._seed = setup.seed
        self._hold = setup.hold_seconds
        self._retry: float | None = None  # when to try again what could not be saved
        self._made = 0  # bots, so far
        self._asked_in = 0  # the version in which the present question was asked
        self._deal: tuple[object, float] | None = None  # why, and when, a deal comes by itself
        self._told: tuple[int, float] | None = None  # whose answer is timed until when, as all were told
        for seat in seats:
            if seat.bot is not None:
                self._put(seat, seat.bot)

    # Bots

    def _put(self, seat: Seat, level: BotLevel) -> None:
        self._made += 1
        self.bots.put(seat.index, self._make_bot(level, generator(self._seed, f"bot {self._made}")))

    def seat_bot(self, seat: Seat, now: float) -> None:
        """Let a bot play a seat from now on, which says already that it does."""
        assert seat.level is not None
        self._put(seat, seat.level)
        self.bots.changed(self.table, now)

    def unseat_bot(self, seat: Seat, now: float) -> None:
        """Let no bot play a seat any more."""
        self.bots.drop(seat.index)
        self.bots.changed(self.table, now)

    # Actions

    def act(self, member: Member, act: Act, now: float) -> None:
        """Answer what someone asks for; the same id gets the same answer."""
        seat = member.seat
        if seat is None:
            sentence = "You have no seat at this table."
            self._post.send(member, Refusal(act.id, self.table.version, "no_seat", sentence))
            return
        answer = seat.answer_to(act.id)
        if answer is None:
            answer = self._answer(seat, act, now)
            seat.remember(answer)
        self._post.send(member, answer)

    def _answer(self, seat: Seat, act: Act, now: float) -> Answer:
        try:
            if not seat.playing and act.v == self.table.version:
                raise IllegalAction("no_round", "No match is being played.")
            if not seat.playing:
                raise IllegalAction("stale", "The table has changed meanwhile; look again.")
            if self._post.paused_by is not None:
                raise IllegalAction("paused", f"{self._post.paused_by} has paused the game.")
            version = self._carry_out(seat.index, act.action, act.v, now, act.id)
        except IllegalAction as error:
            return Refusal(act.id, self.table.version, error.code, error.sentence)
        return Done(act.id, version)

    def _carry_out(self, seat: int, action: Action, version: int, now: float, action_id: int = 0) -> int:
        change = self.table.act(seat, action, version, action_id)
        self._happened(change, raced=isinstance(action, CallUno | Catch), now=now)
        return change.version

    def _happened(self, change: Change, raced: bool, now: float) -> None:
        """Tell of a change, and let bots and timers see the table as it is now."""
        if not raced:
            self._asked_in = change.version
        self._post.happened(change)
        self.bots.look(self.table, raced, bool(self._seats.present), now)

    # Rounds and matches

    def waits(self) -> bool:
        """Whether the table waits until all are ready."""
        return self.table.match.phase in _WAITING

    @property
    def dealt_late(self) -> bool:
        """Whether a match has begun and its first round could not be dealt yet."""
        return self.table.number > 0 and self.table.match.phase is Phase.NEW

    def problem(self) -> str | None:
        """Say why no match can begin with those who sit at the table, None if one can."""
        return problem_with(self._post.rules, len(self._seats.taken))

    def begin(self, now: float) -> None:
        """Begin a match with those who sit at the table."""
        seats, table, post = self._seats, self.table, self._post
        players = {seat: self.bots.drop(seat.index) for seat in seats}
        for seat in seats:
            seat.before = seat.index if seat.playing and seat.owner is not None else None
        seats.close_up()
        taken = seats.taken
        names = [seat.name or "" for seat in taken]
        table.begin(len(taken), post.rules, names)
        for seat in seats:
            seat.playing = seat.taken
            seat.ready = False
            player = players[seat]
            if player is not None:
                self.bots.put(seat.index, player)
        post.begun = MatchBegun(table.number, table.version, post.rules, tuple(names))
        post.room()
        for member in seats.connected:
            post.state(member)
        self.deal(now)

    def deal(self, now: float) -> None:
        """Deal the next round, unless that has to wait until it can be saved."""
        if self._retry is not None:
            return
        try:
            change = self.table.deal()
        except NotSaved as error:
            self._put_off(error, now)
            return
        self._deal = None
        for seat in self._seats:
            seat.ready = False
        self._happened(change, raced=False, now=now)

    def _put_off(self, error: NotSaved, now: float) -> None:
        """Wait with what nobody has asked for until it can be saved."""
        self._post.not_saved(error)
        self._retry = now + RETRY
        self.bots.changed(self.table, now)

    # Time

    def look(self, now: float) -> None:
        """Let the bots see the table for the first time."""
        self._asked_in = self.table.version
        self.bots.look(self.table, False, bool(self._seats.present), now)

    def plan(self, now: float) -> None:
        """Set the timers for the table and the people as they are now."""
        self._plan_deal(now)
        seat = self._person_asked()
        self.timer.ask(None if seat is None else (self._asked_in, seat.index), now)
        self._tell_clock(now)

    def _person_asked(self) -> Seat | None:
        owed = self.table.match.owed
        if owed == TABLE:
            return None
        seat = self._seats[owed]
        return seat if seat.level is None else None

    def _plan_deal(self, now: float) -> None:
        if self.table.match.phase is not Phase.ROUND_OVER:
            self._deal = None
            return
        alone = not self._seats.present
        wait = BOTS_ONLY_PAUSE if alone else self.timer.seconds
        why = (self._asked_in, alone)
        if not wait:
            self._deal = None
        elif self._deal is None or self._deal[0] != why:
            self._deal = (why, now + wait)

    def _tell_clock(self, now: float) -> None:
        """Tell everyone how long the answer may take, if they don't know it."""
        told = self._timed()
        if told != self._told:
            self._told = told
            self._post.send_all(self._ticking(now))

    def _timed(self) -> tuple[int, float] | None:
        if self.timer.due is not None:
            return self.table.match.owed, self.timer.due
        if self._deal is not None and self._seats.present:
            return TABLE, self._deal[1]
        return None

    def _ticking(self, now: float) -> Ticking:
        timed = self._timed()
        if timed is None:
            return Ticking(self.table.match.owed)
        seat, due = timed
        running = self._post.paused_by is None
        return Ticking(seat, max(0, round((due - now) * 1000)) if running else None)

    def tell_clock(self, now: float, member: Member | None = None) -> None:
        """Tell someone, or everyone, how long the answer may take; nothing where no time is measured."""
        if self._timed() is None:
            return
        if member is None:
            self._post.send_all(self._ticking(now))
        else:
            self._post.send(member, self._ticking(now))

    @property
    def due(self) -> float | None:
        """When `tick` is due, None while only a person can go on."""
        if self._retry is not None:
            return self._retry
        dues = [self.bots.wake(self.table), self.timer.due, self._deal[1] if self._deal else None, self._hold_due()]
        return min((due for due in dues if due is not None), default=None)

    def _away(self) -> list[Seat]:
        return [seat for seat in self._seats if seat.away_since is not None and not seat.stand_in]

    def _hold_due(self) -> float | None:
        return min((seat.away_since + self._hold for seat in self._away() if seat.away_since is not None), default=None)

    def held_too_long(self, now: float) -> Seat | None:
        """Return a seat whose owner has been away for too long."""
        for seat in self._away():
            if seat.away_since is not None and now >= seat.away_since + self._hold:
                return seat
        return None

    def tick(self, now: float) -> None:
        """Let time pass: at most one move of a bot, a default, or a deal."""
        self._retry = None
        try:
            self._go_on(now)
        except NotSaved as error:
            self._put_off(error, now)

    def _go_on(self, now: float) -> None:
        if self._deal is not None and now >= self._deal[1]:
            self.deal(now)
        elif self.timer.due is not None and now >= self.timer.due:
            self._take_default(now)
        elif (move := self.bots.move(self.table, now)) is not None:
            self._carry_out(move.seat, move.action, move.version, now)

    def _take_default(self, now: float) -> None:
        """Do for someone what is done by default, and say so."""
        seat = self.table.match.owed
        action = default_action(self.table.match.view(seat))
        self._carry_out(seat, action, self.table.version, now)
        self._post.note("too_slow", f"{self._seats[seat].name} took too long: {default_in_words(action)}.")
        if isinstance(action, Draw) and (self.table.match.phase, self.table.match.owed) == (Phase.DRAWN, seat):
            self._carry_out(seat, Keep(seat), self.table.version, now)
