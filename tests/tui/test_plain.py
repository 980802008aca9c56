"""The line mode: what is understood, what is said, and which line is taken when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest

from engine.actions import Accept, Action, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.events import UnoCalled
from engine.legal import legal_in
from engine.match import Match
from engine.phases import Uno
from net.updates import Changed, Closed
from tests.tui.tables import TEN, Seat, four, game, seated, ten
from unokart_tui.plain_answers import Answer, Unclear, Word, in_words, understand
from unokart_tui.plain_table import PlainTable
from unokart_tui.plain_words import asked, choices

ME, TOAD, PEACH, BOWSER = range(4)
NAMES = ("Ada", "Toad", "Peach", "Bowser")


class Session:
    """A line mode at a table that is played here."""

    def __init__(self, match: Match, names: Sequence[str] = NAMES, patient: bool = False) -> None:
        self.seat = Seat(match, names)
        self.lines: list[str] = []
        self.table = PlainTable(self.seat, self.lines.append, patient)
        self.seat.deliver = self.table.receive
        self.seat.sit()

    def type(self, line: str) -> list[str]:
        """Type a line, let the host answer what it asks for, and return what was said since."""
        self.lines.clear()
        assert self.table.wants(line)
        asked = len(self.seat.asked.actions)
        self.table.answer(line)
        if len(self.seat.asked.actions) > asked:
            self.seat.answer()
        return self.lines

    @property
    def actions(self) -> list[Action]:
        return [action for action, _ in self.seat.asked.actions]


def answer(line: str, match: Match | None = None, names: Sequence[str] = NAMES) -> Answer:
    return understand(line, (match or four()).view(ME), seated(names))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("play R7", Play(ME, "R7")),
        ("  PLAY   r7 ", Play(ME, "R7")),
        ("play r7 uno", Play(ME, "R7", uno=True)),
        ("play W4 red", Play(ME, "W4", "R")),
        ("play w4 b uno", Play(ME, "W4", "B", uno=True)),
        ("play wild draw four green", Play(ME, "W4", "G")),
        ("play W4", Play(ME, "W4")),
        ("play green skip", Play(ME, "GS")),
        ("play blue draw two", Play(ME, "BD")),
        ("play y reverse", Play(ME, "YR")),
        ("play item box", Play(ME, "WI")),
        ("p WI uno", Play(ME, "WI", uno=True)),
        ("G9", Play(ME, "G9")),
        ("red seven", Play(ME, "R7")),
        ("play red seven uno", Play(ME, "R7", uno=True)),
        ("play red draw 2", Play(ME, "RD")),
        ("draw four blue", Play(ME, "W4", "B")),
        ("draw a card", Draw(ME)),
        ("draw", Draw(ME)),
        ("d", Draw(ME)),
        ("keep", Keep(ME)),
        ("color red", Name(ME, "R")),
        ("colour Y", Name(ME, "Y")),
        ("target 2", Target(ME, TOAD)),
        ("target peach", Target(ME, PEACH)),
        ("catch 4", Catch(ME, BOWSER)),
        ("uno", CallUno(ME)),
        ("challenge", Challenge(ME)),
        ("accept", Accept(ME)),
    ],
)
def test_actions_are_understood(line: str, action: Action) -> None:
    assert answer(line) == action


@pytest.mark.parametrize("word", list(get_args(Word)))
def test_words_to_the_program_are_understood(word: str) -> None:
    assert answer(word.upper() if word != "look" else "") == word


@pytest.mark.parametrize(
    "line",
    ["nonsense", "play", "play 12", "play G7 purple", "color", "color pink", "target 9", "catch nobody", "play R7 now",
     "\x00", "play \x1b[31m", "💥" * 300],
)  # fmt: skip
def test_what_means_nothing_gets_a_sentence(line: str) -> None:
    unclear = answer(line)
    assert isinstance(unclear, Unclear)
    assert unclear.sentence.endswith(".")


@pytest.mark.parametrize("card", ["W4", "wild draw four"])
def test_what_stands_for_a_color_in_the_offer_is_asked_for(card: str) -> None:
    unclear = answer(f"play {card} COLOR")
    assert isinstance(unclear, Unclear)
    assert f"play {card.casefold()} red, play {card.casefold()} yellow" in unclear.sentence


def test_the_tenth_player_is_0_or_10() -> None:
    assert answer("target 0", ten(), TEN) == answer("target 10", ten(), TEN) == Target(ME, 9)


def test_catch_alone_means_the_only_one_there_is() -> None:
    assert answer("catch", four(uno={PEACH: Uno.OPEN})) == Catch(ME, PEACH)
    assert isinstance(answer("catch"), Unclear)


def every_question() -> list[Match]:
    """Situations in which every kind of answer is asked of the first seat."""
    challenged = game(("R7 YD", "W4 B1 B2"), turn=TOAD)
    challenged.apply(Play(TOAD, "W4", "R"))
    shell, bob_omb, drawn = four(draw="G8"), four(draw="W4"), four(hand="R1 B4 B5", draw="G3")
    over = four(hand="G9", scores=(0, 0, 0, 0))
    shell.apply(Play(ME, "WI"))
    bob_omb.apply(Play(ME, "WI"))
    drawn.apply(Draw(ME))
    over.apply(Play(ME, "G9"))
    return [four(hand="R7 W4"), four(uno={PEACH: Uno.OPEN}), challenged, shell, bob_omb, drawn, over]


@pytest.mark.parametrize("spoken", [False, True])
def test_all_that_is_offered_can_be_typed_as_it_stands(spoken: bool) -> None:
    for match in every_question():
        view = match.view(ME)
        for action in legal_in(view):
            assert understand(in_words(action, spoken), view, seated(NAMES)) == action


def test_every_question_is_asked_in_words() -> None:
    for match in every_question():
        view = match.view(ME)
        assert asked(view, seated(NAMES))
        assert choices(view)


def test_a_turn_is_told_with_the_hand_and_all_that_can_be_done() -> None:
    session = Session(four())
    assert session.lines[-4:] == [
        "Your turn: play a green card, a 7 or a wild, or draw",
        "Your hand: R7 YD G9 BR WI",
        "These codes are short for cards: R7 is red 7, YD is yellow Draw Two, G9 is green 9, BR is blue Reverse, "
        "WI is Wild Item Box",
        "You can: play R7, play G9, play WI, draw",
    ]


def test_the_hand_is_told_with_every_question_that_is_ones_own() -> None:
    for match in every_question():
        view = match.view(ME)
        told = any(line.startswith("Your hand: ") for line in Session(match).lines)
        assert told == (view.owed == ME), view.phase


def test_an_action_is_sent_in_the_version_that_was_seen_and_told_when_it_has_happened() -> None:
    session = Session(four())
    said = session.type("play r7")
    assert session.seat.asked.actions == [(Play(ME, "R7"), 1)]
    assert said == ["You play red 7"]


def test_a_refusal_is_told_in_words_and_what_can_be_done_is_said_again() -> None:
    session = Session(four())
    said = session.type("play yd")
    assert said[0] == "The yellow Draw Two is not green and does not match the green 7."
    assert said[-1] == "You can: play R7, play G9, play WI, draw"


def test_whoever_types_out_of_turn_is_told_so() -> None:
    assert Session(four(turn=TOAD)).type("draw") == ["It is not your turn."]


def test_a_drawn_card_that_does_not_fit_is_kept_by_itself() -> None:
    session = Session(four(draw="B3"))
    said = session.type("draw")
    session.seat.answer()
    assert session.actions == [Draw(ME), Keep(ME)]
    assert said == ["You drew blue 3: it does not fit and is kept"]


def test_a_drawn_card_that_fits_is_asked_about() -> None:
    said = Session(four(draw="G3")).type("draw")
    assert said[0] == "You drew green 3: play it or keep it?"
    assert said[-1] == "You can: play G3, keep"


def test_keeping_a_card_that_was_asked_about_is_told() -> None:
    session = Session(four(draw="G3"))
    session.type("draw")
    assert session.type("keep")[0] == "You keep the card"


def test_the_chance_to_catch_is_told_out_of_turn() -> None:
    session = Session(four(turn=TOAD, uno={PEACH: Uno.OPEN}))
    assert session.lines[-2:] == ["Peach has one card and has not called UNO", "You can: catch 3"]
    assert session.type("catch 3")[0] == "Peach missed UNO: caught by you, draws 2"


def test_ones_own_missing_call_is_told() -> None:
    session = Session(four(hand="G9 R2"))
    session.type("play g9")
    assert session.lines[-2:] == ["You have one card and have not called UNO", "You can: uno"]
    assert session.type("uno") == ["You call UNO"]


def test_a_round_ends_with_the_hands_and_the_scores_and_goes_on_by_enter() -> None:
    session = Session(four(hand="G9", scores=(400, 120, 85, 240)))
    said = session.type("play g9")
    assert "You win the round and 145 points" in said
    assert "Peach holds yellow 4: 4 points" in said
    assert "Scores, first to 500: you 545, Bowser 240, Toad 120, Peach 85" in said
    assert said[-2:] == ["You have won the match: again plays another, quit leaves", "You can: again, quit"]
    session = Session(four(hand="G9", scores=(0, 0, 0, 0)))
    assert session.type("play g9")[-1] == "You can: next, quit"
    session.type("")
    assert session.seat.asked.ready == 1
    assert not session.table.wants("")


def test_next_before_the_end_of_a_round_is_refused_in_words() -> None:
    assert Session(four()).type("next") == ["The round is not over yet"]


def test_hand_and_table_are_told_whenever_they_are_asked_for() -> None:
    session = Session(four(turn=TOAD))
    assert session.type("hand") == [
        "You hold 5 cards: red 7 (R7), yellow Draw Two (YD), green 9 (G9), blue Reverse (BR), Wild Item Box (WI)"
    ]
    said = session.type("table")
    assert said[1].startswith("Top card: green 7. Color: green. Draw pile: ")
    assert "1 Ada (you): 5 cards, 300 points" in said
    assert "2 Toad: 7 cards, 120 points, normal bot, is asked now" in said
    assert "3 Peach: 1 card, 85 points, has called UNO, normal bot" in said


def test_rules_and_help_are_told() -> None:
    session = Session(four())
    assert session.type("rules")[0] == "The rules of UNO Kart"
    assert any(line.startswith("catch N") or "catch N:" in line for line in session.type("help"))


def test_nothing_that_is_typed_is_taken_while_an_action_is_unanswered() -> None:
    session = Session(four(draw="G3"))
    session.table.answer("draw")
    assert not session.table.wants("hand")
    session.seat.answer()
    assert session.table.wants("hand")


def test_a_script_is_not_refused_for_being_early() -> None:
    session = Session(four(turn=TOAD), patient=True)
    for line in ("draw", "play R7", "next", "", "color red"):
        assert not session.table.wants(line), line
    for line in ("hand", "cards", "scores", "hint", "log 3", "table", "help", "uno", "catch 3", "quit", "nonsense"):
        assert session.table.wants(line), line
    session.seat.play(Draw(TOAD))
    session.seat.play(Keep(TOAD))
    assert not session.table.wants("draw")


def test_leaving_says_where_and_takes_nothing_more() -> None:
    session = Session(four())
    assert session.type("quit") == ["You leave the match in round 1, with 300 points"]
    assert session.table.left
    assert session.seat.asked.left == 1


def test_a_table_that_is_lost_says_why() -> None:
    session = Session(four())
    session.table.receive(Closed("crash", "The table broke down."))
    assert session.table.farewell == Closed("crash", "The table broke down.")


def test_control_characters_of_names_are_never_printed() -> None:
    names = ("Ada", "To\x1b[2Jad", "Pe\x07\u202ech", "Bow\nser")
    session = Session(four(turn=TOAD, uno={PEACH: Uno.OPEN}), names)
    session.type("table")
    session.seat.play(Draw(TOAD))
    assert session.lines
    assert all(line.isprintable() for line in session.lines)


def test_what_is_asked_is_not_said_twice() -> None:
    session = Session(four(uno={PEACH: Uno.OPEN}))
    session.lines.clear()
    session.seat.deliver(Changed(2, session.seat.match.view(ME), (UnoCalled(BOWSER),)))
    assert session.lines == ["Bowser calls UNO"]
