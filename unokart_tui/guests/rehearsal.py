"""A guest's evening that nobody sees, so that whatever is done once is done before the first guest is there.

Textual reads and parses the styles of a screen when it is first shown, Rich works out every combination of colors
once, and much is loaded only where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec.structs import replace
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
from net.updates import Changed, Closed, Connected, Joined, Person, RoomChanged, RoomState, Update
from unokart_tui.coming_back import Guest
from unokart_tui.config import Settings
from unokart_tui.guests.app import GuestApp, Visit
from unokart_tui.outside import Outside
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.stopped import StoppedScreen

_SEED: Final = 1
_TURNS: Final = 2
_ROOM: Final = RoomState(
    "Room", "lobby", Rules(), 0, 1, (Person(0, "Guest", who=1), Person(1, "Host", host=True, who=2)), host=2
)


class _Link(ClientLink):
    """A place in a room that nothing comes of."""

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


async def rehearse(app: GuestApp, pilot: Pilot[object]) -> None:
    """Go through an evening with an app that has begun, and leave it as one that waits for its guest."""
    doors = _Doors()
    outside = Outside(Path(), lambda warn: doors)  # type: ignore[arg-type, return-value]  # as much of it as is used
    settings = Settings(name="Guest", animations=False, title=False, bell=False)
    app.rehearses = True
    app.call_later(app.welcome, Visit(settings, Target(()), outside, Guest(), "256"))
    await pilot.pause()
    await _play(pilot, doors.tell)
    doors.tell(Closed("left", ""))
    await pilot.pause()
    app.rehearses = False


async def _play(pilot: Pilot[object], tell: Callable[[Update], None]) -> None:
    """Be in the lobby, at the table, and on the pages that one comes to from there."""
    tell(Joined(0, _ROOM.name, _ROOM.people))
    tell(RoomChanged(_ROOM))
    tell(Connected(1))
    await _look_at(pilot, "question_mark", "f1", "escape", "escape", "t", "x", "escape", "q", "n")
    tell(RoomChanged(replace(_ROOM, stage="play")))
    views = list(_round())
    mine = [view for view in views if view.phase is Phase.PLAY and view.owed == 0]
    for version, view in enumerate(mine[:_TURNS], 1):
        tell(Changed(version, view))
        await _look_at(pilot, "right")
    await _look_at(pilot, "question_mark", "escape", "w", "escape", "t", "x", "escape", "q", "n")
    over = views[-1]
    for page in (
        RoundScreen(over, _ROOM.people, 0),
        MatchScreen(replace(over, phase=Phase.MATCH_OVER, scores=(500, 0)), _ROOM.people, 0),
        StoppedScreen("kicked", "The host has sent you away."),
    ):
        pilot.app.push_screen(page)
        await pilot.pause()
        pilot.app.pop_screen()


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
