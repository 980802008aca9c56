"""The lobby without a screen: what may be done, what it waits for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.phases import TABLE
from net.updates import Person
from tests.tui.rooms import ADA, BOB, LOBBY, MINE, OPEN, TOAD, Link, lobby_in
from unokart_tui.cardface import Look
from unokart_tui.glyphs import UNICODE
from unokart_tui.lobby import Lobby
from unokart_tui.lobby_commands import LOBBY_COMMANDS, LobbyId
from unokart_tui.palette import FULL
from unokart_tui.screens.lobby_picture import draw_lobby
from unokart_tui.surface import Surface


def works(lobby: Lobby) -> set[LobbyId]:
    return {command.id for command in LOBBY_COMMANDS if lobby.works(command.id)}


def test_a_guest_may_be_ready_talk_and_watch() -> None:
    assert works(lobby_in(LOBBY)) == {"up", "down", "go", "ready", "sit", "talk", "react", "help", "quit"}


def test_the_host_may_do_what_the_chosen_line_allows() -> None:
    lobby = lobby_in(MINE, OPEN)
    always = {"up", "down", "go", "ready", "sit", "talk", "react", "bot", "invite", "ssh", "help", "quit"}
    assert works(lobby) == always
    expected = {"Bob": {"remove", "mute"}, "Toad": {"remove", "less", "more"}, "Eve": {"remove", "mute"}}
    for name, more in expected.items():
        lobby.at = next(at for at, line in enumerate(lobby.lines) if not isinstance(line, str) and line.name == name)
        assert works(lobby) - always == more, name
    lobby.at = len(lobby.lines) - 1
    assert works(lobby) - always == {"less", "more"}


def test_the_tenth_seat_has_the_number_ten() -> None:
    look = Look(FULL, UNICODE)
    surface = Surface(80, 24, look.palette.ground)
    draw_lobby(surface, lobby_in(replace(LOBBY, people=(ADA, BOB, replace(TOAD, seat=9)))), look)
    text = "\n".join(strip.text for strip in surface.strips())
    assert "10 Toad" in text
    assert "0 Toad" not in text.replace("10 Toad", "")


def test_without_a_connection_one_may_only_leave() -> None:
    lobby = lobby_in(MINE, OPEN)
    lobby.stay.lost = "Lost."
    assert works(lobby) == {"help", "quit"}


def test_going_on_unsaved_is_offered_where_nothing_can_be_saved() -> None:
    assert lobby_in(MINE, replace(OPEN, unsaved="The disk is full.")).works("unsaved")
    assert not lobby_in(MINE, replace(OPEN, unsaved="The disk is full.", saving=False)).works("unsaved")


@pytest.mark.parametrize(
    ("line", "step", "asked"),
    [
        ("target", 1, ("set_rules", replace(MINE.rules, target_score=750))),
        ("time", -1, ("set_rules", MINE.rules, 45)),
        (TOAD, 1, ("set_level", 2, "easy")),
    ],
)
def test_left_and_right_change_what_is_chosen(line: object, step: int, asked: tuple[object, ...]) -> None:
    lobby, link = lobby_in(MINE), Link()
    lobby.at = lobby.lines.index(line)  # type: ignore[arg-type]  # a line of whatever kind
    lobby.change(link, step)  # type: ignore[arg-type]  # it answers to any name
    assert link.calls == [asked]


def test_a_match_takes_two_and_those_who_are_not_ready_are_named_once() -> None:
    assert "takes two" in (lobby_in(replace(MINE, people=MINE.people[:1])).why_not() or "")
    lobby = lobby_in(MINE)
    assert lobby.why_not() == "Enter again begins all the same: Bob is not ready yet."
    lobby.pressed_start = True
    assert lobby.why_not() is None
    ready = replace(MINE, people=(MINE.people[0], replace(BOB, ready=True, host=False), TOAD))
    assert lobby_in(ready).why_not() is None


def test_what_is_awaited_is_said() -> None:
    assert lobby_in(LOBBY).sentence == "Enter says that you are ready"
    me = replace(ADA, ready=True)
    assert lobby_in(replace(LOBBY, people=(me, BOB, TOAD))).sentence == "Waiting for Bob"
    both = replace(LOBBY, people=(me, replace(BOB, ready=True), TOAD))
    assert lobby_in(both).sentence == "Waiting for the host"
    assert lobby_in(replace(LOBBY, people=(me,))).sentence == "Nobody else is at the table yet"
    assert lobby_in(replace(MINE, people=(MINE.people[0], TOAD))).sentence == "Enter begins the match"
    assert lobby_in(replace(LOBBY, seat=TABLE, who=3)).sentence == "Waiting for Ada, Bob"


def test_the_choice_stays_with_who_was_chosen() -> None:
    lobby = lobby_in(MINE)
    lobby.move(1)
    lobby.stay.room = replace(MINE, people=(MINE.people[0], Person(1, "Zoe", who=9), replace(BOB, seat=2), TOAD))
    lobby.settle()
    assert isinstance(lobby.chosen, Person)
    assert lobby.chosen.name == "Bob"
