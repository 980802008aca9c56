"""Saves on a disk of its own until that is full, goes on when there is room again, and then makes it read-only.

Run as root in a mount namespace: ``unshare -m python -m tests.net.full_disk DIRECTORY``. It tells on stdout what
happened, as one line of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from engine.shuffles import SeededShuffles
from net.database import StoreError
from net.saved import MatchBegun
from net.store import Store
from tests.net.random_table import NAMES, RULES
from tests.net.stores import SEATS, a_match


def mount(directory: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(directory)], check=True)


def fill(directory: Path) -> dict[str, object]:
    """Save a match until the disk is full, and the rest of it later."""
    store = Store(directory, sys.exit)
    log = store.create("room", "Ann's table", b"", SEATS)
    log.append([MatchBegun(1, 0, RULES, NAMES)])
    changes = a_match(1)
    failed: StoreError | None = None
    saved = 0
    while failed is None:
        try:
            log.append([changes[saved]])
            saved += 1
        except StoreError as error:
            failed = error
    on_full_disk = store.load(log.room)
    mount(directory, "remount,size=10m")
    log.append(changes[saved:])
    log.leave()
    after = store.load(log.room)
    store.close()
    return {
        "code": failed.code,
        "sentence": str(failed),
        "saved": saved,
        "version": on_full_disk.version,
        "continued": on_full_disk.continued(SeededShuffles(1)) is not None,
        "all": len(changes),
        "version_after": after.version,
    }


def open_read_only(directory: Path) -> dict[str, object]:
    """Open the store where nothing can be written."""
    mount(directory, "remount,ro")
    try:
        Store(directory, sys.exit)
    except StoreError as error:
        return {"read_only_code": error.code, "read_only_sentence": str(error)}
    return {}


def main() -> None:
    directory = Path(sys.argv[1])
    mount(directory, "size=300k")
    told = fill(directory)
    sys.stdout.write(json.dumps(told | open_read_only(directory)) + "\n")


if __name__ == "__main__":
    main()
