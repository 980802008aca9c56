"""What holds for every test: settings of the person who runs them, and the speed of the machine, change nothing."""

import gc
import os
from itertools import chain, groupby

import pytest
from hypothesis import settings

# Read when Textual and the game are imported, so they have to go before that. The snapshot plugin has set its own
# by now.
for name in [name for name in os.environ if name.startswith(("TEXTUAL", "UNOKART_")) or name == "NO_COLOR"]:
    if not name.startswith("TEXTUAL_SNAPSHOT_"):
        del os.environ[name]

# A busy machine makes an example slow, not wrong.
settings.register_profile("unokart", deadline=None)
settings.load_profile("unokart")


_WAITING = ("tests/e2e/", "tests/net/ssh/", "tests/tui/guests/")
"""Where tests wait for real programs, most of the time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the modules that wait among those that compute, and let none be last.

    Workers begin with a part of the list each. By the order of names one has all that waits, and at the end the others
    have nothing to do beside it.
    """
    modules = [list(group) for _, group in groupby(items, key=lambda item: item.path)]
    waiting = [module for module in modules if module[0].nodeid.startswith(_WAITING)]
    computing = [module for module in modules if not module[0].nodeid.startswith(_WAITING)]
    if not waiting or not computing:
        return
    places = [(0.9 * at / len(waiting), module) for at, module in enumerate(waiting)]
    before, tests = 0, sum(map(len, computing))
    for module in computing:
        places.append((before / tests, module))
        before += len(module)
    items[:] = chain.from_iterable(module for _, module in sorted(places, key=lambda place: place[0]))


def pytest_collection_finish() -> None:
    """Search for garbage in what the tests make, not again and again in all that has been loaded for them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty home directory, so that no test reads or writes the files of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens take Enter as soon as they are there: a test does not hold a key down unless it says so."""
    monkeypatch.setattr("unokart_tui.settling.QUIET", 0.0)
