"""A guest's evening that nobody sees, so that the children of this process find all of it done before.

Textual reads and parses the styles of a screen when it is first shown, Rich works out every combination of colors
once, and much is imported only where it is used. What has been done here is in the memory that children share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace
from textual import events
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.geometry import Size
from textual.pilot import Pilot

from engine.actions import DEAL
from engine.bots import make
from engine.match import Match
from engine.phases import Phase
from engine.rules import Rules
from engine.shuffles import SeededShuffles
from engine.views import View
from net.client import Client
from net.link import ClientLink
from net.target import Target
from net.updates import Changed, Connected, Joined, Person, RoomChanged, RoomState, Update
from unokart_tui.coming_back import Guest
from unokart_tui.config import Settings
from unokart_tui.guests.app import GuestApp
from unokart_tui.outside import Outside
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.stopped import StoppedScreen

_SIZE: Final = (80, 24)
_SEED: Final = 1
_ROOM: Final = RoomState(
    "Room", "lobby", Rules(), 0, 1, (Person(0, "Guest", who=1), Person(1, "Host", host=True, who=2)), host=2
)


class _Nowhere(Driver):
    """A terminal that nobody looks at, but for which everything is drawn."""

    def write(self, data: str) -> None:
        """Do nothing."""

    def start_application_mode(self) -> None:
        """Say how large it is."""
        size = Size(*_SIZE)
        self.send_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing."""

    def stop_application_mode(self) -> None:
        """Do nothing."""


class _Link(ClientLink):
    """A place in a room that asks for nothing."""

    def __init__(self) -> None:
        client = Client(lambda update: None, lambda message: None, lambda code, sentence: None)
        super().__init__(client, lambda function, *arguments: None)

    rejoin_code = "abcde"

    def passphrase(self, text: str) -> None:
        """Do nothing."""


@dataclass
class _Doors:
    """The way into a room that is told of here, by `tell`."""

    tell: Callable[[Update], None] = lambda update: None

    def join(self, where: Any, name: str, on_update: Callable[[Update], None], *, watch: bool = False) -> _Link:
        """Come in."""
        self.tell = on_update
        return _Link()

    def close(self, seconds: float = 0.0) -> bool:
        """Do nothing."""
        return True


def rehearse() -> Stylesheet:
    """Go through an evening, and return the styles of everything in it, parsed."""
    doors = _Doors()
    outside = Outside(Path(), lambda warn: doors)  # type: ignore[arg-type, return-value]  # as much of it as is used
    app = GuestApp(Settings(name="Guest", animations=False), Target(()), outside, guest=Guest(), depth="256")
    app.driver_class = _Nowhere

    async def play(pilot: Pilot[object]) -> None:
        await _play(pilot, doors.tell)

    app.run(size=_SIZE, auto_pilot=play)
    return app.stylesheet


async def _play(pilot: Pilot[object], tell: Callable[[Update], None]) -> None:
    """Be in the lobby, at the table, on the pages that one comes to from there, and leave."""
    app = pilot.app
    tell(Joined(0, _ROOM.name, _ROOM.people))
    tell(RoomChanged(_ROOM))
    tell(Connected(1))
    await _look_at(pilot, "question_mark", "f1", "escape", "escape", "t", "x", "escape", "q", "n")
    tell(RoomChanged(replace(_ROOM, stage="play")))
    views = list(_round())
    for version, view in enumerate(views, 1):
        if view.phase is Phase.PLAY and view.owed == 0:
            tell(Changed(version, view))
            await _look_at(pilot, "right")
    await _look_at(pilot, "question_mark", "escape", "w", "escape", "t", "x", "escape", "q", "n")
    over = views[-1]
    for page in (
        RoundScreen(over, _ROOM.people, 0),
        MatchScreen(replace(over, phase=Phase.MATCH_OVER, scores=(500, 0)), _ROOM.people, 0),
        StoppedScreen("kicked", "The host has sent you away."),
    ):
        app.push_screen(page)
        await pilot.pause()
        app.pop_screen()
    app.exit()


async def _look_at(pilot: Pilot[object], *keys: str) -> None:
    """See what is shown, and what follows upon each key."""
    await pilot.pause()
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def _round() -> Iterator[View]:
    """Play a round, as it is seen from seat 0."""
    match = Match(len(_ROOM.people), SeededShuffles(_SEED))
    bot = make("normal", Random(_SEED))
    match.apply(DEAL)
    while match.phase is not Phase.ROUND_OVER:
        yield match.view(0)
        action = bot.act(match.view(match.owed))
        assert action is not None, "whoever is asked can answer"
        match.apply(action)
    yield match.view(0)
