"""A program that hosts a room, to be killed by tests. Run as `python -m tests.net.host_process DIRECTORY PORT`.

It goes on with the room that is saved in the directory, if there is one. Its first line says that the room is open.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from net.hosted import HostEnded, HostSetup, HostState, HostUpdate
from net.network import Network
from net.store import Store
from tests.net.networks import no_mdns


def main() -> None:
    """Host until killed."""
    directory, port = Path(sys.argv[1]), int(sys.argv[2])
    store = Store(directory, fail)
    saved = next((table.room for table in store.tables("room")), None)
    store.close()
    setup = HostSetup(None, "Kitchen", ("easy", "normal"), port=port, pace=0.01, turn_seconds=0, resume=saved)
    ended = threading.Event()

    def told(update: HostUpdate) -> None:
        if isinstance(update, HostState) and not opened.is_set():
            opened.set()
            print(f"open {update.port}", flush=True)  # noqa: T201 - read by the test
        if isinstance(update, HostEnded):
            print(update.sentence, flush=True)  # noqa: T201 - read by the test
            ended.set()

    opened = threading.Event()
    network = Network(directory, bind="127.0.0.1", warn=fail, log=directory / "log", open_mdns=no_mdns)
    network.host(setup, lambda update: None, told)
    ended.wait()


def fail(sentence: str) -> None:
    """Take no warning lightly."""
    raise AssertionError(sentence)


if __name__ == "__main__":
    main()
