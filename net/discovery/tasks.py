"""Tasks that go on by themselves until they are stopped, and are heard of if they fail."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


def start(work: Coroutine[Any, Any, None], fault: str) -> asyncio.Task[None]:
    """Begin a task. What it raises goes to the exception handler of the event loop at once, as a `fault`."""
    loop = asyncio.get_running_loop()
    task = loop.create_task(work)

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            loop.call_exception_handler({"message": fault, "exception": error})

    task.add_done_callback(ended)
    return task


async def stop(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks, and return when they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
