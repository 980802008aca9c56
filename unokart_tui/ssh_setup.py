"""What this program gives a host for letting guests come by ssh."""

from __future__ import annotations

import sys
from pathlib import Path

from net.hosted import SSH_GUESTS, SSH_PORT, SshSetup


def ssh_setup(port: int | None = None, keys: Path | None = None, guests: int | None = None) -> SshSetup:
    """Return how guests may come; what is None is as usual."""
    return SshSetup(
        nursery=nursery(),
        port=SSH_PORT if port is None else port,
        keys=None if keys is None else str(keys.absolute()),
        guests=SSH_GUESTS if guests is None else guests,
    )


def nursery() -> tuple[str, ...]:
    """Return the command that starts the parent of the guests' processes."""
    # With -m Python looks into the current directory first. Unless this process does so too, that is not ours.
    trusted = {"", _current_directory()} & set(sys.path)
    return (sys.executable, *(() if trusted else ("-P",)), "-m", "unokart_tui.guests")


def _current_directory() -> str | None:
    try:
        return str(Path.cwd())
    except FileNotFoundError:  # it has been removed
        return None
