"""Pictures of the themes: each at a table, at some size; and of the settings, where they are chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.pages import PageApp
from tests.tui.tables import SCENES, Seat, TableApp, calm
from unokart_tui.ansi import CONSOLE
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import palette_for
from unokart_tui.screens.settings import SettingsScreen

Compare = Callable[..., bool]

BARE, HOME, WIDE, HUGE = (60, 20), (80, 24), (120, 40), (200, 60)

TABLES: list[tuple[str, str, tuple[int, int]]] = [
    ("light", "your-turn", HOME),
    ("light", "color", BARE),
    ("light", "challenge", WIDE),
    ("high-contrast", "your-turn", HOME),
    ("deuteranopia", "eighteen", HOME),
    ("protanopia", "your-turn", BARE),
    ("tritanopia", "eighteen", HOME),
    ("ansi-dark", "your-turn", HUGE),
    ("ansi-light", "catch", HOME),
    ("nord", "target", HOME),
    ("solarized-light", "your-turn", WIDE),
]
PAGES: dict[str, tuple[Look, tuple[int, int], list[str]]] = {
    "settings": (Look(palette_for(False, "truecolor"), UNICODE), HOME, ["down"]),
    "settings-light-huge": (Look(palette_for(False, "truecolor", "light"), UNICODE), HUGE, ["up"]),
    "settings-console": (Look(CONSOLE, UNICODE), HOME, ["down", "down"]),
    "settings-plain-bare": (Look(palette_for(True, None), ASCII), BARE, [*"xy"]),
}


async def settled(pilot: Pilot[Any], keys: list[str]) -> None:
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()
    assert pilot.app.return_code is None


@pytest.mark.parametrize(("theme", "name", "size"), TABLES, ids=["-".join(map(str, table)) for table in TABLES])
def test_table(snap_compare: Compare, theme: str, name: str, size: tuple[int, int]) -> None:
    scene = SCENES[name]
    app = TableApp(Seat(scene.match(), scene.names), calm(palette=palette_for(False, "truecolor", theme)))

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for action in scene.then:
            app.seat.play(action)
        await settled(pilot, list(scene.keys))

    assert snap_compare(app, terminal_size=size, run_before=play)


@pytest.mark.parametrize("name", PAGES)
def test_settings(snap_compare: Compare, name: str) -> None:
    look, size, keys = PAGES[name]
    screen = SettingsScreen(Settings(name="Ada"), {"theme": "UNOKART_THEME"}, lambda settings: None)
    assert snap_compare(PageApp(screen, look), terminal_size=size, run_before=lambda pilot: settled(pilot, keys))
