"""From the network thread to the screen: updates become messages of the app, which may be posted from any thread."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from textual.app import App
from textual.message import Message

from net.updates import Closed

T = TypeVar("T")


class Arrived(Message):
    """Something has come from the network, over one bridge."""

    def __init__(self, bridge: Bridge[Any], update: object) -> None:
        super().__init__()
        self.bridge = bridge
        self.update = update


class Bridge(Generic[T]):
    """Takes what the network thread tells, as the callback that it is given; has it taken, in order, by the app.

    The app gets an `Arrived` for each, and calls `deliver`.
    """

    def __init__(self, app: App[Any], take: Callable[[T], Awaitable[None]]) -> None:
        self._app = app
        self._take = take
        self._cut = False
        self._closed = threading.Event()

    def __call__(self, update: T) -> None:
        """Pass an update on; called on the network thread."""
        self._app.post_message(Arrived(self, update))
        if isinstance(update, Closed):
            self._closed.set()

    async def deliver(self, update: T) -> None:
        """Have an update taken; called on the thread of the app."""
        if not self._cut:
            await self._take(update)

    def cut(self) -> None:
        """Let nothing more come over it."""
        self._cut = True

    def wait_closed(self, seconds: float) -> None:
        """Wait until the table is gone, at most so long."""
        self._closed.wait(seconds)
