"""What those in a room are told, each what is for them: the only way from the room to a connection."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.events import redact
from engine.phases import TABLE, Phase
from engine.rules import Rules
from net.messages import (
    Bye,
    Happened,
    HostMessage,
    Note,
    OpenRecord,
    Refusal,
    RoomNow,
    Seated,
    State,
    Welcome,
)
from net.saved import MatchBegun
from net.seats import Member, Seats
from net.setup import Outcome, Send, Setup
from net.table import Change, NotSaved, Table
from net.tidy import clean_room_name
from net.updates import RoomStage, RoomState

_LONGEST_RECORD: Final = 700_000
"""Characters. A longer record would not go over a connection in one piece."""


class Post:
    """Collects what is to be sent, until it is taken."""

    def __init__(self, setup: Setup, seats: Seats, table: Table) -> None:
        self.name = clean_room_name(setup.room)
        self.rules = setup.rules
        """Those of the next match."""
        self.turn_seconds = setup.turn_seconds
        self.paused_by: str | None = None
        self.begun: MatchBegun | None = None
        """The match that has begun and is not saved yet."""
        self.out = Outcome()
        self._unsaved = False
        self._seats = seats
        self._table = table
        self._told: dict[int, RoomState] = {}  # by connection

    def take(self) -> Outcome:
        """Return what has been collected."""
        out, self.out = self.out, Outcome()
        return out

    @property
    def stage(self) -> RoomStage:
        """Whether a match is under way."""
        table = self._table
        return "lobby" if table.number == 0 or table.match.phase is Phase.MATCH_OVER else "play"

    @property
    def rules_now(self) -> Rules:
        """The rules that are played by, or will be."""
        return self._table.match.rules if self.stage == "play" else self.rules

    def send(self, member: Member, message: HostMessage) -> None:
        """Tell one, if they are there."""
        if member.connection is not None:
            self.out.sends.append(Send(member.connection, message))

    def send_all(self, message: HostMessage) -> None:
        """Tell everyone in the room."""
        for member in self._seats.connected:
            self.send(member, message)

    def note(self, code: str, sentence: str) -> None:
        """Let everyone know something."""
        self.send_all(Note(code, sentence))

    def not_saved(self, error: NotSaved) -> None:
        """Let everyone know that nothing can be saved, and so nothing goes on; once, until something is."""
        if not self._unsaved:
            self._unsaved = True
            self.note(error.code, error.sentence)

    def all_saved(self) -> None:
        """Take in that it goes on."""
        self._unsaved = False

    def refuse(self, member: Member, code: str, sentence: str) -> None:
        """Refuse something that is no action."""
        self.send(member, Refusal(0, self._table.version, code, sentence))

    def dismiss(self, member: Member, code: str, sentence: str) -> None:
        """End someone's connection."""
        self.send(member, Bye(code, sentence))
        if member.connection is not None:
            self._told.pop(member.connection, None)
            member.connection = None

    def forget(self, connection: int) -> None:
        """Take in that a connection is gone."""
        self._told.pop(connection, None)

    def room_for(self, member: Member | None) -> RoomState:
        """Describe the room to someone in it, or to nobody in particular."""
        return self._yours(self._room(), member)

    def _room(self) -> RoomState:
        return RoomState(
            name=self.name,
            stage=self.stage,
            rules=self.rules_now,
            seat=TABLE,
            who=0,
            people=self._seats.people,
            spectators=self._seats.spectators,
            seats=len(self._seats),
            paused_by=self.paused_by,
            turn_seconds=self.turn_seconds,
            host=self._seats.host.who if self._seats.host is not None else 0,
        )

    def _yours(self, room: RoomState, member: Member | None) -> RoomState:
        if member is None:
            return room
        return replace(room, seat=TABLE if member.seat is None else member.seat.index, who=member.who)

    def welcome(self, member: Member, protocol: int, token: bytes | None, offer: tuple[str, str] | None = None) -> None:
        """Tell someone who has come all that there is to know."""
        room = self.room_for(member)
        last_id = member.seat.last_id if member.seat is not None else 0
        self.send(member, Welcome(protocol, room, token, last_id, offer))
        if member.connection is not None:
            self._told[member.connection] = room
        self.state(member)
        if self._table.match.phase is Phase.MATCH_OVER:
            self._record(member)

    def seated(self, member: Member, token: bytes | None) -> None:
        """Tell someone that they have a seat now, or none any more."""
        seat = member.seat
        self.send(member, Seated(TABLE) if seat is None else Seated(seat.index, token, seat.last_id))
        self.room()
        self.state(member)

    def room(self) -> None:
        """Tell everyone of the room what they don't know yet."""
        for_all = self._room()
        for member in self._seats.connected:
            room = self._yours(for_all, member)
            assert member.connection is not None
            if self._told.get(member.connection) != room:
                self._told[member.connection] = room
                self.send(member, RoomNow(room))

    def state(self, member: Member) -> None:
        """Tell someone how the table stands, if a match has begun there."""
        if self._table.number:
            self.send(member, State(self._table.version, self._table.match.view(_shown_as(member))))

    def sync(self, member: Member) -> None:
        """Tell someone all over again what they may have missed."""
        self.send(member, RoomNow(self.room_for(member)))
        self.state(member)

    def happened(self, change: Change) -> None:
        """Tell everyone what of a change is for them."""
        self.out.changes.append(change)
        for member in self._seats.connected:
            index = _shown_as(member)
            self.send(member, Happened(change.version, tuple(redact(event, index) for event in change.events)))
        if self._table.match.phase is Phase.MATCH_OVER:
            for member in self._seats.connected:
                self._record(member)

    def _record(self, member: Member) -> None:
        text = self._table.record.to_text()
        if len(text) <= _LONGEST_RECORD:
            self.send(member, OpenRecord(text))


def _shown_as(member: Member) -> int:
    """Return as whom someone sees the match: as their seat, or as everyone if they have no part in it."""
    seat = member.seat
    return seat.index if seat is not None and seat.playing else TABLE
