"""The rules of the game, as text."""

from __future__ import annotations

from importlib.resources import files


def rules_text() -> str:
    """Return the rule book, in Markdown."""
    return (files("engine") / "RULES.md").read_text(encoding="utf-8")
