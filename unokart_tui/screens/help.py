"""The keys of the table, those first that do something now."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.views import View
from unokart_tui.cardface import Look
from unokart_tui.commands import COMMANDS, KEY_NAMES, Command
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import wrap

_KEYS_WIDTH = 12


class HelpScreen(TextPage):
    """Shows the keys; F1 leads on to the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,r", "rules", show=False),
        Binding("question_mark", "back", show=False),
    ]
    title_text: ClassVar[str] = "Keys"
    more_keys: ClassVar[tuple[tuple[str, str], ...]] = (("F1", "rules"),)

    def __init__(self, view: View | None, *, room: bool = False) -> None:
        """`room` is whether there are others than bots."""
        super().__init__()
        self._view = view
        self._commands = [command for command in COMMANDS if room or not command.room]

    def action_rules(self) -> None:
        """Show the rule book."""
        from unokart_tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen())

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """List the commands with their keys."""
        view = self._view
        if view is None:
            return [row for command in self._commands for row in _row(command, width, look, True)]
        now = [command for command in self._commands if view.phase in command.phases]
        later = [command for command in self._commands if view.phase not in command.phases]
        rows: list[list[Run]] = []
        for heading, commands in (("Now", now), ("At other times", later)):
            if commands:
                rows += [*([[]] if rows else []), [(0, heading, look.palette.you)]]
                rows += [row for command in commands for row in _row(command, width, look, commands is now)]
        return rows


def _row(command: Command, width: int, look: Look, now: bool) -> list[list[Run]]:
    rows = key_row(command.keys, command.help, width, look, now)
    if command.id == "digit":
        rows[0][0] = (0, "1 to 9, 0", rows[0][0][2])
    return rows


def key_row(keys: tuple[str, ...], text: str, width: int, look: Look, now: bool = True) -> list[list[Run]]:
    """Return the rows that say what some keys do; faint where they do nothing `now`."""
    palette = look.palette
    written = " ".join(KEY_NAMES.get(key, key if len(key) == 1 else key.capitalize()) for key in keys)
    style = palette.ground if now else palette.faint
    rows: list[list[Run]] = [[(_KEYS_WIDTH, line, style)] for line in wrap(text, width - _KEYS_WIDTH)]
    rows[0].insert(0, (0, written, palette.strong if now else palette.faint))
    return rows
