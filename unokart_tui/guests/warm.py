"""What a child would otherwise have to do anew: loading, and everything that is done once and then remembered."""

from __future__ import annotations

import gc

from unokart_tui.guests import play as play


def warm() -> None:
    """Load all that a guest's program needs."""
    gc.collect()
    gc.freeze()
