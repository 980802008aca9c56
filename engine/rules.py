"""What a table may set before a match (rules 10)."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 10
MOST_DEALT: Final = 107
"""Of 112 cards, so that a card that is no Wild Draw Four is always left to start the round (rule 10)."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a match; the defaults are the published game."""

    target_score: Annotated[int, Meta(ge=1, le=100_000)] = 500
    """Points that win the match (rule 9.5)."""

    hand_size: Annotated[int, Meta(ge=2, le=53)] = 7
    """Cards dealt to each player (rule 2.2)."""

    reverse_skips_when_two: bool = True
    """With two players a Reverse also works like a Skip (rule 4.2)."""

    last_box_opens: bool = False
    """A Wild Item Box played as the last card is opened (rule 9.3)."""


def problem_with(rules: Rules, players: int) -> str | None:
    """Say in a sentence why a match can't be played so, or None if it can."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        return f"A match takes {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}."
    if rules.target_score < 1:
        return "The target score must be at least 1."
    if rules.hand_size < 2:
        return "Each player needs at least 2 cards."
    if players * rules.hand_size > MOST_DEALT:
        most = MOST_DEALT // players
        return f"With {players} players at most {most} cards each can be dealt, not {rules.hand_size}."
    return None
