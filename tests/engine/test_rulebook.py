"""The rule book is whole, fits a terminal, and has every rule that the engine cites."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import engine
from engine.rules import Rules

BOOK = (files("engine") / "RULES.md").read_text(encoding="utf-8")
NUMBERED = re.findall(r"^(\d+\.\d+) ", BOOK, re.MULTILINE)

# How many rules each section has; section 10 lists the settings by name.
SECTIONS = {1: 3, 2: 5, 3: 3, 4: 6, 5: 4, 6: 6, 7: 2, 8: 5, 9: 5}


def test_the_rules_are_numbered_without_a_gap() -> None:
    assert [f"{section}.{rule}" for section, rules in SECTIONS.items() for rule in range(1, rules + 1)] == NUMBERED
    assert re.findall(r"^## (\d+)\. ", BOOK, re.MULTILINE) == [str(section) for section in range(1, 11)]


def test_each_rule_stands_apart() -> None:
    """A number at the start of a line is a rule, never the middle of a sentence that was wrapped there."""
    blocks = BOOK.split("\n\n")
    for block in blocks:
        for line in block.splitlines()[1:]:
            assert block.startswith("- ") or not re.match(r"\s*(\d|[-*] )", line), line


def test_it_fits_the_narrowest_usual_terminal() -> None:
    assert max(len(line) for line in BOOK.splitlines()) <= 80
    assert BOOK.isascii()


def test_every_rule_that_the_code_cites_is_in_the_book() -> None:
    folder = Path(engine.__file__).parent
    cited = set()
    for path in folder.rglob("*.py"):
        for row in re.findall(r"[Rr]ules? ((?:\d+(?:\.\d+)?(?:-|, | and )?)+)", path.read_text(encoding="utf-8")):
            cited |= set(re.findall(r"\d+(?:\.\d+)?", row))
    assert len(cited) > 30
    assert cited <= {*NUMBERED, *(str(section) for section in range(1, 11))}


def test_every_setting_is_described() -> None:
    settings = BOOK[BOOK.index("## 10.") :]
    for field in Rules.__struct_fields__:
        assert f"- **{field.replace('_', ' ').capitalize()}**" in settings
