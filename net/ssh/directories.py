"""Where the children of guests have their private directories, and how none is left over after a crash."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from net.files import Lock, StateError, lock, make_private

_ALL: Final = "ssh-guests"
_LOCK: Final = ".lock"
_LOCK_WAIT: Final = 5.0


@contextmanager
def own_directory(state: Path) -> Iterator[Path]:
    """Make a directory for all the guests of this process, which goes at the end; raise `net.files.StateError`.

    Those of processes that were killed go now.
    """
    parent = state / _ALL
    mine = parent / str(os.getpid())
    make_private(parent)
    with _locked(parent, _LOCK_WAIT):
        for other in parent.iterdir():
            if other.is_dir():
                _remove_unused(other)
        make_private(mine)
        held = _locked(mine, 0.0)
    with held:
        try:
            yield mine
        finally:
            shutil.rmtree(mine)


def _remove_unused(directory: Path) -> None:
    held = lock(directory / _LOCK)
    if held is not None:
        with held:
            shutil.rmtree(directory)


def _locked(directory: Path, wait: float) -> Lock:
    held = lock(directory / _LOCK, wait=wait)
    if held is None:
        raise StateError(f"Another unokart is busy with {directory}.")
    return held
