"""A host that is killed while friends play, and started again: is all there, and how soon."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Final

from net.updates import Acknowledged, Joined, RoomChanged
from scripts.lan.hosted import LOOPBACK, Hosted
from tests.net.acknowledged import check_nothing_lost
from tests.net.networks import network
from tests.net.players import Player

_PLAYERS: Final = 3
_MOVES: Final = 12
"""The most moves of a player between two kills."""
_ROOM: Final = ("--target", "100000")


def measure_kills(kills: int) -> None:
    """Print how soon the players play on; raise AssertionError where something acknowledged was lost or doubled."""
    print(f"kill -9 of the host while {_PLAYERS} play, {kills} times", flush=True)
    chance = Random(kills)
    players = [Player(seed) for seed in range(_PLAYERS)]
    opened: list[float] = []
    back: list[float] = []
    with tempfile.TemporaryDirectory() as where, ExitStack() as ending:
        home = Path(where, "host")
        hosted = Hosted(home, *_ROOM)
        for number, player in enumerate(players):
            computer = network(Path(where, f"player {number}"))
            ending.callback(computer.close)
            player.sits(computer.join(f"{LOOPBACK}:{hosted.port}", f"Player {number}", player))
            player.wait(Joined)
        _begin(players)
        for _ in range(kills):
            player = chance.choice(players)
            for _ in range(chance.randrange(_MOVES)):
                player.wait(Acknowledged)
            hosted.kill()
            seen = [player.version for player in players]
            hosted = Hosted(home, "--resume", port=hosted.port)
            opened.append(monotonic() - hosted.began)
            for player, version in zip(players, seen, strict=True):
                _wait_newer(player, version)
            back.append(monotonic() - hosted.began)
        hosted.kill()
        check_nothing_lost(home / "state" / "unokart", players, kills)
        moves = sum(len(player.acknowledged) for player in players)
    print(f"  {moves} moves acknowledged, none lost, none doubled (goal: so)")
    print(f"  the room is open again after {median(opened):.2f} s, at most {max(opened):.2f} s")
    print(f"  all play on after {median(back):.2f} s, at most {max(back):.2f} s from the start (goal: under 2)")


def _begin(players: list[Player]) -> None:
    for player in players:
        player.wait(RoomChanged, lambda changed: len(changed.room.people) == _PLAYERS)
    for player in players:
        player.link.ready()
    for player in players:
        player.wait(Acknowledged)


def _wait_newer(player: Player, version: int) -> None:
    """Wait until something that a player did after a version is acknowledged."""
    player.wait(Acknowledged, lambda done: done.version > version, within=20.0)
