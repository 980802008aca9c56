"""The thread that networking runs on.

A terminal that stops reading stops the event loop of the screen, for as long as it likes. Here nothing notices.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from net.log import log_path, log_to_file

_log = logging.getLogger(__name__)

_OTHERS: Final = frozenset(("asyncio", "selectors", "socket", "ssl", "zeroconf"))
"""Packages that may stumble among themselves."""


class NetworkThread:
    """A thread with an event loop of its own, that runs a coroutine and ends with it.

    `failed` is called on the thread when something of ours has raised there; what it was is written to `log`, which is
    the player's log file unless another is given. So is what others have raised there.
    """

    def __init__(self, failed: Callable[[], None], log: Path | None = None) -> None:
        self._failed = failed
        self._log_path = log or log_path()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._raised)

    def start(self, main: Coroutine[Any, Any, None]) -> None:
        """Begin, with what the thread is to run; once."""
        log_to_file(self._log_path)
        # A daemon: a program that has lost its screen ends, whatever this thread is waiting for.
        threading.Thread(target=self._run, args=(main,), name="network", daemon=True).start()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call something on the thread soon, from any thread; nothing happens once the thread has ended."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)

    def _run(self, main: Coroutine[Any, Any, None]) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(main)
        except Exception as error:
            self._raised(self._loop, {"message": "What the network thread runs has failed", "exception": error})
        finally:
            self._loop.close()

    def _raised(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take in what nobody has caught: if it is a fault of ours, it may have left a table standing still."""
        error = context.get("exception")
        _log.error("%s", context["message"], exc_info=error)
        if error is not None and _is_ours(error):
            self._failed()


def _is_ours(error: BaseException) -> bool:
    """Whether something of this game was running when it was raised.

    What asyncio and zeroconf stumble over among themselves, such as a TLS connection that breaks while it is being
    closed, concerns no table; and strangers could bring it about.
    """
    packages = {
        str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in traceback.walk_tb(error.__traceback__)
    }
    return not packages or not packages <= _OTHERS
