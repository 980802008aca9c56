"""One connection as a value machine, the same for both ends: bytes in, messages out; messages in, bytes out.

It knows the order of messages, the limits and the timers; not who sits where, nor sockets, nor the time, which is
told to it. `STEPS` is the whole of what may follow on what.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, Literal

from msgspec import MsgspecError, Struct

from net.frames import CAP_BEFORE_ADMISSION, CAP_FROM_CLIENT, CAP_FROM_HOST, FrameParser, FrameTooLong, frame
from net.messages import (
    CLIENT_DECODER,
    HOST_DECODER,
    PROTOCOLS,
    Act,
    AddBot,
    Bye,
    CloseRoom,
    Done,
    Happened,
    Hello,
    Kick,
    Leave,
    Message,
    No,
    Note,
    OpenRecord,
    Pause,
    Ping,
    Pong,
    React,
    Ready,
    Refusal,
    Remove,
    RoomNow,
    Said,
    Say,
    Seated,
    SetLevel,
    SetPace,
    SetRules,
    Sit,
    Stand,
    Start,
    State,
    Sync,
    Ticking,
    Welcome,
    encode,
)
from net.names import clean_line


class Stage(Enum):
    """How far a connection has come."""

    GREETING = auto()
    """The client is to say hello."""
    ADMISSION = auto()
    """The host is to say whether it takes the client."""
    TABLE = auto()
    """The client has its seat."""
    CLOSED = auto()
    """Nothing more is sent or taken."""


STEPS: Final[dict[Stage, dict[type, Stage]]] = {
    Stage.GREETING: {Hello: Stage.ADMISSION, No: Stage.CLOSED},
    Stage.ADMISSION: {Welcome: Stage.TABLE, No: Stage.CLOSED},
    Stage.TABLE: {
        **dict.fromkeys((Act, Ready, SetPace, Sync, Say, React, Sit, Stand), Stage.TABLE),
        **dict.fromkeys((SetRules, AddBot, SetLevel, Remove, Kick, Pause, Start, CloseRoom), Stage.TABLE),
        **dict.fromkeys((RoomNow, Seated, State, Happened, Done, Refusal), Stage.TABLE),
        **dict.fromkeys((Said, Ticking, Note, OpenRecord), Stage.TABLE),
        **dict.fromkeys((Ping, Pong), Stage.TABLE),
        **dict.fromkeys((Leave, Bye), Stage.CLOSED),
    },
    Stage.CLOSED: {},
}
"""For each stage, the messages that may be sent in it, by either side, and the stage after each."""

_ASLEEP: Final = 1.0
"""A tick later than this comes from a process that was stopped, or a computer that slept."""


class Limits(Struct, frozen=True):
    """What one end bears of the other. Times in seconds."""

    ping_every: float = 2.0
    dead_after: float = 6.0
    """Silence after which the peer is given up."""
    admitted_within: float = 10.0
    """From the connection to the seat."""
    frame_within: float = 5.0
    """From the first byte of a frame to its last."""
    messages_a_second: float = 20.0
    burst: float = 40.0
    """Messages that may come at once; `messages_a_second` refill it."""


class End(Struct, frozen=True):
    """Why a connection has ended."""

    code: str
    sentence: str


class Session:
    """One end of a connection.

    After each call `take` has the bytes to be sent, `stage` says whether the connection is to be closed once they are,
    and `wake` when to call `tick` next.
    """

    def __init__(self, side: Literal["host", "client"], now: float, limits: Limits | None = None) -> None:
        self.stage = Stage.GREETING
        self.end: End | None = None
        self._host = side == "host"
        self._limits = limits or Limits()
        self._parser = FrameParser(CAP_BEFORE_ADMISSION if self._host else CAP_FROM_HOST)
        self._out: list[bytes] = []
        self._opened = self._heard = self._now = now
        self._began: float | None = None  # when the frame began that is not complete
        self._next_ping = now
        self._pings = 0
        self._tokens, self._counted = self._limits.burst, now

    def send(self, message: Message) -> None:
        """Queue a message. On a closed connection nothing is sent."""
        if self.stage is Stage.CLOSED:
            return
        self._out.append(frame(encode(message)))
        self._step(message)

    def take(self) -> list[bytes]:
        """Return the frames to be sent, each once."""
        out, self._out = self._out, []
        return out

    def receive(self, data: bytes | bytearray | memoryview, now: float) -> Iterator[Message]:
        """Take bytes and yield the messages that they complete, to be dealt with one by one.

        A peer that breaks the protocol is told so if it can still be, and the connection is closed.
        """
        self._heard = self._now = now
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
            if self._host and not self._afford(now):
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

    def _step(self, message: Message) -> None:
        self.stage = STEPS[self.stage][type(message)]
        if isinstance(message, Welcome):
            self._next_ping = self._now + self._limits.ping_every
            if self._host:
                self._parser.cap = CAP_FROM_CLIENT
        if isinstance(message, No | Bye):
            self.end = End(message.code, clean_line(message.sentence, 300))
        elif isinstance(message, Leave):
            self.end = End("left", "You have left the table.")

    def _afford(self, now: float) -> bool:
        limits = self._limits
        self._tokens = min(limits.burst, self._tokens + (now - self._counted) * limits.messages_a_second)
        self._counted = now
        self._tokens -= 1
        return self._tokens >= 0

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
        deadline = self._deadline()
        return min(deadline, self._next_ping) if self.stage is Stage.TABLE else deadline

    def _deadline(self) -> float:
        limits = self._limits
        at_table = self.stage is Stage.TABLE
        deadline = self._heard + limits.dead_after if at_table else self._opened + limits.admitted_within
        return deadline if self._began is None else min(deadline, self._began + limits.frame_within)

    def tick(self, now: float) -> None:
        """Let time pass: ping, or give the peer up."""
        if self.stage is Stage.CLOSED:
            return
        self._forgive(now - self.wake)
        self._now = now
        if now >= self._deadline():
            self.close("silent", "The connection went silent.")
        elif self.stage is Stage.TABLE and now >= self._next_ping:
            self._pings += 1
            self._next_ping = now + self._limits.ping_every
            self.send(Ping(self._pings))

    def _forgive(self, late: float) -> None:
        """Where this end itself has slept, count that for no silence of the peer, which may have spoken all along."""
        if late > _ASLEEP:
            self._heard += late
            self._opened += late
            if self._began is not None:
                self._began += late
