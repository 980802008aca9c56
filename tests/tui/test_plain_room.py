"""The line mode of a room: the lobby, talk, away and back, the turn timer, leaving."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.match import Match
from engine.phases import TABLE
from engine.rules import Rules
from net.updates import (
    Changed,
    Chat,
    Clock,
    Connected,
    Joined,
    MatchRecord,
    Notice,
    Offer,
    Person,
    Reconnecting,
    Refused,
    RoomChanged,
    RoomState,
    Spectator,
    Update,
)
from tests.tui.tables import four
from unokart_tui.plain_room import Around, PlainRoom

ADA = Person(0, "Ada", who=1)
BOB = Person(1, "Bob", who=2, host=True)
TOAD = Person(2, "Toad", bot="normal")
EVE = Spectator(3, "Eve")

LOBBY = RoomState("Den", "lobby", Rules(), 0, 1, (ADA, BOB, TOAD), (EVE,), host=2, turn_seconds=60)
MINE = replace(LOBBY, host=1)
PLAYING = replace(LOBBY, stage="play", people=(ADA, BOB, TOAD, Person(3, "Peach", bot="easy")), spectators=())


class Asked:
    """A link that remembers what it was asked, as ``name(arguments)``."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> object:
        def ask(*arguments: object) -> int:
            self.calls.append((name, *arguments))
            return len(self.calls)

        return ask


class Session:
    """A place in a room whose host is this test."""

    def __init__(self, room: RoomState = LOBBY, patient: bool = False, hosts_here: bool = False) -> None:
        self.link = Asked()
        self.lines: list[str] = []
        self.now = 100.0
        self.records: list[tuple[str, int | None]] = []
        around = Around(lambda: self.now, lambda: ["Friends type 192.168.1.5:24783"], hosts_here, self.keep)
        self.place = PlainRoom(self.link, self.lines.append, patient, around)  # type: ignore[arg-type]  # by name alone
        self.tell(Joined(room.seat, room.name, room.people), RoomChanged(room))

    def keep(self, text: str, own: int | None) -> str | None:
        self.records.append((text, own))
        return "Kept as match 4"

    def tell(self, *updates: Update) -> list[str]:
        self.lines.clear()
        for update in updates:
            self.place.receive(update)
        return list(self.lines)

    def type(self, *lines: str) -> list[str]:
        self.lines.clear()
        for line in lines:
            assert self.place.wants(line)
            self.place.answer(line)
        return list(self.lines)


def deal(session: Session, match: Match | None = None, seat: int = 0) -> list[str]:
    return session.tell(
        RoomChanged(replace(PLAYING, seat=seat, who=1 if seat >= 0 else 3)), Changed(5, (match or four()).view(seat))
    )


def test_the_lobby_greets_and_says_what_can_be_typed() -> None:
    session = Session()
    assert session.lines == [
        "UNO Kart, unofficial. Room Den: Ada, you have seat 1. With you: Bob, Toad, Eve",
        "An answer may take 60 seconds, then it is given for you",
        "Type help for what you can type",
        "You can: ready, say TEXT, people, help, quit",
    ]


def test_who_is_ready_is_told_so_and_who_is_awaited() -> None:
    session = Session()
    ready = replace(ADA, ready=True)
    said = ["You are ready. Waiting for Bob", "You can: unready, say TEXT, people, help, quit"]
    assert session.tell(RoomChanged(replace(LOBBY, people=(ready, BOB, TOAD)))) == said
    assert session.tell(RoomChanged(replace(LOBBY, people=(ready, replace(BOB, ready=True), TOAD)))) == ["Bob is ready"]
    alone = replace(LOBBY, people=(ADA,), spectators=())
    session = Session(alone)
    said = session.tell(RoomChanged(replace(alone, people=(ready,))))
    assert said[0] == "You are ready. Nobody else is at the table yet"


def test_a_host_and_a_spectator_are_offered_other_things() -> None:
    assert Session(MINE).lines[-1].startswith("You can: ready, start, bots N, target POINTS, time SECONDS, say TEXT")
    watching = replace(LOBBY, seat=TABLE, who=3)
    assert Session(watching).lines[-1] == "You can: sit, say TEXT, people, help, quit"


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("ready", ("ready",)),
        ("unready", ("unready",)),
        ("START", ("start",)),
        ("say Hello  there", ("chat", "Hello  there")),
        ("chat hi", ("chat", "hi")),
        ("react 1", ("react", 0)),
        ("sit", ("sit",)),
        ("watch", ("stand",)),
        ("pause", ("pause", True)),
        ("resume", ("pause", False)),
        ("bot easy", ("add_bot", "easy")),
        ("bots 1", ("add_bot", "normal")),
        ("level 3 easy", ("set_level", 2, "easy")),
        ("level toad easy", ("set_level", 2, "easy")),
        ("remove Toad", ("remove", 2)),
        ("kick 2", ("kick", 2)),
        ("kick eve", ("kick", 3)),
        ("ban bob", ("ban", 2)),
        ("target 200", ("set_rules", Rules(target_score=200))),
        ("time 30", ("set_rules", Rules(), 30)),
        ("time off", ("set_rules", Rules(), 0)),
    ],
)
def test_words_of_the_room_are_asked_of_it(line: str, call: tuple[object, ...]) -> None:
    session = Session(MINE)
    session.type(line)
    assert session.link.calls == [call]


def test_several_bots_sit_down_at_once() -> None:
    session = Session(MINE)
    session.type("bots 3 easy")
    assert session.link.calls == [("add_bot", "easy")] * 3


def test_the_program_answers_some_words_itself() -> None:
    session = Session()
    assert session.type("people") == [
        "Room Den: 3 seats taken, 7 free",
        "1 Ada (you)",
        "2 Bob: host",
        "3 Toad: normal bot",
        "Eve watches",
        "The match goes to 500 points, 7 cards are dealt",
        "An answer may take 60 seconds, then it is given for you",
    ]
    assert session.type("rules") == session.type("people")
    assert session.type("address") == ["Friends type 192.168.1.5:24783"]
    assert session.type("react")[0].startswith("Reactions: 1 Nice one!, 2 Ouch!")
    assert len(session.type("book")) > 50
    assert not any(line.startswith("start:") for line in session.type("help"))
    assert any(line.startswith("start:") for line in Session(MINE).type("help"))


def test_talk_is_shown_until_it_is_muted() -> None:
    session = Session()
    assert session.tell(Chat(2, "Bob", "hi [b]all[/b]")) == ["Bob: hi [b]all[/b]"]
    session.type("mute")
    assert session.tell(Chat(2, "Bob", "hi"), Chat(2, "Bob", "Ouch!", 1)) == []
    session.type("unmute")
    assert session.tell(Chat(2, "Bob", "Ouch!", 1)) == ["Bob: Ouch!"]


def test_the_last_ten_seconds_are_said_once() -> None:
    session = Session()
    deal(session)
    session.tell(Clock(1, 60_000))
    assert session.place.wake == 150.0
    session.now = 149.0
    session.place.tick()
    assert session.lines == []
    session.now = 150.0
    session.place.tick()
    session.place.tick()
    assert session.lines == ["Bob has 10 seconds left"]
    assert session.place.wake is None
    session.tell(Clock(0, 4_000))
    session.place.tick()
    assert session.lines == ["You have 4 seconds left"]
    session.tell(Clock(0, 60_000), Clock(0, None))  # paused
    assert session.place.wake is None


def test_notices_offers_and_lost_connections_are_told() -> None:
    session = Session()
    assert session.tell(Notice("closing", "Bob closes the room.")) == ["Bob closes the room."]
    assert session.tell(Offer("full", "Every seat is taken.")) == [
        "Every seat is taken. You watch; sit takes the next seat that is free"
    ]
    assert session.tell(Reconnecting("Lost."), Reconnecting("Lost still."), Connected(3), Connected(4)) == [
        "Lost.",
        "The connection is back",
    ]
    assert session.tell(Refused(0, "not_host", "Only the host may do that.")) == ["Only the host may do that."]


def test_the_record_of_a_match_is_kept() -> None:
    session = Session()
    assert session.tell(MatchRecord("UNO Kart record 1")) == ["Kept as match 4"]
    assert session.records == [("UNO Kart record 1", None)]


def test_the_table_is_played_at_and_the_room_is_still_heard() -> None:
    session = Session()
    said = deal(session)
    assert said[-1].startswith("You can: play ")
    session.type("say gl", "target 2", "say wp")
    assert [call[0] for call in session.link.calls] == ["chat", "act", "chat"]


def test_what_is_for_the_table_waits_for_it_where_a_script_types() -> None:
    script, person = Session(patient=True), Session()
    assert not script.place.wants("draw")
    assert script.place.wants("ready")
    assert person.type("draw") == [
        "That does nothing before the match has begun",
        "You can: ready, say TEXT, people, help, quit",
    ]
    deal(script)
    assert script.place.wants("draw")


def test_a_spectator_sees_the_table_and_asks_nothing_of_it() -> None:
    session = Session(replace(LOBBY, seat=TABLE, who=3))
    deal(session, four(turn=1), TABLE)
    assert session.type("draw") == ["You only watch; sit takes the next seat that is free"]
    assert session.type("hand") == ["You hold no cards: you watch"]
    assert session.type("") == ["It is Bob's turn", "The top card is green 7"]
    assert session.link.calls == []
    session.type("quit")
    assert session.link.calls == [("leave",)]


def test_a_guest_leaves_at_once() -> None:
    session = Session()
    session.type("quit")
    assert session.place.left
    assert session.link.calls == [("leave",)]


def test_who_plays_is_asked_whether_it_is_for_good() -> None:
    session = Session()
    deal(session)
    assert session.type("quit")[-1] == "You can: leave, away, stay"
    assert session.type("keep")[-1] == "You can: leave, away, stay"
    assert session.type("stay") == ["You stay"]
    session.type("quit", "leave")
    assert session.link.calls == [("leave",)]
    assert session.place.left
    assert not session.place.over


def test_who_goes_away_keeps_the_seat() -> None:
    session = Session()
    deal(session)
    assert session.type("quit", "away")[-1] == "Your seat is kept: unokart join brings you back"
    assert session.link.calls == []
    assert session.place.over


def quit_as_host(*answers: str) -> tuple[Session, Sequence[str]]:
    session = Session(MINE, hosts_here=True)
    return session, session.type("quit", *answers)


def test_the_host_is_asked_what_becomes_of_the_table() -> None:
    session, said = quit_as_host()
    assert said[-1] == "You can: keep, save, stay"
    assert session.link.calls == []
    assert not session.place.left


@pytest.mark.parametrize(("answer", "mode"), [("keep", "keep"), ("save", "save")])
def test_the_host_leaves_as_it_says(answer: str, mode: str) -> None:
    session, _ = quit_as_host(answer)
    assert session.link.calls == [("close_room", mode)]
    assert session.place.left
    assert session.place.kept == (mode == "keep")


def test_the_host_may_stay() -> None:
    session, said = quit_as_host("what", "stay")
    assert said[-1] == "You stay"
    assert session.link.calls == []
    session.type("ready")
    assert session.link.calls == [("ready",)]


def test_a_host_alone_is_not_asked() -> None:
    session = Session(replace(MINE, people=(ADA, TOAD), spectators=()), hosts_here=True)
    session.type("quit")
    assert session.link.calls == [("close_room", "save")]


def test_the_host_of_a_room_that_runs_elsewhere_leaves_as_any_guest() -> None:
    session = Session(MINE)
    session.type("quit")
    assert session.link.calls == [("leave",)]


def test_the_end_of_input_of_a_host_saves_the_room() -> None:
    session = Session(MINE, hosts_here=True)
    assert session.place.settled
    session.place.leave()
    assert session.link.calls == [("close_room", "save")]
