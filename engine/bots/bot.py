"""What every bot has in common: when it acts, and that it picks among what is legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TypeVar

from engine.actions import ACCEPTS, CHALLENGES, NAMES, TARGETS, Action, CallUno, Catch, Play
from engine.legal import legal_in
from engine.phases import TABLE, Phase, Uno
from engine.views import View

T = TypeVar("T")


class Bot(ABC):
    """Plays one seat. It remembers nothing: what it does follows from the view and from its generator's state."""

    def __init__(self, rng: Random) -> None:
        # Only random() is promised to give the same numbers in every Python version.
        self._random = rng.random

    def act(self, view: View) -> Action | None:
        """Return what the view's seat does about what it owes now; None if it owes nothing."""
        seat = view.seat
        if seat != view.owed or seat == TABLE:
            return None
        match view.phase:
            case Phase.PLAY | Phase.DRAWN:
                return self._play_or_not(view)
            case Phase.CHALLENGE:
                return (CHALLENGES if self._challenges(view) else ACCEPTS)[seat]
            case Phase.OPENING_COLOR | Phase.ITEM_COLOR:
                return NAMES[seat][self._color(view)]
            case Phase.ITEM_TARGET:
                return TARGETS[seat][self._target(view)]
        return None

    def call(self, view: View) -> Action | None:
        """Return a call of UNO or a catch that the view's seat wants to make now; None if there is none.

        For the caller to make after a while, if it is still legal then. To be asked once for every state of the table:
        a bot that lets a chance go by may take it when asked again.
        """
        if Uno.OPEN not in view.uno or view.seat == TABLE:
            return None
        options = legal_in(view)
        for action in options:
            if isinstance(action, CallUno) and view.uno[view.seat] is Uno.OPEN:
                return action if self._remembers() else None
        for action in options:
            if isinstance(action, Catch):
                return action if self._notices() else None
        return None

    def _play_or_not(self, view: View) -> Action:
        options = [action for action in legal_in(view) if not isinstance(action, CallUno | Catch)]
        plays = [action for action in options if isinstance(action, Play)]
        others = [action for action in options if not isinstance(action, Play)]
        if not plays:
            return others[0]
        return self._play(view, plays, others[0] if others else None)

    @abstractmethod
    def _play(self, view: View, plays: Sequence[Play], instead: Action | None) -> Action:
        """Choose among plays, at least one, and drawing or keeping `instead`; None where one must be played."""

    @abstractmethod
    def _challenges(self, view: View) -> bool:
        """Say whether to challenge the Wild Draw Four on top."""

    @abstractmethod
    def _color(self, view: View) -> int:
        """Choose a color to name, as an index."""

    @abstractmethod
    def _target(self, view: View) -> int:
        """Choose the seat that a Green Shell hits."""

    @abstractmethod
    def _remembers(self) -> bool:
        """Say whether to call UNO for a card that has been played without."""

    @abstractmethod
    def _notices(self) -> bool:
        """Say whether to catch someone who has not called."""

    def _chance(self, probability: float) -> bool:
        return self._random() < probability

    def _pick(self, options: Sequence[T]) -> T:
        return options[int(self._random() * len(options))]
