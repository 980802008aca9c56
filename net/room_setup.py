"""What a room is put up with, from what whoever hosts has chosen."""

from __future__ import annotations

import secrets
from typing import Final

from net.hosted import HostSetup
from net.names import clean_name
from net.saved import SavedRoom
from net.seats import RACERS
from net.setup import Setup

FROM_ONE: Final = 4
"""The most people from one address where no passphrase keeps strangers out: none of them fills the room alone."""


def room_setup(setup: HostSetup, saved: SavedRoom | None) -> Setup:
    """Return how to put up a room, or one that was saved again."""
    player = clean_name(setup.name) if setup.name is not None else None
    free = [racer for racer in RACERS if player is None or racer.casefold() != player.casefold()]
    name = setup.room or (f"{player}'s room" if player is not None else "UNO Kart")
    return Setup(
        room=name if saved is None else saved.name,
        persons=0,
        bots=tuple(zip(free, setup.bots, strict=False)),
        rules=setup.rules,
        seed=secrets.randbits(256) if setup.seed is None else setup.seed,
        pace=setup.pace,
        lobby=True,
        seats=setup.seats,
        spectators=setup.spectators,
        from_one=FROM_ONE if setup.passphrase is None else None,
        turn_seconds=setup.turn_seconds,
        hold_seconds=setup.hold_seconds,
        headless=player is None,
    )
