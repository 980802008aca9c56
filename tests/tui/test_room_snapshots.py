"""Pictures of rooms: each screen and state at the usual and the least size, palettes and marks somewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from tests.tui.pages import PageApp
from tests.tui.room_scenes import PAGES, ROOM_SCENES, RoomApp
from unokart_tui.cardface import Look
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.palette import FULL, MONO, SIXTEEN

Compare = Callable[..., bool]

BARE, USUAL, WIDE = (60, 20), (80, 24), (120, 40)
LOOKS = {"full": Look(FULL, UNICODE), "sixteen": Look(SIXTEEN, UNICODE), "mono": Look(MONO, ASCII)}
EVERY = [("full", USUAL), ("mono", BARE)]
MORE = {
    "lobby-host": [("sixteen", USUAL), ("full", WIDE)],
    "rooms": [("sixteen", USUAL)],
    "talk": [("full", WIDE), ("sixteen", USUAL)],
    "watching": [("full", BARE)],
}

PAGE_PICTURES = [(name, *way) for name in PAGES for way in [*EVERY, *MORE.get(name, [])]]
TABLE_PICTURES = [(name, *way) for name in ROOM_SCENES for way in [*EVERY, *MORE.get(name, [])]]


def named(picture: tuple[str, str, tuple[int, int]]) -> str:
    name, look, (width, height) = picture
    return f"{name}-{width}x{height}-{look}"


async def settled(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()
    # A screen that fails is a picture too, and would be taken for a good one.
    assert pilot.app.return_code is None


@pytest.mark.parametrize("picture", PAGE_PICTURES, ids=map(named, PAGE_PICTURES))
def test_page(snap_compare: Compare, picture: tuple[str, str, tuple[int, int]]) -> None:
    name, look, size = picture
    scene = PAGES[name]
    app = PageApp(scene.make(), LOOKS[look])

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        scene.then(app.page)
        await settled(pilot, scene.keys)

    assert snap_compare(app, terminal_size=size, run_before=act)


@pytest.mark.parametrize("picture", TABLE_PICTURES, ids=map(named, TABLE_PICTURES))
def test_table(snap_compare: Compare, picture: tuple[str, str, tuple[int, int]]) -> None:
    name, look, size = picture
    scene = ROOM_SCENES[name]
    app = RoomApp(scene, LOOKS[look])
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: settled(pilot, scene.keys))


def rows_of(app: App[Any]) -> list[str]:
    return [strip.text for strip in app.screen._compositor.render_strips()]


FORBIDDEN = "\x1b\x07\u202e\u200b\ufeff"


@pytest.mark.parametrize("size", [USUAL, BARE])
@pytest.mark.parametrize("name", PAGES)
async def test_no_page_lets_through_what_a_terminal_obeys(name: str, size: tuple[int, int]) -> None:
    scene = PAGES[name]
    app = PageApp(scene.make())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        scene.then(app.page)
        await settled(pilot, scene.keys)
        text = "\n".join(rows_of(app))
    assert not any(char in text for char in FORBIDDEN)


@pytest.mark.parametrize("size", [USUAL, BARE])
async def test_no_table_lets_through_what_a_terminal_obeys(size: tuple[int, int]) -> None:
    app = RoomApp(ROOM_SCENES["hostile"], LOOKS["full"])
    async with app.run_test(size=size) as pilot:
        await settled(pilot, ())
        text = "\n".join(rows_of(app))
    assert "[b]" in text, "markup is shown as what it is"
    assert not any(char in text for char in FORBIDDEN)
