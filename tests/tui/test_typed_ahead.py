"""What is typed faster than the app takes it: it stays in the terminal, and is not kept in memory without end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator

import pytest
from textual.app import App
from textual.events import Key

from unokart_tui.terminal import TerminalDriver

KEYS = 3000
AT_MOST = 200
"""So many messages may wait in the app."""


class Busy(App[None]):
    """Takes no key until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.taken = 0
        self.most = 0

    async def on_key(self) -> None:
        """Take a key, and see how many wait behind it."""
        await self.may.wait()
        self.taken += 1
        self.most = max(self.most, self.message_queue_size + self.screen.message_queue_size)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """Give back what a driver takes for its own when it is made."""
    taken = (signal.SIGTSTP, signal.SIGCONT)
    before = [signal.getsignal(number) for number in taken]
    yield
    for number, handler in zip(taken, before, strict=True):
        signal.signal(number, handler)


async def test_no_more_is_read_than_the_app_comes_along_with() -> None:
    app = Busy()
    async with app.run_test() as pilot:
        driver = TerminalDriver(app)
        loop = asyncio.get_running_loop()

        def read() -> None:
            for number in range(KEYS):
                driver.process_message(Key("z", "z"))
                if number == AT_MOST // 2:
                    loop.call_soon_threadsafe(app.may.set)

        async with asyncio.timeout(20):
            await asyncio.to_thread(read)
            await pilot.pause()
    assert app.taken == KEYS
    assert app.most <= AT_MOST


async def test_the_end_of_the_app_is_not_waited_for() -> None:
    app = Busy()
    async with app.run_test() as pilot:
        driver = TerminalDriver(app)

        def read() -> None:
            for _ in range(KEYS):
                driver.process_message(Key("z", "z"))

        reading = asyncio.create_task(asyncio.to_thread(read))
        driver.exit_event.set()
        async with asyncio.timeout(20):
            await reading
        app.may.set()
        await pilot.pause()
