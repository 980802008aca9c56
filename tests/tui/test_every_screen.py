"""Each screen is seen at each breakpoint and in dark, light, monochrome and ASCII; what no other picture shows is here.

A new screen without an example fails; one with an example is pictured in all the ways that it has not been seen in.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, Final

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

import unokart_tui.screens
from engine.actions import Draw
from tests.tui import (
    test_page_snapshots,
    test_record_snapshots,
    test_room_snapshots,
    test_table_snapshots,
    test_theme_snapshots,
)
from tests.tui.pages import PageApp
from tests.tui.room_scenes import PAGES, PageScene
from tests.tui.situations import after
from tests.tui.tables import four, table_at
from tests.tui.test_record_snapshots import matches, replay, statistics
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import FULL, MONO, palette_for
from unokart_tui.screens.help import HelpScreen
from unokart_tui.screens.hint import HintScreen
from unokart_tui.screens.learned import LearnedScreen
from unokart_tui.screens.log import LogScreen
from unokart_tui.screens.question import Choice, QuestionScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.replay import ReplayHelpScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.screens.settings import SettingsScreen
from unokart_tui.screens.table_pages import commands_page

Compare = Callable[..., bool]
Size = tuple[int, int]

SIZES: Final[dict[str, Size]] = {"bare": (60, 20), "usual": (80, 24), "wide": (120, 36), "huge": (200, 60)}
LOOKS: Final[dict[str, Look]] = {
    "dark": Look(FULL, UNICODE),
    "light": Look(palette_for(False, "truecolor", "light"), UNICODE),
    "mono": Look(MONO, UNICODE),
    "ascii": Look(FULL, ASCII),
}
BASES: Final = ("Page", "TextPage", "Listing", "Between")
"""Classes that others are made of, and that are never shown themselves."""


def told() -> Screen[Any]:
    table = table_at(four())
    for line in ("Round 1: Toad deals", "The first card is green 7", "You play green 9"):
        table.log.add(line, "plain")
    return LogScreen(table)


def question() -> Screen[Any]:
    gone, kept = Choice("y", "Throw it away", True), Choice("n", "Keep it", None)
    return QuestionScreen[bool]("Throw this table away?", "The match can't be gone on with after that.", (gone,), kept)


EXAMPLES: Final[dict[str, PageScene]] = {
    "CommandsScreen": PageScene(lambda: commands_page(table_at(four())), keys=("down", "down")),
    "EnteringScreen": PAGES["passphrase"],
    "GoingOnScreen": PAGES["continue"],
    "HelpScreen": PageScene(lambda: HelpScreen(table_at(after(four(draw="G3"), Draw(0))))),
    "HintScreen": PageScene(lambda: HintScreen(table_at(four()))),
    "HomeScreen": PAGES["home-friends"],
    "HostSetupScreen": PAGES["host-setup"],
    "InviteScreen": PAGES["invite"],
    "LearnedScreen": PageScene(lambda: LearnedScreen(42)),
    "LobbyHelpScreen": PAGES["lobby-help"],
    "LobbyScreen": PAGES["lobby-host"],
    "LogScreen": PageScene(told),
    "MatchScreen": PAGES["match-talk"],
    "MatchesScreen": PageScene(matches),
    "NewMatchScreen": PageScene(test_page_snapshots.new_match),
    "PeopleScreen": PAGES["people"],
    "QuestionScreen": PageScene(question, keys=("up",)),
    "QuitScreen": PageScene(lambda: QuitScreen(saved=True)),
    "ReplayHelpScreen": PageScene(ReplayHelpScreen),
    "ReplayScreen": PageScene(replay(4), keys=("2", "right")),
    "RoomsScreen": PAGES["rooms"],
    "RoundScreen": PAGES["round-talk"],
    "RulesScreen": PageScene(RulesScreen, keys=("slash", *"bluff", "enter")),
    "SettingsScreen": PageScene(lambda: SettingsScreen(Settings(name="Ada"), {}, lambda settings: None)),
    "SshScreen": PAGES["ssh-open"],
    "StatisticsScreen": PageScene(statistics),
    "StoppedScreen": PAGES["kicked"],
}
"""A screen of each class, but for the table, which has pictures enough."""


def breakpoint_of(size: Size) -> str:
    width, height = size
    if width < 80 or height < 24:
        return "bare"
    if width < 110:
        return "usual"
    return "huge" if width >= 150 and height >= 40 else "wide"


def kinds_of(look: Look) -> set[str]:
    """Return what a look is an example of, which may be two things at once."""
    palette = look.palette
    color = ("dark" if palette.dark else "light") if palette.colored else "mono"
    return {color, "ascii"} if look.glyphs is ASCII else {color}


def screens() -> Iterator[str]:
    """Return the names of all screens that there are."""
    for module in pkgutil.iter_modules(unokart_tui.screens.__path__):
        loaded = importlib.import_module(f"unokart_tui.screens.{module.name}")
        for name, value in vars(loaded).items():
            if isinstance(value, type) and issubclass(value, Screen) and value.__module__ == loaded.__name__:
                yield name


def elsewhere() -> Iterator[tuple[str, Size, Look]]:
    """Return what the pictures of other tests show: the screen, how large, and what it is drawn with."""
    for make, size, look, _ in [*test_page_snapshots.PICTURES.values(), *test_record_snapshots.PICTURES.values()]:
        yield type(make()).__name__, size, look
    for name, look_name, size in test_room_snapshots.PAGE_PICTURES:
        yield type(PAGES[name].make()).__name__, size, test_room_snapshots.LOOKS[look_name]
    for _, look_name, size in test_room_snapshots.TABLE_PICTURES:
        yield "TableScreen", size, test_room_snapshots.LOOKS[look_name]
    for _, size, palette, ascii in test_table_snapshots.PICTURES:
        yield "TableScreen", size, Look(palette, ASCII if ascii else UNICODE)
    for theme, _, size in test_theme_snapshots.TABLES:
        yield "TableScreen", size, Look(palette_for(False, "truecolor", theme), UNICODE)
    for look, size, _ in test_theme_snapshots.PAGES.values():
        yield "SettingsScreen", size, look


def gaps() -> Iterator[tuple[str, str, str]]:
    """Return the pictures that are to be taken here: a screen, a size and a look."""
    seen: dict[str, set[str]] = defaultdict(set)
    for name, size, look in elsewhere():
        seen[name] |= {breakpoint_of(size), *kinds_of(look)}
    for name in screens():
        if name not in BASES:
            unseen = [at for at in SIZES if at not in seen[name]], [kind for kind in LOOKS if kind not in seen[name]]
            for at, kind in zip_longest(*unseen):
                yield name, at or "usual", kind or "dark"


GAPS = list(gaps())


def test_there_is_an_example_of_every_screen() -> None:
    unseen = set(screens()) - set(EXAMPLES) - set(BASES) - {"TableScreen"}
    assert not unseen, f"screens without a picture: {sorted(unseen)}"
    assert "TableScreen" not in {name for name, _, _ in GAPS}, "the table is not seen at every size and in every look"


def test_an_example_is_what_it_is_called() -> None:
    assert {name: type(scene.make()).__name__ for name, scene in EXAMPLES.items()} == {name: name for name in EXAMPLES}


@pytest.mark.parametrize("gap", GAPS, ids=map("-".join, GAPS))
def test_seen(snap_compare: Compare, gap: tuple[str, str, str]) -> None:
    name, size, look = gap
    scene = EXAMPLES[name]
    app = PageApp(scene.make(), LOOKS[look])

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        scene.then(app.page)
        await pilot.pause()
        await pilot.press(*scene.keys)
        await pilot.pause()
        # A screen that fails is a picture too, and would be taken for a good one.
        assert pilot.app.return_code is None

    assert snap_compare(app, terminal_size=SIZES[size], run_before=act)
