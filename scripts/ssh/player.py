"""Plays by what stands on a screen, as a simple player would."""

from __future__ import annotations

import re
from typing import Final

_ANSWERS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (r"press it again.*\n.*(plays|play it)", ("Enter",)),
    (r"press it again.*\n.*keep it", ("k",)),
    (r"press it again", ("d",)),
    (r"before you are caught", ("u",)),
    (r"Name the color|which color\?", ("r",)),
    (r"accept, draw 4", ("a",)),
    (r"Who draws one\?", ("1", "2")),
    (r"You drew .* it does not fit", ("k",)),
    (r"You drew ", ("Enter",)),
    (r"[Nn]othing fits", ("d",)),
    (r"Your turn.*\n.* plays ", ("Enter",)),
    (r"Your turn +You hold one card", ("d",)),
    (r"Your turn", ("Right",)),
    (r"Enter +(go on|next round|lobby)", ("Enter",)),
)
"""What is looked for, and the keys that answer it, by name; the first that is found counts."""


def keys_for(screen: str) -> tuple[str, ...]:
    """Return what to press; nothing where nothing is asked."""
    return next((keys for pattern, keys in _ANSWERS if re.search(pattern, screen)), ())
