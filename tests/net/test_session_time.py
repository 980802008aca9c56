"""One connection: its limits and timers, in time that only the test lets pass."""

from __future__ import annotations

from net.admission import Probe
from net.frames import frame
from net.messages import (
    Bye,
    Done,
    Ping,
    Pong,
    Ready,
    Seated,
    Sync,
    Welcome,
    encode,
)
from net.session import Session, Stage
from tests.net.rooms import hello
from tests.net.sessions import INFO, LIMITS, WELCOME, at_table, receive, say, sent_by_host, stage


def test_a_peer_that_does_not_say_hello_is_given_up() -> None:
    session = Session("host", 0.0)
    assert session.wake == LIMITS.hello_within
    session.tick(LIMITS.hello_within - 0.01)
    assert stage(session) is Stage.GREETING
    session.tick(LIMITS.hello_within)
    assert stage(session) is Stage.CLOSED


def test_words_do_not_lengthen_the_admission_time() -> None:
    session = Session("host", 0.0)
    say(session, hello(), 4.0)
    session.tick(9.0)
    assert stage(session) is Stage.ADMISSION
    session.tick(10.0)
    assert stage(session) is Stage.CLOSED


def test_the_time_of_the_handshake_counts_for_admission_and_not_for_the_hello() -> None:
    session = Session("host", 4.0, accepted=0.0)
    session.tick(8.9)
    assert stage(session) is Stage.GREETING
    say(session, hello(), 8.9)
    assert session.wake == LIMITS.admitted_within


def test_asking_what_room_there_is_does_not_lengthen_the_time_for_the_hello() -> None:
    session = Session("host", 0.0)
    assert say(session, Probe(), 3.0) == [Probe()]
    session.send(INFO)
    assert stage(session) is Stage.TOLD
    assert say(session, Probe(), 3.5) == []
    assert stage(session) is Stage.CLOSED
    session = Session("host", 0.0)
    say(session, Probe(), 3.0)
    session.send(INFO)
    session.tick(5.0)
    assert stage(session) is Stage.CLOSED


def test_a_pong_tells_the_round_trip() -> None:
    session = at_table()
    assert session.round_trip is None
    session.tick(LIMITS.ping_every)
    say(session, Pong(2), LIMITS.ping_every + 0.25)
    assert session.round_trip == 0.25


def test_a_token_has_arrived_once_anything_comes_after_the_welcome() -> None:
    session = Session("host", 0.0)
    assert session.token_arrived
    say(session, hello())
    session.send(WELCOME)
    assert [type(message) for message in sent_by_host(session)] == [Welcome, Ping]
    assert not session.token_arrived
    receive(session, b"\x00")
    assert session.token_arrived


def test_a_token_given_later_has_arrived_once_the_ping_behind_it_is_answered() -> None:
    session = at_table()
    say(session, Pong(1))
    session.send(Seated(3, bytes(16)))
    assert [message for message in sent_by_host(session) if isinstance(message, Ping)] == [Ping(2)]
    say(session, Ready(0))
    say(session, Pong(1))
    assert not session.token_arrived
    say(session, Pong(2))
    assert session.token_arrived
    session.send(Seated(-1))
    assert session.token_arrived


def test_a_frame_that_trickles_in_is_not_waited_for() -> None:
    session = at_table()
    data = frame(encode(Ready(0)))
    for at in range(len(data) - 1):
        receive(session, data[at : at + 1], at * 0.4)
        session.tick(at * 0.4)
    assert stage(session) is Stage.CLOSED


def test_a_stream_in_which_one_frame_ends_and_the_next_begins_is_no_trickle() -> None:
    session = at_table()
    data = frame(encode(Ready(0))) * 20
    for at in range(0, len(data), 7):
        now = at / 7 * 0.5
        receive(session, data[at : at + 7], now)
        session.tick(now)
    assert stage(session) is Stage.TABLE


def test_it_pings_every_two_seconds_and_gives_up_after_six_of_silence() -> None:
    session = at_table()
    pings = []
    for tenth in range(1, 80):
        session.tick(tenth / 10)
        pings += [(tenth / 10, message) for message in sent_by_host(session)]
    assert [(at, message) for at, message in pings if isinstance(message, Ping)] == [(2.0, Ping(2)), (4.0, Ping(3))]
    assert [(at, message.code) for at, message in pings if isinstance(message, Bye)] == [(6.0, "silent")]


def test_a_client_gives_up_a_silent_host_as_well() -> None:
    session = Session("client", 0.0)
    session.send(hello())
    say(session, WELCOME)
    for second in range(1, 7):
        session.tick(float(second))
    assert stage(session) is Stage.CLOSED
    assert session.end is not None
    assert session.end.code == "silent"


def test_pongs_keep_a_connection_alive_for_hours() -> None:
    host, client = at_table(), Session("client", 0.0)
    client.send(hello())
    say(client, WELCOME)
    client.take()
    for second in range(1, 7200):
        now = float(second)
        host.tick(now)
        client.tick(now)
        for data in host.take():
            assert receive(client, data, now) == []
        for data in client.take():
            assert receive(host, data, now) == []
    assert stage(host) is stage(client) is Stage.TABLE


def test_a_ping_is_answered_with_its_number() -> None:
    session = at_table()
    assert say(session, Ping(77)) == []
    assert sent_by_host(session) == [Pong(77)]


def test_a_session_that_slept_itself_does_not_blame_its_peer() -> None:
    session = at_table()
    session.tick(2.0)
    session.tick(3600.0)
    assert stage(session) is Stage.TABLE
    for second in range(1, 7):
        session.tick(3600.0 + second)
    assert stage(session) is Stage.CLOSED


def test_a_busy_moment_is_no_sleep() -> None:
    session = at_table()
    for now in (2.5, 5.0, 6.5):
        session.tick(now)
    assert stage(session) is Stage.CLOSED


def test_forty_messages_at_once_are_borne_and_twenty_a_second_after() -> None:
    session = at_table()  # hello was one of the forty, and one is left for rounding
    for _ in range(38):
        say(session, Sync())
    for tick in range(1, 200):
        say(session, Sync(), tick / 20)
    assert stage(session) is Stage.TABLE


def test_one_message_more_than_forty_at_once_ends_the_connection() -> None:
    session = at_table()
    for _ in range(40):
        say(session, Sync())
    assert stage(session) is Stage.CLOSED
    (bye,) = sent_by_host(session)
    assert isinstance(bye, Bye)
    assert bye.code == "flood"


def test_a_client_bears_any_number_of_messages() -> None:
    session = Session("client", 0.0)
    session.send(hello())
    say(session, WELCOME)
    for number in range(1000):
        say(session, Done(number, number))
    assert stage(session) is Stage.TABLE
