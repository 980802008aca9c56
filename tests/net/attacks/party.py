"""An evening that a cheat comes to: the host's real code on loopback by TLS, two honest people who play, a ledger."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from engine.actions import CallUno, Catch
from engine.legal import legal_in
from engine.phases import TABLE, Phase
from net.updates import Changed, Closed, Joined, PassphraseAsked, Reconnecting, Refused, Update
from tests.net.attacks.cheat import Cheat, Map
from tests.net.lan_room import LanRoom, Player
from tests.net.leaks import Oracle
from tests.net.ledger import Ledger

PASSPHRASE = "walnut comet 42"
COUNTED = "walnutcomet42"
"""What counts of it."""

_WITHIN = 15.0
_ANSWERS_WITHIN = 1.0
"""Seconds in which the host answers others during an attack, on a machine that is busy with other things."""


class Honest(Player):
    """Plays at random whenever asked, and notes whatever should not be."""

    def __init__(self, directory: Path, port: int, name: str) -> None:
        self.moves = 0
        """Versions of the table that were seen."""
        self.troubles: list[Update] = []
        self._random = Random(name)
        super().__init__(directory, port, name)

    def _emit(self, update: Update) -> None:
        match update:
            case PassphraseAsked():
                self.link.passphrase(PASSPHRASE)
            case Changed():
                self.moves += 1
                self._play(update)
            case Closed() | Reconnecting():
                self.troubles.append(update)
            case Refused() if update.code != "stale":
                self.troubles.append(update)
        super()._emit(update)

    def _play(self, changed: Changed) -> None:
        view = changed.view
        if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            self.link.ready()
        elif view.owed == view.seat:
            turns = [action for action in legal_in(view) if not isinstance(action, CallUno | Catch)]
            self.link.act(self._random.choice(turns), changed.version)


class Party:
    """Ann and Bob in seats 0 and 1, a bot in seat 3; seat 2 is the cheat's. `sentinels` are honest spectators,
    who ask by turns whether the host still answers."""

    def __init__(self, directory: Path, passphrase: str | None) -> None:
        self.passphrase = passphrase
        self.room = LanRoom(directory / "host", passphrase, persons=3)
        self.ledger = Ledger()
        self.room.room.keeper.commit = self.ledger.take
        self._directory = directory
        self.honest: list[Honest] = []
        self.cheats: list[Cheat] = []
        self.oracles: list[Oracle] = []

    async def begin(self) -> None:
        """Let the honest come, and sit the cheat down; the cards are dealt then."""
        for name in ("Ann", "Bob"):
            player = Honest(self._directory / name, self.room.port, name)
            await player.told(Joined)
            self.honest.append(player)
        self.seated = await self.come_in()
        sentinels = [await self.come_in(name="Sen", watch=True) for _ in range(3)]
        self.sentinels, self._turns = sentinels, cycle(sentinels)

    async def stranger(self) -> Cheat:
        """Return a connection that has said nothing yet; all that it is told is looked at."""
        oracle = Oracle(TABLE, self.ledger.truths, self.ledger.records)
        cheat = await Cheat(self.room.port, oracle.read).connect()
        self.cheats.append(cheat)
        self.oracles.append(oracle)
        return cheat

    async def come_in(self, **more: Any) -> Cheat:
        """Return a connection that is in the room."""
        cheat = await self.stranger()
        secret = COUNTED if self.passphrase is not None and "token" not in more else None
        answer = await cheat.enter(secret, **more)
        assert answer["type"] == "welcome", answer
        return cheat

    async def answered(self) -> None:
        """See that the host answers others while it is attacked."""
        sentinel = next(self._turns)
        loop = asyncio.get_running_loop()
        began = loop.time()
        sentinel.say({"type": "ping", "n": 7})
        assert (await sentinel.told("pong"))["type"] == "pong"
        assert loop.time() - began < _ANSWERS_WITHIN

    async def goes_on(self, moves: int = 6) -> None:
        """See that the game goes on once the cheat has left, and that nothing was amiss for anyone."""
        leaver = self.seated if not self.seated.ended else await self.come_in(token=self.seated.token)
        leaver.say({"type": "leave"})
        await leaver.until(lambda: leaver.ended)
        for player in self.honest:
            wanted = player.moves + moves
            await player.told(Changed, lambda _, one=player, enough=wanted: one.moves >= enough, _WITHIN)  # type: ignore[misc]  # bound now
            assert not player.troubles, player.troubles
        await self.answered()
        assert sum(oracle.messages for oracle in self.oracles) > len(self.oracles)

    async def end(self) -> None:
        """Let everyone go."""
        for cheat in self.cheats:
            await cheat.go()
            leak = cheat.fault()
            if leak is not None:
                raise leak
        for player in self.honest:
            await player.gone()


@asynccontextmanager
async def party(directory: Path, passphrase: str | None = None) -> AsyncIterator[Party]:
    """Hold a party."""
    evening = Party(directory, passphrase)
    async with evening.room.opened():
        try:
            await evening.begin()
            yield evening
        finally:
            await evening.end()


def texts_in(message: Map) -> list[str]:
    """Return every text of a message."""
    found: list[str] = []
    waiting: list[Any] = [message]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found
