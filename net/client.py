"""The client: makes of the host's messages what a screen is told, and of a player's wishes what the host is asked."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from engine.actions import Action, Deal
from engine.views import View, advance
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
    PeopleChanged,
    Ready,
    Refusal,
    SetPace,
    State,
    Sync,
    Welcome,
)
from net.names import clean_line, clean_name
from net.session import End
from net.updates import Acknowledged, Changed, Closed, Joined, People, Person, Refused, Update

SENTENCE_CHARACTERS: Final = 300


class Client:
    """A player's end of a table, over one connection or several, one after another.

    `emit` is given the updates; `send` sends a message; `give_up` ends a connection to a host that sends nonsense.
    Action ids given to `act` count from 1; on the wire they go on where the seat's ids had come to.
    """

    def __init__(
        self,
        emit: Callable[[Update], None],
        send: Callable[[ClientMessage], None],
        give_up: Callable[[str, str], None],
    ) -> None:
        self._emit = emit
        self._send = send
        self._give_up = give_up
        self._view: View | None = None
        self._version = 0
        self._behind = False  # waits for the whole state
        self._used_ids: int | None = None  # the seat's, before this connection; None while there is no seat
        self._pending: dict[int, Act] = {}  # by wire id: what the host has not answered
        self._done_ahead: list[Done] = []  # answered in a version that is not here yet
        self._closed = False
        self.token: bytes | None = None
        """What takes the seat again over another connection."""

    def greet(self, name: str) -> None:
        """Say hello, and which seat is ours if one is."""
        self._send(Hello(PROTOCOLS, app_version(), name, self.token))

    def act(self, action_id: int, action: Action, version: int) -> None:
        """Ask for an action."""
        if self._closed:
            return
        if self._used_ids is None:
            self._emit(Refused(action_id, "no_seat", "You have no seat yet."))
            return
        if isinstance(action, Deal):
            self._emit(Refused(action_id, "not_yours", "The table deals by itself."))
            return
        act = Act(action_id + self._used_ids, version, action)
        self._pending[act.id] = act
        self._send(act)

    def ready(self) -> None:
        """Say that things may go on."""
        if self._at_table:
            self._send(Ready(self._version))

    def set_pace(self, seconds: float) -> None:
        """Ask for another pace of the bots."""
        if self._at_table:
            self._send(SetPace(round(seconds * 1000)))

    def leave(self) -> None:
        """Leave for good."""
        if self._at_table:
            self._send(Leave())
        else:
            self._give_up("left", "You have left the table.")

    @property
    def _at_table(self) -> bool:
        return self._used_ids is not None and not self._closed

    def receive(self, message: HostMessage) -> None:
        """Take what the host says."""
        match message:
            case Welcome():
                self._welcome(message)
            case State():
                self._whole(message)
            case Happened():
                self._happened(message)
            case Done():
                self._done(message)
            case Refusal():
                self._refused(message)
            case PeopleChanged():
                self._emit(People(_cleaned(message.people)))
            case No() | Bye():
                return  # the session has closed, and its end is told to `ended`

    def ended(self, end: End) -> None:
        """Take in that the connection has ended: nothing under way will be answered."""
        if self._closed:
            return
        self._closed = True
        for wire_id in self._pending:
            action_id = wire_id - (self._used_ids or 0)
            self._emit(Refused(action_id, "closed", "The connection ended before the host answered."))
        self._pending.clear()
        self._emit(Closed(end.code, end.sentence))

    def _welcome(self, welcome: Welcome) -> None:
        people = _cleaned(welcome.people)
        self.token = welcome.token
        if self._used_ids is None:
            self._used_ids = welcome.last_id
            self._emit(Joined(welcome.seat, clean_line(welcome.room, 40), people))
            return
        self._emit(People(people))
        for act in self._pending.values():
            self._send(act)  # the host knows those that reached it by their ids

    def _whole(self, state: State) -> None:
        self._view, self._version, self._behind = state.view, state.v, False
        self._emit(Changed(state.v, state.view))
        self._settle_done()

    def _happened(self, happened: Happened) -> None:
        if self._behind or happened.v <= self._version:
            return
        if self._view is None or happened.v > self._version + 1:
            self._behind = True
            self._send(Sync())
            return
        view = self._view
        try:
            for event in happened.events:
                view = advance(view, event)
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
            self._give_up("protocol", "The host sent what can't have happened.")
            return
        self._view, self._version = view, happened.v
        self._emit(Changed(happened.v, view, happened.events))
        self._settle_done()

    def _done(self, done: Done) -> None:
        self._done_ahead.append(done)
        self._settle_done()

    def _settle_done(self) -> None:
        """Acknowledge what can be seen by now."""
        ahead, self._done_ahead = self._done_ahead, []
        for done in ahead:
            if done.v > self._version:
                self._done_ahead.append(done)
            elif (action_id := self._answered(done.id)) is not None:
                self._emit(Acknowledged(action_id, done.v))

    def _refused(self, refusal: Refusal) -> None:
        sentence = clean_line(refusal.sentence, SENTENCE_CHARACTERS)
        if refusal.id == 0:
            self._emit(Refused(0, refusal.code, sentence))
        elif (action_id := self._answered(refusal.id)) is not None:
            self._emit(Refused(action_id, refusal.code, sentence))

    def _answered(self, wire_id: int) -> int | None:
        """Strike an action off those that wait; None if it does not."""
        if self._pending.pop(wire_id, None) is None:
            return None
        return wire_id - (self._used_ids or 0)


def _cleaned(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Clean the names as if the host had not."""
    cleaned: list[Person] = []
    for person in people:
        name = clean_name(person.name, [other.name for other in cleaned])
        cleaned.append(Person(person.seat, name, person.bot, person.here, person.ready))
    return tuple(cleaned)


def app_version() -> str:
    """Return what this program calls itself to a host."""
    try:
        return f"unokart {version('unokart')}"
    except PackageNotFoundError:
        return "unokart"
