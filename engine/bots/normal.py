"""The bot that plays soundly."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Play
from engine.bots.bot import Bot
from engine.cards import BOX, COLORS, DRAW_TWO, FACES, NUMBER, REVERSE, SKIP, WILD_4, kind_of, points_of
from engine.views import View

_KIND = {code: kind_of(code) for code in FACES}
_POINTS = {code: points_of(code) for code in FACES}


class NormalBot(Bot):
    """Keeps its wilds and its commonest color, hits who is about to go out, challenges at good odds, always calls."""

    def _play(self, view: View, plays: Sequence[Play], instead: Action | None) -> Action:
        hand = view.hand
        color = COLORS[self._color(view)]
        uno = len(hand) == 2
        best: Action | None = instead
        most = -1.0 if instead is not None else -1000.0
        for play in plays:
            if play.uno != uno or (play.color is not None and play.color != color):
                continue
            worth = self._worth(view, play.card)
            if worth > most:
                best, most = play, worth
        assert best is not None
        return best

    def _worth(self, view: View, card: str) -> float:
        kind = _KIND[card]
        size = len(view.hand)
        if size == 1:
            return 1000.0
        following = view.counts[(view.seat + view.direction) % view.players]
        urgent = 4.0 if following == 1 else 1.0 if following == 2 else 0.0
        if kind == BOX:
            return 0.5 + urgent * 0.4 - 0.25 * min(size, 6)
        if kind == WILD_4:
            return 1.0 + urgent - 0.3 * min(size, 8)
        same = sum(1 for other in view.hand if other[0] == card[0])
        return 1 + 0.4 * same + _ACTION[kind] * (1 + urgent) + _POINTS[card] * 0.01

    def _challenges(self, view: View) -> bool:
        return view.counts[view.turn] >= 3

    def _color(self, view: View) -> int:
        held = [sum(1 for card in view.hand if card[0] == color) for color in COLORS]
        return held.index(max(held))

    def _target(self, view: View) -> int:
        others = [seat for seat in range(view.players) if seat != view.seat]
        return min(others, key=view.counts.__getitem__)

    def _remembers(self) -> bool:
        return True

    def _notices(self) -> bool:
        return True


_ACTION = {NUMBER: 0.0, SKIP: 0.4, REVERSE: 0.2, DRAW_TWO: 0.8}
