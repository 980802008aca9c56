"""A room: the table, who sits at it, and what each is told. Values in, values out; the time is told to it.

Whoever runs a room stores `Outcome.changes` first, then sends `Outcome.sends` in order, and calls `tick` at `wake`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from msgspec import Struct, field

from engine.actions import Action, CallUno, Catch
from engine.errors import IllegalAction
from engine.events import redact
from engine.phases import Phase
from engine.rules import Rules
from net.bots import Bots, Player
from net.messages import (
    PROTOCOLS,
    Act,
    Bye,
    ClientMessage,
    Done,
    Happened,
    Hello,
    HostMessage,
    Leave,
    No,
    Ready,
    Refusal,
    RoomNow,
    SetPace,
    State,
    Sync,
    Welcome,
)
from net.names import clean_line
from net.seats import Answer, Seat, Seats
from net.seeds import generator
from net.table import Change, Table
from net.updates import BotLevel, Person, RoomStage, RoomState

BOTS_ONLY_PAUSE: Final = 5.0
"""Seconds between two rounds at a table without persons."""

_WAITING: Final = (Phase.ROUND_OVER, Phase.MATCH_OVER)


class Setup(Struct, frozen=True):
    """How a room is put up. `pace` is seconds a move of a bot; `bots` are names and levels."""

    room: str
    persons: int
    bots: tuple[tuple[str, BotLevel], ...]
    rules: Rules
    seed: int
    pace: float = 1.0
    grace: bool = True


class Send(Struct, frozen=True):
    """A message for a connection. `No` and `Bye` end it."""

    connection: int
    message: HostMessage


class Outcome(Struct):
    """What a call of a room has led to."""

    changes: list[Change] = field(default_factory=list)
    """To be stored before anything is sent."""
    sends: list[Send] = field(default_factory=list)


class Room:
    """One table and everyone at it. The first seat's person is its owner.

    Each call returns what is to be stored and sent; `wake` says when to call `tick` next.
    """

    def __init__(
        self, setup: Setup, make_bot: Callable[[BotLevel, Random], Player], new_token: Callable[[], bytes]
    ) -> None:
        """Put up a room; raise `engine.errors.PositionError` where the rules can't be played by so many."""
        self.name = clean_line(setup.room, 40)
        self.seats = Seats(setup.persons, setup.bots, new_token)
        self.table = Table(len(self.seats), setup.rules, setup.seed, self.seats.names)
        players = {
            seat.index: make_bot(seat.bot, generator(setup.seed, f"bot in seat {seat.index}"))
            for seat in self.seats
            if seat.bot is not None
        }
        self.bots = Bots(players, generator(setup.seed, "pace"), setup.pace, setup.grace)
        self._deal_at: float | None = None
        self._told: tuple[Person, ...] = self.seats.people
        self._out = Outcome()

    def open(self, now: float) -> Outcome:
        """Begin; a table of bots alone deals at once."""
        self._go_on(now)
        return self._outcome()

    def handle(self, connection: int, message: ClientMessage, now: float) -> Outcome:
        """Take what a connection says."""
        if isinstance(message, Hello):
            self._hello(connection, message, now)
        elif (seat := self.seats.of(connection)) is not None:
            self._from_seat(seat, message, now)
        return self._outcome()

    def gone(self, connection: int, now: float) -> Outcome:
        """Take in that a connection has ended, whichever way."""
        if (seat := self.seats.of(connection)) is not None:
            self._lose(seat, now)
        return self._outcome()

    def tick(self, now: float) -> Outcome:
        """Let time pass: at most one move of a bot, or a deal."""
        if self._deal_at is not None and now >= self._deal_at:
            self._deal(now)
        elif (move := self.bots.move(self.table, now)) is not None:
            self._carry_out(move.seat, move.action, move.version, now)
        return self._outcome()

    @property
    def wake(self) -> float | None:
        """When `tick` is due, None while only a person can go on."""
        return self.bots.wake(self.table) if self._deal_at is None else self._deal_at

    def _hello(self, connection: int, hello: Hello, now: float) -> None:
        low, high = hello.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0] or low > high:
            self._refuse_admission(connection, "version", _other_version(low, high))
            return
        if hello.token is not None:
            seat = self.seats.with_token(hello.token)
            if seat is None:
                self._refuse_admission(connection, "token", "That seat is not at this table.")
                return
        else:
            seat = self.seats.take(hello.name)
            if seat is None:
                self._refuse_admission(connection, "full", "Every seat at this table is taken.")
                return
        if seat.connection is not None:
            self._send(seat, Bye("superseded", "You have come back to this seat from elsewhere."))
        seat.connection = connection
        self._welcome(seat, min(high, PROTOCOLS[1]))
        self._go_on(now)

    def _refuse_admission(self, connection: int, code: str, sentence: str) -> None:
        self._out.sends.append(Send(connection, No(code, sentence, PROTOCOLS)))

    def _welcome(self, seat: Seat, protocol: int) -> None:
        assert seat.token is not None
        self._send(seat, Welcome(protocol, self._room(seat), seat.token, seat.last_id))
        self._send_state(seat)
        self._tell_people(but=seat)

    def _from_seat(self, seat: Seat, message: ClientMessage, now: float) -> None:
        match message:
            case Act():
                self._act(seat, message, now)
            case Ready():
                if message.v == self.table.version and self.table.match.phase in _WAITING:
                    seat.ready = True
                    self._go_on(now)
            case SetPace():
                self._set_pace(seat, message, now)
            case Sync():
                self._send_state(seat)
            case Leave():
                self._lose(seat, now)

    def _lose(self, seat: Seat, now: float) -> None:
        seat.connection = None
        seat.ready = False
        self._go_on(now)

    def _set_pace(self, seat: Seat, message: SetPace, now: float) -> None:
        if seat.index != 0:
            sentence = "Only the player who hosts the table sets the pace of the bots."
            self._send(seat, Refusal(0, self.table.version, "not_host", sentence))
            return
        self.bots.set_pace(message.milliseconds / 1000, now)

    def _act(self, seat: Seat, act: Act, now: float) -> None:
        answer = seat.answer_to(act.id)
        if answer is None:
            answer = self._answer(seat, act, now)
            seat.remember(answer)
        self._send(seat, answer)

    def _answer(self, seat: Seat, act: Act, now: float) -> Answer:
        try:
            version = self._carry_out(seat.index, act.action, act.v, now, act.id)
        except IllegalAction as error:
            return Refusal(act.id, self.table.version, error.code, error.sentence)
        return Done(act.id, version)

    def _carry_out(self, seat: int, action: Action, version: int, now: float, action_id: int = 0) -> int:
        change = self.table.act(seat, action, version, action_id)
        self._tell(change)
        self._look(isinstance(action, CallUno | Catch), now)
        return change.version

    def _deal(self, now: float) -> None:
        self._deal_at = None
        for seat in self.seats:
            seat.ready = False
        self._tell(self.table.deal())
        self._look(False, now)

    def _tell(self, change: Change) -> None:
        self._out.changes.append(change)
        for seat in self.seats.present:
            events = tuple(redact(event, seat.index) for event in change.events)
            self._send(seat, Happened(change.version, events))

    def _look(self, raced: bool, now: float) -> None:
        """Let bots and clock see the table as it is now."""
        self.bots.look(self.table, raced, bool(self.seats.present), now)
        if self.table.match.phase is Phase.ROUND_OVER and not self.seats.persons:
            self._deal_at = now + BOTS_ONLY_PAUSE

    def _go_on(self, now: float) -> None:
        """Deal or begin the next match, if all that was waited for is there."""
        phase = self.table.match.phase
        if phase is Phase.NEW and self.seats.full:
            self.table.record.names = tuple(self.seats.names)
            self._deal(now)
        elif phase in _WAITING and (present := self.seats.present) and all(seat.ready for seat in present):
            if phase is Phase.MATCH_OVER:
                self.table.again(self.seats.names)
                for seat in present:
                    self._send_state(seat)
            self._deal(now)
        self._tell_people()

    def _tell_people(self, but: Seat | None = None) -> None:
        people = self.seats.people
        if people != self._told:
            self._told = people
            for seat in self.seats.present:
                if seat is not but:
                    self._send(seat, RoomNow(self._room(seat)))

    def _room(self, seat: Seat) -> RoomState:
        stage: RoomStage = "lobby" if self.table.match.phase in (Phase.NEW, Phase.MATCH_OVER) else "play"
        return RoomState(self.name, stage, self.table.rules, seat.index, seat.index + 1, self.seats.people)

    def _send_state(self, seat: Seat) -> None:
        self._send(seat, State(self.table.version, self.table.match.view(seat.index)))

    def _send(self, seat: Seat, message: HostMessage) -> None:
        assert seat.connection is not None
        self._out.sends.append(Send(seat.connection, message))

    def _outcome(self) -> Outcome:
        out, self._out = self._out, Outcome()
        return out


def _other_version(low: int, high: int) -> str:
    ours = "{}" if PROTOCOLS[0] == PROTOCOLS[1] else "{} to {}"
    theirs = f"{low}" if low == high else f"{low} to {high}"
    return f"This table speaks protocol {ours.format(*PROTOCOLS)}, your program {theirs}."
