"""One connection as a value machine, the same for both ends: bytes in, messages out; messages in, bytes out.

It knows the order of messages, the limits and the timers; not who sits where, nor sockets, nor the time, which is
told to it. `STEPS` is the whole of what may follow on what.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, Literal, get_args

from msgspec import MsgspecError, Struct

from net.admission import AskPassphrase, ClientConfirm, ClientPake, HostConfirm, HostPake, Info, Probe
from net.budget import Budget
from net.frames import CAP_BEFORE_ADMISSION, CAP_FROM_CLIENT, CAP_FROM_HOST, FrameParser, FrameTooLong, frame
from net.messages import (
    CLIENT_DECODER,
    HOST_DECODER,
    PROTOCOLS,
    Act,
    Bye,
    Done,
    Happened,
    Hello,
    Leave,
    Message,
    No,
    Note,
    OpenRecord,
    Ping,
    Pong,
    Ready,
    Refusal,
    RoomNow,
    Said,
    Seated,
    State,
    Sync,
    Ticking,
    Welcome,
    encode,
)
from net.names import clean_line
from net.wishes import Wish


class Stage(Enum):
    """How far a connection has come."""

    GREETING = auto()
    """The client is to ask what room there is, or to say hello."""
    PROBED = auto()
    """The host is to say what room there is."""
    TOLD = auto()
    """The client knows what room there is, and is to say hello."""
    ADMISSION = auto()
    """The host is to say whether it takes the client, or to ask for the passphrase."""
    ASKED = auto()
    """The client is to begin to prove the passphrase."""
    AGREEING = auto()
    """The host is to do its part for that."""
    CONFIRMING = auto()
    """The client is to confirm that it knows the passphrase."""
    CONFIRMED = auto()
    """The host is to confirm that it does so too."""
    PROVED = auto()
    """The host is to say whether it takes the client."""
    TABLE = auto()
    """The client has its seat."""
    CLOSED = auto()
    """Nothing more is sent or taken."""


STEPS: Final[dict[Stage, dict[type, Stage]]] = {
    Stage.GREETING: {Probe: Stage.PROBED, Hello: Stage.ADMISSION, No: Stage.CLOSED},
    Stage.PROBED: {Info: Stage.TOLD, No: Stage.CLOSED},
    Stage.TOLD: {Hello: Stage.ADMISSION, No: Stage.CLOSED},
    Stage.ADMISSION: {AskPassphrase: Stage.ASKED, Welcome: Stage.TABLE, No: Stage.CLOSED},
    Stage.ASKED: {ClientPake: Stage.AGREEING, No: Stage.CLOSED},
    Stage.AGREEING: {HostPake: Stage.CONFIRMING, No: Stage.CLOSED},
    Stage.CONFIRMING: {ClientConfirm: Stage.CONFIRMED, No: Stage.CLOSED},
    Stage.CONFIRMED: {HostConfirm: Stage.PROVED, No: Stage.CLOSED},
    Stage.PROVED: {Welcome: Stage.TABLE, No: Stage.CLOSED},
    Stage.TABLE: {
        **dict.fromkeys((Act, Ready, Sync, *get_args(Wish)), Stage.TABLE),
        **dict.fromkeys((RoomNow, Seated, State, Happened, Done, Refusal), Stage.TABLE),
        **dict.fromkeys((Said, Ticking, Note, OpenRecord), Stage.TABLE),
        **dict.fromkeys((Ping, Pong), Stage.TABLE),
        **dict.fromkeys((Leave, Bye), Stage.CLOSED),
    },
    Stage.CLOSED: {},
}
"""For each stage, the messages that may be sent in it, by either side, and the stage after each."""

_BEFORE_HELLO: Final = (Stage.GREETING, Stage.PROBED, Stage.TOLD)

_FAREWELLS: Final = frozenset(
    (
        *("version", "full", "token", "passphrase", "wait", "banned", "host_closing", "protocol", "silent", "flood"),
        *("superseded", "kicked", "kept", "saved", "slow", "crash", "code"),
    )
)
"""The codes with which a host may end a connection; a program has others of its own, which are none of a host's."""

_PRUDENCE: Final = 0.75
"""The part of the host's limits that a client makes use of: delays on the way bunch its messages up."""

_ASLEEP: Final = 1.0
"""A tick later than this comes from a process that was stopped, or a computer that slept."""


class Limits(Struct, frozen=True):
    """What one end bears of the other. Times in seconds."""

    ping_every: float = 2.0
    dead_after: float = 6.0
    """Silence after which the peer is given up."""
    hello_within: float = 5.0
    """From the moment in which the session begins to `Hello`."""
    admitted_within: float = 10.0
    """From the moment in which the host has accepted the connection to the seat."""
    frame_within: float = 5.0
    """From the first byte of a frame to its last."""
    messages_a_second: float = 20.0
    """What a client may send; a client keeps to three quarters of it, and what is more waits."""
    burst: float = 40.0
    """Messages that a client may send at once; `messages_a_second` refill it."""


class End(Struct, frozen=True):
    """Why a connection has ended."""

    code: str
    sentence: str


class Session:
    """One end of a connection.

    After each call `take` has the bytes to be sent, `stage` says whether the connection is to be closed once they are,
    and `wake` when to call `tick` next.
    """

    def __init__(
        self, side: Literal["host", "client"], now: float, limits: Limits | None = None, accepted: float | None = None
    ) -> None:
        """Begin. `accepted` is when the connection came in, where that was before `now`."""
        self.stage = Stage.GREETING
        self.token_arrived = True
        """Whether the client has shown that it has the latest token: by the answer to the ping behind it."""
        self.round_trip: float | None = None
        """How many seconds the latest ping took, there and back."""
        self.end: End | None = None
        self._host = side == "host"
        self._limits = limits or Limits()
        self._parser = FrameParser(CAP_BEFORE_ADMISSION if self._host else CAP_FROM_HOST)
        self._out: list[bytes] = []
        self._held: deque[bytes] = deque()  # what a client has no budget for yet
        self._opened = self._heard = self._now = now
        self._accepted = now if accepted is None else accepted
        self._began: float | None = None  # when the frame began that is not complete
        self._next_ping = self._pinged = now
        self._pings = 0
        self._behind_token = 0  # the number of the ping that was sent right after the latest token
        part = 1.0 if self._host else _PRUDENCE
        self._budget = Budget(self._limits.messages_a_second * part, self._limits.burst * part, now)

    def send(self, message: Message) -> None:
        """Queue a message. On a closed connection nothing is sent."""
        if self.stage is Stage.CLOSED:
            return
        data = frame(encode(message))
        if isinstance(message, Leave):
            self._out += [*self._held, data]  # the last message waits for nothing
            self._held.clear()
        elif self._host or isinstance(message, Ping | Pong):
            self._out.append(data)
        else:
            self._held.append(data)
            self._release()
        self._step(message)
        if self._host and isinstance(message, Welcome | Seated) and message.token is not None:
            self._ping()
            self.token_arrived, self._behind_token = False, self._pings

    def _ping(self) -> None:
        self._pings += 1
        self._pinged = self._now
        self.send(Ping(self._pings))

    def _release(self) -> None:
        """Let go of what the host bears."""
        while self._held and self._budget.spend(self._now):
            self._out.append(self._held.popleft())

    def take(self) -> list[bytes]:
        """Return the frames to be sent, each once."""
        out, self._out = self._out, []
        return out

    def receive(self, data: bytes | bytearray | memoryview, now: float) -> Iterator[Message]:
        """Take bytes and yield the messages that they complete, to be dealt with one by one.

        A peer that breaks the protocol is told so if it can still be, and the connection is closed.
        """
        self._heard = self._now = now
        if self.stage is Stage.TABLE and self._behind_token == 1:
            self.token_arrived = True  # nothing is to be said between hello and welcome, so that has been read
        self._parser.feed(data)
        while self.stage is not Stage.CLOSED:
            try:
                payload = self._parser.next()
                if payload is None:
                    break
                self._began = None
                message: Message = (CLIENT_DECODER if self._host else HOST_DECODER).decode(payload)
            except (FrameTooLong, MsgspecError, RecursionError) as error:
                self.close("protocol", clean_line(f"The other side sent what is no message here: {error}", 300))
                return
            if self._host and not self._budget.spend(now):
                self.close("flood", "Too many messages at once.")
                return
            yield from self._received(message)
        if self._began is None and self._parser.in_the_middle:
            self._began = now

    def _received(self, message: Message) -> Iterator[Message]:
        if type(message) not in STEPS[self.stage]:
            self.close("protocol", f"The other side sent {type(message).__name__} out of turn.")
            return
        self._step(message)
        if isinstance(message, Ping):
            self.send(Pong(message.n))
        elif not isinstance(message, Pong):
            yield message
        else:
            self.token_arrived |= message.n == self._behind_token
            if message.n == self._pings:
                self.round_trip = self._now - self._pinged

    def _step(self, message: Message) -> None:
        self.stage = STEPS[self.stage][type(message)]
        if isinstance(message, Welcome):
            self._next_ping = self._now + self._limits.ping_every
            if self._host:
                self._parser.cap = CAP_FROM_CLIENT
        if isinstance(message, No | Bye):
            code = message.code if message.code in _FAREWELLS else "closed"
            self.end = End(code, clean_line(message.sentence, 300))
        elif isinstance(message, Leave):
            self.end = End("left", "You have left the table.")

    def close(self, code: str, sentence: str) -> None:
        """End the connection. The host tells the client why; a client just goes."""
        if self.stage is Stage.CLOSED:
            return
        if self._host:
            self.send(Bye(code, sentence) if self.stage is Stage.TABLE else No(code, sentence, PROTOCOLS))
        self.stage = Stage.CLOSED
        self.end = End(code, sentence)

    @property
    def wake(self) -> float:
        """When `tick` is due."""
        wake = self._deadline()
        if self.stage is Stage.TABLE:
            wake = min(wake, self._next_ping)
        return min(wake, self._budget.next(self._now)) if self._held else wake

    def _deadline(self) -> float:
        limits = self._limits
        if self.stage is Stage.TABLE:
            deadline = self._heard + limits.dead_after
        else:
            deadline = self._accepted + limits.admitted_within
            if self.stage in _BEFORE_HELLO:
                deadline = min(deadline, self._opened + limits.hello_within)
        return deadline if self._began is None else min(deadline, self._began + limits.frame_within)

    def tick(self, now: float) -> None:
        """Let time pass: ping, or give the peer up."""
        if self.stage is Stage.CLOSED:
            return
        self._forgive(now - self.wake)
        self._now = now
        if now >= self._deadline():
            self.close("silent", "The connection went silent.")
            return
        if self.stage is Stage.TABLE and now >= self._next_ping:
            self._next_ping = now + self._limits.ping_every
            self._ping()
        self._release()

    def _forgive(self, late: float) -> None:
        """Where this end itself has slept, count that for no silence of the peer, which may have spoken all along."""
        if late > _ASLEEP:
            self._heard += late
            self._opened += late
            self._accepted += late
            if self._began is not None:
                self._began += late
