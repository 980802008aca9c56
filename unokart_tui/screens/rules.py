"""The rule book, to be read in the game."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from unokart_tui.cardface import Look
from unokart_tui.rulebook import rules_text
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap

_EMPHASIS: Final = re.compile(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_HEADING: Final = re.compile(r"(#+)\s+(.*)")
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+(?:\.\d+)*\.?)\s+(.*)")


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


def paragraphs(markdown: str) -> list[tuple[str, str]]:
    """Take a Markdown text apart: each heading, list item and paragraph with the mark before it, on one line."""
    found: list[tuple[str, str]] = []
    open_end = False
    for line in markdown.splitlines():
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if not line.strip():
            open_end = False
        elif heading:
            found.append((heading[1], _plain(heading[2])))
            open_end = False
        elif item:
            found.append((item[1] + item[2], _plain(item[3])))
            open_end = True
        elif open_end and found:
            mark, text = found[-1]
            found[-1] = (mark, f"{text} {_plain(line.strip())}")
        else:
            found.append(("", _plain(line.strip())))
            open_end = True
    return found


def _plain(text: str) -> str:
    return _EMPHASIS.sub("", text)
