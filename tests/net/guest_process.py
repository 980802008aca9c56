"""A program that joins a room and plays, to be stopped by tests: `python -m tests.net.guest_process DIRECTORY PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

from net.updates import Closed, Connected, Joined
from tests.net.networks import network
from tests.net.players import Player


def main() -> None:
    """Play until killed."""
    directory, port = Path(sys.argv[1]), int(sys.argv[2])
    player = Player(1)
    player.sits(network(directory).join(f"127.0.0.1:{port}", "Stopped", player))
    seat = player.wait(Joined).seat
    player.wait(Connected)  # after which the host knows that it can be come back to
    print(f"joined {seat}", flush=True)  # noqa: T201 - read by the test
    player.wait(Closed, within=600.0)


if __name__ == "__main__":
    main()
