"""scripts/play and scripts/test on machines of all sorts, without the network."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.checkout import Done, Machine
from tests.e2e.offline import project_requirements

pytestmark = pytest.mark.timeout(180)

PLAYED = "unokart['play', '--bots', '3']\n"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "machine", project_requirements())


def play(machine: Machine, **variables: str) -> Done:
    return machine.run("play", "play", "--bots", "3", variables=variables)


def refused(done: Done) -> str:
    """The one sentence of a script that could not go on."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    *progress, sentence = done.stderr.splitlines()
    assert sentence.startswith("scripts/play: ")
    assert all(line.endswith(".") for line in progress)
    return sentence


def test_the_first_run_says_what_it_does_and_the_next_says_nothing(machine: Machine) -> None:
    first = play(machine)
    assert first.returncode == 0, first.stderr
    assert first.stdout == PLAYED
    assert "making .venv with Python 3" in first.stderr
    assert "installing the game" in first.stderr
    (machine.bin / "python3.11").unlink()
    second = play(machine)
    assert (second.returncode, second.stdout, second.stderr) == (0, PLAYED, "")


def test_it_plays_from_another_directory_and_through_symlinks(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    direct, twice = tmp_path / "links" / "direct", tmp_path / "twice"
    direct.symlink_to(machine.root / "scripts" / "play")
    twice.symlink_to(Path("links") / "direct")
    for script, cwd in ((machine.root / "scripts/play", Path("/")), (direct, tmp_path), (twice, tmp_path / "links")):
        done = machine.run(script, "play", "--bots", "3", cwd=cwd, variables={"CDPATH": str(machine.root)})
        assert (done.returncode, done.stdout) == (0, PLAYED), done.stderr
    assert machine.count_venvs() == 1
    assert not (tmp_path / ".venv").exists()


def test_it_passes_on_the_status_of_the_program(machine: Machine) -> None:
    (machine.root / "unokart_tui/begin.py").write_text("def main() -> int:\n    return 7\n")
    assert play(machine).returncode == 7
    assert play(machine).returncode == 7


def test_a_changed_pyproject_is_installed_without_the_network(machine: Machine) -> None:
    assert play(machine).returncode == 0
    pyproject = machine.root / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace('begin:main"', 'other:main"'))
    (machine.root / "unokart_tui/begin.py").rename(machine.root / "unokart_tui/other.py")
    again = play(machine)
    assert (again.returncode, again.stdout) == (0, PLAYED), again.stderr
    assert "installing" in again.stderr
    assert machine.count_venvs() == 1
    assert play(machine).stderr == ""


def test_a_checkout_that_was_moved_plays_on(machine: Machine) -> None:
    assert play(machine).returncode == 0
    machine.root = machine.root.rename(machine.root.with_name("elsewhere"))
    done = play(machine)
    assert (done.returncode, done.stdout) == (0, PLAYED), done.stderr
    assert play(machine).stderr == ""


def break_python(venv: Path) -> None:
    """As when the system's Python was replaced by another."""
    (venv / "bin/python").unlink()
    (venv / "bin/python").symlink_to("/nowhere/python3.11")


def break_pip(venv: Path) -> None:
    (pip,) = venv.glob("lib/*/site-packages/pip")
    pip.unlink()
    for stamp in venv.glob("stamp-*"):
        stamp.unlink()


def break_all(venv: Path) -> None:
    """As when only an empty directory was there."""
    venv.rename(venv.with_name("was"))
    venv.mkdir()


@pytest.mark.parametrize("harm", [break_python, break_pip, break_all])
def test_a_venv_that_no_longer_works_is_made_anew(machine: Machine, harm: Callable[[Path], None]) -> None:
    assert play(machine).returncode == 0
    harm(machine.root / ".venv")
    done = play(machine)
    assert (done.returncode, done.stdout) == (0, PLAYED), done.stderr
    assert "removing a .venv" in done.stderr
    assert play(machine).stderr == ""


def test_an_interrupted_first_installation_is_begun_again(machine: Machine) -> None:
    cut_off = play(machine, PYTHON_DIES="1")
    assert cut_off.returncode == -9
    assert (machine.root / ".venv/bin").is_dir()
    done = play(machine)
    assert (done.returncode, done.stdout) == (0, PLAYED), done.stderr
    assert machine.count_venvs() == 2


def test_two_runs_at_once_install_once(machine: Machine) -> None:
    command = [str(machine.root / "scripts/play"), "play", "--bots", "3"]
    runs = [
        subprocess.Popen(command, env=machine.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ends = [(*run.communicate(timeout=120), run.returncode) for run in runs]
    assert [(out, status) for out, _, status in ends] == [(PLAYED, 0)] * 2, ends
    assert machine.count_venvs() == 1
    assert sum("installing the game" in err for _, err, _ in ends) == 1


NO_PYTHON = "scripts/play: no Python 3.11 or newer was found; install one, or say where it is in UNOKART_PYTHON."


def test_without_any_python_one_sentence_says_so(machine: Machine) -> None:
    (machine.bin / "python3.11").unlink()
    done = play(machine)
    assert refused(done) == NO_PYTHON
    assert len(done.stderr.splitlines()) == 1


def test_pythons_too_old_or_only_in_name_are_passed_over(machine: Machine) -> None:
    """A version switcher leaves commands on PATH that only say that this version is not installed."""
    real = (machine.bin / "python3.11").read_text()
    machine.add("python3.13", "#!/bin/sh\necho 'python3.13: command not found' >&2\nexit 127\n")
    machine.add("python3.11", "#!/bin/sh\nexit 1\n")
    assert refused(play(machine)) == NO_PYTHON
    machine.add("python3", real)
    assert play(machine).stdout == PLAYED


def test_the_python_named_in_the_environment_is_the_one_used(machine: Machine, tmp_path: Path) -> None:
    named = (machine.bin / "python3.11").rename(tmp_path / "my python")
    machine.add("python3.11", "#!/bin/sh\nexit 1\n")
    assert "UNOKART_PYTHON says /bin/cat" in refused(play(machine, UNOKART_PYTHON="/bin/cat"))
    assert play(machine, UNOKART_PYTHON=str(named)).stdout == PLAYED


def test_without_the_venv_module_one_sentence_says_so(machine: Machine) -> None:
    real = (machine.bin / "python3.11").read_text()
    machine.add("python3.11", real.replace('case "$1', 'case "$2" in *ensurepip*) exit 1 ;; esac\ncase "$1', 1))
    assert "lacks the venv module" in refused(play(machine))
    assert not (machine.root / ".venv").exists()


def test_without_network_one_sentence_says_so_and_the_next_run_mends_it(tmp_path: Path) -> None:
    some = project_requirements()[1:]
    machine = Machine(tmp_path / "machine", some)
    assert "no network" in refused(play(machine))
    words = (machine.root / ".venv/install.log").read_text()
    assert "textual" in words
    online = Machine(tmp_path / "online", project_requirements())
    machine.add("python3.11", (online.bin / "python3.11").read_text())
    assert play(machine).stdout == PLAYED


def test_a_pyproject_that_cannot_be_read_is_named(machine: Machine) -> None:
    (machine.root / "pyproject.toml").write_text("[build-system\n")
    assert "pyproject.toml cannot be read" in refused(play(machine))


def test_scripts_test_runs_every_step_and_names_those_that_failed(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "machine", project_requirements("dev"))
    (machine.root / "tests").mkdir()
    (machine.root / "tests/test_it.py").write_text("def test_one() -> None: ...\n\n\ndef test_two() -> None: ...\n")
    (machine.root / "engine/rules.py").write_text("import os\nimport textual\n\nx: int = ''\n")
    bad = machine.run("test", "-n", "0", "-k", "one", cwd=tmp_path)
    assert bad.returncode == 1
    assert bad.stderr.splitlines()[-1] == "scripts/test: failed: ruff-check ruff-format mypy import-linter"
    assert "1 passed, 1 deselected" in bad.stdout
    (machine.root / "engine/rules.py").unlink()
    good = machine.run("test", "-n", "0", cwd=tmp_path)
    assert (good.returncode, good.stderr) == (0, ""), good.stdout
    assert "2 passed" in good.stdout
    assert play(machine).stderr == ""
