"""Rules 7: the draw pile running out."""

from __future__ import annotations

import pytest

from engine.actions import Accept, Action, Catch, Draw, Keep, Name, Play, Target
from engine.cards import CODE, COLORS, Color
from engine.events import Drew, Shuffled
from engine.match import Match
from engine.phases import Phase, Uno
from engine.position import set_up
from engine.shuffles import ScriptedShuffles
from tests.engine.reading import SIZES, all_held, asked, draws, hand, only, refused, top


def short(hands: list[str], draw: str, *orders: str, top: str = "R5", discard: str = "") -> Match:
    """Set up a table with a short draw pile and the results of the next shuffles."""
    return set_up(hands, top, draw=draw, discard=discard, shuffles=ScriptedShuffles(order.split() for order in orders))


def test_7_1_the_discard_pile_except_its_top_card_is_shuffled_and_becomes_the_draw_pile() -> None:
    match = short(["G1 G2", "B1 B2"], "", "B9 Y9")
    under = sorted(CODE[card] for card in match.discard_pile[:-1])
    events = match.apply(Draw(0))
    shuffled = events[0]
    assert isinstance(shuffled, Shuffled)
    assert sorted(shuffled.cards) == under
    assert events[1] == Drew(0, 1, "turn", ("B9",))
    assert [CODE[card] for card in match.discard_pile] == ["R5"]
    assert CODE[match.draw_pile[-1]] == "Y9"
    assert len(match.draw_pile) == len(under) - 1


def test_7_1_it_is_shuffled_only_when_a_card_must_be_drawn() -> None:
    match = short(["G1 G2", "B1 B2"], "B9", "Y9")
    assert only(match.apply(Draw(0))) == [Drew(0, 1, "turn", ("B9",))]
    assert match.draw_pile == []
    match.apply(Keep(0))
    assert [type(event) for event in match.apply(Draw(1))][:1] == [Shuffled]


def test_7_1_in_the_middle_of_a_draw() -> None:
    match = short(["RD G1 G2", "B1 B2"], "B9", "Y9 Y8")
    events = match.apply(Play(0, "RD"))
    assert [event for event in events if isinstance(event, Drew)] == [Drew(1, 2, "draw_two", ("B9", "Y9"))]
    assert top(match) == "RD", "the card just played stays where it is"


@pytest.mark.parametrize("wild", ["W4", "WI"])
@pytest.mark.parametrize("color", COLORS)
def test_7_1_a_reshuffled_wild_keeps_no_color(wild: str, color: Color) -> None:
    match = set_up(["R1 R2", "B1 B2"], "R5", draw="", discard=wild, shuffles=ScriptedShuffles([[wild]]))
    match.apply(Draw(0))
    assert Play(0, wild, color if wild == "W4" else None) in match.legal_actions(0)
    if wild == "W4":
        match.apply(Play(0, "W4", color))
        match.apply(Accept(1))
        assert match.view(0).color == color


def test_7_2_the_player_draws_as_many_as_there_are() -> None:
    match = short(all_held("RD G1 G2", "R5", but="B9"), "B9", "R5")
    events = match.apply(Play(0, "RD"))
    assert draws(events) == [(1, 2, "draw_two")], "one from the pile, and the card under the Draw Two"
    assert asked(match) == (Phase.PLAY, 2)
    assert match.draw_pile == []
    assert [CODE[card] for card in match.discard_pile] == ["RD"]


@pytest.mark.parametrize("players", SIZES)
def test_7_2_one_of_four(players: int) -> None:
    match = short(all_held("W4 G1 G2", "R5", players), "", "R5")
    match.apply(Play(0, "W4", "G"))
    assert draws(match.apply(Accept(1))) == [(1, 1, "wild_draw_four")]
    assert asked(match) == (Phase.PLAY, 2 % players)


def test_7_2_maybe_none_and_play_goes_on() -> None:
    match = set_up(all_held("Y1", "R5"), "R5", draw="", uno={0: Uno.OPEN}, turn=1)
    assert draws(match.apply(Catch(1, 0))) == [(0, 0, "uno")]
    assert asked(match) == (Phase.PLAY, 1)


def test_7_2_a_lightning_on_a_short_pile_hits_in_turn_order_while_cards_last() -> None:
    match = short(all_held("WI Y1 Y2", "R5", 10, but="B3 G3 G4"), "B3 G3 G4", "WI R5")
    events = match.apply(Play(0, "WI"))
    assert draws(events) == [(seat, 1, "lightning") for seat in (1, 2, 3, 4)] + [
        (seat, 0, "lightning") for seat in (5, 6, 7, 8, 9)
    ]
    assert asked(match) == (Phase.PLAY, 0)
    assert match.draw_pile == []
    assert top(match) == "B3"


def test_7_2_a_lightning_with_no_card_left_but_the_one_turned() -> None:
    match = short(all_held("WI Y1 Y2", "B5", 10), "", "B5", "WI", top="B5")
    events = match.apply(Play(0, "WI"))
    # The box itself is all that lies under the turned card.
    assert draws(events) == [(1, 1, "lightning"), *((seat, 0, "lightning") for seat in range(2, 10))]
    assert "WI" in hand(match, 1)


@pytest.mark.parametrize(
    ("turned", "answer", "drew"),
    [
        ("Y5", None, (2, 1, "banana")),
        ("G5", Target(0, 1), (1, 1, "shell")),
        ("W4", Name(0, "R"), (0, 1, "bob_omb")),
    ],
)
def test_7_2_other_items_with_no_card_left_but_the_one_turned(
    turned: str, answer: Action | None, drew: tuple[int, int, str]
) -> None:
    match = set_up(
        all_held("WI R1 R2", turned),
        turned,
        color="R" if turned == "W4" else None,
        draw="",
        shuffles=ScriptedShuffles([[turned], ["WI"]]),
    )
    events = [*match.apply(Play(0, "WI")), *(match.apply(answer) if answer else ())]
    assert draws(events) == [drew]
    assert asked(match) == (Phase.PLAY, 1)


def test_7_2_the_turn_passes_from_one_to_the_next_until_someone_can_play() -> None:
    hands = ["R1 R2", "Y1 Y2", *all_held("R1 R2", "G5", 2, but="Y1 Y2")[1:]]
    match = set_up(hands, "G5", draw="")
    for seat in (0, 1):
        assert refused(match, Keep(seat)) == "wrong_phase"
        assert match.legal_actions(seat) == [Draw(seat)]
        match.apply(Draw(seat))
    assert asked(match) == (Phase.PLAY, 2)
    assert refused(match, Draw(2)) == "must_play"
