"""The least that could do: what a client sends is sent to all. Over TLS, for the game to be compared with."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import cast

from net.identity import client_context, own_identity, server_context
from scripts.lan.hosted import LOOPBACK, ROOT

_READ = 65536


class _Echo(asyncio.Protocol):
    """The server's end of a connection; `everyone` are all transports."""

    def __init__(self, everyone: list[asyncio.Transport]) -> None:
        self._everyone = everyone

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._everyone.append(cast(asyncio.Transport, transport))

    def data_received(self, data: bytes) -> None:
        for transport in self._everyone:
            transport.write(data)


class _Heard(asyncio.Protocol):
    """A client's end: counts what it hears."""

    def __init__(self) -> None:
        self.bytes = 0
        self.at = 0.0
        self.news = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.at = perf_counter()
        self.news.set()


class Echoes:
    """A server in a process of its own and its clients in this one."""

    def __init__(self, directory: Path) -> None:
        command = [sys.executable, "-m", "scripts.lan.echo", str(directory)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._port = int(self._process.stdout.readline())
        self._clients: list[tuple[asyncio.Transport, _Heard]] = []
        self._turn = 0

    async def begin(self, clients: int) -> None:
        """Connect so many."""
        loop = asyncio.get_running_loop()
        for _ in range(clients):
            transport, heard = await loop.create_connection(
                _Heard, LOOPBACK, self._port, ssl=client_context(), server_hostname="echo.invalid"
            )
            self._clients.append((transport, heard))

    async def echo(self, size: int) -> float:
        """Send so many bytes; return the seconds until all heard them."""
        self._turn = (self._turn + 1) % len(self._clients)
        goal = {heard: heard.bytes + size for _, heard in self._clients}
        began = perf_counter()
        self._clients[self._turn][0].write(bytes(size))
        for heard, wanted in goal.items():
            while heard.bytes < wanted:
                heard.news.clear()
                await heard.news.wait()
        return max(heard.at for heard in goal) - began

    def close(self) -> None:
        """End the server."""
        for transport, _ in self._clients:
            transport.abort()
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


async def _serve(directory: Path) -> None:
    everyone: list[asyncio.Transport] = []
    identity = own_identity(directory, lambda warning: print(warning, file=sys.stderr))
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: _Echo(everyone), LOOPBACK, 0, ssl=server_context(identity))
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
