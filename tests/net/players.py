"""People who play by themselves, over any link."""

from __future__ import annotations

import threading
from random import Random

from engine.actions import Action
from engine.legal import legal_in
from engine.phases import Phase
from net.updates import Acknowledged, Changed, Closed, Joined, Reconnecting, Refused, RoomLink, Update
from tests.net.networks import Told


class Player(Told):
    """Plays at random whenever asked, as soon as it is asked; `link` has to be set before."""

    link: RoomLink

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = Random(seed)
        self._ready = threading.Event()
        self.seat = -1
        self.asked: dict[int, Action] = {}
        self.acknowledged: dict[int, int] = {}
        """By action id: the version that it made."""
        self.refused: list[Refused] = []
        self.version = 0
        self.losses = 0
        self.closed: Closed | None = None

    def sits(self, link: RoomLink) -> None:
        """Begin to play."""
        self.link = link
        self._ready.set()

    def __call__(self, update: Update) -> None:
        self._ready.wait()
        match update:
            case Joined():
                self.seat = update.seat
            case Changed():
                assert update.version >= self.version, "the table went back"
                self.version = update.version
                self._play(update)
            case Acknowledged():
                assert update.action_id not in self.acknowledged, "acknowledged twice"
                self.acknowledged[update.action_id] = update.version
            case Refused():
                self.refused.append(update)
            case Reconnecting():
                self.losses += 1
            case Closed():
                self.closed = update
        super().__call__(update)

    def _play(self, changed: Changed) -> None:
        view = changed.view
        if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            self.link.ready()
        elif view.owed == self.seat:
            actions = [action for action in legal_in(view) if type(action).__name__ not in ("CallUno", "Catch")]
            action = self._random.choice(actions)
            action_id = self.link.act(action, changed.version)
            self.asked[action_id] = action
