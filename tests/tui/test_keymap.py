"""Keys and what they stand for: as they come, in the manner of vim, as the player has them."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from textual.keys import _character_to_key

from engine.actions import Draw, Keep
from engine.phases import Phase
from tests.tui.pages import PageApp
from tests.tui.rooms import MINE as MY_ROOM
from tests.tui.rooms import OPEN, Link, stay_in
from tests.tui.situations import MINE
from tests.tui.tables import HOME, NAMES, Seat, TableApp, calm, four, shown
from unokart_tui.commands import COMMANDS, CommandId
from unokart_tui.config import KEYMAPS, KeymapName, Settings, load, remember
from unokart_tui.key_settings import keys_from, lobby_keys, table_keys
from unokart_tui.keymap import FIXED, TABLE_KEYS
from unokart_tui.keynames import key_named, key_written
from unokart_tui.screens.lobby import LobbyScreen


def settings_with(directory: Path, text: str) -> tuple[Settings, list[str]]:
    path = directory / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("char", string.ascii_letters + string.digits + string.punctuation + " ")
def test_every_key_that_types_something_is_named_as_textual_does(char: str) -> None:
    key = key_named(char)
    assert key == _character_to_key(char)
    assert char == " " or key_written(key) == char


@pytest.mark.parametrize(
    ("text", "key", "written"),
    [
        ("Esc", "escape", "Esc"),
        ("return", "enter", "Enter"),
        ("Ctrl+X", "ctrl+x", "Ctrl+X"),
        ("shift+ctrl+up", "ctrl+shift+up", "Ctrl+Shift+Up"),
        ("F12", "f12", "F12"),
        ("pgup", "pageup", "PageUp"),
        ("question_mark", "question_mark", "?"),
    ],
)
def test_keys_are_named_as_people_write_them(text: str, key: str, written: str) -> None:
    assert key_named(text) == key
    assert key_written(key) == written


@pytest.mark.parametrize("text", ["", "enterr", "hyper+x", "ctrl+", "+", "é!", "f99", "\x1b"])
def test_what_is_no_key_has_no_name(text: str) -> None:
    assert text == "+" or key_named(text) is None


@pytest.mark.parametrize("keymap", KEYMAPS)
def test_in_every_keymap_every_command_has_a_key_and_no_key_two_meanings(keymap: KeymapName) -> None:
    keys = table_keys(Settings(keymap=keymap))
    given = [key for command in COMMANDS if command.id != "digit" for key in keys.keys(command.id)]
    assert len(given) == len(set(given))
    assert not set(given) & set(FIXED)
    for command in COMMANDS:
        if command.id != "digit":
            assert all(keys.command(key) == command.id for key in keys.keys(command.id))


def test_capitals_do_what_their_letters_do_unless_they_mean_something_else() -> None:
    assert TABLE_KEYS.command("D") == "draw"
    keys = table_keys(Settings(keys={"talk": ("D",)}))
    assert keys.command("D") == "talk"
    assert keys.command("d") == "draw"


def test_keys_from_the_settings_file_go_before_those_that_come(tmp_path: Path) -> None:
    settings, problems = settings_with(tmp_path, '[keys]\ndraw = "e"\nhint = ["?", "F3"]\nhelp = "h"\n')
    assert not problems
    keys = table_keys(settings)
    assert keys.command("e") == "draw"
    assert keys.command("d") is None
    assert keys.keys("hint") == ("question_mark", "f3")
    assert keys.of("help") == "h"


def test_two_commands_may_change_places() -> None:
    wishes = keys_from({"draw": "k", "keep": "d"}, "usual")
    assert not wishes.problems
    assert wishes.table == {"draw": ("k",), "keep": ("d",)}


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        ({"drow": "d"}, '"drow" is no command that keys can be given to.'),
        ({"digit": "z"}, '"digit" is no command that keys can be given to.'),
        ({"draw": "enterr"}, 'there is no key "enterr".'),
        ({"draw": 7}, 'the key of "draw" must be in quotes, or a list of such.'),
        ({"draw": []}, 'the key of "draw" must be in quotes, or a list of such.'),
        ({"draw": "7"}, '7 can\'t stand for "draw": digits choose cards and players.'),
        ({"draw": "ctrl+c"}, 'Ctrl+C can\'t stand for "draw": it asks to leave.'),
        ({"draw": "z", "keep": "z"}, 'z stands for "draw" already, so it can\'t for "keep".'),
        ({"talk": "d"}, 'd can\'t stand for "talk": "draw" would be left without a key.'),
        ("d", 'keys must be a table: [keys], and below it lines like draw = "e".'),
    ],
)
def test_what_can_not_be_had_is_named_and_the_rest_works(found: object, problem: str) -> None:
    wishes = keys_from(found, "usual")
    assert wishes.problems == [problem]
    keys = wishes.table
    bound = table_keys(Settings(keys=keys))
    assert all(bound.keys(command.id) for command in COMMANDS if command.id != "digit")
    assert bound.command("d") == ("draw" if keys.get("draw") is None else None) or bound.keys("draw") == ("d",)


def test_a_wish_about_keys_survives_that_other_settings_are_remembered(tmp_path: Path) -> None:
    settings, _ = settings_with(tmp_path, 'keymap = "vim"\n[keys]\ndraw = "e" # as ever\nkeep = "K"\n')
    path = tmp_path / "settings.toml"
    remember(Settings(bots=7, keymap="vim", keys=settings.keys), path)
    assert load(path) == (Settings(bots=7, keymap="vim", keys=settings.keys), [])
    assert 'draw = "e" # as ever' in path.read_text(encoding="utf-8")


def test_the_problem_with_a_key_names_the_file(tmp_path: Path) -> None:
    _, problems = settings_with(tmp_path, '[keys]\ndraw = "9"\n')
    assert problems == [f'{tmp_path / "settings.toml"}: 9 can\'t stand for "draw": digits choose cards and players.']


def test_the_lobby_has_keys_of_its_own(tmp_path: Path) -> None:
    settings, problems = settings_with(tmp_path, '[keys]\ndraw = "e"\n[keys.lobby]\nready = "y"\nbot = ["+", "b"]\n')
    assert not problems
    keys = lobby_keys(settings)
    assert keys.command("y") == "ready"
    assert keys.command("r") is None
    assert keys.keys("bot") == ("plus", "b")
    assert table_keys(settings).command("y") == "yellow"
    assert lobby_keys(Settings(keymap="vim")).command("j") == "down"


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        ({"lobby": "r"}, 'keys.lobby must be a table: [keys.lobby], and below it lines like ready = "y".'),
        ({"lobby": {"draw": "e"}}, 'in the lobby "draw" is no command that keys can be given to.'),
        ({"lobby": {"bot": "m"}}, 'in the lobby m can\'t stand for "bot": "mute" would be left without a key.'),
    ],
)
def test_what_can_not_be_had_in_the_lobby_is_named(found: object, problem: str) -> None:
    assert keys_from(found, "usual").problems == [problem]


async def test_in_the_lobby_other_keys_act_and_are_shown() -> None:
    link = Link()
    keys = lobby_keys(Settings(lobby_keys={"bot": ("plus",)}))
    page = LobbyScreen(stay_in(MY_ROOM, OPEN), link, ask_leave=lambda: None, keys=keys)  # type: ignore[arg-type]  # enough of one
    app = PageApp(page)
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        text = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "+ add bot" in text
        await pilot.press("b")
        assert page.lobby.notice == "b does nothing here; ? shows the keys."
        await pilot.press("plus")
        assert [call[0] for call in link.calls] == ["add_bot"]


# At the table


async def test_at_the_table_other_keys_act_and_are_shown() -> None:
    seat = Seat(four(), NAMES)
    app = TableApp(seat, calm(keys=table_keys(Settings(keys={"draw": ("e",)}))))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "e draw" in shown(app)[-1]
        await pilot.press("d")
        await pilot.pause()
        assert "d does nothing here" in "\n".join(shown(app))
        await pilot.press("e")
        assert [action for action, _ in seat.asked.actions] == [Draw(0)]


VIM: dict[str, CommandId] = {"h": "left", "j": "row_down", "k": "row_up", "l": "right", "e": "keep", "i": "hint"}


async def test_in_the_manner_of_vim_letters_move_and_another_keeps() -> None:
    keys = table_keys(Settings(keymap="vim"))
    assert {key: keys.command(key) for key in VIM} == VIM
    seat = Seat(MINE[Phase.DRAWN](), NAMES)
    app = TableApp(seat, calm(keys=keys))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        place = app.table.table.hand.place
        await pilot.press("h")
        assert app.table.table.hand.place == place - 1
        await pilot.press("l", "k")
        assert app.table.table.hand.place == place
        await pilot.pause()
        assert "e  keep it" in " ".join(shown(app))
        await pilot.press("e")
        assert [action for action, _ in seat.asked.actions] == [Keep(0)]
