"""What this program gives a host for letting guests come by ssh."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from net.hosted import SSH_GUESTS, SSH_PORT, SshSetup
from net.ssh.process import module_command

NURSERY: Final = "unokart_tui.guests"
"""What is the parent of the guests' processes."""


def ssh_setup(port: int | None = None, keys: Path | None = None, guests: int | None = None) -> SshSetup:
    """Return how guests may come; what is None is as usual."""
    return SshSetup(
        nursery=module_command(NURSERY),
        port=SSH_PORT if port is None else port,
        keys=None if keys is None else str(keys.absolute()),
        guests=SSH_GUESTS if guests is None else guests,
    )
