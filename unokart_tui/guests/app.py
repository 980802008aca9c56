"""The full-screen program as a guest by ssh has it: a room and nothing beside it, in as many colors as they have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.css.stylesheet import Stylesheet
from textual.filter import LineFilter

from net.target import Target
from net.updates import Closed
from unokart_tui.app import UnoKartApp
from unokart_tui.cardface import Look
from unokart_tui.coming_back import Guest
from unokart_tui.config import Settings
from unokart_tui.faults import write_fault
from unokart_tui.guests.colors import DEPTHS, ColorFilter, Depth, palette_of, words_for
from unokart_tui.guests.terminal import GuestDriver
from unokart_tui.leaving import How
from unokart_tui.outside import Outside
from unokart_tui.screens.page import Canvas
from unokart_tui.start import InRoom
from unokart_tui.widgets.painted import Painted

FAULT = "UNO Kart has ended because of a fault of its own. The same command leads back to your seat."


class GuestApp(UnoKartApp):
    """Begins in the room of `target`, and ends with it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "fewer_colors", show=False, priority=True)]

    def __init__(
        self,
        settings: Settings,
        target: Target,
        outside: Outside,
        *,
        guest: Guest,
        depth: Depth,
        styles: Stylesheet | None = None,
        ascii: bool = False,
    ) -> None:
        """`styles` are those of such an app that has shown every screen; without them they are read and parsed anew."""
        super().__init__(settings, InRoom(target), outside, ascii=ascii)
        self._parsed = styles is not None
        if styles is not None:
            self.stylesheet = styles
        self.driver_class = GuestDriver
        self.guest = guest
        self._target = target
        self._depth: Depth = depth
        self._color_filter = ColorFilter(depth)
        self.look = Look(palette_of(depth), self.look.glyphs)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Have what is drawn brought down to the colors of the terminal."""
        filters = super().get_line_filters()
        return [*filters, self._color_filter] if self._color_filter.enabled else filters

    def refresh_css(self, animate: bool = True) -> None:
        """Parse every style anew, as is due upon another theme; there is but one, so parsed ones do."""
        if not self._parsed:
            super().refresh_css(animate)

    def action_fewer_colors(self) -> None:
        """Draw in fewer colors, or after the fewest in all there are."""
        self._depth = DEPTHS[(DEPTHS.index(self._depth) + 1) % len(DEPTHS)]
        self._color_filter = ColorFilter(self._depth)
        self.look = Look(palette_of(self._depth), self.look.glyphs)
        for screen in self.screen_stack:
            for part in screen.query(Painted):
                part.look = self.look
            for widget in screen.query("*"):
                if isinstance(widget, Canvas | Painted):
                    widget.draw_again()
        self.tell(f"Drawn in {words_for(self._depth)} now; F2 goes on to the next.")

    async def stand_up(self, closed: Closed, how: How | None = None) -> None:
        """End; but where only the rejoin code was wrong, come in without one, to another seat."""
        if closed.code == "code" and self._target.code:
            self._target = replace(self._target, code="")
            self._sitting = None
            self.tell(f"{closed.sentence} You have come in anew.")
            await self.lan.begin(InRoom(self._target))
        else:
            await super().stand_up(closed, how)

    def _fatal_error(self) -> None:
        """End because of a fault; what it is concerns the host alone."""
        write_fault()
        self.panic(Text(FAULT))
