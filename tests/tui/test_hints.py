"""What a hint says, and which rules it is said that apply."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.cards import FACES, name_of
from engine.legal import legal_in
from engine.match import Match
from engine.phases import Phase, Uno
from tests.tui.situations import MINE, SITUATIONS, THEIRS, Begin, after
from tests.tui.tables import HOME, MANY, NAMES, Seat, TableApp, calm, four, game, seated, shown
from unokart_tui.applying import rules_now
from unokart_tui.hints import Part, hint
from unokart_tui.keymap import TABLE_KEYS
from unokart_tui.rulebook import rules_by_number


def hinted(match: Match, me: int = 0) -> dict[str, tuple[str, ...]]:
    return {part.heading: part.lines for part in hint(match.view(me), seated(NAMES), TABLE_KEYS)}


def test_it_says_what_could_be_played_and_why_not_the_rest() -> None:
    said = hinted(four(hand="R7 YD G9 G9 BR WI B8"))
    assert said["You may play"] == (
        "red 7: the top card is a 7 too",
        "green 9 (2 of them): it is green",
        "Wild Item Box: a wild goes on anything",
    )
    assert said["These do not fit"] == (
        "yellow Draw Two: neither green nor a 7",
        "blue 8: neither green nor a 7",
        "blue Reverse: neither green nor a 7",
    )


def test_a_card_that_is_alike_in_both_ways_says_both() -> None:
    assert hinted(four(hand="G7 R1"))["You may play"] == ("green 7: it is green and the top card is a 7 too",)


def test_on_a_wild_only_the_color_counts() -> None:
    match = after(game(("R7 YD", "R1 R2", "Y4", "W4 B8 Y9"), turn=3), Play(3, "W4", "B"))
    said = hinted(match)
    assert (
        said["Challenge or accept"][0] == "Bowser played a Wild Draw Four while green was in force, and holds 2 cards."
    )
    ahead = hinted(match, 1)
    assert ahead["Would not fit"] == ("red 1: not blue", "red 2: not blue")


@pytest.mark.parametrize("hand", [MANY, "R7 YD G9 BR WI W4", "B1 B2"])
def test_what_a_hint_calls_playable_is_what_the_rules_allow(hand: str) -> None:
    view = four(hand=hand, top="G7").view(0) if hand != MANY else game((MANY, "R4 R5")).view(0)
    playable = {name_of(action.card) for action in legal_in(view) if isinstance(action, Play)}
    lines = next(part.lines for part in hint(view, seated(NAMES), TABLE_KEYS) if part.heading == "You may play")
    said = {line.partition(":")[0].partition(" (")[0] for line in lines if ":" in line}
    assert said == playable


@pytest.mark.parametrize("situation", SITUATIONS)
def test_there_is_a_hint_for_everyone_in_every_situation(situation: str) -> None:
    match = SITUATIONS[situation]()
    for me in (0, 1, 2, 3, -1):
        parts = hint(match.view(me), seated(NAMES), TABLE_KEYS)
        assert parts
        assert all(part.heading[0].isupper() and (part.lines or part.heading.endswith(":")) for part in parts)
        assert not any("{" in line for part in parts for line in part.lines)


def test_a_hint_tells_nothing_that_the_seat_may_not_see() -> None:
    one = hint(game(("R7 YD", "R1 R2", "Y4 B3")).view(0), seated(NAMES), TABLE_KEYS)
    other = hint(game(("R7 YD", "B9 B8", "WI W4")).view(0), seated(NAMES), TABLE_KEYS)
    assert one == other


def test_uno_is_not_forgotten() -> None:
    assert "Peach can be caught" in hinted(four(uno={2: Uno.OPEN}))["Do not forget"][0]
    assert "call UNO with it: u does" in hinted(four(hand="R7 G9"))["Do not forget"][0]
    assert "u calls it" in hinted(four(hand="G9", turn=1, uno={0: Uno.OPEN}))["Do not forget"][0]


def test_before_the_first_card_there_is_nothing_to_say() -> None:
    assert hint(None, (), TABLE_KEYS) == [Part("Now", ("No cards have been dealt yet.",))]


def test_all_faces_are_told() -> None:
    said = hinted(game((" ".join(FACES), "R1 R2")))
    assert len(said["You may play"]) + len(said["These do not fit"]) == len(FACES)


async def test_h_shows_it_and_it_goes_on_with_the_table() -> None:
    app = TableApp(Seat(four(turn=3), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        assert "It is Bowser's move." in "\n".join(shown(app))
        app.seat.play(Play(3, "B7"))
        await pilot.pause()
        text = "\n".join(shown(app))
        assert "You may play" in text
        assert "It is your turn." in text
        await pilot.press("escape")
        assert app.screen is app.table


# Which rules apply


def test_every_rule_that_applies_is_in_the_rule_book() -> None:
    book = rules_by_number()
    for begin in SITUATIONS.values():
        for me in (0, 1, -1):
            numbers = rules_now(begin().view(me))
            assert numbers
            assert set(numbers) <= set(book)


@pytest.mark.parametrize(
    ("match", "numbers"),
    [
        (MINE[Phase.PLAY], ("3.1", "3.2")),
        (lambda: four(hand="R7 G9 W4"), ("3.1", "3.2", "3.3")),
        (lambda: four(hand="R7 G9"), ("8.1", "3.1", "3.2")),
        (lambda: four(uno={2: Uno.OPEN}), ("8.2", "3.1", "3.2")),
        (MINE[Phase.CHALLENGE], ("4.4", "5.1", "5.3", "5.4")),
        (THEIRS[Phase.ITEM_TARGET], ("6.3",)),
        (MINE[Phase.ITEM_COLOR], ("6.5",)),
        (MINE[Phase.OPENING_COLOR], ("8.1", "2.3")),
    ],
)
def test_the_rules_are_those_of_the_moment(match: Begin, numbers: tuple[str, ...]) -> None:
    assert rules_now(match().view(0)) == numbers


def test_a_rule_comes_with_its_list() -> None:
    rule = rules_by_number()["2.3"]
    assert rule[0].startswith("The top card of the draw pile")
    assert any(item.startswith("Wild Item Box: the dealer names") for item in rule)
