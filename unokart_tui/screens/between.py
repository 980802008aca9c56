"""A page over the table once a round or the match is over, with the talk of the room at its foot."""

from __future__ import annotations

from textual.events import Key, Paste

from unokart_tui.beside import Beside, rows_for
from unokart_tui.cardface import Look
from unokart_tui.commands import BY_ID, COMMANDS
from unokart_tui.offers import Offer
from unokart_tui.possible import possible
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.settling import Settling
from unokart_tui.surface import Surface
from unokart_tui.table import Table


class Between(Page[bool]):
    """Dismissed with True to go on, with False to leave, or None where it goes on without the player."""

    beside: Beside | None = None
    """The room, where others than bots may be."""
    table: Table | None = None
    """The table that this is about, whose log can be read here too."""

    def __init__(self) -> None:
        super().__init__()
        self._settling = Settling()

    def on_mount(self) -> None:
        """Show that Enter goes on from when it does."""
        self._settle()

    def _settle(self) -> None:
        self.redraw()
        if self._settling.left:
            self.set_timer(self._settling.left + 0.01, self._settle)

    def on_screen_resume(self) -> None:
        """Give way where the next round has begun while another screen lay over this one."""
        if self is self.app.screen and self.beside is not None and self.beside.played_on:
            self.dismiss(None)

    # What is typed

    def on_key(self, event: Key) -> None:
        """Take what is for the room or the log, and nothing that is for this page."""
        busy = self.beside is not None and self.beside.busy
        if self.table is not None and not busy and self.table.keys.command(event.key) == "log":
            took(event)
            self._read_log(self.table)
            return
        if self.beside is None or not self.beside.wants(event.key):
            return
        if event.key in self.active_bindings and not self.beside.busy:
            return
        took(event)
        led_to = self.beside.take(event.key, event.character)
        if isinstance(led_to, str):
            self.say(led_to)
        elif led_to is not None:
            self.app.push_screen(led_to)
        self.redraw()

    def _read_log(self, table: Table) -> None:
        from unokart_tui.screens.log import LogScreen

        self.app.push_screen(LogScreen(table))

    def offers(self) -> list[Offer]:
        """Return what this page offers, what the room does, and the log."""
        table = self.table
        if table is None:
            return super().offers()
        ids = [c.id for c in COMMANDS if c.id == "log" or (c.room and self.beside is not None)]
        now = possible(table)
        more = [Offer(table.keys.keys(id)[0], table.keys.of(id), BY_ID[id].help, now=id in now) for id in ids]
        taken = {offer.id for offer in more}
        return [*more, *(offer for offer in super().offers() if offer.id not in taken)]

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted to be said."""
        if self.beside is not None:
            self.beside.paste(event.text)
            self.redraw()

    # How it is shown

    @property
    def rows_below(self) -> int:
        """How many rows the room takes, above the keys."""
        return rows_for(self.size.height) if self.beside is not None else 0

    def draw_below(self, surface: Surface, look: Look, keys: list[tuple[str, str]]) -> None:
        """Draw the room, and below it the keys."""
        last = surface.height - 1
        if self.beside is not None:
            self.beside.draw(surface, look, last - self.rows_below)
            keys = self.beside.keys(keys)
        if self.table is not None and not (self.beside is not None and self.beside.busy):
            keys = [*keys, (self.table.keys.of("log"), "log")]
        draw_keys(surface, last, keys, look)
