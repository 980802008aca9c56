"""Any situation, set up directly: for tests, puzzles and bug reports.

`set_up` fills in what is not said, so that a situation takes three lines; `Position` says everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import CARDS_OF, CODE, COLORS, NO_CARD, WILD_COLOR, Color, color_of
from engine.checks import check_position
from engine.effects import put_in_force
from engine.errors import PositionError
from engine.match import Match
from engine.phases import TABLE, Phase, Uno
from engine.rules import Rules
from engine.shuffles import ScriptedShuffles, Shuffles
from engine.views import RoundResult, RoundScore


class Position(Struct, frozen=True):
    """The complete state of a match, in notation. Two matches in equal positions go on alike."""

    hands: tuple[tuple[str, ...], ...]
    """By seat, in the order of `engine.cards.FACES`."""
    draw_pile: tuple[str, ...]
    """Next to be drawn first."""
    discard_pile: tuple[str, ...]
    """Top card first."""
    phase: Phase
    owed: int
    turn: int
    color: Color | None
    uno: tuple[Uno, ...]
    scores: tuple[int, ...]
    direction: int = 1
    dealer: int = 0
    round: int = 1
    drawn: str | None = None
    bluff_color: Color | None = None
    """In force before the Wild Draw Four that is answered (rule 5.3)."""
    bluff_hand: tuple[str, ...] = ()
    """Its player's hand as it was when it had been played (rule 5.2)."""
    last_turn: int = TABLE
    """Who took the latest turn of the round (rule 6.2)."""
    other_turn: int = TABLE
    """Who took one last before them."""
    rules: Rules = Rules()
    history: tuple[RoundScore, ...] = ()
    result: RoundResult | None = None


def position_of(match: Match) -> Position:
    """Return the position that a match is in."""
    return Position(
        hands=tuple(_codes(sorted(hand)) for hand in match.hands),
        draw_pile=_codes(match.draw_pile[::-1]),
        discard_pile=_codes(match.discard_pile[::-1]),
        phase=match.phase,
        owed=match.owed,
        turn=match.turn,
        color=_letter(match.color),
        uno=tuple(match.uno(seat) for seat in range(match.players)),
        scores=match.scores,
        direction=match.direction,
        dealer=match.dealer,
        round=match.round,
        drawn=None if match.drawn == NO_CARD else CODE[match.drawn],
        bluff_color=_letter(match.bluff_color),
        bluff_hand=_codes(sorted(match.bluff_hand)),
        last_turn=match.last_turn,
        other_turn=match.other_turn,
        rules=match.rules,
        history=match.history,
        result=match.result,
    )


def match_at(position: Position, shuffles: Shuffles | None = None) -> Match:
    """Return a match in a position; raise `PositionError` where no match could be in it.

    Without `shuffles`, a shuffle raises `RecordError`.
    """
    check_position(position)
    match = Match(len(position.hands), shuffles or ScriptedShuffles(), position.rules)
    free = {code: list(cards) for code, cards in CARDS_OF.items()}
    match.hands = [tuple(_take(free, hand)) for hand in position.hands]
    match.draw_pile = _take(free, position.draw_pile)[::-1]
    match.discard_pile = _take(free, position.discard_pile)[::-1]
    match.phase = position.phase
    match.owed = position.owed
    match.turn = position.turn
    match.scores = position.scores
    match.direction = position.direction
    match.dealer = position.dealer
    match.round = position.round
    match.last_turn = position.last_turn
    match.other_turn = position.other_turn
    match.history = position.history
    match.result = position.result
    if match.discard_pile:
        put_in_force(match, _index(position.color))
    if position.drawn is not None:
        match.drawn = _held(match, position.owed, position.drawn)
    match.bluff_color = _index(position.bluff_color)
    match.bluff_hand = tuple(_within(match.hands[position.turn], position.bluff_hand))
    for seat, uno in enumerate(position.uno):
        bit = 1 << seat
        match.exposed |= bit if uno is Uno.OPEN else 0
        match.called |= bit if uno is Uno.CALLED else 0
        match.caught |= bit if uno is Uno.CAUGHT else 0
    return match


def set_up(
    hands: Sequence[str],
    top: str = "R5",
    *,
    color: Color | None = None,
    draw: str | None = None,
    discard: str = "",
    turn: int = 0,
    phase: Phase = Phase.PLAY,
    owed: int | None = None,
    uno: dict[int, Uno] | None = None,
    shuffles: Shuffles | None = None,
    rules: Rules | None = None,
    direction: int = 1,
    dealer: int = 0,
    scores: Sequence[int] = (),
    drawn: str | None = None,
    bluff_color: Color | None = None,
    bluff_hand: str | None = None,
    last_turn: int = TABLE,
    other_turn: int = TABLE,
) -> Match:
    """Return a match in a situation; raise `PositionError` where no match could be in it.

    `hands`, `draw` (next card first) and `discard` (below `top`, upper first) are rows of face codes. Cards named
    nowhere lie at the bottom of the draw pile if `draw` is None; else under the discards, so that the draw pile
    is just what `draw` says. `uno` names the seats whose call is not simply missing.
    """
    held = [tuple(hand.split()) for hand in hands]
    named = [*(code for hand in held for code in hand), top, *discard.split(), *(draw or "").split()]
    rest = _rest(named)
    order = {code: at for at, code in enumerate(CARDS_OF)}
    calls = uno or {}
    asked = turn if owed is None else owed
    position = Position(
        hands=tuple(tuple(sorted(hand, key=order.__getitem__)) for hand in held),
        draw_pile=rest if draw is None else tuple(draw.split()),
        discard_pile=(top, *discard.split(), *(() if draw is None else rest)),
        phase=phase,
        owed=asked,
        turn=turn,
        color=color or color_of(top),
        uno=tuple(
            calls.get(seat, Uno.LATE) if len(hand) == 1 else calls.get(seat, Uno.NONE) for seat, hand in enumerate(held)
        ),
        scores=tuple(scores) or (0,) * len(held),
        direction=direction,
        dealer=dealer,
        drawn=drawn,
        bluff_color=bluff_color,
        bluff_hand=tuple(sorted(bluff_hand.split(), key=order.__getitem__)) if bluff_hand is not None else (),
        last_turn=last_turn,
        other_turn=other_turn,
        rules=rules or Rules(),
    )
    if phase is Phase.CHALLENGE and bluff_hand is None:
        position = replace(position, bluff_hand=position.hands[turn])
    return match_at(position, shuffles)


def _rest(named: Sequence[str]) -> tuple[str, ...]:
    """All cards of the deck that are not named, in the order of the deck."""
    left = Counter(CODE)
    for code in named:
        if left[code] < 1:
            raise PositionError(
                f"{code} is named more often than it is in the deck." if code in CARDS_OF else f"{code!r} is no card."
            )
        left[code] -= 1
    return tuple(left.elements())


def _codes(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(CODE[card] for card in cards)


def _letter(color: int) -> Color | None:
    return None if color == WILD_COLOR else COLORS[color]


def _index(color: Color | None) -> int:
    return WILD_COLOR if color is None else COLORS.index(color)


def _take(free: dict[str, list[int]], codes: Sequence[str]) -> list[int]:
    return [free[code].pop(0) for code in codes]


def _held(match: Match, seat: int, code: str) -> int:
    return next(card for card in match.hands[seat] if CODE[card] == code)


def _within(hand: Sequence[int], codes: Sequence[str]) -> list[int]:
    """Find the cards of a hand that show these faces."""
    left = list(hand)
    found = []
    for code in codes:
        card = next(card for card in left if CODE[card] == code)
        left.remove(card)
        found.append(card)
    return found
