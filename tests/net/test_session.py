"""One connection: the order of messages, and what is none."""

from __future__ import annotations

import msgspec
import pytest

from engine.actions import Draw
from net.admission import AskPassphrase, ClientConfirm, ClientPake, HostConfirm, HostPake
from net.frames import CAP_BEFORE_ADMISSION, CAP_FROM_CLIENT, CAP_FROM_HOST, HEADER, frame
from net.messages import (
    PROTOCOLS,
    Act,
    Bye,
    Done,
    Hello,
    Leave,
    Message,
    No,
    Ping,
    Ready,
    Sync,
    encode,
)
from net.session import STEPS, Session, Stage
from tests.net.rooms import hello
from tests.net.sessions import WELCOME, at_table, receive, say, sent_by_host, stage


def test_a_client_is_greeted_admitted_seated_and_let_go() -> None:
    session = Session("host", 0.0)
    assert stage(session) is Stage.GREETING
    assert say(session, hello()) == [hello()]
    assert stage(session) is Stage.ADMISSION
    session.send(WELCOME)
    assert stage(session) is Stage.TABLE
    assert say(session, Leave()) == [Leave()]
    assert stage(session) is Stage.CLOSED
    assert session.end is not None
    assert session.end.code == "left"


def test_both_ends_go_through_the_same_stages() -> None:
    host, client = Session("host", 0.0), Session("client", 0.0)

    def pass_on(sender: Session, receiver: Session) -> list[Message]:
        return [message for data in sender.take() for message in receive(receiver, data)]

    client.send(hello())
    assert pass_on(client, host) == [hello()]
    assert stage(host) is stage(client) is Stage.ADMISSION
    host.send(WELCOME)
    assert pass_on(host, client) == [WELCOME]
    assert stage(host) is stage(client) is Stage.TABLE
    client.send(Act(1, 0, Draw(0)))
    assert pass_on(client, host) == [Act(1, 0, Draw(0))]
    host.send(Bye("over", "Good night."))
    assert pass_on(host, client) == [Bye("over", "Good night.")]
    assert stage(host) is stage(client) is Stage.CLOSED
    assert client.end == host.end


def test_every_message_has_its_stage_and_none_follows_the_end() -> None:
    everything = {message for steps in STEPS.values() for message in steps}
    assert set(Message.__args__) == everything
    assert STEPS[Stage.CLOSED] == {}


def test_messages_come_one_by_one_so_that_each_is_answered_before_the_next_is_read() -> None:
    session = Session("host", 0.0)
    act = Act(1, 0, Draw(0))
    coming = session.receive(frame(encode(hello())) + frame(encode(act)), 0.0)
    assert next(coming) == hello()
    session.send(WELCOME)
    assert next(coming) == act


@pytest.mark.parametrize("message", [Act(1, 0, Draw(0)), Ready(0), Sync(), Leave(), Ping(1)], ids=repr)
def test_nothing_is_taken_before_hello(message: Message) -> None:
    session = Session("host", 0.0)
    assert say(session, message) == []
    (no,) = sent_by_host(session)
    assert isinstance(no, No)
    assert no.code == "protocol"
    assert no.protocol == PROTOCOLS
    assert stage(session) is Stage.CLOSED


def test_a_second_hello_ends_the_connection() -> None:
    session = at_table()
    assert say(session, hello()) == []
    (bye,) = sent_by_host(session)
    assert isinstance(bye, Bye)
    assert bye.code == "protocol"


GARBAGE = {
    "empty": b"",
    "no map": b"\x01",
    "no message pack": b"\xc1",
    "truncated": encode(Ready(1))[:-1],
    "trailing bytes": encode(Ready(1)) + b"\x00",
    "unknown type": msgspec.msgpack.encode({"type": "shout", "text": "hi"}),
    "no type": msgspec.msgpack.encode({"v": 1}),
    "unknown field": msgspec.msgpack.encode({"type": "ready", "v": 1, "extra": 1}),
    "unknown field in the action": msgspec.msgpack.encode(
        {"type": "act", "id": 1, "v": 1, "action": {"type": "draw", "seat": 0, "extra": 1}}
    ),
    "missing field": msgspec.msgpack.encode({"type": "ready"}),
    "a deal": msgspec.msgpack.encode({"type": "act", "id": 1, "v": 1, "action": {"type": "deal"}}),
    "a message of the host": encode(Done(1, 1)),
    "negative version": msgspec.msgpack.encode({"type": "ready", "v": -1}),
    "huge version": msgspec.msgpack.encode({"type": "ready", "v": 2**63}),
    "float version": msgspec.msgpack.encode({"type": "ready", "v": 1.0}),
    "id zero": msgspec.msgpack.encode({"type": "act", "id": 0, "v": 1, "action": {"type": "draw", "seat": 0}}),
    "seat ten": msgspec.msgpack.encode({"type": "act", "id": 1, "v": 1, "action": {"type": "draw", "seat": 10}}),
    "long card": msgspec.msgpack.encode(
        {"type": "act", "id": 1, "v": 1, "action": {"type": "play", "seat": 0, "card": "R77"}}
    ),
    "unknown color": msgspec.msgpack.encode(
        {"type": "act", "id": 1, "v": 1, "action": {"type": "color", "seat": 0, "color": "P"}}
    ),
    "pace of a day": msgspec.msgpack.encode({"type": "pace", "milliseconds": 86_400_000}),
    "array of 2^32 - 1": b"\xdd\xff\xff\xff\xff",
    "map of 2^32 - 1": b"\xdf\xff\xff\xff\xff",
    "text that is no UTF-8": b"\x81\xa4type\xa4\xff\xff\xff\xff",
    "deep arrays": b"\x91" * 15_000,
    "deep maps": b"\x81\xa1a" * 5_000,
}


@pytest.mark.parametrize("payload", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_message_ends_the_connection_with_a_word(payload: bytes) -> None:
    session = at_table()
    assert receive(session, frame(payload)) == []
    assert stage(session) is Stage.CLOSED
    (bye,) = sent_by_host(session)
    assert isinstance(bye, Bye)
    assert bye.code == "protocol"


DEEP_HELLO = (
    b"\x85"
    + b"".join(
        msgspec.msgpack.encode(part) for part in ("type", "hello", "protocol", [1, 1], "app", "a", "name", "b", "news")
    )
    + b"\x91" * 3_000
)


@pytest.mark.parametrize("payload", [*GARBAGE.values(), DEEP_HELLO], ids=[*GARBAGE, "deep unknown field"])
def test_what_is_no_hello_is_refused(payload: bytes) -> None:
    session = Session("host", 0.0)
    assert receive(session, frame(payload)) == []
    (no,) = sent_by_host(session)
    assert isinstance(no, No)


def test_what_is_refused_is_not_said_back_raw() -> None:
    session = at_table()
    receive(session, frame(msgspec.msgpack.encode({"type": "\x1b[2J\u202e"})))
    (bye,) = sent_by_host(session)
    assert isinstance(bye, Bye)
    assert "\x1b" not in bye.sentence
    assert "\u202e" not in bye.sentence


def test_the_hello_of_a_newer_program_is_understood() -> None:
    news = {
        "type": "hello",
        "protocol": [1, 9],
        "app": "x",
        "name": "Ann",
        "colors": ["R"],
        "deep": {"er": [1.5, None]},
    }
    (message,) = receive(Session("host", 0.0), frame(msgspec.msgpack.encode(news)))
    assert message == Hello((1, 9), "x", "Ann")


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "x" * 257},
        {"app": "x" * 65},
        {"protocol": [1]},
        {"protocol": [1, 70_000]},
        {"token": bytes(15)},
        {"token": bytes(17)},
        {"token": "x" * 16},
    ],
    ids=repr,
)
def test_every_field_of_hello_is_bounded(fields: dict[str, object]) -> None:
    good = {"type": "hello", "protocol": [1, 1], "app": "x", "name": "Ann"}
    assert len(receive(Session("host", 0.0), frame(msgspec.msgpack.encode(good)))) == 1
    assert receive(Session("host", 0.0), frame(msgspec.msgpack.encode(good | fields))) == []


def test_the_caps_are_those_of_the_stage() -> None:
    for session, cap in (
        (Session("host", 0.0), CAP_BEFORE_ADMISSION),
        (at_table(), CAP_FROM_CLIENT),
        (Session("client", 0.0), CAP_FROM_HOST),
    ):
        assert receive(session, cap.to_bytes(HEADER, "big")) == []
        assert stage(session) is not Stage.CLOSED
    for session, cap in (
        (Session("host", 0.0), CAP_BEFORE_ADMISSION),
        (at_table(), CAP_FROM_CLIENT),
        (Session("client", 0.0), CAP_FROM_HOST),
    ):
        receive(session, (cap + 1).to_bytes(HEADER, "big"))
        assert stage(session) is Stage.CLOSED


def test_the_passphrase_is_proved_in_order_and_by_turns() -> None:
    session = Session("host", 0.0)
    say(session, hello())
    session.send(AskPassphrase())
    assert say(session, ClientPake(bytes(33))) == [ClientPake(bytes(33))]
    session.send(HostPake(bytes(33)))
    assert say(session, ClientConfirm(bytes(32))) == [ClientConfirm(bytes(32))]
    session.send(HostConfirm(bytes(32)))
    session.send(WELCOME)
    assert stage(session) is Stage.TABLE


@pytest.mark.parametrize("message", [ClientPake(bytes(33)), ClientConfirm(bytes(32)), hello()], ids=repr)
def test_a_client_that_was_not_asked_proves_nothing(message: Message) -> None:
    session = Session("host", 0.0)
    say(session, hello())
    assert say(session, message) == []
    assert stage(session) is Stage.CLOSED


def test_after_the_end_nothing_is_sent_or_taken() -> None:
    session = at_table()
    session.close("over", "Good night.")
    session.take()
    session.send(Done(1, 1))
    assert say(session, Sync()) == []
    session.tick(1000.0)
    session.close("again", "Good morning.")
    assert session.take() == []
    assert session.end is not None
    assert session.end.code == "over"


def test_a_hostile_host_cannot_write_to_the_terminal_with_its_farewell() -> None:
    session = Session("client", 0.0)
    session.send(hello())
    say(session, No("full", "Full\x1b[2J\nup\u202e", (1, 1)))
    assert session.end is not None
    assert session.end.sentence == "Full[2J up"
