"""The version of the program, as it tells hosts, guests and whoever asks."""

from __future__ import annotations

from typing import Final

# A constant rather than importlib.metadata, which costs a tenth of the start; a test compares it with pyproject.toml.
VERSION: Final = "0.1.0"
APP: Final = f"unokart {VERSION}"
"""What this program calls itself."""
