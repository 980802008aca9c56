"""How long someone is kept waiting, in words."""

from __future__ import annotations

import math


def try_again(seconds: float) -> str:
    """Return a sentence with whole seconds, one at least: ``Try again in 60 seconds.``"""
    count = max(1, math.ceil(seconds))
    return f"Try again in {count} second{'' if count == 1 else 's'}."
