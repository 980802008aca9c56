"""A child: a process for one guest, cut off from all that the nursery has, on the guest's terminal."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import resource
import select
import signal
import sys
import termios
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

from net.ssh.talk import Spawn
from unokart_tui.faults import write_fault
from unokart_tui.guests.play import play
from unokart_tui.guests.stage import Stage

FAULTY: Final = 70
"""The exit status of a child with a fault of its own. The ssh server tells the guest of it, and what leads back."""

_PATH: Final = "/usr/bin:/bin"
_MOST_DESCRIPTORS: Final = 65_536
_LARGEST_FILE: Final = 1024 * 1024
"""Bytes. Nothing that a child writes comes near; only a log of endless faults would."""
_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,63}", re.ASCII)


def live(stage: Stage, spawn: Spawn, terminal: int) -> int:
    """Be the child of one guest until they go, with the app on the stage; return the exit status."""
    try:
        _let_go(terminal, stage.loop.part())
        _settle(spawn.directory, environment(spawn.term, spawn.directory))
        return play(spawn, stage)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not (_terminal_has_gone() and _comes_of_that(error)):
            write_fault()
        return FAULTY
    finally:
        _flush()


def environment(term: str, directory: str) -> dict[str, str]:
    """Return all of a child's environment; nothing in it is the host's."""
    home = Path(directory)
    return {
        "HOME": directory,
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "TMPDIR": directory,
        "PATH": _PATH,
        "TERM": term if _TERM.fullmatch(term) else "dumb",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
    }


def _let_go(terminal: int, keep: Iterable[int]) -> None:
    """Take the terminal for standard input and output, and close every other descriptor that is not to be kept."""
    for fileno in range(3):
        os.dup2(terminal, fileno)
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = soft if 0 < soft < _MOST_DESCRIPTORS else _MOST_DESCRIPTORS
    for before, after in pairwise((2, *sorted(keep), most)):
        os.closerange(before + 1, after)


def _settle(directory: str, environ: Mapping[str, str]) -> None:
    """Be alone with the terminal, in a session of this process's own."""
    os.setsid()
    # Without that the terminal's end, its size and Ctrl+C would be told to nobody.
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGQUIT, signal.default_int_handler)  # a key too, where lines are typed: the end, and no fault
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # where lines are typed, Ctrl+Z: there is no shell to go on from
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
    os.umask(0o077)
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environ)
    # The nursery's own streams believe in what its descriptors were: a file, for one, could be sought in.
    for fileno, name in enumerate(("stdin", "stdout", "stderr")):
        mode = "w" if fileno else "r"
        stream = os.fdopen(fileno, mode, buffering=1, encoding="utf-8", errors="replace", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _terminal_has_gone() -> bool:
    terminal = select.poll()
    terminal.register(0, 0)  # which still tells of a hang-up
    return bool(terminal.poll(0))


def _comes_of_that(error: BaseException) -> bool:
    """Tell whether nothing else has gone wrong than that something could not be shown."""
    cause = error.__context__
    unseen = isinstance(error, OSError) and error.errno == errno.EIO
    return unseen and (cause is None or not isinstance(cause, Exception) or _comes_of_that(cause))


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # the guest has gone, and so has whoever would read it
            return
