"""All that has happened, round by round, the newest at the bottom."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.names import CARDS_AND_ITEMS
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import hanging
from unokart_tui.table import Table
from unokart_tui.widgets.story import pieces


class LogScreen(TextPage):
    """Shows the log of a table; at its end it goes on with what happens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,left_square_bracket", "go_round(-1)", "the round before", show=False),
        Binding("right,right_square_bracket", "go_round(1)", "the next round", show=False),
        Binding("l", "back", "back", show=False),
    ]
    title_text: ClassVar[str] = "What has happened"
    live: ClassVar[bool] = True
    follows: ClassVar[bool] = True

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._rounds: list[int] = []

    def keys_of(self, look: Look) -> list[tuple[str, str]]:
        """Offer the way from round to round."""
        return [(look.glyphs.arrows if look.glyphs.blocks else "Left/Right", "round")]

    def begin_at(self, rows: list[list[Run]], shown: int) -> int:
        """Begin with the newest."""
        return len(rows)

    def action_go_round(self, step: int) -> None:
        """Go to where a round begins: the one before, or the next."""
        top = self.top
        if step < 0:
            row = max((row for row in self._rounds if row < top), default=None)
        else:
            row = min((row for row in self._rounds if row > top), default=None)
        if row is None and step > 0:
            self.action_scroll_rows(100_000)
        elif row is None:
            self.say("No earlier round is kept here." if self._rounds else "No round has begun since you sat down.")
        else:
            self.scroll_to_row(row)

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Lay the log out, with room before each round."""
        names = tuple(person.name for person in self._table.people)
        rows: list[list[Run]] = []
        self._rounds = []
        for line in self._table.log.lines:
            if line.kind == "round" and line.text.startswith("Round "):
                if rows:
                    rows.append([])
                self._rounds.append(len(rows))
            for at, text in enumerate(hanging(line.text, width, CARDS_AND_ITEMS)):
                rows.append(list(pieces(text, line, names, look, at == 0)))
        return rows or [[(0, "Nothing has happened since you sat down.", look.palette.faint)]]
