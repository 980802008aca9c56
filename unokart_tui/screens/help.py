"""The rule that applies now, and the keys of the table, those first that do something now."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from unokart_tui.applying import rules_now
from unokart_tui.cardface import Look
from unokart_tui.coming_back import Guest, how_back
from unokart_tui.commands import COMMANDS, Command
from unokart_tui.keynames import key_written
from unokart_tui.possible import possible
from unokart_tui.rulebook import rules_by_number
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap
from unokart_tui.table import Table

_KEYS_WIDTH = 14
_RULE_INDENT = 5


class HelpScreen(TextPage):
    """Explains what a table shows, and goes on with it; F1 leads on to the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,r", "rules", "the rule book, at the rule that applies", show=False),
        Binding("question_mark", "back", "back", show=False),
    ]
    title_text: ClassVar[str] = "Keys, and the rule that applies now"
    more_keys: ClassVar[tuple[tuple[str, str], ...]] = (("F1", "rules"),)
    live: ClassVar[bool] = True

    def __init__(self, table: Table, *, room: bool = False) -> None:
        """`room` is whether there are others than bots."""
        super().__init__()
        self._table = table
        self._commands = [command for command in COMMANDS if room or not command.room]

    def action_rules(self) -> None:
        """Show the rule book, open at the rule that applies now."""
        from unokart_tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(rules_now(self._table.view)))

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Give the keys that do something now, the rules, and the other keys."""
        view = self._table.view
        guest = guest_rows(self._table.stay.guest if self._table.stay is not None else None, width, look)
        if view is None:
            return [*self._keys(self._commands, width, look, True), *guest]
        works = possible(self._table)
        now = [command for command in self._commands if command.id in works]
        later = [command for command in self._commands if command.id not in works]
        rows = [*self._rules(width, look), [(0, "Keys that do something now", look.palette.you)]]
        rows += self._keys(now, width, look, True)
        if later:
            rows += [[], [(0, "At other times", look.palette.you)], *self._keys(later, width, look, False)]
        return [*rows, *guest]

    def _rules(self, width: int, look: Look) -> list[list[Run]]:
        palette, book = look.palette, rules_by_number()
        rows: list[list[Run]] = [[(0, "What the rule book says of this", palette.you)]]
        for number in rules_now(self._table.view):
            for part, text in enumerate(book[number]):
                indent = _RULE_INDENT + (2 if part else 0)
                for at, line in enumerate(wrap(text, width - indent)):
                    mark = number if not part else "-"
                    column = 0 if not part else _RULE_INDENT
                    start: list[Run] = [(column, mark, palette.strong)] if not at else []
                    rows.append([*start, (indent, line, palette.ground)])
        return [*rows, []]

    def _keys(self, commands: list[Command], width: int, look: Look, now: bool) -> list[list[Run]]:
        rows: list[list[Run]] = []
        for command in commands:
            written = "1 to 9, 0"
            if command.id != "digit":
                written = " ".join(key_written(key) for key in self._table.keys.keys(command.id))
            rows += _key_row(written, command.help, width, look, now)
        return rows


def key_row(keys: tuple[str, ...], text: str, width: int, look: Look, now: bool = True) -> list[list[Run]]:
    """Return the rows that say what some keys do; faint where they do nothing `now`."""
    return _key_row(" ".join(key_written(key) for key in keys), text, width, look, now)


def _key_row(written: str, text: str, width: int, look: Look, now: bool) -> list[list[Run]]:
    palette = look.palette
    style = palette.ground if now else palette.faint
    rows: list[list[Run]] = [[(_KEYS_WIDTH, line, style)] for line in wrap(text, width - _KEYS_WIDTH)]
    rows[0].insert(0, (0, written, palette.strong if now else palette.faint))
    return rows


def guest_rows(guest: Guest | None, width: int, look: Look) -> list[list[Run]]:
    """Return what those have to know besides who are here by ssh; nothing for others."""
    if guest is None:
        return []
    palette = look.palette
    rows: list[list[Run]] = [[], [(0, "For guests by ssh", palette.you)]]
    rows += [[(0, line, palette.ground)] for line in wrap(how_back(guest), width)]
    return rows + key_row(("f2",), "Draw in fewer colors, and after none in all there are again.", width, look)
