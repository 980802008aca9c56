"""Files that belong to one account: readable by nobody else, replaced as a whole, locked between processes."""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final

PRIVATE_DIRECTORY: Final = 0o700
PRIVATE_FILE: Final = 0o600

_OTHERS: Final = 0o077
_ASK_AGAIN: Final = 0.01


class StateError(Exception):
    """A file of this account can't be used. ``str(error)`` is a sentence for the player."""


class Lock:
    """A lock held by this process. It goes with the process, however that ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Give the lock back; a second time does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()


def make_private(directory: Path) -> None:
    """Make a directory that only this account can look into; raise `StateError` where that can't be."""
    try:
        directory.mkdir(PRIVATE_DIRECTORY, parents=True, exist_ok=True)
        _shut_out_others(directory, PRIVATE_DIRECTORY)
    except OSError as error:
        raise _unusable(directory, error) from error


def read_private(path: Path) -> bytes | None:
    """Return what a file holds, None where there is none; others lose their access to it. Raises `StateError`."""
    try:
        content = path.read_bytes()
        _shut_out_others(path, PRIVATE_FILE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unusable(path, error) from error
    return content


def write_private(path: Path, content: bytes) -> None:
    """Replace what a file holds, all or nothing even if the power fails; raise `StateError`.

    Two processes must not write the same file at the same time: hold a lock.
    """
    draft = path.with_name(f"{path.name}.new")
    try:
        # What a process that was killed has left of its draft is written over.
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, PRIVATE_FILE)
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, PRIVATE_FILE)
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        draft.replace(path)
        _sync_directory(path.parent)
    except OSError as error:
        raise _unusable(path, error) from error


def lock(path: Path, *, wait: float = 0.0, shared: bool = False) -> Lock | None:
    """Lock a file, which is made if need be; None where others hold it for longer than `wait` seconds.

    Any number may hold a shared lock, as long as nobody holds another. Raises `StateError`.
    """
    kind = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
    until = time.monotonic() + wait
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
        try:
            while True:
                # Asked for again and again instead of waited for: a holder may be a process that was stopped.
                with suppress(BlockingIOError):
                    fcntl.flock(descriptor, kind)
                    held, descriptor = Lock(descriptor), -1
                    return held
                if time.monotonic() >= until:
                    return None
                time.sleep(_ASK_AGAIN)
        finally:
            if descriptor >= 0:
                os.close(descriptor)
    except OSError as error:
        raise _unusable(path, error) from error


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that it is kept and out of the way; return its new path. Raises `StateError`."""
    for number in count(1):
        kept = path.with_name(f"{path.name}.damaged-{number}")
        if not kept.exists():
            break
    try:
        path.replace(kept)
    except OSError as error:
        raise _unusable(path, error) from error
    return kept


def remove_private(path: Path) -> None:
    """Remove a file, if it is there; raise `StateError`."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _unusable(path, error) from error


def _shut_out_others(path: Path, mode: int) -> None:
    if path.stat().st_mode & _OTHERS:
        path.chmod(mode)


def _sync_directory(directory: Path) -> None:
    """Make the rename last; a few file systems can't be asked to, and then it is up to them."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unusable(path: Path, error: OSError) -> StateError:
    return StateError(f"{path} can't be used: {error.strerror or error}.")
