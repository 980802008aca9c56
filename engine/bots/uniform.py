"""Bots that leave what they play to chance."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Play
from engine.bots.bot import Bot
from engine.views import View

_COLORS = range(4)


class RandomBot(Bot):
    """The yardstick: plays any playable card, accepts every Wild Draw Four, never forgets to call or to catch."""

    def _play(self, view: View, plays: Sequence[Play], instead: Action | None) -> Action:
        card = self._pick(_cards(view, plays))
        uno = len(view.hand) == 2 and self._calls_with_play()
        return self._pick([play for play in plays if play.card == card and play.uno == uno])

    def _calls_with_play(self) -> bool:
        return True

    def _challenges(self, view: View) -> bool:
        return False

    def _color(self, view: View) -> int:
        return self._pick(_COLORS)

    def _target(self, view: View) -> int:
        return self._pick([seat for seat in range(view.players) if seat != view.seat])

    def _remembers(self) -> bool:
        return True

    def _notices(self) -> bool:
        return True


def _cards(view: View, plays: Sequence[Play]) -> list[str]:
    """List the playable cards, each as often as it is held: two alike are twice as likely to be picked."""
    if view.drawn is not None:
        return [view.drawn]
    faces = {play.card for play in plays}
    return [card for card in view.hand if card in faces]
