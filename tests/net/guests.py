"""People of an evening: each with a client, whims, little sense, and a connection that may break at any time."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import Action, CallUno, Catch, Draw, Keep, Play
from engine.cards import FACES
from engine.legal import legal_in
from engine.phases import TABLE, Phase
from engine.rules import Rules
from engine.views import View
from net.client import Client, Request
from net.connection import Connection
from net.messages import (
    TOKEN_BYTES,
    ClientMessage,
    Hello,
    HostMessage,
    Message,
    Seated,
    Welcome,
)
from net.names import is_called
from net.saved import token_hash
from net.session import End
from net.ssh.codes import rejoin_code
from net.ssh.vouch import Vouch
from net.table import Change
from net.updates import Acknowledged, Changed, Closed, Joined, People, Refused, RoomChanged, RoomState, Update
from net.wishes import (
    AddBot,
    CloseRoom,
    Kick,
    Pause,
    React,
    Remove,
    SetLevel,
    SetPace,
    SetRules,
    Sit,
    Stand,
    Start,
)
from tests.net.leaks import Oracle
from tests.net.virtual import Wire

if TYPE_CHECKING:
    from tests.net.simulation import Evening

_COMES_BACK = ("lost", "silent", "superseded", "slow")
_UNKNOWN_FATE = ("closed", "no_seat")
"""Refusals of the client's own, for actions that the host may have carried out in a seat that is given up."""


class Asked(Struct, frozen=True):
    """An action that was asked for: on the wire, and in which version the table truly was."""

    action: Action
    seat: int
    wire_id: int
    since: int


class Guest:
    """Someone at the table, from the first hello until they have left, or are sent away."""

    def __init__(
        self, evening: Evening, number: int, token: bytes | None = None, watch: bool = False, code: str = ""
    ) -> None:
        self.evening = evening
        self.vouch = vouch_for(number)
        self._code = code
        self.known_code = ""
        """What they can come back with, once they have gone."""
        self.random = Random(evening.random.random())
        self.number = number
        self.watch = watch
        self.client = Client(self._take, self._send, self._give_up)
        self.client.token = token
        self.connection: Connection | None = None
        self.wire: Wire | None = None
        self._wires: list[Wire] = []
        self.room: RoomState | None = None
        self.view: View | None = None
        self.version = -1
        self.updates: list[Update] = []
        self.closed_for: Closed | None = None
        self.unanswered: dict[int, Asked] = {}
        self._base = 0
        self._token: bytes | None = None
        self._ids = count(1)
        self._last_id = 0
        self._oracle: Oracle | None = None
        self._asked: set[str] = set()
        self._whim()

    # The connection

    def connect(self) -> None:
        """Make a new connection to the host, or try again later where there is none."""
        evening = self.evening
        if self.closed_for is not None:
            return
        host = evening.host
        if host is None:
            evening.loop.call_later(0.5 + self.random.random(), self.connect)
            return
        self.client.lost()
        if self.wire is not None and self.client.token is None:
            evening.loop.call_soon(
                self.wire.cut
            )  # a program that has no seat to take again has ended, and with it its connections
        ours = Connection("client", self, evening.buffer)
        self.connection = ours
        self._oracle = Oracle(TABLE, evening.ledger.truths, evening.ledger.records)
        self._oracle.asked = self._asked
        theirs = host.protocol()
        theirs.vouch = self.vouch
        self.wire = Wire(evening.loop, ours, theirs, self.random, self.random.choice((0.0, 0.05, 1.0)))
        self.wire.far.on_write = self._oracle.read
        self._wires.append(self.wire)

    @property
    def name(self) -> str:
        """What they want to be called."""
        return f"Guest {self.number}"

    @property
    def has_key(self) -> bool:
        """Whether their seat belongs to an ssh key."""
        return self.vouch is not None and self.vouch.token is not None

    @property
    def connected(self) -> bool:
        """Whether there is a connection, as far as this end knows."""
        return self.connection is not None

    def opened(self, connection: Connection) -> None:
        """Say hello."""
        self.connection = connection
        self.evening.loop.call_soon(self._greet, connection)

    def _greet(self, connection: Connection) -> None:
        if connection is self.connection:
            self.client.greet(self.name, self.watch)

    def said(self, connection: Connection, message: Message) -> None:
        """Take what the host says, unless it comes over an old connection."""
        if connection is not self.connection:
            return
        assert not isinstance(message, ClientMessage) or isinstance(message, HostMessage)
        if isinstance(message, Welcome) and (self._code or self.has_key) and message.room.seat != TABLE:
            (name,) = [person.name for person in message.room.people if person.seat == message.room.seat]
            assert is_called(name, self.name), "came back to the seat of another"
        if isinstance(message, Welcome | Seated) and (message.token is None or message.token != self._token):
            self._token, self._base = message.token, message.last_id - self._last_id
        self.client.receive(message)

    def closed(self, connection: Connection, end: End) -> None:
        """Come back after a while, or be gone."""
        if connection is not self.connection:
            return
        self.connection = None
        if end.code in _COMES_BACK:
            self.client.lost()
            self.evening.loop.call_later(self.random.random() * 5, self._come_back)
        else:
            self.client.ended(end)

    def _come_back(self) -> None:
        if self.connection is None:
            self.connect()

    def _send(self, message: ClientMessage) -> None:
        assert self.connection is not None
        if isinstance(message, Hello) and message.token is None:
            message = replace(message, code=self._code)
        self.connection.send(message)

    def _give_up(self, code: str, sentence: str) -> None:
        assert code == "left", f"The host was taken for a liar: {sentence}"
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.close(code, sentence)
        for wire in self._wires:
            self.evening.loop.call_soon(wire.cut)
        self.client.ended(End(code, sentence))

    def _be_killed(self) -> None:
        """Lose the program, and the token with it. What they have seen of their code, they still know."""
        token, self.connection = self.client.token, None
        if token is not None and self.random.random() < 0.9:
            self.known_code = rejoin_code(token_hash(token))
        for wire in self._wires:
            self.evening.loop.call_soon(wire.cut)
        self.client.ended(End("killed", "The program was killed."))

    # What they are told

    def _take(self, update: Update) -> None:
        self.updates.append(update)
        match update:
            case Joined():
                assert len(self.updates) == 1, "joined twice, or too late"
            case RoomChanged():
                self.room = update.room
                self.evening.loop.call_later(self.random.random() * 3, self._ready)
            case Changed():
                self._changed(update)
            case Acknowledged() | Refused():
                self._answered(update)
            case People():
                assert [person.seat for person in update.people] == sorted(person.seat for person in update.people)
            case Closed():
                self.closed_for = update
                assert not self.unanswered
                self.evening.gone(self)

    def _changed(self, changed: Changed) -> None:
        if changed.events:
            assert changed.version == self.version + 1
        else:
            assert changed.version >= self.version
        assert self.room is not None
        if self.room.stage == "play":
            assert changed.view.seat == self.room.seat, "shown the view of another seat"
        truth = self.evening.ledger.views[changed.version][changed.view.seat]
        assert changed.view == truth, "the client sees another table than there is"
        self.version, self.view = changed.version, changed.view
        self.evening.loop.call_later(self.random.choice((0.0, 0.3, 3.0)) * self.random.random(), self._think)
        self.evening.loop.call_later(self.random.random() * 3, self._ready)

    def _answered(self, answer: Acknowledged | Refused) -> None:
        if answer.action_id == 0:
            assert isinstance(answer, Refused)
            assert answer.sentence
            return
        asked = self.unanswered.pop(answer.action_id)  # an answer to nothing, or a second one, fails here
        changes = self.evening.ledger.changes
        if isinstance(answer, Acknowledged):
            done = changes[answer.version]
            assert (done.action_id, done.entry.action) == (asked.wire_id, asked.action), "what was acknowledged is lost"
            assert self.version >= answer.version, "acknowledged before it could be seen"
        elif answer.code not in _UNKNOWN_FATE and asked.action.seat == asked.seat:
            assert answer.sentence
            for version in range(asked.since + 1, self.evening.ledger.version + 1):
                assert not self._was_done(asked, changes.get(version)), "refused, and carried out all the same"

    def _was_done(self, asked: Asked, change: Change | None) -> bool:
        """Whether a change is what was asked for; what is older than a whole match, a resumed host does not know."""
        if change is None or change.match < self.evening.ledger.matches - 1:
            return False
        return (change.action_id, change.entry.action) == (asked.wire_id, asked.action)

    def check_end(self) -> None:
        """See that everything has come to an end, and that they know the room and the table as they are."""
        assert self.connected
        assert not self.unanswered
        assert self.room is not None
        if self.version >= 0 and (self.room.stage == "lobby" or self.room.paused_by):
            assert self.version == self.evening.ledger.version

    # What they do

    @property
    def is_host(self) -> bool:
        """Whether they host the room, as far as they know."""
        return self.room is not None and self.room.host == self.room.who

    def _ready(self) -> None:
        if self.closed_for is not None or self.evening.calm or self.room is None or self.room.seat == TABLE:
            return
        waits = self.room.stage == "lobby" or (self.view is not None and self.view.phase is Phase.ROUND_OVER)
        if waits and self.connected:
            self.client.ready()

    def _whim(self) -> None:
        """Do something of no use now and then."""
        if self.closed_for is not None:
            return
        self.evening.loop.call_later(1 + self.random.random() * 6, self._whim)
        if self.room is None or not self.connected or self.evening.calm:
            return
        self._make_trouble()
        if self.connection is None:
            return
        roll = self.random.random()
        if roll < 0.1:
            self.client.chat("Good evening!")
        elif roll < 0.2:
            self.client.ask(React(self.random.randrange(8)))
        elif roll < 0.22:
            self.client.ask(Stand())
        elif roll < 0.24:
            self.client.leave()
        elif self.room.seat == TABLE and roll < 0.7:
            self.client.ask(Sit())
        elif self.is_host:
            self.client.ask(self._order())
        self._ready()

    def _order(self) -> Request:
        """Think of something that only the host may ask for."""
        assert self.room is not None
        random = self.random
        if self.room.paused_by is not None and random.random() < 0.5:
            return Pause(False)
        if self.room.stage == "lobby" and random.random() < 0.5:
            return random.choice((AddBot("easy"), Start(), Start()))
        everyone = [*(person.who for person in self.room.people), *(other.who for other in self.room.spectators)]
        seat = random.randrange(10)
        hand_size = random.choice((2, 5))
        orders: tuple[Request, ...] = (
            Pause(True),
            Pause(False),
            Kick(random.choice(everyone), ban=False),
            SetRules(Rules(target_score=random.choice((1, 60)), hand_size=hand_size), random.choice((None, 0, 10))),
            AddBot("normal"),
            Remove(seat),
            SetLevel(seat, "easy"),
            SetPace(random.choice((0, 500))),
            CloseRoom("keep"),
        )
        return random.choice(orders)

    def _think(self) -> None:
        """Do something about the table as it looks now."""
        view = self.view
        if view is None or self.evening.calm or self.closed_for is not None or view.seat == TABLE:
            return
        options = legal_in(view)
        roll = self.random.random()
        if roll < 0.1:
            self._act(self._nonsense(view), self.version)
        elif roll < 0.15:
            self._act(self.random.choice(options) if options else self._nonsense(view), max(0, self.version - 1))
        if view.owed == view.seat:
            plays = [action for action in options if not isinstance(action, CallUno | Catch)]
            self._act(self.random.choice(plays), self.version)
            self.evening.loop.call_later(8.0 + self.random.random(), self._think_again, self.version)
        races = [action for action in options if isinstance(action, CallUno | Catch)]
        if races and self.random.random() < 0.5:
            self._act(self.random.choice(races), self.version)

    def _think_again(self, version: int) -> None:
        if self.version == version:
            self._think()

    def _nonsense(self, view: View) -> Action:
        seat = self.random.choice((view.seat, self.random.randrange(view.players)))
        return self.random.choice(
            (Draw(seat), Keep(seat), Play(seat, self.random.choice(FACES)), Catch(seat, self.random.randrange(10)))
        )

    def _act(self, action: Action, version: int) -> None:
        action_id = self._last_id = next(self._ids)
        if isinstance(action, Play):
            self._asked.add(action.card)
        self.unanswered[action_id] = Asked(
            action, self.view.seat if self.view else TABLE, action_id + self._base, self.evening.ledger.version
        )
        self.client.act(action_id, action, version)

    def _make_trouble(self) -> None:
        if self.wire is None or self.random.random() >= self.evening.trouble:
            return
        kind = self.random.choice(("cut", "silence", "twice", *(() if self.vouch is None else ("killed",) * 3)))
        if kind == "cut":
            self.wire.cut()
        elif kind == "silence":
            self.wire.fall_silent()
        elif kind == "twice":
            self.connect()
        else:
            self._be_killed()


def vouch_for(number: int) -> Vouch | None:
    """Return what the host knows of a guest, the same every time they come: half of them by ssh, and half with keys."""
    if number % 2 == 0:
        return None
    return Vouch(f"10.0.0.{number}", None if number % 4 == 1 else bytes([number]) * TOKEN_BYTES)
