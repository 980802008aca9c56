"""Stays in rooms to test: the real app over ways into a network that a test plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from net.found import Rooms
from tests.tui.rooms import LOBBY, Doors, found, outside
from unokart_tui.app import UnoKartApp
from unokart_tui.config import Settings
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.rooms import RoomsScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.start import Start

SIZE = (80, 24)
SETTINGS = Settings(name="Ada", animations=False, bell=False)


class Evening:
    """An app over doors that a test plays."""

    def __init__(self, directory: Path, start: Start | None = None, settings: Settings = SETTINGS) -> None:
        self.doors = Doors()
        self.app = UnoKartApp(settings, start, outside(self.doors, directory))
        self.pilot: Pilot[Any]

    async def until(self, kind: type[Screen[Any]]) -> None:
        """Wait until a screen of a kind is on top."""
        while not isinstance(self.app.screen, kind):
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        while text not in self.shown:
            await self.pilot.pause(0.01)

    @property
    def shown(self) -> str:
        """The rows of the screen, as one text with single blanks."""
        rows = (strip.text for strip in self.app.screen._compositor.render_strips())
        return " ".join(" ".join(rows).split())

    async def joined(self) -> None:
        """Join a room from home."""
        await self.press("j")
        await self.until(RoomsScreen)
        self.doors.tell_rooms(Rooms((found(1),), None))
        await self.sees("Rainbow Road")
        await self.press("enter")
        await self.until(EnteringScreen)

    async def seated(self) -> None:
        """Come into the lobby as a guest."""
        await self.joined()
        self.doors.enter(LOBBY)
        await self.until(LobbyScreen)

    async def dealt(self) -> TableScreen:
        """Come to the table as a guest."""
        await self.seated()
        self.doors.deal()
        await self.until(TableScreen)
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen
