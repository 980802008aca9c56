"""Computers for tests, each a network thread of its own with its own state directory, all on loopback."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from net.discovery.mdns import Mdns, MdnsFailed
from net.network import Network

T = TypeVar("T")


async def no_mdns(bind: str | None, ipv4: bool) -> Mdns:
    """Be a network that carries no announcements."""
    raise MdnsFailed("no_multicast")


def no_warning(sentence: str) -> None:
    raise AssertionError(sentence)


def network(directory: Path, **settings: Any) -> Network:
    """Return a computer. Whatever it warns of is a failure."""
    chosen = {"bind": "127.0.0.1", "warn": no_warning, "log": directory / "log", "open_mdns": no_mdns, **settings}
    return Network(directory, **chosen)


class Told:
    """What a callback was told, from any thread, to be waited for in order."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._seen = 0
        self._news = threading.Condition()

    def __call__(self, update: Any) -> None:
        with self._news:
            self.all.append(update)
            self._news.notify_all()

    def wait(self, kind: type[T], fits: Callable[[T], bool] = lambda update: True, within: float = 10.0) -> T:
        """Wait for the next update of a kind that fits; those before it count as seen."""
        until = time.monotonic() + within
        with self._news:
            while True:
                while self._seen < len(self.all):
                    update = self.all[self._seen]
                    self._seen += 1
                    if isinstance(update, kind) and fits(update):
                        return update
                if not self._news.wait(until - time.monotonic()):
                    raise AssertionError(f"no {kind.__name__} that fits in {self.all}")

    def last(self, kind: type[T]) -> T:
        """Return the latest of a kind so far."""
        with self._news:
            return [update for update in self.all if isinstance(update, kind)][-1]
