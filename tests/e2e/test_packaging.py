"""The wheel, installed apart from the checkout beside the libraries it declares and no others."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.e2e.offline import ROOT, make_venv, project_requirements

pytestmark = pytest.mark.timeout(120)


def run(*command: str | Path, cwd: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dist = tmp_path_factory.mktemp("dist")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", dist, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (wheel,) = dist.glob("unokart-*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin directory of an environment that the wheel was installed into."""
    venv = tmp_path_factory.mktemp("apart") / "venv"
    make_venv(venv, project_requirements())
    # With its dependencies: pip then refuses the wheel if it declares one that is not there.
    pip = ("-m", "pip", "--isolated", "--python", str(venv / "bin/python"), "install", "--no-index", "--quiet")
    done = run(sys.executable, *pip, wheel, cwd=venv)
    assert done.returncode == 0, done.stderr
    return venv / "bin"


def test_the_wheel_holds_the_three_packages_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        top = {name.partition("/")[0] for name in archive.namelist()}
    assert top == {"unokart_tui", "net", "engine", f"unokart-{wheel.name.split('-')[1]}.dist-info"}


def test_the_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    """Style sheets, rules and the protocol are read or shown by the program, so they travel with it."""
    files = [file for package in ("unokart_tui", "net", "engine") for file in (ROOT / package).rglob("*")]
    written = {str(file.relative_to(ROOT)) for file in files if file.is_file() and "__pycache__" not in file.parts}
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert not written - held
    assert {"engine/RULES.md", "net/PROTOCOL.md", "engine/py.typed", "net/py.typed", "unokart_tui/py.typed"} <= held
    assert "unokart_tui/LOOKS.md" in held
    assert any(name.endswith(".tcss") for name in held)


def test_the_installed_program_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    code = "import engine, net, unokart_tui; print(engine.__file__, net.__file__, unokart_tui.__file__, sep='\\n')"
    files = run(installed / "python", "-c", code, cwd=tmp_path).stdout.split()
    assert len(files) == 3
    assert all(Path(file).is_relative_to(installed.parent) for file in files)


def test_the_installed_program_tells_its_version(installed: Path, wheel: Path, tmp_path: Path) -> None:
    done = run(installed / "unokart", "--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert wheel.name.split("-")[1] in done.stdout


def test_the_installed_program_deals_and_leaves_at_the_end_of_input(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "unokart", "play", "--plain", "--bots", "3", "--seed", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.strip()


def test_the_installed_program_prints_the_rules(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "unokart", "rules", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "item box" in done.stdout.lower()


def test_every_screen_of_the_installed_program_can_be_loaded(installed: Path, tmp_path: Path) -> None:
    """A library that is used and not declared, or a module left out of the wheel, ends here."""
    code = (
        "import importlib, pkgutil\n"
        "for package in ('engine', 'net', 'unokart_tui'):\n"
        "    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + '.'):\n"
        "        if not module.name.endswith('__main__'):\n"
        "            importlib.import_module(module.name)"
    )
    done = run(installed / "python", "-W", "error", "-c", code, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
