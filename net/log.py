"""Where faults of the network thread are written: to a file, since standard error is a part of the screen."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

import platformdirs

_LOGGERS: Final = tuple(map(logging.getLogger, ("net", "asyncio", "zeroconf")))


class _File(logging.Handler):
    """Appends to a file that is not made before there is something to write."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.WARNING)
        self.path = path
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(file, "a", encoding="utf-8", errors="backslashreplace") as log:
                log.write(self.format(record) + "\n")
        except OSError:
            return  # there is nowhere left to say it; the player is told of the fault on the screen all the same


def log_path() -> Path:
    """Return the player's log file of the network; it is there once there has been a fault."""
    return platformdirs.user_log_path("unokart", appauthor=False) / "network.log"


def log_to_file(path: Path) -> None:
    """Send what the network thread, asyncio and zeroconf have to say to a file, and nowhere else."""
    for logger in _LOGGERS:
        logger.propagate = False
        for handler in logger.handlers[:]:
            if isinstance(handler, _File):
                logger.removeHandler(handler)
        logger.addHandler(_File(path))
