"""Many independent seeds out of one, so that one number makes a whole evening the same again."""

from __future__ import annotations

import hashlib
from random import Random


def derive(seed: int, purpose: str) -> int:
    """Return the seed for a purpose. From it nothing can be told about the others, or about `seed`."""
    return int.from_bytes(hashlib.sha256(f"{seed} {purpose}".encode()).digest(), "big")


def generator(seed: int, purpose: str) -> Random:
    """Return a generator of its own for a purpose."""
    return Random(derive(seed, purpose))
