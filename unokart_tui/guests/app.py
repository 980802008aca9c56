"""The full-screen program as a guest by ssh has it: a room and nothing beside it, in as many colors as they have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.filter import ANSIToTruecolor, LineFilter

from net.target import Target
from net.updates import Closed
from unokart_tui.app import UnoKartApp
from unokart_tui.cardface import Look
from unokart_tui.coming_back import Guest, leads_back
from unokart_tui.config import Settings
from unokart_tui.dressing import redraw
from unokart_tui.faults import write_fault
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.guests.colors import DEPTHS, ColorFilter, Depth, palette_of, words_for
from unokart_tui.guests.ends import last_words
from unokart_tui.guests.terminal import GuestDriver
from unokart_tui.leaving import How
from unokart_tui.outside import Outside
from unokart_tui.screens.page import Canvas
from unokart_tui.start import InRoom, Later
from unokart_tui.table_options import options_for
from unokart_tui.widgets.painted import Painted

FAULT = "UNO Kart has ended because of a fault of its own; {back}."


@dataclass(frozen=True)
class Visit:
    """Who a guest is, and where they want to go."""

    settings: Settings
    target: Target
    outside: Outside
    guest: Guest
    depth: Depth
    ascii: bool = False
    """Draw with ASCII marks alone."""


class GuestApp(UnoKartApp):
    """Shows a blank screen until it is told of its guest by `welcome`; ends with the room that they go into."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "fewer_colors", "draw in fewer colors", show=False, priority=True)
    ]

    def __init__(self) -> None:
        super().__init__(Settings(), Later())
        self.driver_class = GuestDriver
        self.rehearses = False
        """Whether the end of a visit is not that of the app."""
        self._target = Target(())
        self._depth: Depth = "all"
        self._color_filter = ColorFilter("all")

    async def welcome(self, visit: Visit) -> None:
        """Go where a guest wants to go."""
        self.settings, self.outside, self.guest = visit.settings, visit.outside, visit.guest
        self._target, self._depth = visit.target, visit.depth
        self._color_filter = ColorFilter(visit.depth)
        self.look = Look(palette_of(visit.depth), ASCII if visit.ascii else UNICODE)
        if isinstance(self._driver, GuestDriver) and not self.rehearses:
            self._driver.take_terminal()
        await self.lan.begin(InRoom(visit.target))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Have what is drawn brought down to the colors of the terminal."""
        filters = super().get_line_filters()
        if self.look.palette.native:  # whose numbers are the guest's to show
            filters = [each for each in filters if not isinstance(each, ANSIToTruecolor)]
        return [*filters, self._color_filter] if self._color_filter.enabled else filters

    def action_fewer_colors(self) -> None:
        """Draw in fewer colors, or after the fewest in all there are."""
        self._depth = DEPTHS[(DEPTHS.index(self._depth) + 1) % len(DEPTHS)]
        self._color_filter = ColorFilter(self._depth)
        self.look = Look(palette_of(self._depth), self.look.glyphs)
        redraw(self, options_for(self.settings, self.look, self.set_title, self.attract))
        for screen in self.screen_stack:
            for widget in screen.query("*"):
                if isinstance(widget, Canvas | Painted):
                    widget.draw_again()  # where the same is drawn, the filter is another
        self.tell(f"Drawn in {words_for(self._depth)} now; F2 goes on to the next.")

    def action_settings(self) -> None:
        """Change nothing: settings are kept in files, and nothing of a guest is."""
        self.tell("Guests by ssh have no settings.")

    async def stand_up(self, closed: Closed, how: How | None = None) -> None:
        """End; but where only the rejoin code was wrong, come in without one, to another seat."""
        if self.rehearses:
            self._sitting = self._lan = None
        elif closed.code == "code" and self._target.code:
            self._target = replace(self._target, code="")
            self._sitting = None
            self.tell(f"{closed.sentence} You have come in anew.")
            await self.lan.begin(InRoom(self._target))
        elif closed.code == "left" or how is not None:
            await super().stand_up(closed, how)
        else:
            self._sitting = None
            self.set_title(self.TITLE)
            sentence, status = last_words(closed, self.guest or Guest())
            self.exit(return_code=status, message=sentence)

    def _fatal_error(self) -> None:
        """End because of a fault; what it is concerns the host alone."""
        write_fault()
        self.panic(Text(FAULT.format(back=leads_back(self.guest or Guest()))))
