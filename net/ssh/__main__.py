"""The process of the ssh server: `python -m net.ssh FD`, with the number of an inherited socket to the host."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from net.log import log_path, log_to_file
from net.ssh.talk import Failed, FromHost, Open
from net.ssh.wire import Wire

if TYPE_CHECKING:
    from net.ssh.server import House

_log = logging.getLogger(__name__)
_decoder: Final[msgspec.msgpack.Decoder[FromHost]] = msgspec.msgpack.Decoder(FromHost)

_STOPPED: Final = "The way in by ssh has been closed on the host's computer."
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


async def _main(link: socket.socket) -> int:
    """Serve until the host's end, or a signal; return the exit status."""
    wire = Wire(link, _decoder.decode)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, stop.set)
    trouble = await _serve(wire, stop)
    if trouble is not None:
        wire.post(Failed(trouble))
    await wire.close()
    return 0 if trouble is None else 1


async def _serve(wire: Wire[FromHost], stop: asyncio.Event) -> str | None:
    """Serve until the host's end; return why that can't be, in a sentence for the player who hosts."""
    messages = wire.messages()
    word = await anext(messages, None)
    if not isinstance(word, Open):
        return None
    try:
        from net.ssh.server import CannotServe, House  # not before it can be said that something is missing
    except ImportError as error:
        return f"Guests by ssh need asyncssh, which is not here in full: {error}. Install it with pip install asyncssh."
    house: House | None = None
    try:
        house = House(word, wire)
        wire.post(await house.open())
        await _first(_talk(house, messages), house.failed.wait(), stop.wait())
        if stop.is_set() and house.farewell is None:
            house.farewell = _STOPPED
        return house.trouble
    except CannotServe as error:
        return str(error)
    finally:
        if house is not None:
            await house.close()


async def _talk(house: House, messages: AsyncIterator[FromHost]) -> None:
    async for message in messages:
        house.heard(message)


async def _first(*awaited: Coroutine[Any, Any, object]) -> None:
    tasks = [asyncio.create_task(one) for one in awaited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome


if __name__ == "__main__":
    log_to_file(log_path())
    sys.exit(asyncio.run(_main(socket.socket(fileno=int(sys.argv[1])))))
