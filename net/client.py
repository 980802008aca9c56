"""The client: makes of the host's messages what a screen is told, and of a player's wishes what the host is asked."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Action, Deal
from engine.events import Event
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
    Note,
    OpenRecord,
    Ready,
    Refusal,
    RoomNow,
    Said,
    Seated,
    State,
    Sync,
    Ticking,
    Welcome,
)
from net.names import clean_line
from net.session import End
from net.sound import sound, sound_events, sound_view
from net.tidy import SENTENCE_CHARACTERS, clean_room, heard
from net.updates import (
    CHAT_CHARACTERS,
    Acknowledged,
    Changed,
    Closed,
    Joined,
    Offer,
    People,
    Person,
    Refused,
    RoomChanged,
    RoomState,
    Update,
)
from net.version import APP
from net.wishes import Say, SetPace, Wish

Request = Ready | Wish
"""What a client may ask for beside actions; a refusal of it has the id 0."""


class Client:
    """A player's end of a table, over one connection or several, one after another.

    `emit` is given the updates; `send` sends a message; `give_up` ends a connection to a host that sends nonsense;
    `keep` is told the secret that takes the seat again, whenever it is another, and None when there is none any more.
    Action ids given to `act` count from 1; on the wire they go on where the seat's ids had come to.
    """

    def __init__(
        self,
        emit: Callable[[Update], None],
        send: Callable[[ClientMessage], None],
        give_up: Callable[[str, str], None],
        keep: Callable[[bytes | None], None] = lambda token: None,
    ) -> None:
        self._emit = emit
        self._send = send
        self._give_up = give_up
        self._keep = keep
        self._view: View | None = None
        self._version = 0
        self._behind = False  # waits for the whole state
        self._base: int | None = None  # what is added to an action id on the wire; None while there is no seat
        self._last_id = 0  # the highest action id given to `act`
        self._in = False  # the room, on the present connection
        self._joined = False
        self._room: RoomState | None = None
        self._people: tuple[Person, ...] | None = None
        self._pending: dict[int, Act] = {}  # by wire id: what the host has not answered
        self._done_ahead: list[Done] = []  # answered in a version that is not here yet
        self._closed = False
        self._disbelieves = False
        self.token: bytes | None = None
        """What takes the seat again over another connection."""

    def greet(self, name: str, watch: bool = False) -> None:
        """Say hello, on a connection that is new, and which seat is ours if one is; or that we only watch."""
        self._in = False
        self._send(Hello(PROTOCOLS, APP, name, self.token, watch))

    def act(self, action_id: int, action: Action, version: int) -> None:
        """Ask for an action. Ids rise from call to call."""
        if self._closed:
            return
        self._last_id = action_id
        if self._base is None:
            self._emit(Refused(action_id, "no_seat", "You have no seat at this table."))
            return
        if isinstance(action, Deal):
            self._emit(Refused(action_id, "not_yours", "The table deals by itself."))
            return
        act = Act(action_id + self._base, version, action)
        self._pending[act.id] = act
        if self._in:
            self._send(act)

    def ready(self, on: bool = True) -> None:
        """Say that things may go on, or may not yet."""
        self.ask(Ready(self._version, on))

    def set_pace(self, seconds: float) -> None:
        """Ask for another pace of the bots."""
        self.ask(SetPace(round(seconds * 1000)))

    def chat(self, text: str) -> None:
        """Say something, if there is anything in it."""
        line = clean_line(text, CHAT_CHARACTERS)
        if line:
            self.ask(Say(line))

    def ask(self, request: Request) -> None:
        """Ask the host for something else than an action. Without a connection that is in vain, and told so."""
        if self._in:
            self._send(request)
        elif not self._closed:
            self._emit(Refused(0, "away", "There is no connection to the table at the moment."))

    def leave(self) -> None:
        """Leave for good."""
        if self._in:
            self._send(Leave())
        else:
            self._give_up("left", "You have left the table.")

    def receive(self, message: HostMessage) -> None:
        """Take what the host says, as long as that can be true."""
        if self._disbelieves:
            return
        if not sound(message):
            self._disbelieve()
            return
        match message:
            case Welcome():
                self._welcome(message)
            case RoomNow():
                self._room_is(message.room)
            case Seated():
                self._seated(message.token, message.last_id)
            case State():
                self._whole(message)
            case Happened():
                self._happened(message)
            case Done():
                self._done(message)
            case Refusal():
                self._refused(message)
            case Said() | Ticking() | Note() | OpenRecord():
                update = heard(message)
                if update is not None:
                    self._emit(update)
            case No() | Bye():
                return  # the session has closed, and its end is told to `ended`

    def _disbelieve(self) -> None:
        """Have nothing more to do with a host that is none, or a broken one."""
        self._disbelieves = True
        self._give_up("protocol", "The host sent what can't have happened.")

    def ended(self, end: End) -> None:
        """Take in that all is over: nothing under way will be answered."""
        if self._closed:
            return
        self._closed = True
        self._in = False
        self._refuse_pending("closed", "The connection ended before the host answered.")
        self._emit(Closed(end.code, end.sentence))

    def lost(self) -> None:
        """Take in that the connection is gone and another will be made: what is under way is asked for again then."""
        self._in = False

    def _refuse_pending(self, code: str, sentence: str) -> None:
        pending, self._pending = self._pending, {}
        self._done_ahead.clear()
        for wire_id in pending:
            self._emit(Refused(wire_id - (self._base or 0), code, sentence))

    def _welcome(self, welcome: Welcome) -> None:
        self._in = True
        room = clean_room(welcome.room)
        if not self._joined:
            self._joined = True
            self._people = room.people
            self._emit(Joined(room.seat, room.name, room.people))
        if self._base is None or welcome.token is None or welcome.token != self.token:
            self._seated(welcome.token, welcome.last_id)
        self._room_is(room)
        if welcome.offer is not None:
            code, sentence = welcome.offer
            self._emit(Offer(code, clean_line(sentence, SENTENCE_CHARACTERS)))
        for act in self._pending.values():
            self._send(act)  # the host knows those that reached it by their ids

    def _seated(self, token: bytes | None, last_id: int) -> None:
        """Take another seat, or none: what was asked for in the old one is not going to happen."""
        self._refuse_pending("no_seat", "You have given up the seat that this was asked for in.")
        self._base = None if token is None else last_id - self._last_id
        self._version, self._view = 0, None
        if token != self.token:
            self.token = token
            self._keep(token)

    def _room_is(self, room: RoomState) -> None:
        room = clean_room(room)
        if room.people != self._people:
            self._people = room.people
            self._emit(People(room.people))
        if room != self._room:
            self._room = room
            self._emit(RoomChanged(room))

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
        view = _after(self._view, happened.events)
        if view is None:
            self._disbelieve()
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
        return wire_id - (self._base or 0)


def _after(view: View, events: tuple[Event, ...]) -> View | None:
    """Return what events lead to, None if that can't be."""
    if not sound_events(events, view.players):
        return None
    try:
        for event in events:
            view = advance(view, event)
    except ValueError:  # a card is played that is not held
        return None
    return view if sound_view(view) else None
