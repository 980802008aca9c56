"""Completion in shells, and help that tells all there is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.tui.recorded import keep, played
from tests.tui.test_cli import unokart
from unokart_tui.cli import unokart as program
from unokart_tui.paths import state_directory


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    variables = {"_UNOKART_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "unokart_tui"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_complete(shell: str) -> None:
    done = unokart("completions", shell)
    assert done.returncode == 0
    assert f"_UNOKART_COMPLETE={shell}_complete" in done.stdout


def test_another_shell_is_refused_in_a_sentence() -> None:
    done = unokart("completions", "tcsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'." in done.stderr


def test_bash_completes_with_it(tmp_path: Path) -> None:
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "unokart").write_text(f'#!/bin/sh\nexec {sys.executable} -m unokart_tui "$@"\n')
    (bin / "unokart").chmod(0o755)
    script = (
        'eval "$(unokart completions bash)"; complete -p unokart; '
        'COMP_WORDS=(unokart sim); COMP_CWORD=1; _unokart_completion unokart sim unokart; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": f"{bin}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "_unokart_completion unokart" in done.stdout
    assert done.stdout.splitlines()[-1] == "simulate"


def test_commands_options_and_matches_are_completed() -> None:
    assert "plain,replay" in completed("unokart", "re")
    assert "plain,--json" in completed("unokart", "stats", "--")
    assert completed("unokart", "replay", "") == []
    assert not state_directory().exists()
    keep(state_directory(), (played(1), 0), (played(2), 0))
    assert sorted(completed("unokart", "replay", "")) == ["plain,1", "plain,2"]
    assert completed("unokart", "replay", "2") == ["plain,2"]
    assert completed("unokart", "replay", "tes") == ["file,tes"]
    (state_directory() / "tables.sqlite3").unlink()
    (state_directory() / "tables.sqlite3").mkdir()
    assert completed("unokart", "replay", "") == []


@pytest.mark.parametrize("name", ["", *program.commands])
def test_help_is_whole_and_fits(name: str) -> None:
    command = program.commands[name] if name else program
    context = click.Context(command, info_name="unokart", max_content_width=80)
    text = command.get_help(context)
    assert max(map(len, text.splitlines())) <= 80
    assert "..." not in text.replace("[ARGS]...", "")
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.opts[-1] in text
            assert parameter.help


def test_the_main_help_tells_files_variables_and_statuses() -> None:
    text = unokart("--help").stdout
    for word in ("settings.toml", "NO_COLOR", "COLORTERM", "XDG_STATE_HOME", "Exit status", "unokart doctor"):
        assert word in text
