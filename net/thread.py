"""The thread that all networking runs on, and the door to it.

A terminal that stops reading stops the event loop of the screen, for as long as it likes. Here nothing notices.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from net.log import log_path, log_to_file
from net.session import End
from net.solo import Solo, SoloSetup
from net.updates import Link, Update

__all__ = ["NetworkThread", "SoloSetup"]

_STOP_WITHIN: Final = 5.0
_STOPPED: Final = End("left", "You have left the table.")

_log = logging.getLogger(__name__)


class NetworkThread:
    """A thread with an event loop of its own, on which hosts and clients run.

    What goes wrong there is written to `log`, and told to the players concerned as `net.updates.Closed`.
    """

    def __init__(self, log: Path | None = None) -> None:
        """Prepare the thread. `log` is the player's own log file unless another is given."""
        self._log_path = log or log_path()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(self._raised)
        # A daemon: a program that has lost its screen ends, whatever this thread is waiting for.
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._matches: dict[asyncio.Task[None], Solo] = {}

    def start(self) -> None:
        """Begin; once."""
        log_to_file(self._log_path)
        self._thread.start()

    def stop(self) -> None:
        """Leave all tables, each `Closed` being told, and end the thread. Not to be called on it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._leave_all)
        self._thread.join(_STOP_WITHIN)

    def open_solo(self, setup: SoloSetup, on_update: Callable[[Update], None]) -> Link:
        """Begin a match against bots; the player sits in seat 0.

        `on_update` is called on this thread, first with `Joined`, last with `Closed`. Raises
        `engine.errors.PositionError` where the rules can't be played by so many.
        """
        solo = Solo(setup, on_update, self._loop)
        self._loop.call_soon_threadsafe(self._begin, solo)
        return solo

    def _begin(self, solo: Solo) -> None:
        task = self._loop.create_task(solo.run())
        self._matches[task] = solo
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        del self._matches[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A match broke down", exc_info=error)

    def _raised(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take in what no one has caught: a fault of ours, that may have left a table standing still."""
        error = context.get("exception")
        _log.error("%s", context["message"], exc_info=error)
        if error is not None:
            for solo in self._matches.values():
                solo.fail()

    def _leave_all(self) -> None:
        for solo in self._matches.values():
            solo.end(_STOPPED)
        self._loop.stop()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(asyncio.gather(*self._matches, return_exceptions=True))
        finally:
            self._loop.close()
