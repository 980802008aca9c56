"""The settings file: read with mercy, and written without harm to what else is in it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from unokart_tui.config import Settings, load, remember
from unokart_tui.paths import log_file, settings_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "settings.toml"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_without_a_file_all_is_by_default(path: Path) -> None:
    assert load(path) == (Settings(), [])


def test_what_is_set_is_taken(path: Path) -> None:
    write(path, 'name = "Ada"\nbots = 5\nlevel = "easy"\ntarget = 100\npace = 2\nbell = false\nanimations = false\n')
    settings, problems = load(path)
    assert settings == Settings(name="Ada", bots=5, level="easy", target=100, pace=2, bell=False, animations=False)
    assert problems == []


def test_an_unknown_setting_is_named_and_the_others_hold(path: Path) -> None:
    settings, problems = load(write(path, "bot = 5\nbots = 4\n"))
    assert settings.bots == 4
    assert problems == [f'{path} has an unknown setting "bot".']


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("bots = 0", "bots must be a whole number from 1 to 9"),
        ("bots = 10", "bots must be a whole number from 1 to 9"),
        ("bots = 2.5", "bots must be a whole number from 1 to 9"),
        ("bots = true", "bots must be a whole number from 1 to 9"),
        ('level = "hard"', 'level must be "easy" or "normal"'),
        ("target = 0", "target must be a whole number from 1 to 100000"),
        ("pace = -1", "pace must be a number of seconds from 0 to 10"),
        ("pace = nan", "pace must be a number of seconds from 0 to 10"),
        ("bell = 1", "bell must be true or false"),
        ("name = 7", "name must be a name in quotes"),
        ("bots = [1]", "bots must be a whole number from 1 to 9"),
    ],
)
def test_a_bad_value_is_named_and_the_default_taken(path: Path, line: str, wanted: str) -> None:
    settings, problems = load(write(path, line))
    assert settings == Settings()
    assert problems == [f"{path}: {wanted}."]


@pytest.mark.parametrize("text", ["bots = ", "\x00", "bots = 1\nbots = 2"])
def test_a_file_that_is_no_toml_is_named_and_not_fatal(path: Path, text: str) -> None:
    settings, problems = load(write(path, text))
    assert settings == Settings()
    assert len(problems) == 1
    assert str(path) in problems[0]


def test_a_file_that_is_no_text_or_can_not_be_read_is_named_and_not_fatal(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\xfe")
    assert "cannot be read" in load(path)[1][0]
    assert "cannot be read" in load(path.parent)[1][0]


def test_choices_are_remembered(path: Path) -> None:
    chosen = Settings(name='A "quoted" \\ näme', bots=9, level="easy", target=50, pace=0.3)
    remember(chosen, path)
    assert load(path) == (chosen, [])


def test_only_what_is_new_is_written(path: Path) -> None:
    remember(Settings(), path)
    assert not path.exists()
    remember(Settings(bots=4), path)
    assert path.read_text() == "bots = 4\n"


def test_what_else_is_in_the_file_stays(path: Path) -> None:
    text = '# mine\nname = "Ada" # me\n  bots = 2\n\n[later]\nbots = 7\n'
    write(path, text)
    remember(Settings(name="Ada", bots=3, target=100), path)
    assert path.read_text() == 'target = 100\n# mine\nname = "Ada" # me\nbots = 3\n\n[later]\nbots = 7\n'


def test_going_back_to_the_default_is_remembered_too(path: Path) -> None:
    write(path, "bots = 5\n")
    remember(replace(load(path)[0], bots=3), path)
    assert load(path)[0].bots == 3


@pytest.mark.parametrize("text", ["bots = ", '"bots" = 5\n', 'name = """\nbots = 2\n"""\n'])
def test_a_file_that_is_not_understood_is_left_alone(path: Path, text: str) -> None:
    write(path, text)
    remember(Settings(bots=4, name="Ada"), path)
    assert path.read_text() == text


def test_a_link_to_the_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = write(tmp_path / "dotfiles" / "settings.toml", "bots = 2\n")
    path.parent.mkdir()
    path.symlink_to(real)
    remember(Settings(bots=4), path)
    assert path.is_symlink()
    assert real.read_text() == "bots = 4\n"


def test_what_is_made_is_for_its_owner_alone(path: Path) -> None:
    remember(Settings(bots=4), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


def test_files_are_where_the_system_keeps_such_files() -> None:
    home = Path.home()
    assert settings_file().is_relative_to(home)
    assert log_file().is_relative_to(home)


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_settings_that_are_no_file_are_told_of_and_not_waited_for(kind: str, path: Path) -> None:
    path.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    settings, problems = load(path)
    assert settings == Settings()
    assert problems == [f"The settings in {path} cannot be read: it is not a regular file."]
    with pytest.raises(OSError, match="regular file"):
        remember(Settings(bots=4), path)
