"""The rule book, to be read in the game."""

from __future__ import annotations

from typing import ClassVar

from unokart_tui.cardface import Look
from unokart_tui.rulebook import paragraphs, rules_text
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap


class RulesScreen(TextPage):
    """Shows the rules."""

    title_text: ClassVar[str] = "The rules"

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
                rows.append([(0, mark, palette.strong), *run] if mark and not at else run)
        return rows[1:] if rows and not rows[0] else rows
