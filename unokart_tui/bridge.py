"""From the network thread to the screen: updates become messages of the app, which may be posted from any thread."""

from __future__ import annotations

import threading
from typing import Any

from textual.app import App
from textual.message import Message

from net.updates import Closed, Update


class Arrived(Message):
    """Something has come from the network, over one bridge."""

    def __init__(self, bridge: Bridge, update: Update) -> None:
        super().__init__()
        self.bridge = bridge
        self.update = update


class Bridge:
    """Takes the updates of one table; give it as `on_update`. The app gets an `Arrived` for each, in order."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._closed = threading.Event()

    def __call__(self, update: Update) -> None:
        """Pass an update on; called on the network thread."""
        self._app.post_message(Arrived(self, update))
        if isinstance(update, Closed):
            self._closed.set()

    def wait_closed(self, seconds: float) -> None:
        """Wait until the table is gone, at most so long."""
        self._closed.wait(seconds)
