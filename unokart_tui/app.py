"""The full-screen program: home, the table, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme

from unokart_tui.bridge import Arrived, Bridge
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.faults import write_fault
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import palette_for
from unokart_tui.screens.home import HomeScreen
from unokart_tui.terminal import EndWatch, TerminalDriver

if TYPE_CHECKING:
    from net.updates import Closed, Link
    from unokart_tui.options import TableOptions
    from unokart_tui.screens.table import TableScreen
    from unokart_tui.screens.visits import Visits

_LEAVE_WITHIN: Final = 2.0
"""Seconds that a table has for closing when the program ends."""

THEME: Final = Theme(
    name="unokart",
    primary="#ffc83d",
    background="#12141c",
    surface="#1e212d",
    panel="#272c40",
    foreground="#c9cdd8",
    dark=True,
)


class EndAsked(Message):
    """The system asks the program to end, or the terminal has gone."""


class UnoKartApp(App[None]):
    """Begins at home, or with `at_table` at a table of its own; leaving that table then ends the program.

    `ascii` is whether to draw with ASCII alone on this terminal, whatever the settings say.
    """

    TITLE = "UNO Kart"
    # All that can be done is on a key that is shown; the palette's own key would be one more to explain.
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "ask_quit", show=False, priority=True),
    ]

    def __init__(
        self, settings: Settings, *, at_table: bool = False, seed: int | None = None, ascii: bool = False
    ) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.settings = settings
        palette = palette_for(self.no_color, self.console.color_system)
        self.look = Look(palette, ASCII if ascii else UNICODE)
        self._at_table = at_table
        self._seed = seed
        self._link: Link | None = None
        self._bridge: Bridge | None = None
        self._table: TableScreen | None = None
        self.register_theme(THEME)
        if not self.no_color:
            self.theme = THEME.name

    def get_default_screen(self) -> Screen[Any]:
        """Begin at home, or on a blank screen that the table comes onto."""
        return Screen() if self._at_table else HomeScreen()

    async def on_mount(self) -> None:
        """Sit down at once where that was asked for."""
        if self._at_table:
            await self._sit_down()

    # Home

    def on_home_screen_chosen(self, message: HomeScreen.Chosen) -> None:
        """Go where the player chose to go."""
        match message.choice:
            case "play":
                from unokart_tui.screens.new_match import NewMatchScreen

                self.push_screen(NewMatchScreen(self.settings), self._new_match)
            case "rules":
                from unokart_tui.screens.rules import RulesScreen

                self.push_screen(RulesScreen())
            case _:
                self.exit()

    async def _new_match(self, settings: Settings | None) -> None:
        if settings is None:
            return
        from unokart_tui.config import remember

        self.settings = settings
        try:
            remember(settings)
        except OSError as error:
            self.notify(f"Your choices could not be kept: {error.strerror}.", severity="warning", markup=False)
        await self._sit_down()

    # The table

    async def _sit_down(self) -> None:
        """Open a table and show it. Its updates wait until it is shown, for this is the app's own message loop."""
        from net.solo import open_solo
        from unokart_tui.screens.table import TableScreen
        from unokart_tui.solo import solo_setup

        self._bridge = Bridge(self)
        self._link = open_solo(solo_setup(self.settings, self._seed), self._bridge)
        self._table = TableScreen(
            self._link, _visits(leads_home=not self._at_table), _options(self.settings, self.look, self._set_title)
        )
        await self.push_screen(self._table)

    async def on_arrived(self, message: Arrived) -> None:
        """Hand what the network tells to the table it belongs to."""
        from net.updates import Closed

        if message.bridge is not self._bridge or self._table is None:
            return
        if isinstance(message.update, Closed):
            await self._stand_up(message.update)
        else:
            self._table.receive(message.update)

    async def _stand_up(self, closed: Closed) -> None:
        """Leave the table, which is gone, for home or for good; say why, unless the player has left it."""
        table, self._table = self._table, None
        self._link = self._bridge = None
        while self.screen_stack[-1] is not table:
            await self.pop_screen()
        await self.pop_screen()
        self._set_title("UNO Kart")
        if closed.code == "left":
            if self._at_table:
                self.exit()
        elif self._at_table:
            self.exit(return_code=1, message=closed.sentence)
        else:
            self.notify(closed.sentence, severity="error", timeout=20, markup=False)

    def action_ask_quit(self) -> None:
        """End the program; at a table, ask first."""
        from unokart_tui.screens.quit import QuitScreen

        if self._table is None:
            self.exit()
        elif not isinstance(self.screen, QuitScreen):
            self.push_screen(QuitScreen(), self._quit)

    def _quit(self, sure: bool | None) -> None:
        if sure:
            self.exit()

    # The terminal, and the end

    def _set_title(self, title: str) -> None:
        if self.settings.title and isinstance(self._driver, TerminalDriver):
            self._driver.set_title(title)

    def end_soon(self) -> None:
        """End in good order; may be called from any thread."""
        self.post_message(EndAsked())

    def on_end_asked(self) -> None:
        """End without a question: there may be nobody left to answer it."""
        self.exit()

    def leave(self) -> None:
        """Leave the table, if there is one, and give it a moment to close; for when the app has ended."""
        if self._link is not None and self._bridge is not None:
            self._link.leave()
            self._bridge.wait_closed(_LEAVE_WITHIN)

    def _fatal_error(self) -> None:
        """End because of a fault; instead of Textual's pages of variables a sentence and where the details are."""
        self.panic(Text(write_fault()))


def _visits(*, leads_home: bool) -> Visits:
    from unokart_tui.screens.help import HelpScreen
    from unokart_tui.screens.podium import MatchScreen
    from unokart_tui.screens.quit import QuitScreen
    from unokart_tui.screens.results import RoundScreen
    from unokart_tui.screens.visits import Visits

    return Visits(
        round_over=RoundScreen,
        match_over=partial(MatchScreen, leads_home=leads_home),
        help=HelpScreen,
        quit=QuitScreen,
    )


def _options(settings: Settings, look: Look, set_title: Callable[[str], None]) -> TableOptions:
    from unokart_tui.options import TableOptions

    return TableOptions(
        bell=settings.bell,
        set_title=set_title if settings.title else None,
        box_moment=settings.animations,
        palette=look.palette,
        ascii=look.glyphs is ASCII,
    )


def run_app(settings: Settings, *, at_table: bool = False, seed: int | None = None, ascii: bool = False) -> int:
    """Run the full-screen program; return its exit status: 128 and the signal's number where a signal ended it."""
    app = UnoKartApp(settings, at_table=at_table, seed=seed, ascii=ascii)
    with EndWatch(app.end_soon) as watch:
        app.run()
        app.leave()
    return watch.status or app.return_code or 0
