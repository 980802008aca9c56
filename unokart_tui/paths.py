"""Where the game keeps its files: settings where the system keeps settings, logs where it keeps logs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from platformdirs import PlatformDirs

_DIRS: Final = PlatformDirs("unokart", appauthor=False)


def settings_file() -> Path:
    """Return the path of the settings; it need not exist."""
    return _DIRS.user_config_path / "settings.toml"


def log_file() -> Path:
    """Return the path of the file that faults of the screen are written to; it need not exist."""
    return _DIRS.user_log_path / "screen.log"


def state_directory() -> Path:
    """Return the directory of saved tables, matches, and hosts that were met; it need not exist."""
    return _DIRS.user_state_path


def shown(path: Path) -> str:
    """Return a path as it is said to the player: from their home directory on, if it is below that."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and len(home.parts) > 1 else str(path)


def make_private(directory: Path) -> None:
    """Make a directory and those above it where missing, for its owner's eyes only; raise OSError where it can't be."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
