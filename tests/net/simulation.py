"""An evening at a table, under one seed and in virtual time: the real host, connections and clients, a bad network.

Everything that should always hold is checked as the evening goes on; what does not hold raises.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random

from engine.actions import Action, CallUno, Catch, Draw, Keep, Play
from engine.bots import make
from engine.cards import FACES
from engine.legal import legal_in
from engine.phases import Phase
from engine.rules import Rules
from engine.views import View
from net.client import Client
from net.connection import READ_BYTES, Connection
from net.host import Host
from net.messages import ClientMessage, HostMessage, Message
from net.room import Room, Setup
from net.session import End
from net.table import Change
from net.updates import Acknowledged, BotLevel, Changed, Closed, Joined, People, Refused, Update
from tests.net.leaks import Oracle, Truth, truth_of
from tests.net.rooms import numbered_tokens
from tests.net.virtual import VirtualLoop, Wire

_LIMITLESS = 4 * 3600.0
"""Virtual seconds within which an evening has to be over."""


class Evening:
    """A table with persons and bots, from the first hello until a second match has been dealt."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.loop = VirtualLoop()
        persons = self.random.randint(1, 4)
        bots: list[BotLevel] = [
            self.random.choice(("easy", "normal")) for _ in range(self.random.randint(persons == 1, 3))
        ]
        self.room = Room(
            Setup(
                "Evening",
                persons,
                tuple((f"Bot {number}", level) for number, level in enumerate(bots)),
                Rules(target_score=self.random.choice((1, 60, 120)), hand_size=self.random.choice((2, 5, 7))),
                seed,
                pace=self.random.choice((0.0, 0.5)),
            ),
            make,
            numbered_tokens(),
        )
        self.truths: dict[int, Truth] = {}
        self.views: dict[int, list[View]] = {}
        self.done: dict[tuple[int, int], int] = {}
        """By seat and wire id: the version that an action made."""
        self.buffer = bytearray(READ_BYTES)
        self.trouble = self.random.choice((0.0, 0.02, 0.1))
        """How likely a network trouble is, for each thing that a player does."""
        self.guests = [Guest(self, number) for number in range(persons)]
        self.calm = False
        self.over = asyncio.Event()
        self.version = 0

    def run(self) -> None:
        """Play it through."""
        asyncio.set_event_loop(None)
        try:
            self.loop.run_until_complete(asyncio.wait_for(self._play(), _LIMITLESS))
        finally:
            self.loop.close()

    async def _play(self) -> None:
        self.host = Host(self.room, moved=lambda outcome: self._note(outcome.changes))
        for guest in self.guests:
            guest.connect()
        over = self.loop.create_task(self.over.wait())
        watch = self.loop.create_task(self._watch())
        await asyncio.wait([over, watch], return_when=asyncio.FIRST_COMPLETED)
        if watch.done():
            watch.result()  # raises what is wrong
        watch.cancel()
        for guest in self.guests:
            guest.check_all_answered()
        self.host.close("over", "Good night.")
        await self.host.wait_closed(10.0)
        self._check_faults()

    async def _watch(self) -> None:
        """See that the evening goes on: someone can act, and does, within a while."""
        seen = -1
        while True:
            assert self.room.table.version != seen, "nobody goes on"
            seen = self.room.table.version
            self._check_faults()
            await asyncio.sleep(120.0)

    def _check_faults(self) -> None:
        if self.loop.faults:
            raise self.loop.faults[0]

    def _note(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        match = self.room.table.match
        for change in changes:
            # Another match begins with a version of its own, an empty table.
            opens = change.match > 1 and len(self.room.table.record.entries) == 1
            assert change.version == self.version + (2 if opens else 1)
            self.version = change.version
            self.truths[change.version] = truth_of(match, change.events)
            self.views[change.version] = [match.view(seat) for seat in range(match.players)]
            if change.action_id:
                key = (change.entry.action.seat, change.action_id)
                assert key not in self.done, "an action was carried out twice"
                self.done[key] = change.version
        if match.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            assert match.legal_actions(match.owed), "nobody can act"
        if changes[-1].match == 2 and len(self.room.table.record.entries) == 1:
            self.loop.call_later(30.0, self._calm_down)

    def _calm_down(self) -> None:
        """Nobody does anything more; then everything that was on its way must have come to an end."""
        self.calm = True
        self.loop.call_later(60.0, self.over.set)


class Guest:
    """A person at the table: a client that comes back when its connection breaks, and a player without much sense."""

    def __init__(self, evening: Evening, number: int) -> None:
        self.evening = evening
        self.random = Random(evening.random.random())
        self.number = number
        self.client = Client(self._take, self._send, self._give_up)
        self.connection: Connection | None = None
        self.wire: Wire | None = None
        self.oracle: Oracle | None = None
        self.seat = -1
        self.view: View | None = None
        self.version = -1
        self.updates: list[Update] = []
        self.asked: set[str] = set()
        """The cards that it has asked to play."""
        self.answers: Counter[int] = Counter()
        self.unanswered: set[int] = set()
        self._ids = count(1)

    def connect(self) -> None:
        """Make a new connection to the host."""
        evening = self.evening
        ours = Connection("client", self, evening.buffer)
        self.connection = ours
        self.wire = Wire(evening.loop, ours, evening.host.protocol(), self.random, self.random.choice((0.0, 0.05, 1.0)))
        held: list[bytes] = []
        self.wire.far.on_write = held.append

        def read(data: bytes) -> None:
            """Let the oracle see what is sent, from the first byte on, once it is known to whom."""
            held.append(data)
            if self.seat >= 0:
                self._oracle_reads(b"".join(held))
                held.clear()

        self.wire.far.on_write = read
        if self.oracle is not None:
            self.oracle = Oracle(self.seat, evening.truths)

    def opened(self, connection: Connection) -> None:
        """Say hello."""
        self.connection = connection
        self.client.greet(f"Guest {self.number}")

    def said(self, connection: Connection, message: Message) -> None:
        """Take what the host says, unless it comes over an old connection."""
        if connection is self.connection:
            assert not isinstance(message, ClientMessage) or isinstance(message, HostMessage)
            self.client.receive(message)

    def closed(self, connection: Connection, end: End) -> None:
        """Come back after a while."""
        if connection is self.connection and not self.evening.over.is_set():
            assert end.code in ("lost", "silent", "superseded"), end
            self.evening.loop.call_later(self.random.random() * 5, self._come_back, connection)

    def _come_back(self, connection: Connection) -> None:
        if connection is self.connection and not self.evening.over.is_set():
            self.connect()

    def _send(self, message: ClientMessage) -> None:
        assert self.connection is not None
        self.connection.send(message)

    def _give_up(self, code: str, sentence: str) -> None:
        raise AssertionError(f"The host was taken for a liar: {sentence}")

    def _oracle_reads(self, data: bytes) -> None:
        if self.oracle is None:
            self.oracle = Oracle(self.seat, self.evening.truths)
        self.oracle.asked = self.asked
        self.oracle.read(data)

    def _take(self, update: Update) -> None:
        self.updates.append(update)
        match update:
            case Joined():
                assert self.seat == -1, "joined twice"
                self.seat = update.seat
            case Changed():
                self._changed(update)
            case Refused(action_id=0):
                assert update.code == "away"  # ready was said between two connections, and will be again
            case Acknowledged() | Refused():
                self._answered(update)
            case People():
                assert [person.seat for person in update.people] == sorted(person.seat for person in update.people)
            case Closed():
                raise AssertionError("the client was never told that it is over")

    def _changed(self, changed: Changed) -> None:
        if changed.events:
            assert changed.version == self.version + 1
        else:
            assert changed.version >= self.version
        truth = self.evening.views.get(changed.version)
        if truth is None:
            assert changed.view.phase is Phase.NEW
        else:
            assert changed.view == truth[self.seat], "the client sees another table than there is"
        self.version, self.view = changed.version, changed.view
        self.evening.loop.call_later(self.random.choice((0.0, 0.3, 3.0)) * self.random.random(), self._think)
        if changed.view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            self.evening.loop.call_later(self.random.random() * 3, self._ready)

    def _answered(self, answer: Acknowledged | Refused) -> None:
        assert answer.action_id in self.unanswered, "an answer to nothing, or a second one"
        self.unanswered.remove(answer.action_id)
        done = self.evening.done.get((self.seat, answer.action_id))
        if isinstance(answer, Acknowledged):
            assert done == answer.version
            assert self.version >= answer.version, "acknowledged before it could be seen"
        else:
            assert done is None, "refused, and carried out all the same"
            assert answer.sentence

    def check_all_answered(self) -> None:
        """See that nothing was lost in the end."""
        assert not self.unanswered
        assert self.version == self.evening.version
        assert self.oracle is not None
        assert self.oracle.messages > 5

    def _ready(self) -> None:
        self.client.ready()
        # An answer that is lost with its connection is asked for again.
        if self.view is not None and self.view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            self.evening.loop.call_later(5.0 + self.random.random(), self._ready)

    def _think(self) -> None:
        """Do something about the table as it looks now."""
        view = self.view
        if view is None or self.evening.calm:
            return
        self._make_trouble()
        options = legal_in(view)
        roll = self.random.random()
        if roll < 0.1:
            self._act(self._nonsense(), self.version)
        elif roll < 0.15:
            self._act(self.random.choice(options) if options else self._nonsense(), max(0, self.version - 1))
        if view.owed == self.seat:
            owed = [action for action in options if not isinstance(action, CallUno | Catch)]
            plays = [action for action in owed if isinstance(action, Play)]
            self._act(self.random.choice(plays if plays and self.random.random() < 0.9 else owed), self.version)
            self.evening.loop.call_later(8.0 + self.random.random(), self._think_again, self.version)
        races = [action for action in options if isinstance(action, CallUno | Catch)]
        if races and self.random.random() < 0.5:
            self._act(self.random.choice(races), self.version)

    def _think_again(self, version: int) -> None:
        if self.version == version:
            self._think()

    def _nonsense(self) -> Action:
        seat = self.random.choice((self.seat, self.random.randrange(len(self.evening.room.seats))))
        return self.random.choice(
            (Draw(seat), Keep(seat), Play(seat, self.random.choice(FACES)), Catch(seat, self.random.randrange(10)))
        )

    def _act(self, action: Action, version: int) -> None:
        action_id = next(self._ids)
        if isinstance(action, Play):
            self.asked.add(action.card)
        self.unanswered.add(action_id)
        self.client.act(action_id, action, version)

    def _make_trouble(self) -> None:
        if self.seat < 0 or self.wire is None or self.random.random() >= self.evening.trouble:
            return
        kind = self.random.choice(("cut", "silence", "twice"))
        if kind == "cut":
            self.wire.cut()
        elif kind == "silence":
            self.wire.fall_silent()
        else:
            self.connect()
