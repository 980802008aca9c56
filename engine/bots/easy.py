"""The bot for beginners."""

from __future__ import annotations

from engine.bots.uniform import RandomBot
from engine.views import View


class EasyBot(RandomBot):
    """Plays any playable card, and is not quite awake: forgets UNO, overlooks that others did, seldom challenges."""

    def _calls_with_play(self) -> bool:
        return self._chance(2 / 3)

    def _challenges(self, view: View) -> bool:
        return self._chance(0.1)

    def _remembers(self) -> bool:
        return False

    def _notices(self) -> bool:
        return self._chance(0.5)
