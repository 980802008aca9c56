"""What holds the full-screen program together: the settings and how they look, the terminal, and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Event, Key, Paste
from textual.filter import LineFilter
from textual.message import Message

from unokart_tui.bridge import Arrived
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.dressing import Colorless, dress, redraw
from unokart_tui.faults import write_fault
from unokart_tui.screens.page import Page
from unokart_tui.screens.shares import fits
from unokart_tui.sitting import Sitting
from unokart_tui.terminal import TerminalDriver

_TOLD_FOR: Final = 20.0
"""Seconds that the player has for reading what was not asked for."""


_ENDING: Final = ("ctrl+c", "ctrl+q")


class EndAsked(Message):
    """The system asks the program to end, or the terminal has gone."""


def _in_one(problems: Sequence[str]) -> str:
    """Return one sentence, for which there is room everywhere, about what is wrong with the settings."""
    if len(problems) == 1:
        return problems[0]
    return f"{len(problems)} faults in the settings, which unokart doctor lists: {problems[0]}"


class Frame(App[None]):
    """An app with a player's settings, who may sit at something.

    `ascii` is whether to draw with ASCII alone on this terminal, whatever the settings say. `given` names what decides
    settings for this time, as `Held` does; `problems` are sentences about settings, told at the first moment.
    """

    TITLE = "UNO Kart"
    # Textual's own palette knows nothing of what can be done here; `action_commands` does.
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            ",".join(_ENDING), "ask_quit", "end the game; at a table you are asked first", show=False, priority=True
        ),
        Binding("f2", "settings", "settings", show=False, priority=True),
        Binding("f1", "rules", "the rule book", show=False),
        Binding("colon,ctrl+p,question_mark", "commands", show=False),
    ]

    def __init__(
        self,
        settings: Settings,
        *,
        ascii: bool = False,
        given: Mapping[str, str] | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__(driver_class=TerminalDriver)
        self.settings = settings
        self.given = given or {}
        self._ascii = ascii
        self._sitting: Sitting | None = None
        self._untold = [_in_one(problems)] if problems else []
        self.look = self._dress()

    def remember(self, settings: Settings) -> None:
        """Keep what the player has chosen, for this time and the next; they are about to sit down."""
        from unokart_tui.config import remember

        before, self.settings = self.settings, settings
        try:
            remember(settings, before=before)
        except OSError as error:
            self._untold.append(f"Your choices could not be kept: {error.strerror}.")

    # Settings

    def action_settings(self) -> None:
        """Open the settings over whatever is shown, or close them again."""
        from unokart_tui.screens.settings import SettingsScreen

        if isinstance(self.screen, SettingsScreen):
            self.screen.action_back()
        else:
            self.push_screen(SettingsScreen(self.settings, self.given, self.change_settings))

    def action_rules(self) -> None:
        """Open the rule book over whatever is shown."""
        from unokart_tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen())

    def action_commands(self) -> None:
        """List what can be done where one is, and do what is chosen from that."""
        from unokart_tui.screens.commands import CommandsScreen

        if isinstance(self.screen, Page):
            self.push_screen(CommandsScreen(self.screen.offers()), self._press)

    def _press(self, key: str | None) -> None:
        if key is not None:
            self.simulate_key(key)

    def change_settings(self, settings: Settings) -> None:
        """Take settings that the player is changing over at once, and keep them."""
        from unokart_tui.table_options import options_for

        self.remember(settings)
        self.look = self._dress()
        redraw(self, options_for(settings, self.look, self.set_title, self.attract))
        self._tell_all()

    async def on_event(self, event: Event) -> None:
        """Let nothing typed act on what cannot be seen for want of room, save for the keys that lead out of it.

        A question is a small box, which is seen all the same.
        """
        typed = isinstance(event, Key | Paste) and not event.is_forwarded
        leads_out = isinstance(event, Key) and event.key in (*_ENDING, "escape")
        if not typed or leads_out or fits(*self.size) or self.screen.is_modal:
            await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what is done to all that is drawn; without colors, none of their codes is left."""
        filters = super().get_line_filters()
        return [*filters, Colorless()] if self.no_color else filters

    def _dress(self) -> Look:
        return dress(self, self.settings.theme, self._ascii or self.settings.ascii)

    def tell(self, sentence: str) -> None:
        """Tell the player something where they are, in a place that covers nothing they need."""
        if self._sitting is not None:
            self._sitting.tell(sentence)
        elif isinstance(self.screen, Page):
            self.screen.say(sentence, _TOLD_FOR)
        else:
            self._untold.append(sentence)

    def _tell_all(self) -> None:
        untold, self._untold = self._untold, []
        for sentence in untold:
            self.tell(sentence)

    async def on_arrived(self, message: Arrived) -> None:
        """Have what the network tells taken by whom it is for."""
        await message.bridge.deliver(message.update)

    def action_ask_quit(self) -> None:
        """End the program; at a table, ask first."""
        if self._sitting is None:
            self.exit()
        else:
            self._sitting.ask_leave()

    # The terminal, and the end

    def set_title(self, title: str) -> None:
        """Set the terminal's title, if the player wants that."""
        if self.settings.title and isinstance(self._driver, TerminalDriver):
            self._driver.set_title(title)

    def attract(self, text: str) -> None:
        """Have the terminal show a notice while the player looks elsewhere, if it is known to show any."""
        if not self.app_focus and isinstance(self._driver, TerminalDriver):
            self._driver.notify(text)

    def end_soon(self) -> None:
        """End in good order; may be called from any thread."""
        self.post_message(EndAsked())

    def on_end_asked(self) -> None:
        """End without a question: there may be nobody left to answer it."""
        self.exit()

    def _fatal_error(self) -> None:
        """End because of a fault; instead of Textual's pages of variables a sentence and where the details are."""
        self.panic(Text(write_fault()))
