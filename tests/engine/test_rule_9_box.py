"""Rule 9.3: an item box as the last card."""

from __future__ import annotations

import pytest

from engine.actions import DEAL, NAMES, Name, Play, Target
from engine.effects import open_box
from engine.events import BoxOpened, Drew, Event, Played, RoundEnded, Shuffled, Targeted
from engine.legal import legal_in
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.position import set_up
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles
from engine.views import advance
from tests.engine.random_play import all_legal
from tests.engine.reading import DIRECTIONS, SIZES, after, all_held, asked, hand, only, seated

OPENS = Rules(last_box_opens=True, target_score=10_000)
TURNED = ["R3", "Y3", "G3", "B3", "W4", "WI"]
LIGHTNING = ("G0", "G1", "G2", "G4", "G6", "G7", "G8", "G9", "GS")


def last_box(turned: str, players: int = 3, direction: int = 1, rules: Rules = OPENS) -> tuple[Match, list[Event]]:
    """Let seat 0 play a box as its last card; return what happened, without the question after it."""
    draw = " ".join((turned, *LIGHTNING))
    match = set_up(seated(players, "WI"), "R5", draw=draw, direction=direction, rules=rules)
    return match, only(match.apply(Play(0, "WI")))


def points_in(match: Match) -> int:
    """Return what the result says the round was worth, having seen that it counts the hands left."""
    assert match.result is not None
    assert [len(cards) for cards in match.result.hands] == [len(cards) for cards in match.hands]
    return match.result.points


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("turned", TURNED)
def test_9_3_a_last_item_box_ends_the_round_unopened(turned: str, players: int) -> None:
    match, events = last_box(turned, players, rules=Rules())
    assert [type(event) for event in events] == [Played, RoundEnded]
    assert asked(match) == (Phase.ROUND_OVER, TABLE)
    assert match.scores[0] == sum(2 * seat for seat in range(1, players))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_9_3_opened_mushroom_the_extra_turn_lapses(players: int, direction: int) -> None:
    match, events = last_box("R3", players, direction)
    assert events[1] == BoxOpened(0, "R3", "mushroom")
    assert isinstance(events[2], RoundEnded)
    assert asked(match) == (Phase.ROUND_OVER, TABLE)
    assert points_in(match) == sum(2 * seat for seat in range(1, players))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_9_3_opened_banana_its_cards_are_drawn_and_count(players: int, direction: int) -> None:
    match, events = last_box("Y3", players, direction)
    victim = after(players, -direction)
    assert events[1:4] == [
        BoxOpened(0, "Y3", "banana"),
        Targeted(0, victim),
        Drew(victim, 2, "banana", ("G0", "G1")),
    ]
    assert points_in(match) == 1 + sum(2 * seat for seat in range(1, players))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_9_3_opened_shell_between_two_hits_at_once_and_counts(direction: int) -> None:
    match, events = last_box("G3", 2, direction)
    assert events[1:4] == [BoxOpened(0, "G3", "shell"), Targeted(0, 1), Drew(1, 1, "shell", ("G0",))]
    assert asked(match) == (Phase.ROUND_OVER, TABLE)


@pytest.mark.parametrize("players", [3, 10])
def test_9_3_opened_shell_is_aimed_before_the_round_ends(players: int) -> None:
    for victim in range(1, players):
        match, _ = last_box("G3", players)
        assert asked(match) == (Phase.ITEM_TARGET, 0)
        assert match.hands[0] == ()
        assert legal_in(match.view(0)) == match.legal_actions(0) == [Target(0, at) for at in range(1, players)]
        events = only(match.apply(Target(0, victim)))
        assert events[:2] == [Targeted(0, victim), Drew(victim, 1, "shell", ("G0",))]
        assert asked(match) == (Phase.ROUND_OVER, TABLE)
        assert points_in(match) == sum(2 * seat for seat in range(1, players))


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_9_3_opened_lightning_is_drawn_and_counts_and_the_extra_turn_lapses(players: int, direction: int) -> None:
    match, events = last_box("B3", players, direction)
    assert events[1:-1] == [
        BoxOpened(0, "B3", "lightning"),
        *(
            Drew(after(players, direction, steps=steps), 1, "lightning", (LIGHTNING[steps - 1],))
            for steps in range(1, players)
        ),
    ]
    assert asked(match) == (Phase.ROUND_OVER, TABLE)
    assert [len(cards) for cards in match.hands] == [0] + [3] * (players - 1)


@pytest.mark.parametrize("turned", ["W4", "WI"])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("players", SIZES)
def test_9_3_opened_bob_omb_its_own_player_draws_two_and_the_round_goes_on(
    players: int, direction: int, turned: str
) -> None:
    match, events = last_box(turned, players, direction)
    assert events[1:] == [BoxOpened(0, turned, "bob_omb"), Drew(0, 2, "bob_omb", ("G0", "G1"))]
    assert asked(match) == (Phase.ITEM_COLOR, 0)
    assert all_legal(match) == list(NAMES[0])
    match.apply(Name(0, "Y"))
    assert asked(match) == (Phase.PLAY, after(players, direction))
    assert match.result is None
    assert match.scores == (0,) * players


def test_9_3_opened_bob_omb_with_one_card_to_draw() -> None:
    """The box itself, which lies under the turned wild: it may be called, but nobody came to it by a play (8.3)."""
    shuffles = ScriptedShuffles([["W4"], ["WI"]])
    match = set_up(all_held("WI", "W4"), "W4", color="R", draw="", rules=OPENS, shuffles=shuffles)
    views = {seat: match.view(seat) for seat in range(TABLE, 3)}
    events = match.apply(Play(0, "WI"))
    assert hand(match, 0) == "WI"
    assert asked(match) == (Phase.ITEM_COLOR, 0)
    assert match.uno(0) is Uno.LATE
    for seat, view in views.items():
        for event in events:
            view = advance(view, event)
        assert view.uno == match.view(seat).uno


def test_9_3_opened_with_an_empty_draw_pile_the_discards_under_it_are_shuffled() -> None:
    match = set_up(all_held("WI", "B5"), "B5", draw="", rules=OPENS, shuffles=ScriptedShuffles([["B5"], ["WI"]]))
    events = only(match.apply(Play(0, "WI")))
    assert events[1:3] == [Shuffled("discards", 1, ("B5",)), BoxOpened(0, "B5", "lightning")]
    assert [event.count for event in events if isinstance(event, Drew)] == [1, 0]
    assert asked(match) == (Phase.ROUND_OVER, TABLE)


def test_9_3_with_nothing_to_turn_the_round_ends() -> None:
    """A box always covers a card that can be turned, so that this takes a box lying alone from the start."""
    match = set_up(all_held("R1", "WI"), "WI", draw="", color="B", rules=OPENS)
    match.hands[1] += match.hands[0]
    match.hands[0] = ()
    events: list[Event] = []
    match.out = events
    open_box(match, 0)
    assert [type(event) for event in only(events)] == [BoxOpened, RoundEnded]
    assert asked(match) == (Phase.ROUND_OVER, TABLE)


def test_9_3_opened_a_box_can_win_the_match_after_its_item() -> None:
    match = set_up(["WI", "B1 B2", "Y1 Y2"], "R5", draw="Y3 W4 G9", rules=Rules(last_box_opens=True, target_score=60))
    match.apply(Play(0, "WI"))
    assert match.scores[0] == 1 + 2 + 1 + 2 + 50 + 9
    assert match.phase is Phase.MATCH_OVER
    assert DEAL not in all_legal(match)
