"""What the engine refuses, and why."""

from __future__ import annotations


class EngineError(ValueError):
    """The base of all errors raised by the engine."""


class IllegalAction(EngineError):
    """An action that the rules do not allow now. Nothing has changed.

    `code` is a short word for programs, ``str(error)`` a sentence for the player who asked.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    @property
    def sentence(self) -> str:
        """Why not, in words a player understands."""
        return str(self)


class PositionError(EngineError):
    """A position that no match could be in."""


class RecordError(EngineError):
    """A text that is no record, or a record whose actions the rules do not allow."""
