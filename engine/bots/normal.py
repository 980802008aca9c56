"""The bot that plays soundly."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Play
from engine.bots.bot import Bot
from engine.bots.runs import first_of_winning_run
from engine.bots.worth import Outlook
from engine.cards import CODE, COLORS, FACES, points_of
from engine.views import View

_POINTS = {code: points_of(code) for code in FACES}

_AT: dict[str, int] = {color: at for at, color in enumerate(COLORS)}
_MORE_THAN_POINTS = 10_000

_BLUFFS = 0.2
"""How likely one who could follow the color is to play a Wild Draw Four, beside one who could not."""
_ODDS = 0.2
"""How likely a bluff must be: a wrong challenge costs two cards more, a right one saves four and deals out four."""


def _likely_bluff(cards: int) -> float:
    """Return how likely a Wild Draw Four was a bluff if its player holds so many other cards."""
    missing = 1 - sum(code[0] == COLORS[0] for code in CODE) / len(CODE)
    follows = 1 - missing**cards
    return _BLUFFS * follows / (_BLUFFS * follows + 1 - follows)


class NormalBot(Bot):
    """Keeps its wilds and its commonest color, hits who is about to go out, challenges at good odds, always calls.

    It never draws by choice: in trials, drawing to save a wild won nothing when rare, and lost much when common.
    """

    def _play(self, view: View, plays: Sequence[Play], instead: Action | None) -> Action:
        options = self._options(view, plays)
        first = first_of_winning_run(view)
        for play in options:
            if play.card == first:
                return play
        outlook = Outlook(view)
        best = max(options, key=lambda play: outlook.worth(play.card))
        if view.drawn is not None and instead is not None and outlook.worth(best.card) < outlook.worth_of_keeping():
            return instead
        return best

    def _options(self, view: View, plays: Sequence[Play]) -> list[Play]:
        """Leave the plays that call UNO where that is possible, and that name the color it would name."""
        uno = len(view.hand) == 2
        options = [play for play in plays if play.uno == uno]
        if all(play.color is None for play in options):
            return options
        color = COLORS[self._color(view)]
        return [play for play in options if play.color in (None, color)]

    def _challenges(self, view: View) -> bool:
        return _likely_bluff(view.counts[view.turn]) > _ODDS

    def _color(self, view: View) -> int:
        """Choose the color it holds most of, of these the one with the most points; chance decides the rest."""
        worth = [0] * len(COLORS)
        for card in view.hand:
            if card[0] != "W":
                worth[_AT[card[0]]] += _MORE_THAN_POINTS + _POINTS[card]
        most = max(worth)
        return self._pick([color for color in range(len(COLORS)) if worth[color] == most])

    def _target(self, view: View) -> int:
        """Choose who holds the fewest cards, of these who has the most points, of these whose turn comes first."""
        seats = [(view.seat + steps * view.direction) % view.players for steps in range(1, view.players)]
        return min(seats, key=lambda seat: (view.counts[seat], -view.scores[seat]))

    def _remembers(self) -> bool:
        return True

    def _notices(self) -> bool:
        return True
