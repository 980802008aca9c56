"""What an import brings with it, seen in a fresh process: import-linter reads the arrows, this runs them."""

import subprocess
import sys

import pytest

SCREEN = {"textual", "rich", "unokart_tui"}


def loaded_after(code: str) -> set[str]:
    """The names in sys.modules once a fresh interpreter has run the code."""
    program = f"import sys\n{code}\nprint('loaded:', *sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("loaded:")[2].split())


def import_all_of(package: str) -> str:
    return (
        f"import importlib, pkgutil, {package}\n"
        f"for module in pkgutil.walk_packages({package}.__path__, '{package}.'): importlib.import_module(module.name)"
    )


def test_the_measure_sees_what_an_import_loads() -> None:
    assert {"asyncio", "textual", "rich"} <= loaded_after("import textual.app")


def test_the_rules_load_neither_network_nor_screen_nor_event_loop() -> None:
    loaded = loaded_after(import_all_of("engine"))
    assert "engine" in loaded
    assert not loaded & {"net", "asyncio", "socket", "threading", "sqlite3", *SCREEN}


def test_the_network_loads_no_screen() -> None:
    loaded = loaded_after(import_all_of("net"))
    assert "net" in loaded
    assert not loaded & SCREEN


@pytest.mark.parametrize("asked", ["--help", "--version", "play --help", "rules --help", "simulate --help"])
def test_asking_the_command_line_about_itself_does_not_load_the_screens(asked: str) -> None:
    code = (
        "from unokart_tui.cli import main\n"
        f"sys.argv = {['unokart', *asked.split()]}\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code"
    )
    loaded = loaded_after(code)
    assert "unokart_tui" in loaded
    assert not loaded & {"textual", "rich"}


def test_a_table_against_bots_loads_nothing_of_other_computers() -> None:
    loaded = loaded_after("import unokart_tui.app, unokart_tui.solo_table")
    assert {"unokart_tui.screens.table", "net.solo"} <= loaded
    assert not loaded & {"net.network", "net.hosting", "net.remote", "zeroconf", "cryptography", "spake2"}
