"""What a player knows of the room: news, talk, the turn timer, who is awaited."""

from __future__ import annotations

from msgspec.structs import replace

from engine.phases import TABLE
from net.found import People
from net.hosted import InviteAnswered
from net.updates import Chat, Clock, Connected, Notice, Offer, Reconnecting, RoomChanged
from tests.tui.rooms import ADA, BOB, HOSTING, LOBBY, MINE, OPEN, PLAYING, WATCHING, at_home
from unokart_tui.coming_back import Guest
from unokart_tui.stay import Stay


def told(stay: Stay) -> list[str]:
    return [line.text for line in stay.log.lines]


def test_what_changes_in_the_room_is_news() -> None:
    stay = Stay()
    stay.take(RoomChanged(LOBBY))
    assert told(stay) == []
    stay.take(RoomChanged(replace(LOBBY, people=(ADA, replace(BOB, here=False)), spectators=())))
    assert told(stay) == ["Eve has left the room", "Bob is away; the seat is kept", "Toad leaves its seat"]


def test_talk_is_told_with_the_name_before_it_unless_one_does_not_listen() -> None:
    stay = Stay()
    stay.take(Chat(2, "Bob", "hello"))
    assert stay.mute(2)
    stay.take(Chat(2, "Bob", "buy my cards"))
    stay.take(Chat(3, "Eve", "hi"))
    assert not stay.mute(2)
    stay.take(Chat(2, "Bob", "Ouch!", reaction=1))
    assert told(stay) == ["Bob: hello", "Eve: hi", "Bob: Ouch!"]
    assert [line.speaker for line in stay.log.lines] == ["Bob", "Eve", "Bob"]


def test_a_lost_connection_is_told_once_and_that_it_is_back() -> None:
    stay = Stay()
    for update in (Connected(12), Reconnecting("Lost."), Reconnecting("Lost."), Connected(7), Connected(8)):
        stay.take(update)
    assert told(stay) == ["Lost.", "The connection is back"]
    assert stay.milliseconds == 8
    assert stay.lost is None


def test_no_time_is_shown_that_is_not_the_time_to_the_player() -> None:
    stay = Stay(guest=Guest())
    stay.take(Connected(1))
    assert stay.milliseconds is None


def test_notices_and_offers_are_told() -> None:
    stay = Stay()
    stay.take(Notice("too_slow", "Bob took too long."))
    stay.take(Offer("full", "Every seat is taken."))
    assert told(stay) == ["Bob took too long.", "Every seat is taken."]


def test_only_the_last_ten_seconds_are_shown_and_each_is_waited_for() -> None:
    now = 100.0
    stay = Stay(clock=lambda: now)
    stay.take(RoomChanged(PLAYING))
    stay.take(Clock(1, 60_000))
    assert (stay.seconds_left, stay.next_second) == (None, 50.0)
    now = 150.0
    assert (stay.seconds_left, stay.hurry, stay.next_second) == (10, "Bob has 10 s", 1.0)
    now = 150.5
    assert (stay.seconds_left, stay.next_second) == (10, 0.5)
    now = 159.2
    assert stay.seconds_left == 1
    now = 161.0
    assert (stay.seconds_left, stay.next_second) == (0, None)
    stay.take(Clock(0, 4_000))
    assert stay.hurry == "4 s left"
    for still in (Clock(0, None), Clock(TABLE, 5_000)):
        stay.take(still)
        assert stay.seconds_left is None
        assert stay.next_second is None


def test_a_lost_connection_stops_the_clock_that_is_shown() -> None:
    stay = Stay(clock=lambda: 0.0)
    stay.take(RoomChanged(PLAYING))
    stay.take(Clock(1, 5_000))
    stay.take(Reconnecting("Lost."))
    assert stay.hurry is None


def test_who_is_awaited_are_the_people_at_the_table_who_are_here_and_not_ready() -> None:
    stay = Stay()
    assert stay.not_ready == []
    stay.take(RoomChanged(replace(PLAYING, people=(replace(ADA, ready=True), *PLAYING.people[1:]))))
    assert stay.not_ready == ["Bob"]
    assert stay.ready
    assert [one.name for one in stay.others] == ["Bob", "Peach", "Eve"]


def test_who_hosts_and_who_watches() -> None:
    stay = Stay()
    assert not stay.mine
    assert not stay.watching
    stay.take(RoomChanged(MINE))
    assert stay.mine
    stay.take(RoomChanged(WATCHING))
    assert stay.watching
    assert not stay.waits
    stay.take(RoomChanged(replace(WATCHING, spectators=(replace(WATCHING.spectators[0], waits=True),))))
    assert stay.waits


def test_what_becomes_of_the_room_that_is_hosted_here_is_news() -> None:
    stay = Stay()
    stay.take(RoomChanged(HOSTING))
    stay.take(OPEN)
    assert told(stay) == []
    stay.take(replace(OPEN, unsaved="The disk is full."))
    stay.take(InviteAnswered("Mia", "no", "Mia does not want to come."))
    assert told(stay) == ["The disk is full.", "Mia does not want to come."]
    assert stay.invited == {"Mia": "Mia does not want to come."}
    people = People((at_home(1, "Mia"),), None)
    stay.take(people)
    assert stay.nearby == people
