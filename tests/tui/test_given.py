"""Settings from options, the environment, the file and defaults, in this order; and how many colors follow."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import click
import pytest
from click.testing import CliRunner
from msgspec.structs import asdict

from unokart_tui import cli
from unokart_tui.cli_settings import options_given, screen_options
from unokart_tui.config import Settings, load, remember, wrong_with
from unokart_tui.depth import tell_textual
from unokart_tui.given import Held, from_text, settle, variable_of
from unokart_tui.paths import settings_file
from unokart_tui.screens.rows import VALUE
from unokart_tui.setting_steps import in_words, stepped
from unokart_tui.setting_texts import ABOUT, OF_THE_SCREEN

# By setting: what the file says, what the environment says, what that means, and what an option says.
SAID: Final[dict[str, tuple[str, str, Any, Any]]] = {
    "name": ('"Ada"', "Bob", "Bob", "Cleo"),
    "bots": ("1", "2", 2, 4),
    "level": ('"easy"', "normal", "normal", "easy"),
    "target": ("1", "2", 2, 3),
    "pace": ("0.5", "0", 0.0, 2.5),
    "animations": ("false", "yes", True, False),
    "bell": ("false", "1", True, False),
    "title": ("false", "on", True, False),
    "ascii": ("true", "no", False, True),
    "invitations": ("false", "True", True, False),
    "theme": ('"light"', "nord", "nord", "mono"),
    "notify": ("false", "yes", True, False),
    "reminder": ("false", "1", True, False),
    "settle": ("0.5", "0", 0.0, 1.0),
    "mouse": ("false", "true", True, False),
    "keymap": ('"vim"', "usual", "usual", "vim"),
    "colors": ('"256"', "16", "16", "truecolor"),
}


def held(options: Mapping[str, Any], environment: Mapping[str, str], path: Path) -> Held:
    found = settle(options, environment, path)
    assert found.problems == ()
    return found


@pytest.mark.parametrize("key", SAID)
def test_an_option_goes_before_the_environment_that_before_the_file_that_before_the_default(
    key: str, tmp_path: Path
) -> None:
    path, nowhere = tmp_path / "settings.toml", tmp_path / "nowhere.toml"
    in_file, text, meant, option = SAID[key]
    path.write_text(f"{key} = {in_file}\n")
    variables = {variable_of(key): text}
    assert getattr(held({}, {}, nowhere).settings, key) == getattr(Settings(), key)
    by_file = held({}, {}, path)
    assert getattr(by_file.settings, key) == getattr(load(path)[0], key) != getattr(Settings(), key)
    assert by_file.given == {}
    by_environment = held({}, variables, path)
    assert getattr(by_environment.settings, key) == meant
    assert by_environment.given == {key: f"UNOKART_{key.upper()}"}
    by_option = held({key: option}, variables, path)
    assert getattr(by_option.settings, key) == option
    assert by_option.given == {key: f"--{key}"}


def test_every_setting_that_is_one_value_is_said_everywhere() -> None:
    remembered = "learned"  # by the game itself, and asked of nobody
    single = {key for key, value in asdict(Settings()).items() if not isinstance(value, dict) and key != remembered}
    assert set(SAID) == set(ABOUT) == single
    for key in single:
        assert ABOUT[key].switch == isinstance(getattr(Settings(), key), bool)
        changed = stepped(Settings(), key, 1)
        assert (changed == Settings()) == (key == "name"), key
        assert stepped(changed, key, -1) == Settings(), key
        assert in_words(Settings(name="Ada"), key)


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("UNOKART_BOTS", "ten", "UNOKART_BOTS must be a whole number from 1 to 9."),
        ("UNOKART_BOTS", "10", "UNOKART_BOTS must be a whole number from 1 to 9."),
        ("UNOKART_PACE", "nan", "UNOKART_PACE must be a number of seconds from 0 to 10."),
        ("UNOKART_BELL", "perhaps", "UNOKART_BELL must be true or false."),
        ("UNOKART_THEME", "pitch-black", f"UNOKART_THEME must be {wrong_with('theme', 0)}."),
        ("UNOKART_COLORS", "17", 'UNOKART_COLORS must be one of "auto", "truecolor", "256", "16", "none".'),
    ],
)
def test_a_variable_of_no_use_is_named_and_not_fatal(name: str, text: str, problem: str, tmp_path: Path) -> None:
    assert settle({}, {name: text}, tmp_path / "nowhere.toml") == Held(Settings(), {}, (problem,))


def test_an_empty_variable_says_nothing(tmp_path: Path) -> None:
    assert held({}, {"UNOKART_NAME": "", "UNOKART_BELL": "", "NO_COLOR": ""}, tmp_path / "x") == Held(Settings())


def test_no_color_is_the_environments_word_on_colors(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('colors = "256"\n')
    assert held({}, {"NO_COLOR": "1"}, path) == Held(Settings(colors="none"), {"colors": "NO_COLOR"})
    named = {"NO_COLOR": "1", "UNOKART_COLORS": "16"}
    assert held({}, named, path) == Held(Settings(colors="16"), {"colors": "UNOKART_COLORS"})
    assert held({"colors": "truecolor"}, named, path).settings.colors == "truecolor"


@pytest.mark.parametrize(
    ("colors", "environment", "told"),
    [
        ("auto", {"TERM": "xterm"}, {"TERM": "xterm"}),
        ("auto", {"TERM": "vt100"}, {"NO_COLOR": "1", "TEXTUAL_THEME": "ansi-dark"}),
        ("auto", {"TERM": "vt220"}, {"NO_COLOR": "1", "TEXTUAL_THEME": "ansi-dark"}),
        ("auto", {"TERM": "xterm-mono"}, {"NO_COLOR": "1", "TEXTUAL_THEME": "ansi-dark"}),
        ("auto", {"TERM": "vt100", "COLORTERM": "truecolor"}, {"TERM": "vt100"}),
        ("auto", {"TERM": "vt100-color"}, {"TERM": "vt100-color"}),
        ("none", {"TERM": "xterm"}, {"NO_COLOR": "1", "TEXTUAL_THEME": "ansi-dark"}),
        ("16", {"TERM": "xterm-256color", "NO_COLOR": "1"}, {"TEXTUAL_COLOR_SYSTEM": "standard"}),
        ("256", {"TERM": "vt100"}, {"TEXTUAL_COLOR_SYSTEM": "256"}),
        ("truecolor", {"TERM": "linux"}, {"TEXTUAL_COLOR_SYSTEM": "truecolor"}),
    ],
)
def test_textual_is_told_how_many_colors_there_are(
    colors: Any, environment: dict[str, str], told: dict[str, str]
) -> None:
    before = {key: value for key, value in environment.items() if key != "NO_COLOR"}
    tell_textual(colors, environment)
    assert environment == {**before, **told}


def test_only_what_was_changed_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("bots = 2\n")
    before = held({"bots": 5, "theme": "light"}, {"UNOKART_PACE": "3"}, path).settings
    remember(stepped(before, "bell", 1), path, before=before)
    assert path.read_text() == "bell = false\nbots = 2\n"


def test_settings_are_known_before_textual_is_loaded_which_reads_some_of_them_once() -> None:
    script = (
        "import sys; from unokart_tui.given import settle; from unokart_tui.depth import tell_textual;"
        "held = settle({}, {'UNOKART_THEME': 'nord'}); print(held.settings.theme, 'textual' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.split() == ["nord", "False"]


# The command line


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    opened: list[dict[str, Any]] = []

    def play(options: dict[str, Any], **others: Any) -> int:
        opened.append(options)
        return 0

    monkeypatch.setattr("unokart_tui.launch.home", play)
    monkeypatch.setattr("unokart_tui.launch.play_match", play)
    monkeypatch.setattr("unokart_tui.launch_room.host_room", lambda **given: play(given["options"]))
    monkeypatch.setattr("unokart_tui.launch_room.join_room", lambda **given: play(given["options"]))
    return opened


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("", {}),
        ("--theme light", {"theme": "light"}),
        ("--theme light play", {"theme": "light"}),
        ("play --theme light --bots 5", {"theme": "light", "bots": 5}),
        ("--theme light play --theme mono", {"theme": "mono"}),
        ("--no-bell --ascii play --bell", {"bell": True, "ascii": True}),
        ("host --colors 16 --pace 2 --no-title", {"colors": "16", "pace": 2.0, "title": False}),
        ("join --no-animations --name Ada", {"animations": False, "name": "Ada"}),
        ("--no-invitations", {"invitations": False}),
    ],
)
def test_each_setting_of_the_screen_is_an_option_before_a_command_and_behind_it(
    line: str, options: dict[str, Any], opened: list[dict[str, Any]]
) -> None:
    result = CliRunner().invoke(cli.unokart, line.split(), catch_exceptions=False)
    assert (result.exit_code, result.output) == (0, "")
    assert opened == [options]


def test_a_bad_value_of_an_option_is_refused_in_a_sentence() -> None:
    result = CliRunner().invoke(cli.unokart, ["play", "--colors", "17"])
    assert result.exit_code == 2
    assert '--colors takes one of "auto", "truecolor", "256", "16", "none", not \'17\'.' in result.output


def test_options_do_not_last_from_one_call_to_the_next() -> None:
    seen: list[dict[str, Any]] = []

    @click.command()
    @screen_options
    @click.pass_context
    def command(context: click.Context) -> None:
        seen.append(options_given(context, {}))

    for line in (["--theme", "mono"], []):
        CliRunner().invoke(command, line, catch_exceptions=False)
    assert seen == [{"theme": "mono"}, {}]


def test_a_text_that_is_no_such_value_stays_a_text() -> None:
    assert from_text("bots", "many") == "many"
    assert from_text("bell", "OFF") is False
    assert from_text("pace", "1") == 1.0


def test_the_readme_tells_of_every_setting_and_its_variable() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert {key for key in ABOUT if f"`{key}`" not in readme} == set()
    assert {key for key in OF_THE_SCREEN if f"`{variable_of(key)}`" not in readme} == set()
    switches = {key: f"--{'' if key == 'ascii' else 'no-'}{key}" for key in OF_THE_SCREEN if ABOUT[key].switch}
    assert {key for key, option in switches.items() if f"`{option}`" not in readme} == set()


def test_every_setting_has_a_label_of_its_own_that_fits() -> None:
    assert all(ABOUT[one].label != ABOUT[other].label for one, other in combinations(ABOUT, 2))
    assert all(len(about.label) <= VALUE - 4 for about in ABOUT.values()), "the value would cover it"
    assert set(OF_THE_SCREEN) < set(ABOUT)
    assert settings_file().name == "settings.toml"
