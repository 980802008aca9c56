"""The settings screen: what is changed there holds at once, wherever one came from, and is kept."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from unokart_tui.app import UnoKartApp
from unokart_tui.config import Settings, load
from unokart_tui.paths import settings_file
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.settings import SettingsScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.setting_texts import ABOUT
from unokart_tui.start import AtHome, AtTable, Start

SETTINGS = Settings(name="Ada", pace=0, bots=2, animations=False)
SIZE = (80, 24)
DOWN_TO = {key: ["down"] * at for at, key in enumerate(ABOUT)}


@pytest.fixture(autouse=True)
def many_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture
def app() -> UnoKartApp:
    return UnoKartApp(SETTINGS)


def shown(app: UnoKartApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_the_theme_changes_before_ones_eyes_and_is_kept(app: UnoKartApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("s", *DOWN_TO["theme"], "right")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert "light" in shown(app)
        assert not app.look.palette.dark
        assert app.theme == "unokart-light"
        assert load()[0] == Settings(theme="light")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        home = app.screen.query_one("Canvas").render_line(0)
        assert {segment.style.bgcolor for segment in home if segment.style} == {app.look.palette.ground.bgcolor}


async def test_all_themes_can_be_gone_through_in_a_circle(app: UnoKartApp) -> None:
    seen = []
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", *DOWN_TO["theme"])
        while app.settings.theme not in seen:
            seen.append(app.settings.theme)
            await pilot.press("right")
        assert app.settings.theme == "dark"
        await pilot.press("left")
        assert app.settings.theme == seen[-1]
    assert {"mono", "ansi-dark", "nord"} < set(seen)


@pytest.mark.parametrize("key", [key for key in ABOUT if key != "name"])
@pytest.mark.parametrize("press", ["right", "left", "enter", "space"])
async def test_every_setting_is_changed_and_kept(app: UnoKartApp, key: str, press: str) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", *DOWN_TO[key], press)
        await pilot.pause()
        changed = getattr(app.settings, key)
        if not (key == "pace" and press == "left"):
            assert changed != getattr(SETTINGS, key)
            assert getattr(load()[0], key) == changed
        assert replace(app.settings, **{key: getattr(SETTINGS, key)}) == SETTINGS


async def test_a_name_is_typed_and_keys_that_mean_something_elsewhere_are_part_of_it(app: UnoKartApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", *DOWN_TO["name"], "backspace", "q", "space", "Q")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
    assert load()[0].name == app.settings.name == "Adq Q"


async def test_it_opens_over_a_table_which_looks_and_sounds_as_is_wished_from_then_on() -> None:
    app = UnoKartApp(SETTINGS, AtTable(seed=1))
    async with app.run_test(size=SIZE) as pilot:
        table = await seated(pilot)
        await pilot.press("f2", *DOWN_TO["theme"], "right", "down", "down", "right", "down", "right")
        await pilot.press("down", "right", "f2")
        await pilot.pause()
        assert app.screen is table
        assert (app.settings.ascii, app.settings.bell) == (True, False)
        assert not table.options.bell
        assert table._movement.motion.on
        while "►" in shown(app) or "draw" not in shown(app):
            await pilot.pause(0.01)
        ground = app.look.palette.ground.bgcolor
        assert any(
            segment.style and segment.style.bgcolor == ground for segment in app.screen._compositor.render_strips()[6]
        )


async def test_it_opens_at_the_table_by_another_key_too_and_from_the_palette() -> None:
    settings = replace(SETTINGS, keys={"settings": ("comma",)})
    app = UnoKartApp(settings, AtTable(seed=1))
    async with app.run_test(size=SIZE) as pilot:
        await seated(pilot)
        await pilot.press("comma")
        await opened(pilot)
        await pilot.press("escape", "colon", *"settings", "enter")
        await opened(pilot)


async def test_what_goes_before_the_file_is_named() -> None:
    app = UnoKartApp(replace(SETTINGS, theme="light"), given={"theme": "UNOKART_THEME"})
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("f2", *DOWN_TO["theme"])
        await pilot.pause()
        assert "UNOKART_THEME goes before what is kept here" in " ".join(shown(app).split())


@pytest.mark.parametrize("start", [AtHome(), AtTable(seed=1)], ids=["home", "table"])
async def test_what_of_the_settings_is_of_no_use_is_told_where_the_player_is(start: Start) -> None:
    problems = ('settings.toml has an unknown setting "thme".', "UNOKART_BOTS must be a whole number from 1 to 9.")
    app = UnoKartApp(SETTINGS, start, problems=problems)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(200):
            if "thme" in shown(app):
                break
            await pilot.pause(0.01)
        told = f"2 faults in the settings, which unokart doctor lists: {problems[0]}"
        assert told in " ".join(shown(app).split())


async def test_what_can_not_be_kept_is_said_and_holds_all_the_same(app: UnoKartApp) -> None:
    settings_file().parent.parent.mkdir(parents=True, exist_ok=True)
    settings_file().parent.write_text("in the way")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2", *DOWN_TO["bell"], "right")
        await pilot.pause()
        assert "Your choices could not be kept" in shown(app)
        assert not app.settings.bell


async def test_rows_are_clicked_first_to_go_there_then_to_change(app: UnoKartApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f2")
        await pilot.pause()
        row = next(y for y, text in enumerate(shown(app).split("\n")) if "Bell" in text)
        await pilot.click(offset=(10, row))
        await pilot.pause()
        assert app.settings.bell
        await pilot.click(offset=(10, row))
        await pilot.pause()
        assert not app.settings.bell


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60), (60, 14), (20, 5)])
async def test_every_row_is_seen_when_one_is_there(app: UnoKartApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.press("f2")
        for about in ABOUT.values():
            await pilot.pause()
            if size >= (60, 20):
                assert about.label in shown(app)
            await pilot.press("down")


async def opened(pilot: Pilot[None]) -> None:
    for _ in range(200):
        if isinstance(pilot.app.screen, SettingsScreen):
            return
        await pilot.pause(0.01)
    raise AssertionError("the settings do not open")


async def seated(pilot: Pilot[None]) -> TableScreen:
    while not (isinstance(pilot.app.screen, TableScreen) and pilot.app.screen.view is not None):
        await pilot.pause(0.01)
    return pilot.app.screen
