"""Real TLS over loopback: a host's end, and someone in the middle who has a certificate of their own."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from net.identity import Identity, client_context, server_context

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def served(identity: Identity, serve: Serve) -> AsyncIterator[int]:
    """Serve connections by TLS; give the port."""
    tasks: set[asyncio.Task[None]] = set()

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
                await serve(reader, writer)
        finally:
            writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(one(reader, writer))
        tasks.add(task)

    server = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=server_context(identity))
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Middle:
    """Ends TLS with a certificate of its own, hears all that is said, and passes it on."""

    def __init__(self, identity: Identity, host_port: int) -> None:
        self._identity = identity
        self._host_port = host_port
        self.from_client = b""
        self.from_host = b""
        self.client_gone = asyncio.Event()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Stand in the middle; give the port."""
        async with served(self._identity, self._relay) as port:
            yield port

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host_reader, host_writer = await asyncio.open_connection("127.0.0.1", self._host_port, ssl=client_context())

        async def back() -> None:
            with suppress(ConnectionError, ssl.SSLError):
                while data := await host_reader.read(4096):
                    self.from_host += data
                    writer.write(data)
            writer.close()

        answering = asyncio.create_task(back())
        try:
            while data := await reader.read(4096):
                self.from_client += data
                host_writer.write(data)
        finally:
            self.client_gone.set()
            host_writer.close()
            answering.cancel()
