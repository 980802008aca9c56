"""The command palette: all that can be asked for where one is, to be found by its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.offers import KEY_CELLS, Offer
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.surface import Surface, clip, wrap
from unokart_tui.typed import TypedLine

_TOP: Final = 3
_TEXT_AT: Final = KEY_CELLS + 3
_HELP_AT: Final = 28
_BESIDE: Final = 80
"""Columns from which on each command has its sentence beside it."""
_BELOW: Final = 2
"""Rows in which all is said of the command one is at."""


class CommandsScreen(Page[str]):
    """Dismissed with the id of what was chosen, or None. What is typed narrows the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", "the command above", show=False),
        Binding("down,tab", "move(1)", "the command below", show=False),
        Binding("pageup", "move(-10)", "ten commands up", show=False),
        Binding("pagedown", "move(10)", "ten commands down", show=False),
        Binding("enter", "choose", "do it", show=False),
        Binding("escape,ctrl+p", "dismiss(None)", "back", show=False),
    ]

    def __init__(self, offers: Sequence[Offer]) -> None:
        """Those that do something at the moment come first."""
        super().__init__()
        self._offers = sorted(offers, key=lambda offer: not offer.now)
        self._line = TypedLine(most=40)
        self._at = 0

    @property
    def _found(self) -> list[Offer]:
        words = self._line.text.casefold().split()
        ranked = [(offer.rank(words), offer) for offer in self._offers]
        fits = [(rank, offer) for rank, offer in ranked if rank is not None]
        return [offer for _, offer in sorted(fits, key=lambda entry: entry[0])]

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

    def on_click(self, event: events.Click) -> None:
        """Go to the command that was clicked, and take it if one was there."""
        found, room = self._found, self._room(self.size.height)
        row = event.screen_y - _TOP
        at = self._first(len(found), room) + row
        if 0 <= row < room and at < len(found):
            again = at == self._at
            self._at = at
            self.action_choose() if again else self.redraw()

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

    def _room(self, height: int) -> int:
        return height - _TOP - 2 - _BELOW

    def _first(self, count: int, room: int) -> int:
        return max(0, min(self._at - room // 2, count - room))

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw what is typed and the commands found."""
        palette = look.palette
        surface.fill(0, 0, surface.width, 1, palette.bar)
        surface.text(2, 0, "Commands", palette.bar_key)
        x = surface.text(2, 1, self._line.tail(surface.width - 6), palette.strong)
        surface.text(x, 1, "_", palette.you)
        if not self._line.text:
            surface.text(x + 2, 1, "type a word of what you want", palette.faint)
        found, room = self._found, self._room(surface.height)
        first = self._first(len(found), room)
        for row, offer in enumerate(found[first : first + room]):
            self._draw_row(surface, look, _TOP + row, offer, first + row == self._at)
        if found:
            self._draw_help(surface, look, found[self._at])
        arrows = "\u2191\u2193" if look.glyphs.blocks else "Up/Down"
        draw_keys(surface, surface.height - 1, [(arrows, "choose"), ("Enter", "do it"), ("Esc", "back")], look)

    def _draw_row(self, surface: Surface, look: Look, y: int, offer: Offer, chosen: bool) -> None:
        palette, more = look.palette, look.glyphs.ellipsis
        style = palette.badge if chosen else palette.ground if offer.now else palette.faint
        surface.fill(1, y, surface.width - 2, 1, style)
        key = clip(offer.key, KEY_CELLS, more)
        surface.text(2, y, key, style if chosen or not offer.now else palette.strong)
        end = surface.text(_TEXT_AT, y, clip(offer.text, surface.width - _TEXT_AT - 2, more), style)
        if end < _HELP_AT and surface.width >= _BESIDE:  # all of it stands below, once one is there
            surface.text(_HELP_AT, y, clip(offer.help, surface.width - _HELP_AT - 2, more), style)

    def _draw_help(self, surface: Surface, look: Look, offer: Offer) -> None:
        text = offer.help if offer.now else f"Not now. {offer.help}"
        for row, line in enumerate(wrap(text, surface.width - 4)[:_BELOW]):
            surface.text(2, surface.height - 1 - _BELOW + row, line, look.palette.ground)
