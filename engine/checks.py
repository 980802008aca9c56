"""Whether a match could be in a position at all."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import CARDS_OF, CODE, ITEM_BOX, WILD_DRAW_FOUR, color_of
from engine.errors import PositionError
from engine.phases import TABLE, Phase, Uno
from engine.rules import problem_with

if TYPE_CHECKING:
    from engine.position import Position

_BETWEEN = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)
_COLOR_OWED = (Phase.OPENING_COLOR, Phase.ITEM_COLOR)


def check_position(position: Position) -> None:
    """Raise `PositionError`, with a sentence, where no match could be in a position."""
    _check_table(position)
    _check_cards(position)
    if position.phase in _BETWEEN:
        _require(position.owed == TABLE, "Between rounds nobody is asked.")
        return
    _check_seats(position)
    _check_color(position)
    _check_hands(position)
    _check_calls(position)
    _check_phase(position)


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise PositionError(sentence)


def _check_table(position: Position) -> None:
    players = len(position.hands)
    if problem := problem_with(position.rules, players):
        raise PositionError(problem)
    _require(len(position.scores) == len(position.uno) == players, "Each seat has one score and one call.")
    _require(min(position.scores) >= 0, "Scores are never negative.")
    won = max(position.scores) >= position.rules.target_score
    over = position.phase is Phase.MATCH_OVER
    _require(won == over, "The match is over when, and only when, the target is reached.")
    _require(position.direction in (1, -1), "The direction is 1 or -1.")


def _check_cards(position: Position) -> None:
    cards = Counter(position.draw_pile) + Counter(position.discard_pile)
    for hand in position.hands:
        cards += Counter(hand)
    for code in cards:
        _require(code in CARDS_OF, f"{code!r} is no card.")
    deck = Counter(CODE)
    for code in CARDS_OF:
        _require(cards[code] == deck[code], f"{code} is there {cards[code]} times, not {deck[code]}.")


def _check_seats(position: Position) -> None:
    seats = range(len(position.hands))
    for name in ("owed", "turn", "dealer"):
        _require(getattr(position, name) in seats, f"There is no seat {getattr(position, name)} for {name}.")
    _require(position.last_turn in (TABLE, *seats), "The latest turn was taken by no seat of this table.")
    _require(position.other_turn in (TABLE, *seats), "The turn before was taken by no seat of this table.")
    _require(
        position.other_turn == TABLE or position.other_turn != position.last_turn,
        "The turn before the latest was taken by another seat.",
    )


def _check_color(position: Position) -> None:
    _require(bool(position.discard_pile), "A card lies on the discard pile while a round is played.")
    top = color_of(position.discard_pile[0])
    if top is not None:
        _require(position.color == top, "The color in force is the top card's.")
    elif position.phase in _COLOR_OWED:
        _require(position.color is None, "While a color is owed, none is in force.")
    else:
        _require(position.color is not None, "A wild lies on top, and no color is in force.")


def _check_hands(position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        opened = position.rules.last_box_opens and position.phase is Phase.ITEM_TARGET and seat == position.owed
        _require(bool(hand) or opened, f"Seat {seat} holds no card, and the round goes on.")


def _check_calls(position: Position) -> None:
    for seat, (hand, uno) in enumerate(zip(position.hands, position.uno, strict=True)):
        _require((len(hand) == 1) == (uno is not Uno.NONE), f"Seat {seat} holds {len(hand)} cards; its call is {uno}.")


def _check_phase(position: Position) -> None:
    top = position.discard_pile[0]
    phase, owed = position.phase, position.owed
    drew = phase is Phase.DRAWN
    _require((position.drawn is not None) == drew, "A drawn card goes with the phase that asks for it.")
    answering = phase is Phase.CHALLENGE
    _require((position.bluff_color is not None) == answering, "The color before goes with a Wild Draw Four to answer.")
    _require(not position.bluff_hand or answering, "The hand as it was goes with a Wild Draw Four to answer.")
    match phase:
        case Phase.PLAY:
            _require(owed == position.turn, "Whose turn it is, is asked.")
        case Phase.DRAWN:
            _require(owed == position.turn, "Who drew has the turn.")
            _require(position.drawn in position.hands[owed], "The drawn card is not in the hand.")
        case Phase.CHALLENGE:
            _require(top == WILD_DRAW_FOUR, "No Wild Draw Four lies on top.")
            following = (position.turn + position.direction) % len(position.hands)
            _require(owed == following, "The next player answers a Wild Draw Four.")
            _require(bool(position.bluff_hand), "Its player held a card still.")
            grown = Counter(position.hands[position.turn])
            _require(Counter(position.bluff_hand) <= grown, "Its player's hand can only have grown since.")
        case Phase.OPENING_COLOR:
            _require(top == ITEM_BOX and owed == position.dealer, "The dealer names a color for an item box.")
        case Phase.ITEM_COLOR:
            _require(color_of(top) is None and owed == position.turn, "The box's player names a color for a wild.")
        case Phase.ITEM_TARGET:
            _require(color_of(top) == "G" and owed == position.turn, "The box's player chooses for a green card.")
            _require(len(position.hands) > 2, "With one opponent there is nothing to choose.")
