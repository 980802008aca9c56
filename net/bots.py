"""When the bots at a table move. What they do, they decide from the view of their seat, like everybody."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, Protocol

from msgspec import Struct

from engine.actions import Action, Catch
from engine.phases import Phase
from engine.views import View
from net.table import Table

REACTION: Final = 2.0
"""Seconds that bots leave a person to call UNO or to catch."""
OWN_CALL: Final = (0.4, 0.9)
"""Seconds, from and to, after which a bot calls UNO that it forgot with its play."""
CATCH: Final = (1.5, 3.0)
"""Seconds, from and to, after which a bot catches."""
_JITTER: Final = (0.75, 1.25)

_TURN_PHASES: Final = (Phase.PLAY, Phase.DRAWN, Phase.CHALLENGE)


class Player(Protocol):
    """What plays a seat (see `engine.bots`)."""

    def act(self, view: View) -> Action | None:
        """Return what the seat does about what it owes, None if it owes nothing."""

    def call(self, view: View) -> Action | None:
        """Return a call of UNO or a catch that it wants to make, None if there is none."""


class Move(Struct, frozen=True):
    """What a bot asks the table for."""

    seat: int
    action: Action
    version: int


class _Call(Struct, frozen=True):
    due: float
    seat: int
    action: Action
    target: int
    since: int
    """The version in which the target came to one card: the call is for that and no other."""


class Bots:
    """The bots of a table and their pace.

    `pace` is seconds a move. `grace` off takes away the pause in which a person may call or catch; for measuring only.
    """

    def __init__(self, players: Mapping[int, Player], random: Random, pace: float, grace: bool = True) -> None:
        self._pace = pace
        self._grace = grace
        self._players = dict(sorted(players.items()))
        self._random = random.random
        self._answers_at: float | None = None  # when the bot that is asked answers
        self._calls: list[_Call] = []
        self._windows: dict[int, tuple[int, float]] = {}  # by open seat: since which version, and until when to wait

    def set_pace(self, seconds: float, now: float) -> None:
        """Change the pace; a move that is planned already comes no later than it would with the new one."""
        self._pace = seconds
        if self._answers_at is not None:
            self._answers_at = min(self._answers_at, now + seconds)

    def put(self, seat: int, player: Player) -> None:
        """Let a player have a seat. `changed` has to follow, or `look`."""
        self._players[seat] = player
        self._players = dict(sorted(self._players.items()))

    def drop(self, seat: int) -> Player | None:
        """Let no bot have a seat, and forget what was planned for it; return who had it. As with `put`."""
        self._calls = [call for call in self._calls if call.seat != seat]
        return self._players.pop(seat, None)

    def changed(self, table: Table, now: float) -> None:
        """Take in that other seats are the bots' now, at the same table; what was planned for the others stays."""
        if table.match.owed not in self._players:
            self._answers_at = None
        elif self._answers_at is None:
            self._answers_at = now + self._pace * self._between(_JITTER)

    def look(self, table: Table, raced: bool, persons: bool, now: float) -> None:
        """Take in a new version of the table. To be told after each.

        `raced` says that a call or a catch made it, which changes nothing about what is owed; `persons`, that a person
        is there who could call or catch.
        """
        match = table.match
        if not (raced and self._answers_at is not None):
            self._answers_at = now + self._pace * self._between(_JITTER) if match.owed in self._players else None
        opened = {seat: table.since(seat) for seat in match.open_calls}
        fresh = [seat for seat, since in opened.items() if self._windows.get(seat, (-1,))[0] != since]
        wait = REACTION if persons and self._grace else 0.0
        self._windows = {
            seat: (since, now + wait) if seat in fresh else self._windows[seat] for seat, since in opened.items()
        }
        self._calls = [call for call in self._calls if opened.get(call.target) == call.since]
        if fresh:
            self._plan_calls(table, opened, now)

    def _plan_calls(self, table: Table, opened: dict[int, int], now: float) -> None:
        planned = {call.seat for call in self._calls}
        for seat, player in self._players.items():
            if seat in planned:
                continue
            action = player.call(table.match.view(seat))
            if action is None:
                continue
            target, delay = (action.target, CATCH) if isinstance(action, Catch) else (seat, OWN_CALL)
            if target not in opened:
                continue  # a call that comes when nobody can catch any more may as well not come
            self._calls.append(_Call(now + self._between(delay), seat, action, target, opened[target]))

    def _between(self, bounds: tuple[float, float]) -> float:
        low, high = bounds
        return low + (high - low) * self._random()

    def wake(self, table: Table) -> float | None:
        """Return when the next move of a bot is due, None while none is to come."""
        dues = [call.due for call in self._calls]
        if (due := self._turn_due(table)) is not None:
            dues.append(due)
        return min(dues, default=None)

    def _turn_due(self, table: Table) -> float | None:
        due = self._answers_at
        if due is None:
            return None
        if table.match.phase in _TURN_PHASES:
            due = max([due, *(until for _, until in self._windows.values())])
        return due

    def move(self, table: Table, now: float) -> Move | None:
        """Return the move that has been due longest, None if none is due."""
        turn_due = self._turn_due(table)
        call = min(self._calls, key=lambda call: call.due, default=None)
        if call is not None and call.due <= now and (turn_due is None or call.due <= turn_due):
            self._calls.remove(call)
            return Move(call.seat, call.action, call.since)
        if turn_due is None or turn_due > now:
            return None
        self._answers_at = None
        seat = table.match.owed
        action = self._players[seat].act(table.match.view(seat))
        assert action is not None, "a bot that is asked answers"
        return Move(seat, action, table.version)
