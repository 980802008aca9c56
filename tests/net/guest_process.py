"""A program that joins a room and plays, to be stopped by tests: `python -m tests.net.guest_process DIRECTORY PORT`."""

from __future__ import annotations

import sys
from pathlib import Path

from net.updates import Chat, Closed, Joined
from tests.net.networks import network
from tests.net.players import Player


def main() -> None:
    """Play until killed."""
    directory, port = Path(sys.argv[1]), int(sys.argv[2])
    player = Player(1)
    player.sits(network(directory).join(f"127.0.0.1:{port}", "Stopped", player))
    seat = player.wait(Joined).seat
    player.link.react(0)
    player.wait(Chat)  # the host has heard us by then, and keeps the seat for us (it pings behind every token)
    print(f"joined {seat}", flush=True)  # noqa: T201 - read by the test
    player.wait(Closed, within=600.0)


if __name__ == "__main__":
    main()
