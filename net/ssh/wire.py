"""The socket between two processes of this program: whole messages, in order, and descriptors along with them."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from net.frames import CAP_FROM_HOST, FrameParser, frame

_log = logging.getLogger(__name__)

Heard = TypeVar("Heard")

_READ: Final = 64 * 1024
_END_WITHIN: Final = 0.5
_encoder: Final = msgspec.msgpack.Encoder()


class Wire(Generic[Heard]):
    """A connected stream socket, which is its own from now on. `decode` makes a message of a payload."""

    def __init__(self, sock: socket.socket, decode: Callable[[bytes], Heard]) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._decode = decode
        self._waiting: deque[tuple[bytes, int | None]] = deque()
        self._sending: asyncio.Task[None] | None = None

    async def messages(self) -> AsyncIterator[Heard]:
        """Yield what comes, until the other end is gone."""
        loop = asyncio.get_running_loop()
        parser = FrameParser(CAP_FROM_HOST)
        while data := await self._read(loop):
            parser.feed(data)
            while (payload := parser.next()) is not None:
                yield self._decode(payload)

    async def _read(self, loop: asyncio.AbstractEventLoop) -> bytes:
        try:
            return await loop.sock_recv(self._sock, _READ)
        except OSError:  # it has died rather than ended
            return b""

    def post(self, message: Struct, descriptor: int | None = None) -> None:
        """Send a message, after those before it. A descriptor has to stay open until the message has been answered."""
        self._waiting.append((frame(_encoder.encode(message)), descriptor))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                data, descriptor = self._waiting.popleft()
                if descriptor is not None:
                    # It goes with the first byte. Nothing is in front of it in a socket that is empty or nearly so.
                    await self._give(loop, data[:1], descriptor)
                    data = data[1:]
                await loop.sock_sendall(self._sock, data)
        except OSError as error:  # whoever reads the messages is told of the end as well
            _log.debug("Nobody is there for a message: %s", error)
            self._waiting.clear()

    async def _give(self, loop: asyncio.AbstractEventLoop, data: bytes, descriptor: int) -> None:
        while True:
            try:
                socket.send_fds(self._sock, [data], [descriptor])
                return
            except BlockingIOError:
                room = loop.create_future()
                loop.add_writer(self._sock, room.set_result, None)
                try:
                    await room
                finally:
                    loop.remove_writer(self._sock)

    async def close(self) -> None:
        """Send what is waiting, as far as it is taken, and let the other end see the end."""
        if self._sending is not None:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._sending, _END_WITHIN)
        self._sock.close()
