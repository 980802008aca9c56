"""An app that has been started and rehearsed before its guest is there, and is given to one by a fork.

What an app does until its first picture takes longer than all that comes before it, and writes to much of the memory
that was shared until then. In the nursery that is done once.
"""

from __future__ import annotations

import asyncio
import selectors
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Final

from textual.pilot import Pilot

from net.identity import client_context
from unokart_tui.guests.app import GuestApp
from unokart_tui.guests.frugal import remember_no_strips
from unokart_tui.guests.rehearsal import rehearse

_SIZE: Final = (80, 24)
_LOADED_LATE: Final = ("encodings.idna", "ifaddr")
"""What is loaded only when the first connection is made."""


class StoppedLoop(asyncio.SelectorEventLoop):
    """An event loop that may be stopped in one process and go on in a fork of it.

    It waits by poll: what epoll or kqueue wait for is kept by the system, for both processes together.
    """

    def __init__(self) -> None:
        super().__init__(selectors.PollSelector())

    def part(self) -> tuple[int, ...]:
        """Share nothing any more with the process that this one is a fork of; return the descriptors it needs."""
        # Threads wake a loop over a pair of sockets, and here that would wake any of the processes. asyncio has no
        # public way to it; it has been as it is since it is there.
        self._close_self_pipe()  # type: ignore[attr-defined]  # not public
        self._make_self_pipe()  # type: ignore[attr-defined]  # not public
        return self._ssock.fileno(), self._csock.fileno()  # type: ignore[attr-defined]  # not public


class Stage:
    """The loop, and on it the app, stopped. Made in the nursery; in each child `go_on` ends with the app."""

    def __init__(self) -> None:
        """Start the app and go through an evening with it."""
        remember_no_strips()
        for module in _LOADED_LATE:
            import_module(module)
        _begin_to_shake_hands()
        self.loop = StoppedLoop()
        asyncio.set_event_loop(self.loop)
        self.app = GuestApp()
        ready = self.loop.create_future()

        async def play(pilot: Pilot[object]) -> None:
            await rehearse(self.app, pilot)
            ready.set_result(None)

        self._run = self.loop.create_task(self.app.run_async(size=_SIZE, auto_pilot=play))
        self.loop.run_until_complete(asyncio.wait((self._run, ready), return_when=asyncio.FIRST_COMPLETED))
        if self._run.done():
            self._run.result()  # raises what has gone wrong, unless the app has dealt with it
            raise RuntimeError("The app has ended while it was rehearsed.")
        # The app takes what is written meanwhile, and it has stopped.
        self._taken, (sys.stdout, sys.stderr) = (sys.stdout, sys.stderr), (sys.__stdout__, sys.__stderr__)

    def go_on(self, begin: Callable[[], object]) -> None:
        """Let the app run until its end; `begin` is called as soon as it does."""
        sys.stdout, sys.stderr = self._taken
        self.app.call_later(begin)
        self.loop.run_until_complete(self._run)


def _begin_to_shake_hands() -> None:
    """Go as far into a TLS connection as one can alone: most of what OpenSSL sets up is for the whole process."""
    connection = client_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO())
    with suppress(ssl.SSLWantReadError):
        connection.do_handshake()
