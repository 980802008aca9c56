"""A table against bots on the screen: from its opening to its end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from textual.app import App

from engine.phases import Phase
from net import solo
from net.updates import Closed, Notice, Update
from unokart_tui.bridge import Bridge
from unokart_tui.config import Settings
from unokart_tui.options import TableOptions
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.screens.visits import Visits
from unokart_tui.solo import solo_setup

_LEAVE_WITHIN: Final = 2.0
"""Seconds that a table has for closing when the program ends."""


class SoloTable:
    """Opens a table and shows it. `ended` is told when it is gone, once its screens are off the stack.

    With a state directory the match is saved there as it is played; `resume` is the id of one to go on with.
    """

    def __init__(
        self, app: App[Any], options: TableOptions, ended: Callable[[Closed], Awaitable[None]], *, leads_home: bool
    ) -> None:
        self._app = app
        self._ended = ended
        self._options = options
        self._leads_home = leads_home
        self._saved = False
        self.bridge: Bridge[Update] = Bridge(app, self._receive)
        self._screen: TableScreen

    async def open(self, settings: Settings, seed: int | None, directory: Path | None, resume: str | None) -> None:
        """Sit down. Updates wait until the table is shown, for this is the app's own message loop."""
        self._saved = directory is not None
        if resume is not None and directory is not None:
            link = solo.resume_solo(resume, directory, self.bridge, settings.pace)
        else:
            link = solo.open_solo(solo_setup(settings, seed), self.bridge, directory)
        self._link = link
        out = ("h", "home") if self._leads_home else ("q", "quit")
        question = self._question
        results = partial(RoundScreen, quit=question, motion=self._options.motion)
        visits = Visits(results, partial(MatchScreen, out=out), question)
        self._screen = TableScreen(link, visits, self._options)
        await self._app.push_screen(self._screen)

    async def _receive(self, update: Update) -> None:
        if not isinstance(update, Closed):
            if isinstance(update, Notice) and update.code == "not_saved":
                self._saved = False
            self._screen.receive(update)
            return
        self.bridge.cut()
        while self._app.screen_stack[-1] is not self._screen:
            await self._app.pop_screen()
        await self._app.pop_screen()
        await self._ended(update)

    def ask_leave(self) -> None:
        """Ask whether to end the program; asked a second time, that is the answer."""
        if isinstance(self._app.screen, QuitScreen):
            self._app.screen.action_answer(True)
        else:
            self._app.push_screen(self._question(), self._quit)

    def _question(self) -> QuitScreen:
        view = self._screen.view
        over = view is not None and view.phase is Phase.MATCH_OVER
        return QuitScreen(saved=self._saved and not over)

    def _quit(self, sure: bool | None) -> None:
        if sure:
            self._app.exit()

    def tell(self, sentence: str) -> None:
        """Tell the player something that is not of the game."""
        self._screen.tell(sentence)

    def leave(self) -> None:
        """Leave the table and give it a moment to close; for when the app has ended."""
        self._link.leave()
        self.bridge.wait_closed(_LEAVE_WITHIN)
