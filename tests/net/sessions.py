"""Ends of connections for tests, in time that only the test lets pass."""

from __future__ import annotations

import msgspec

from engine.rules import Rules
from net.admission import Info
from net.frames import HEADER, frame
from net.messages import (
    HostMessage,
    Message,
    Welcome,
    encode,
)
from net.session import Limits, Session, Stage
from net.updates import RoomState
from tests.net.rooms import hello

WELCOME = Welcome(1, RoomState("A room", "lobby", Rules(), 0, 1, ()), bytes(16))
INFO = Info((1, 1), "unokart 1", "0123abcd", "room", "A room", "Ann", "lobby", 1, 10, 0, True)
LIMITS = Limits()


def stage(session: Session) -> Stage:
    return session.stage


def sent_by_host(session: Session) -> list[HostMessage]:
    decoder = msgspec.msgpack.Decoder(HostMessage)
    return [decoder.decode(data[HEADER:]) for data in session.take()]


def receive(session: Session, data: bytes, now: float = 0.0) -> list[Message]:
    return list(session.receive(data, now))


def say(session: Session, message: Message, now: float = 0.0) -> list[Message]:
    return receive(session, frame(encode(message)), now)


def at_table(now: float = 0.0, limits: Limits = LIMITS) -> Session:
    session = Session("host", now, limits)
    say(session, hello(), now)
    session.send(WELCOME)
    session.take()
    return session
