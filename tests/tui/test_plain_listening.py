"""The line mode for someone who hears it: all that others see can be heard, and nothing is said twice."""

from __future__ import annotations

from engine.actions import Accept, Draw, Keep, Play
from engine.events import Dealt
from engine.match import Match
from engine.phases import Phase, Uno
from net.updates import Changed
from tests.tui.tables import four, game, seated
from tests.tui.test_plain import BOWSER, ME, NAMES, PEACH, TOAD, Session, every_question
from unokart_tui.plain_words import cards_line, choices, top_line


def challenged() -> Match:
    match = game(("R7 YD", "W4 B1 B2"), turn=TOAD)
    match.apply(Play(TOAD, "W4", "R"))
    return match


def test_whom_to_choose_is_asked_with_what_they_hold() -> None:
    said = Session(four(draw="G8")).type("play WI")
    assert "Who draws one? 2 Toad with 7 cards, 3 Peach with 1 card, 4 Bowser with 12 cards" in said


def test_whether_to_challenge_is_asked_with_what_the_other_holds() -> None:
    question = "Toad played a Wild Draw Four on green and holds 2 cards: challenge it or accept it?"
    assert question in Session(challenged(), ("Ada", "Toad")).lines


def test_hands_that_become_small_are_told_with_the_play() -> None:
    session = Session(game(("R7 YD", "G8 B1 B2 B3"), turn=TOAD), ("Ada", "Toad"))
    session.seat.play(Play(TOAD, "G8"))
    assert "Toad plays green 8, 3 left" in session.lines
    session = Session(game(("R7 YD", "G8 B1 B2 B3 B4"), turn=TOAD), ("Ada", "Toad"))
    session.seat.play(Play(TOAD, "G8"))
    assert "Toad plays green 8" in session.lines
    assert Session(four(hand="R7 YD G9")).type("play r7")[0] == "You play red 7"


def test_a_match_begins_with_what_it_goes_to() -> None:
    session = Session(four())
    session.seat.deliver(Changed(2, session.seat.match.view(ME), (Dealt(1, TOAD, ((), (), (), ())),)))
    assert "Round 1: Toad deals, first to 500 points" in session.lines


def test_how_many_cards_everyone_holds_is_told_in_the_order_of_play() -> None:
    match = game(("R7 YD", "GR B2 B3 B4", "B5", "B6 B7 B8"), turn=TOAD)
    assert cards_line(match.view(ME), seated(NAMES)) == "Cards: you 2, then Toad 4, Peach 1, Bowser 3"
    match.apply(Play(TOAD, "GR"))
    assert Session(match).type("cards") == ["Cards: you 2, then Bowser 3, Peach 1, Toad 3"]


def test_scores_are_told_whenever_they_are_asked_for() -> None:
    said = Session(four(turn=TOAD)).type("scores")
    assert said == ["Scores, first to 500: you 300, Bowser 240, Toad 120, Peach 85"]


def test_a_hint_names_what_is_typed_and_no_key() -> None:
    for match in every_question():
        session = Session(match)
        said = session.type("hint")
        assert said, match.view(ME).phase
        assert not any(f"{key} " in line[:2] for line in said for key in "xakdcu"), said
    assert "blue Reverse: neither green nor a 7" in Session(four()).type("hint")
    assert any("challenge challenges" in line for line in Session(challenged(), ("Ada", "Toad")).type("hint"))
    over = four(hand="G9", scores=(0, 0, 0, 0))
    over.apply(Play(ME, "G9"))
    assert Session(over).type("hint") == ["The round is over; next goes on."]


def test_what_has_happened_can_be_heard_again() -> None:
    session = Session(four(turn=BOWSER, draw="B3 B4"))
    assert session.type("log") == ["Nothing has happened since you sat down"]
    session.seat.play(Draw(BOWSER))
    session.seat.play(Keep(BOWSER))
    session.type("draw")
    session.seat.answer()
    said = ["Bowser draws a card", "Bowser keeps the card", "You draw blue 4", "You keep the card"]
    assert session.type("log") == said
    assert session.type("log 2") == said[2:]


def test_enter_tells_whose_turn_it_is_and_what_lies_there() -> None:
    assert Session(four(turn=TOAD)).type("") == ["It is Toad's turn", "The top card is green 7"]
    match = challenged()
    match.apply(Accept(ME))
    assert top_line(match.view(ME)) == "The top card is Wild Draw Four, the color red"


def test_cards_can_be_named_in_words() -> None:
    session = Session(four(hand="R7 G9 W4 WI"))
    assert session.type("words") == [
        "Cards are named in words from here on",
        "Your turn: play a green card, a 7 or a wild, or draw",
        "Your hand: red 7, green 9, Wild Draw Four, Wild Item Box",
        "You can: play red 7, play green 9, play Wild Draw Four COLOR, play Wild Item Box, draw",
    ]
    assert session.type("codes")[2:] == ["Your hand: R7 G9 W4 WI", choices(session.seat.match.view(ME))]


def test_a_code_is_explained_when_it_is_met_first() -> None:
    session = Session(four(hand="R7 G9", draw="G3"))
    assert any(line.endswith("R7 is red 7, G9 is green 9") for line in session.lines)
    assert not any("codes" in line for line in session.type("draw"))
    session = Session(four(hand="R7 G9", draw="WI"))
    said = session.type("draw")
    assert "New codes: WI is Wild Item Box" in said


def test_after_a_word_that_means_nothing_the_question_is_not_said_again() -> None:
    said = Session(four()).type("nonsense")
    assert len(said) == 2
    assert said[1].startswith("You can: ")


def test_asking_whom_to_catch_or_choose_says_when_there_is_nobody() -> None:
    assert Session(four()).type("catch")[0] == "There is nobody who holds one card and has not called UNO."
    assert Session(four()).type("target")[0] == "There is nobody to be chosen now."
    several = game(("R7 YD", "B2 B3", "B4", "B5"), uno={PEACH: Uno.OPEN, BOWSER: Uno.OPEN})
    assert Session(several).type("catch")[0] == "Say whom, by number or name: catch 3."


def test_two_is_no_number_of_cards_to_draw() -> None:
    session = Session(four())
    assert session.type("draw two")[0].startswith("draw alone draws a card")
    assert session.actions == []
    assert session.seat.match.view(ME).phase is Phase.PLAY
