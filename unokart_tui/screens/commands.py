"""The command palette: all commands of the table, to be found by their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.commands import Command, CommandId
from unokart_tui.keymap import TableKeys
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.surface import Surface, clip
from unokart_tui.typed import TypedLine

_TOP = 3
_TEXT_AT = 12
_HELP_AT = 28


class CommandsScreen(Page[CommandId]):
    """Dismissed with the command that was chosen, or None. What is typed narrows the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", show=False),
        Binding("down,tab", "move(1)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("enter", "choose", show=False),
        Binding("escape", "dismiss(None)", show=False),
    ]

    def __init__(self, commands: Sequence[Command], now: frozenset[CommandId], keys: TableKeys) -> None:
        """`now` are those that do something at the moment, which come first."""
        super().__init__()
        self._commands = sorted(commands, key=lambda command: command.id not in now)
        self._now = now
        self._keys = keys
        self._line = TypedLine(most=40)
        self._at = 0

    @property
    def _found(self) -> list[Command]:
        words = self._line.text.casefold().split()
        return [
            command
            for command in self._commands
            if all(word in f"{command.id} {command.text} {command.help}".casefold() for word in words)
        ]

    def on_key(self, event: events.Key) -> None:
        """Take what is typed."""
        if (event.character and event.character.isprintable()) or event.key in ("backspace", "ctrl+u", "ctrl+w"):
            took(event)
            self._line.key(event.key, event.character)
            self._at = 0
            self.redraw()
        else:
            super().on_key(event)

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted."""
        self._line.paste(event.text)
        self._at = 0
        self.redraw()

    def action_move(self, step: int) -> None:
        """Go to another command; a single step goes around the ends."""
        count = len(self._found)
        if count:
            at = self._at + step
            self._at = at % count if abs(step) == 1 else max(0, min(count - 1, at))
            self.redraw()

    def action_choose(self) -> None:
        """Take the command one is at."""
        found = self._found
        if found:
            self.dismiss(found[self._at].id)
        else:
            self.say("No command is called so.")

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw what is typed and the commands found."""
        palette = look.palette
        surface.fill(0, 0, surface.width, 1, palette.bar)
        surface.text(2, 0, "Commands", palette.bar_key)
        x = surface.text(2, 1, self._line.tail(surface.width - 6), palette.strong)
        surface.text(x, 1, "_", palette.you)
        if not self._line.text:
            surface.text(x + 2, 1, "type a word of what you want", palette.faint)
        found, room = self._found, surface.height - _TOP - 2
        first = max(0, min(self._at - room // 2, len(found) - room))
        for row, command in enumerate(found[first : first + room]):
            self._draw_row(surface, look, _TOP + row, command, first + row == self._at)
        arrows = "\u2191\u2193" if look.glyphs.blocks else "Up/Down"
        draw_keys(surface, surface.height - 1, [(arrows, "choose"), ("Enter", "do it"), ("Esc", "back")], look)

    def _draw_row(self, surface: Surface, look: Look, y: int, command: Command, chosen: bool) -> None:
        palette = look.palette
        works = command.id in self._now
        style = palette.badge if chosen else palette.ground if works else palette.faint
        surface.fill(1, y, surface.width - 2, 1, style)
        surface.text(2, y, self._keys.of(command.id), style if chosen or not works else palette.strong)
        surface.text(_TEXT_AT, y, command.text, style)
        room = surface.width - _HELP_AT - 2
        text = command.help if works or not chosen else f"Not now. {command.help}"
        surface.text(_HELP_AT, y, text if cell_len(text) <= room else clip(text, room, look.glyphs.ellipsis), style)
