"""Going on with a table that was left: which, if there are several."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from net.saved import OpenTable
from unokart_tui.names import counted
from unokart_tui.screens.listing import Entry, Listing
from unokart_tui.screens.question import Choice, QuestionScreen


class GoingOnScreen(Listing[OpenTable | None]):
    """Dismissed with the table to go on with, or None. `discard` is given one that is not to be kept any longer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x,delete", "discard", "throw this table away", show=False),
        Binding("q", "back", "back", show=False),
    ]
    heading: ClassVar[str] = "CONTINUE"

    def __init__(
        self,
        tables: Sequence[OpenTable],
        discard: Callable[[OpenTable], str | None],
        now: Callable[[], float] = time.time,
    ) -> None:
        """`discard` returns why it could not be done, in a sentence."""
        super().__init__()
        self._tables = list(tables)
        self._discard = discard
        self._now = now

    def entries(self) -> Sequence[Entry]:
        """Return a line for each table."""
        return [Entry(table.room, table_in_words(table), ago(self._now() - table.used)) for table in self._tables]

    def nothing(self) -> str:
        """Say that there is nothing."""
        return "No table is left to go on with."

    def keys(self) -> list[tuple[str, str]]:
        """Enter goes on, x throws away."""
        return [("Enter", "go on"), ("x", "throw away")] if self._tables else []

    def take(self, entry: Entry) -> None:
        """Go on with a table."""
        self.dismiss(self._of(entry))

    def _of(self, entry: Entry) -> OpenTable:
        return next(table for table in self._tables if table.room == entry.id)

    def action_discard(self) -> None:
        """Throw a table away, if the player is sure."""
        if self.chosen is None:
            return
        table = self._of(self.chosen)

        def thrown(sure: bool | None) -> None:
            if sure:
                self.notice = self._discard(table)
                if self.notice is None:
                    self._tables.remove(table)
                self.redraw()

        question = QuestionScreen[bool](
            "Throw this table away?",
            "The match can't be gone on with after that.",
            (Choice("y", "Throw it away", True),),
            Choice("n", "Keep it", None),
        )
        self.app.push_screen(question, thrown)


def table_in_words(table: OpenTable) -> str:
    """Say which table it is: its room and who was there, or against how many bots, and the round."""
    others = ", ".join(table.names[1:])
    with_whom = f"against {others}" if table.kind == "solo" else f"{table.name}, with {', '.join(table.names)}"
    return f"Round {table.round} {with_whom}"


def ago(seconds: float) -> str:
    """Say roughly how long ago something was."""
    minutes = max(0, round(seconds / 60))
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{counted(minutes, 'minute')} ago"
    hours = round(minutes / 60)
    return f"{counted(hours, 'hour')} ago" if hours < 48 else f"{counted(round(hours / 24), 'day')} ago"
