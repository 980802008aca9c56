"""The rule book, to be read and searched in the game."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.rulebook import paragraphs, rules_text
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap


class RulesScreen(TextPage):
    """Shows the rules, open at the first of those that apply now; their numbers stand out."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "back", "back", show=False)]
    title_text: ClassVar[str] = "The rules"

    def __init__(self, applying: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._applying = applying

    def begin_at(self, rows: list[list[Run]], shown: int) -> int:
        """Begin with the rule that applies, a little below the top."""
        for number in self._applying[:1]:
            return next(at for at, row in enumerate(rows) if row and row[0][1] == number) - 1
        return 0

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Lay the rule book out: headings stand out, the numbers of rules hang."""
        palette = look.palette
        rows: list[list[Run]] = []
        for mark, text in paragraphs(rules_text()):
            if mark.startswith("#"):
                style = palette.you if len(mark) > 1 else palette.strong
                rows += [[], *([(0, line, style)] for line in wrap(text, width)), []]
                continue
            if rows and rows[-1] and not mark.strip().startswith(("-", "*")):
                rows.append([])
            indent = len(mark) + 1 if mark else 0
            for at, line in enumerate(wrap(text, width - indent)):
                run: list[Run] = [(indent, line, palette.ground)]
                number = palette.badge if mark in self._applying else palette.strong
                rows.append([(0, mark, number), *run] if mark and not at else run)
        return rows[1:] if rows and not rows[0] else rows
