"""Making a process ready to be forked: what is there lies still, and what comes after it lies elsewhere.

Memory is shared by pages, and a page is shared until somebody writes to it. Python puts a new object into the first
gap of its size that an old one has left, so that a fork would soon have nearly every page to itself. With the gaps
filled before, its objects lie together on pages of their own.
"""

from __future__ import annotations

import gc
from typing import Final

_SIZES: Final = range(16, 513, 16)
"""The sizes for which Python keeps pools, in bytes; larger objects lie elsewhere."""
_BYTES: Final = 33
"""What an empty `bytes` takes."""
_NEW_GROUND: Final = 8 * 1024
"""As many bytes in a row are no gap."""
_AT_MOST: Final = 100_000

_kept: Final[list[object]] = []


def pack() -> None:
    """Take all that is there as there to stay, and fill the gaps in between."""
    gc.collect()
    for size in _SIZES:
        _fill(size)
    gc.freeze()


def _fill(size: int) -> None:
    """Make objects of a size until they come to lie on new ground."""
    before, row = 0, 0
    for _ in range(_AT_MOST):
        filler: object = bytes(size - _BYTES) if size > _BYTES else 1.5 * size if size > 16 else object()
        _kept.append(filler)
        row = row + 1 if id(filler) == before + size else 0
        if row * size >= _NEW_GROUND:
            return
        before = id(filler)
