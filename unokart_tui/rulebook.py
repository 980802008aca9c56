"""The rules of the game, as text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

_EMPHASIS: Final = re.compile(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_HEADING: Final = re.compile(r"(#+)\s+(.*)")
_NUMBER: Final = re.compile(r"\d+\.\d+")
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+(?:\.\d+)*\.?)\s+(.*)")


def rules_text() -> str:
    """Return the rule book, in Markdown."""
    return (files("engine") / "RULES.md").read_text(encoding="utf-8")


def rules_by_number() -> dict[str, list[str]]:
    """Return the text of each rule by its number, ``5.3``; where a rule has a list, each item after it."""
    rules: dict[str, list[str]] = {}
    number = None
    for mark, text in paragraphs(rules_text()):
        if _NUMBER.fullmatch(mark):
            number = mark
            rules[number] = [text]
        elif number is not None and mark.strip() in ("-", "*"):
            rules[number].append(text)
        else:
            number = None
    return rules


def rules_lines(width: int | None = None) -> Iterator[str]:
    """Return the rule book as plain lines, of at most `width` characters; without a width a paragraph is one line."""
    for at, (mark, text) in enumerate(paragraphs(rules_text())):
        if mark.startswith("#"):
            yield from ([text, ""] if not at else ["", text, ""])
            continue
        first = f"{mark} " if mark else ""
        if width is None:
            yield f"{first}{text}"
        else:
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first))


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
