"""What could be played, and why not the rest."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.hints import hint
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap
from unokart_tui.table import Table


class HintScreen(TextPage):
    """Explains the situation of a table, and goes on with it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "back", "back", show=False)]
    title_text: ClassVar[str] = "Hint"
    live: ClassVar[bool] = True

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Lay the parts out, each below its heading."""
        palette, table = look.palette, self._table
        rows: list[list[Run]] = []
        for part in hint(table.view, table.people, table.keys):
            if rows:
                rows.append([])
            rows += [[(0, line, palette.you)] for line in wrap(part.heading, width)]
            for text in part.lines:
                for at, line in enumerate(wrap(text, width - 4)):
                    rows.append([(2 if at == 0 else 4, line, palette.ground)])
                    card, colon, _ = line.partition(": ")
                    if at == 0 and colon:
                        rows[-1].append((2, card, palette.strong))
        return rows
