"""The client by itself: what it makes of a host's messages, and what it asks for over which connection."""

from __future__ import annotations

from engine.actions import Draw
from engine.match import Match
from engine.phases import TABLE
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles
from net.client import Client
from net.messages import (
    Act,
    ClientMessage,
    Done,
    Hello,
    Note,
    OpenRecord,
    Ready,
    Refusal,
    RoomNow,
    Said,
    Seated,
    State,
    Ticking,
    Welcome,
)
from net.session import End
from net.updates import (
    REACTIONS,
    Acknowledged,
    Changed,
    Chat,
    Clock,
    Closed,
    Joined,
    MatchRecord,
    Notice,
    Offer,
    Person,
    Refused,
    RoomChanged,
    RoomState,
    Spectator,
    Update,
)
from net.wishes import Say, Sit

TOKEN = b"t" * 16


class Screen:
    """A client, what it has sent, and what it has told."""

    def __init__(self) -> None:
        self.sent: list[ClientMessage] = []
        self.told: list[Update] = []
        self.kept: list[bytes | None] = []
        self.given_up: list[str] = []
        self.client = Client(
            self.told.append, self.sent.append, lambda code, sentence: self.given_up.append(code), self.kept.append
        )
        self.client.greet("Ann")

    def welcome(self, seat: int = 0, token: bytes | None = TOKEN, last_id: int = 0) -> None:
        self.client.receive(Welcome(1, room(seat), token, last_id))

    def of(self, kind: type[Update]) -> list[Update]:
        return [update for update in self.told if isinstance(update, kind)]


def room(seat: int = 0) -> RoomState:
    return RoomState("A room", "lobby", Rules(), seat, 1, (Person(0, "Ann", who=1), Person(1, "Bob", who=2)))


def state(version: int = 3, seat: int = 0) -> State:
    return State(version, Match(2, ScriptedShuffles()).view(seat))


def test_one_joins_once_and_then_hears_of_the_room() -> None:
    screen = Screen()
    screen.welcome()
    assert [type(update) for update in screen.told] == [Joined, RoomChanged]
    assert screen.kept == [TOKEN]
    screen.client.receive(RoomNow(room()))
    assert len(screen.told) == 2
    screen.client.lost()
    screen.client.greet("Ann")
    assert screen.sent[-1] == Hello((1, 1), screen.sent[0].app, "Ann", TOKEN)  # type: ignore[union-attr] # a Hello
    screen.welcome()
    assert len(screen.of(Joined)) == 1


def test_an_offer_comes_after_the_room() -> None:
    screen = Screen()
    screen.client.receive(Welcome(1, room(TABLE), None, 0, ("running", "A match\x1b is played.")))
    assert screen.told[0] == Joined(TABLE, "A room", room().people)
    assert screen.told[-1] == Offer("running", "A match is played.")


def test_who_watches_and_gets_a_seat_acts_in_it() -> None:
    screen = Screen()
    screen.welcome(TABLE, None)
    screen.client.act(1, Draw(0), 0)
    (refused,) = screen.of(Refused)
    assert refused == Refused(1, "no_seat", "You have no seat at this table.")
    screen.client.receive(Seated(0, TOKEN, 40))
    screen.client.receive(state())
    screen.client.act(2, Draw(0), 3)
    assert screen.sent[-1] == Act(41, 3, Draw(0))
    screen.client.receive(Done(41, 3))
    assert screen.told[-1] == Acknowledged(2, 3)
    assert screen.kept == [TOKEN]


def test_who_gives_up_a_seat_waits_for_no_answers_there() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.act(1, Draw(0), 0)
    screen.client.receive(Seated(TABLE))
    assert screen.told[-1] == Refused(1, "no_seat", "You have given up the seat that this was asked for in.")
    assert screen.kept == [TOKEN, None]
    assert screen.client.token is None


def test_what_was_under_way_is_asked_for_again_with_the_same_id() -> None:
    screen = Screen()
    screen.welcome(last_id=7)
    screen.client.act(1, Draw(0), 0)
    screen.client.lost()
    screen.client.act(2, Draw(0), 0)
    screen.client.greet("Ann")
    sent = len(screen.sent)
    screen.welcome(last_id=8)
    assert screen.sent[sent:] == [Act(8, 0, Draw(0)), Act(9, 0, Draw(0))]


def test_who_starts_again_with_a_token_acts_in_that_seat() -> None:
    screen = Screen()
    screen.client.token = TOKEN
    screen.client.greet("Ann")
    screen.welcome(last_id=7)
    screen.client.act(1, Draw(0), 0)
    assert screen.sent[-1] == Act(8, 0, Draw(0))


def test_without_a_connection_other_wishes_are_in_vain() -> None:
    screen = Screen()
    screen.client.ask(Sit())
    assert isinstance(screen.told[-1], Refused)
    assert (screen.told[-1].action_id, screen.told[-1].code) == (0, "away")
    screen.client.ended(End("lost", "Gone."))
    told = len(screen.told)
    screen.client.ask(Sit())
    assert len(screen.told) == told


def test_the_end_is_told_once_and_answers_what_is_open() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.act(1, Draw(0), 0)
    for _ in range(2):
        screen.client.ended(End("kicked", "Ann has sent you away."))
    assert [type(update) for update in screen.told[-2:]] == [Refused, Closed]
    assert len(screen.of(Closed)) == 1


def test_ready_names_the_version_seen() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.receive(state(9))
    screen.client.ready()
    screen.client.ready(False)
    assert screen.sent[-2:] == [Ready(9), Ready(9, False)]


def test_what_others_say_is_cleaned_whatever_the_host_has_done() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.receive(Said(2, "B\x1bob", "\x1b[2Jhi\nthere\u202e"))
    assert screen.told[-1] == Chat(2, "Bob", "[2Jhi there")
    screen.client.receive(Said(2, "Bob", "", 3))
    assert screen.told[-1] == Chat(2, "Bob", REACTIONS[3], 3)
    told = len(screen.told)
    screen.client.receive(Said(2, "Bob", "\u200b"))
    screen.client.receive(Said(2, "Bob", "", 99))
    assert len(screen.told) == told


def test_what_one_says_is_sent_as_a_line_if_anything_is_left() -> None:
    screen = Screen()
    screen.welcome()
    sent = len(screen.sent)
    screen.client.chat(" \n")
    screen.client.chat("x" * 500)
    assert screen.sent[sent:] == [Say("x" * 200)]


def test_a_hostile_room_is_shown_clean_and_with_names_told_apart() -> None:
    screen = Screen()
    people = (Person(0, "\x1b[1mA"), Person(1, "[1ma"))
    hostile = RoomState("R\x07oom\n", "lobby", Rules(), 0, 1, people, (Spectator(3, "[1mA"),), paused_by="\u202eX")
    screen.client.receive(Welcome(1, hostile, TOKEN))
    changed = screen.told[-1]
    assert isinstance(changed, RoomChanged)
    assert changed.room.name == "Room"
    assert [person.name for person in changed.room.people] == ["[1mA", "[1ma 2"]
    assert changed.room.spectators[0].name == "[1mA 3"
    assert changed.room.paused_by == "X"


def test_clock_notices_and_records_are_passed_on() -> None:
    screen = Screen()
    screen.welcome()
    for message in (Ticking(1, 500), Note("too_slow", "Bob\x00 took too long."), OpenRecord("UNO Kart record 1\n")):
        screen.client.receive(message)
    assert screen.told[-3:] == [
        Clock(1, 500),
        Notice("too_slow", "Bob took too long."),
        MatchRecord("UNO Kart record 1\n"),
    ]


def test_a_refusal_of_something_else_has_the_id_0() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.receive(Refusal(0, 0, "not_host", "Only the host can do that."))
    assert screen.told[-1] == Refused(0, "not_host", "Only the host can do that.")


def test_a_state_is_the_table_from_now_on() -> None:
    screen = Screen()
    screen.welcome()
    screen.client.receive(state(4))
    assert screen.told[-1] == Changed(4, state(4).view)
