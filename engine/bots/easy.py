"""The bot for beginners."""

from __future__ import annotations

from engine.bots.uniform import RandomBot
from engine.views import View


class EasyBot(RandomBot):
    """Plays any playable card, and is not quite awake: forgets UNO, overlooks that others did, seldom challenges.

    Of three UNO calls it forgets one: it makes 6 of 10 with the play, and of the other 4 every sixth a little later.
    """

    def _calls_with_play(self) -> bool:
        return self._chance(0.6)

    def _challenges(self, view: View) -> bool:
        return self._chance(0.1)

    def _remembers(self) -> bool:
        return self._chance(1 / 6)

    def _notices(self) -> bool:
        return self._chance(0.5)
