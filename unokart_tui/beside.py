"""The room around a table while a page lies over it: what is said there, and the keys of the table for that."""

from __future__ import annotations

from typing import Any

from textual.geometry import Region
from textual.screen import Screen

from net.updates import REACTIONS
from unokart_tui.cardface import Look
from unokart_tui.commands import BY_ID, CommandId
from unokart_tui.room_keys import Ask, reaction, room_command, type_on
from unokart_tui.screens.visits import Company
from unokart_tui.surface import Surface
from unokart_tui.table import BETWEEN, Table
from unokart_tui.widgets.story import draw_log
from unokart_tui.widgets.talking import draw_reactions, draw_saying


def rows_for(height: int) -> int:
    """Return how many rows of a screen it takes: as many as anyone can say at once, where there is room."""
    return 3 if height >= 24 else 2


class Beside:
    """What a page over a table shows of the room, at its foot, and what it does there."""

    def __init__(self, table: Table, company: Company) -> None:
        self._table = table
        self._company = company

    @property
    def played_on(self) -> bool:
        """Whether the next round is being played already."""
        view = self._table.view
        return view is not None and view.phase not in BETWEEN

    @property
    def busy(self) -> bool:
        """Whether something is being said, so that every key belongs to that."""
        return self._table.saying is not None or self._table.reacting

    def wants(self, key: str) -> bool:
        """Say whether a key is for the room."""
        return self.busy or self._command(key) is not None

    def _command(self, key: str) -> CommandId | None:
        id = self._table.keys.command(key)
        return id if id is not None and BY_ID[id].room else None

    def take(self, key: str, character: str | None) -> str | Screen[Any] | None:
        """Take such a key; return what is said of it, or the screen that it leads to."""
        table = self._table
        if table.saying is not None:
            return self._asked(type_on(table, key, character))
        if table.reacting:
            if key.isdigit() and len(key) == 1:
                return self._asked(reaction(table, key))
            table.reacting = False
            return None if key == "escape" else f"Reactions have the numbers 1 to {len(REACTIONS)}."
        id = self._command(key)
        if id is None:
            return None
        if id == "people":
            return self._company.people()
        if id == "unsaved" and self._company.may_go_on_unsaved:
            self._company.go_on_unsaved()
            return None
        return self._asked(room_command(table, id))

    def _asked(self, asked: Ask | str | None) -> str | None:
        if not isinstance(asked, Ask):
            return asked
        asked.request(self._company.link)
        return asked.sentence

    def paste(self, text: str) -> None:
        """Take what is pasted to be said."""
        if self._table.saying is not None:
            self._table.saying.paste(text)

    # How it is shown

    def keys(self, others: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return the keys that do something now: `others` of the page, unless something is being said."""
        if self._table.saying is not None:
            return [("Enter", "say it"), ("Esc", "back")]
        if self._table.reacting:
            return [("1-8", "say it"), ("Esc", "back")]
        ids: list[CommandId] = ["unsaved"] if self._company.may_go_on_unsaved else []
        ids += ["sit"] if self._company.stay.watching and not self._company.stay.waits else []
        return [*others, *((self._table.keys.of(id), BY_ID[id].text) for id in [*ids, "talk", "react", "people"])]

    def draw(self, surface: Surface, look: Look, y: int) -> None:
        """Draw what was said since the round was over, or what is being said, into the rows from `y` on."""
        table = self._table
        if table.reacting:
            draw_reactions(surface, look, y, look.palette.ground)
            return
        rows = rows_for(surface.height) - (table.saying is not None)
        names = tuple(person.name for person in table.people)
        log = table.log
        draw_log(surface, log, names, look, Region(2, y, surface.width - 4, rows), since=log.after_round)
        if table.saying is not None:
            draw_saying(surface, look, y + rows, table.saying)
