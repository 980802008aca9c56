"""What the program needs of a table or a room that its player is at."""

from __future__ import annotations

from typing import Protocol


class Sitting(Protocol):
    """A table, or a room, that the player is at."""

    def ask_leave(self) -> None:
        """Ask whether to leave it."""

    def tell(self, sentence: str) -> None:
        """Tell the player something that is not of the game."""

    def leave(self) -> None:
        """Leave it without a question, for the program has ended."""
