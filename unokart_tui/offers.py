"""What can be asked for where one is, as the command palette lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.binding import ActiveBinding
from textual.dom import DOMNode

from unokart_tui.keynames import key_written

KEY_CELLS: Final = 11
"""Columns for keys; of several for the same, those are listed that fit."""


@dataclass(frozen=True)
class Offer:
    """A line of the command palette."""

    id: str
    """What it is to the screen that offers it."""
    key: str
    """Its key, as people write it."""
    text: str
    """A few words."""
    help: str = ""
    """A sentence, where the words don't say all."""
    now: bool = True
    """Whether it does something at the moment; anywhere else it says why not."""

    def rank(self, words: list[str]) -> int | None:
        """Say how well it answers to words that are looked for, 0 best; None where one of them is missing."""
        if any(word not in f"{self.id} {self.text} {self.help}".casefold() for word in words):
            return None
        return sum(word not in self.text.casefold() for word in words)


def offers_of(bindings: Iterable[ActiveBinding], screen: DOMNode) -> list[Offer]:
    """Return what keys do that are bound, those of the screen first; the id is the name of the key to be pressed."""
    found: dict[tuple[bool, str], list[ActiveBinding]] = {}
    for active in bindings:
        if active.binding.description and active.enabled:
            found.setdefault((active.node is not screen, active.binding.action), []).append(active)
    offers = []
    for _, alike in sorted(found.items(), key=lambda entry: entry[0][0]):
        keys = [active.binding.key for active in alike]
        offers.append(Offer(keys[0], _listed(keys), alike[0].binding.description))
    return offers


def _listed(keys: list[str]) -> str:
    first, *more = map(key_written, keys)
    both = f"{first} {more[0]}" if more else first
    return both if len(both) <= KEY_CELLS else first
