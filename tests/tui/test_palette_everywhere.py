"""The command palette, the rule book and help are a key away on every screen, and know what can be done there."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from textual.app import App
from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen

import unokart_tui.screens
from engine.phases import Phase
from tests.tui.pages import PageApp, ended, people
from tests.tui.room_scenes import lobby
from tests.tui.rooms import LOBBY, MINE, OPEN
from tests.tui.tables import NAMES, Seat, TableApp, calm, four
from tests.tui.test_app import SETTINGS
from tests.tui.test_every_screen import EXAMPLES
from unokart_tui.app import UnoKartApp
from unokart_tui.offers import Offer
from unokart_tui.screens.commands import CommandsScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.log import LogScreen
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.page import Page
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.screens.settings import SettingsScreen


def pages() -> Iterator[type[Page[Any]]]:
    """Return every page that there is."""
    for module in pkgutil.iter_modules(unokart_tui.screens.__path__):
        loaded = importlib.import_module(f"unokart_tui.screens.{module.name}")
        for value in vars(loaded).values():
            if isinstance(value, type) and issubclass(value, Page) and value.__module__ == loaded.__name__:
                yield value


PAGES = {page.__name__: page for page in pages()}


@pytest.mark.parametrize("name", PAGES)
def test_every_key_of_a_page_has_words_to_be_found_by(name: str) -> None:
    for binding in PAGES[name].BINDINGS:
        assert isinstance(binding, Binding)
        assert binding.description, f"{binding.key} of {name} is in no palette"


def shown(app: App[Any]) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize("name", EXAMPLES)
async def test_only_what_the_game_does_is_offered_and_no_key_of_the_library_is_silent(name: str) -> None:
    scene = EXAMPLES[name]
    app = PageApp(scene.make())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        scene.then(app.page)
        await pilot.pause()
        described = {active.binding.description for active in app.page.active_bindings.values()}
        assert not described & {binding.description for binding in Screen.BINDINGS if isinstance(binding, Binding)}
        for key in ("tab", "shift+tab", "super+c"):
            means = isinstance(app.page, LobbyScreen) and app.page.lobby.keys.command(key) is not None
            if key not in app.page.active_bindings and not means:
                assert "does nothing here" in await press(pilot, key)


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    return shown(pilot.app)


async def test_home_lists_what_it_offers_and_does_it() -> None:
    app = UnoKartApp(SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await press(pilot, "colon")
        assert isinstance(app.screen, CommandsScreen)
        for words in ("Play against bots", "Learn in six steps", "settings", "Rule book"):
            assert words in text
        for words in ("Continue", "Join a game", "invitation"):
            assert words not in text, "what is not offered"
        await press(pilot, *"against", "enter")
        assert isinstance(app.screen, NewMatchScreen)
        text = await press(pilot, "ctrl+p", *"rule", "enter")
        assert isinstance(app.screen, RulesScreen)
        await press(pilot, "f1")
        assert isinstance(app.screen, NewMatchScreen), "the same key leads back"


async def test_help_on_a_page_lists_its_keys() -> None:
    app = UnoKartApp(SETTINGS)
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "f2", "down")
        text = await press(pilot, "question_mark")
        assert isinstance(app.screen, CommandsScreen)
        assert "the next value" in text
        before = app.settings.theme
        await press(pilot, *"next value", "enter")
        assert isinstance(app.screen, SettingsScreen)
        assert app.settings.theme != before
        await press(pilot, "escape", "f1")
        assert isinstance(app.screen, RulesScreen)


async def test_it_is_left_as_one_came_and_opened_once() -> None:
    app = UnoKartApp(SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p", "ctrl+p")
        assert isinstance(app.screen, HomeScreen)
        await press(pilot, "colon", "escape")
        assert isinstance(app.screen, HomeScreen)


async def test_what_is_typed_there_is_no_command() -> None:
    app = UnoKartApp(SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p", "up", "colon", "question_mark")
        assert isinstance(app.screen, NewMatchScreen)
        assert ":?" in shown(app), "a name may have them"


async def offers_of(page: Page[Any]) -> dict[str, Offer]:
    app = PageApp(page)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return {offer.text: offer for offer in page.offers()}


async def test_the_lobby_offers_its_commands_to_whose_they_are() -> None:
    host = await offers_of(lobby(MINE, OPEN)())
    guest = await offers_of(lobby(LOBBY)())
    assert any("bot" in text for text in host)
    assert not any("bot play" in text for text in guest)
    assert len({offer.id for offer in host.values()}) == len(host), "no key twice"


async def test_after_a_round_the_log_can_be_read() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = RoundScreen(ended(4, Phase.ROUND_OVER), people(4), 0)
        page.table = app.table.table
        app.push_screen(page)
        await pilot.pause()
        assert "l log" in shown(app)
        assert "Read all that has happened, round by round." in {offer.text for offer in page.offers()}
        await press(pilot, "l")
        assert [type(screen) for screen in app.screen_stack[-2:]] == [RoundScreen, LogScreen]
        await press(pilot, "escape")
        assert app.screen_stack[-1] is page
