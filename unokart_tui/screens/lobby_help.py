"""The keys of the lobby."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.coming_back import Guest
from unokart_tui.keymap import LOBBY_KEYS, LobbyKeys
from unokart_tui.lobby_commands import LOBBY_COMMANDS
from unokart_tui.screens.help import guest_rows, key_row
from unokart_tui.screens.text import Run, TextPage


class LobbyHelpScreen(TextPage):
    """Shows what the keys of the lobby do; F1 leads on to the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,r", "rules", "the rule book", show=False),
        Binding("question_mark", "back", "back", show=False),
    ]
    title_text: ClassVar[str] = "Keys of the lobby"
    more_keys: ClassVar[tuple[tuple[str, str], ...]] = (("F1", "rules"),)

    def __init__(self, *, host: bool, guest: Guest | None = None, keys: LobbyKeys = LOBBY_KEYS) -> None:
        super().__init__()
        self._keys = keys
        self._guest = guest
        self._commands = [command for command in LOBBY_COMMANDS if host or not command.host]

    def action_rules(self) -> None:
        """Show the rule book."""
        from unokart_tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen())

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """List the commands with their keys."""
        rows = [
            row for command in self._commands for row in key_row(self._keys.keys(command.id), command.help, width, look)
        ]
        return rows + guest_rows(self._guest, width, look)
