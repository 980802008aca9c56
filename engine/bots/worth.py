"""What a play is worth: the rules of thumb of the bot that plays soundly, in numbers.

The weights were found by playing some hundred thousand rounds in which all of them varied at random, against random
play and against the bot itself. Near these values they matter little, far from them much.
"""

from __future__ import annotations

from engine.cards import (
    BOX,
    DRAW_TWO,
    FACES,
    NUMBER,
    REVERSE,
    SKIP,
    WILD_4,
    kind_of,
    points_of,
)
from engine.views import View

_KIND = {code: kind_of(code) for code in FACES}
_POINTS = {code: points_of(code) for code in FACES}

_COLORED = {NUMBER: 1.0, SKIP: 1.4, REVERSE: 1.2, DRAW_TWO: 1.8}
"""The worth of a colored card by its kind."""
_COLOR = 0.8
"""More for each other card held of its color, which a later turn could play."""
_RANK = -0.1
"""Less for each other card held of its rank: together they are a way into another color."""
_POINT, _POINT_LATE = 0.01, 0.02
"""More for each point got rid of (rule 9.4), in general and while someone is about to go out."""
_BOX, _FOUR = 0.6, -0.3
"""The worth of a Wild Item Box and of a Wild Draw Four."""
_HELD, _HELD_MOST = 0.33, 7
"""Less for each card in the hand, up to so many: a wild fits always, and is kept for when nothing else does."""
_BLUFF = 1.5
"""Less for a Wild Draw Four that a challenge would find to be a bluff (rule 5.3)."""
_THREAT = {1: 4.5, 2: 1.0}
"""Less for leaving the next turn to another player who holds so few cards."""
_HIT = 0.4
"""More, as a share of the threat, for making that player draw."""
_BOX_LEAVES = 0.6
"""How much of a threat an item box leaves: two items of five bring another turn, and a Green Shell may hit."""
_KEEP = -1.5
"""The worth below which a card just drawn is kept."""


class Outlook:
    """The table as the player on turn sees it, prepared for weighing what could be played."""

    __slots__ = ("_ahead", "_behind", "_beyond", "_colors", "_force", "_held", "_point", "_ranks")

    def __init__(self, view: View) -> None:
        hand, counts = view.hand, view.counts
        self._colors = _tally([code[0] for code in hand])
        self._ranks = _tally([code[1] for code in hand])
        self._held = _HELD * min(len(hand), _HELD_MOST)
        self._force = view.color or ""
        seat, players = view.seat, view.players
        threats = [_THREAT.get(cards, 0.0) for cards in counts]
        threats[seat] = 0.0
        self._ahead = threats[(seat + view.direction) % players]
        self._beyond = threats[(seat + 2 * view.direction) % players]
        skips = players == 2 and view.rules.reverse_skips_when_two
        self._behind = 0.0 if skips else threats[(seat - view.direction) % players]
        self._point = _POINT_LATE if any(threats) else _POINT

    def worth_of_keeping(self) -> float:
        """Return what it is worth to keep a card just drawn."""
        return _KEEP - self._ahead

    def worth(self, card: str) -> float:
        """Return what it is worth to play a card."""
        kind = _KIND[card]
        if kind == BOX:
            return _BOX - self._held - _BOX_LEAVES * self._ahead
        if kind == WILD_4:
            bluff = _BLUFF if self._force in self._colors else 0.0
            return _FOUR - self._held - bluff + _HIT * self._ahead - self._beyond
        worth = (
            _COLORED[kind]
            + _COLOR * (self._colors[card[0]] - 1)
            + _RANK * (self._ranks[card[1]] - 1)
            + self._point * _POINTS[card]
        )
        if kind == NUMBER:
            return worth - self._ahead
        if kind == REVERSE:
            return worth - self._behind
        if kind == DRAW_TWO:
            worth += _HIT * self._ahead
        return worth - self._beyond


def _tally(letters: list[str]) -> dict[str, int]:
    held: dict[str, int] = {}
    for letter in letters:
        held[letter] = held.get(letter, 0) + 1
    return held
