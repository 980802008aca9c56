"""Rule 6.2: whom a Banana Peel hits."""

from __future__ import annotations

import pytest

from engine.actions import Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.events import BoxOpened, Drew, Played, Targeted
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles
from tests.engine.decks import first_round
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, hand, only, play_out, seated


def slipped(match: Match, seat: int) -> int:
    """Let a seat open the box it holds, which turns a yellow card; return whom it hit."""
    events = match.apply(Play(seat, "WI"))
    return next(event.target for event in events if isinstance(event, Targeted))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_2_banana_the_player_who_went_right_before_draws_two(players: int, direction: int) -> None:
    first = after(players, -direction)
    match = set_up(
        seated(players, "WI R1 R2"), "R5", draw="Y3 G8 G9", direction=direction, last_turn=first, other_turn=TABLE
    )
    events = only(match.apply(Play(0, "WI")))
    assert events == [
        Played(0, "WI"),
        BoxOpened(0, "Y3", "banana"),
        Targeted(0, first),
        Drew(first, 2, "banana", ("G8", "G9")),
    ]
    assert asked(match) == (Phase.PLAY, after(players, direction))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_6_2_banana_with_no_turn_taken_yet_it_is_the_neighbor_from_whom_play_comes(
    players: int, direction: int
) -> None:
    match = set_up(seated(players, "WI R1 R2"), "R5", draw="Y3 G8 G9", direction=direction)
    assert slipped(match, 0) == after(players, -direction)


@pytest.mark.parametrize(
    ("start", "then", "opener", "victim"),
    [
        ("R4", "", 1, 0),
        ("RD", "G8 G9", 2, 1),
        ("RS", "", 2, 1),
        ("RR", "", 0, 1),
        ("WI", "", 1, 0),
    ],
)
def test_6_2_banana_what_a_start_card_does_is_no_turn(start: str, then: str, opener: int, victim: int) -> None:
    """The neighbor from whom play comes is hit, also where the start card took that one's turn, or turned play."""
    hands = ["WI B1", "WI B2", "WI B3"]
    match, _ = first_round(3, start, hands=hands, then=[*then.split(), "Y3", "G1", "G2"], rules=Rules(hand_size=2))
    if start == "WI":
        match.apply(Name(0, "R"))
    assert slipped(match, opener) == victim


def test_6_2_banana_an_extra_turn_before_anyone_else_had_one_changes_nothing() -> None:
    match = set_up(["WI WI R1 R2", "B1 B2", "Y1 Y2"], "R5", draw="R3 Y3 G8 G9")
    match.apply(Play(0, "WI"))
    assert slipped(match, 0) == 2


BLUFF = Play(0, "W4", "G")


@pytest.mark.parametrize(
    ("hands", "draw", "actions", "victim"),
    [
        pytest.param(["R1 R2", "WI G1", "B1 B2"], "", [Play(0, "R1")], 0, id="a play"),
        pytest.param(["G1 G2", "WI G1", "B1 B2"], "B8", [Draw(0), Keep(0)], 0, id="a draw"),
        pytest.param(["G1 G2", "WI G1", "B1 B2"], "R8", [Draw(0), Play(0, "R8")], 0, id="a draw and a play"),
        pytest.param(["RS R2", "B1 B2", "WI G1"], "", [Play(0, "RS")], 0, id="not who is skipped"),
        pytest.param(["RD R2", "B1 B2", "WI G1"], "B8 B9", [Play(0, "RD")], 0, id="not who draws two"),
        pytest.param(["RR R2", "B1 B2", "WI G1"], "", [Play(0, "RR")], 0, id="on the other side after a Reverse"),
        pytest.param(["RR R2 R3", "WI G1"], "", [Play(0, "RR"), Play(0, "R2")], 0, id="the same one twice"),
        pytest.param(
            ["W4 R1 R2", "B1 B2", "WI G1"], "B6 B7 B8 B9", [BLUFF, Accept(1)], 0, id="not who accepts a Wild Draw Four"
        ),
        pytest.param(["W4 Y1 Y2", "B1 B2", "WI G1"], "B6 B7 B8 B9 R8 R9", [BLUFF, Challenge(1)], 0, id="not who fails"),
        pytest.param(
            ["W4 R1 R2", "WI G1", "B1 B2"], "B6 B7 B8 B9", [BLUFF, Challenge(1)], 0, id="whose bluff was called"
        ),
        pytest.param(
            ["W4 R1 R2", "G1 B1 B2", "WI Y2"],
            "B6 B7 B8 B9",
            [BLUFF, Challenge(1), Play(1, "G1")],
            1,
            id="who called it and played",
        ),
        pytest.param(["R1 R2", "WI G1", "B1 B2"], "", [Play(0, "R1"), CallUno(0)], 0, id="a call is no turn"),
        pytest.param(["R1 R2", "WI G1", "B1 B2"], "B6 B7", [Play(0, "R1"), Catch(2, 0)], 0, id="nor is a catch"),
        pytest.param(
            ["R1 R2 R3", "WI WI G1", "B1 B2"], "R4", [Play(0, "R1"), Play(1, "WI")], 0, id="the opener's own before"
        ),
        pytest.param(
            ["R1 R2 R3", "WI R8 G1", "WI B2"],
            "R4",
            [Play(0, "R1"), Play(1, "WI"), Play(1, "R8")],
            1,
            id="an extra turn of another",
        ),
        pytest.param(
            ["WI R1 R2", "B1 B2", "WI Y2"],
            "G6 B8 B9",
            [Play(0, "WI"), Target(0, 2), Draw(1), Keep(1)],
            1,
            id="not a target",
        ),
        pytest.param(
            ["RS R1 WI", "B1 B2", "RS R3 R4", "Y1 Y2"],
            "",
            [Play(0, "RS"), Play(2, "RS")],
            2,
            id="two seats away",
        ),
    ],
)
def test_6_2_banana_the_last_other_player_who_took_a_turn(
    hands: list[str], draw: str, actions: list[Action], victim: int
) -> None:
    match = set_up(hands, "R5", draw=f"{draw} Y3 G8 G9")
    play_out(match, actions)
    assert slipped(match, match.owed) == victim


def test_6_2_banana_who_passes_with_nothing_to_draw_has_taken_the_turn() -> None:
    match = set_up(all_held("R1 G1", "Y5"), "Y5", draw="", shuffles=ScriptedShuffles([["Y5"], ["WI"]]))
    match.apply(Draw(0))
    assert slipped(match, 1) == 0
    assert hand(match, 0) == "R1 G1 WI", "all that was left to draw"
