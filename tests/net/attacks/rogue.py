"""A rogue host: shows a certificate of its own, lets anyone in, and says what it likes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgpack

from net.identity import own_identity, server_context
from tests.net.attacks.cheat import Map, Said, framed

INFO: Map = {
    "type": "info",
    "protocol": [1, 1],
    "app": "unokart 1",
    "host_id": "0" * 8,
    "room_id": "den",
    "room": "Den",
    "host": "Eve",
    "state": "lobby",
    "taken": 1,
    "seats": 4,
    "spectators": 0,
    "passphrase": False,
}
ROOM: Map = {
    "name": "Den",
    "stage": "play",
    "rules": {},
    "seat": 0,
    "who": 1,
    "seats": 4,
    "people": [{"seat": 0, "name": "Ann", "who": 1}, {"seat": 1, "name": "Eve", "who": 2, "host": True}],
}
WELCOME: Map = {"type": "welcome", "protocol": 1, "room": ROOM, "token": bytes(16)}
VIEW: Map = {
    "seat": 0,
    "rules": {},
    "phase": "play",
    "owed": 0,
    "turn": 0,
    "hand": ["R5", "W4"],
    "top": "R1",
    "color": "R",
    "counts": [2, 7],
    "uno": ["none", "none"],
    "scores": [0, 0],
    "draw_count": 90,
    "discard_count": 1,
    "round": 1,
}
STATE: Map = {"type": "state", "v": 1, "view": VIEW}
GREETING: tuple[Map, ...] = (WELCOME, STATE)


def happened(*events: Map, v: int = 2) -> Map:
    """Return a message of events."""
    return {"type": "happened", "v": v, "events": list(events)}


class Rogue:
    """Answers probes, and each hello by all of a script; the connection stays open then."""

    def __init__(self, script: Callable[[], Iterable[Said]]) -> None:
        self.port = 0
        self.visits = 0
        """How many have said hello."""
        self._script = script

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have someone in."""
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                size = int.from_bytes(await reader.readexactly(4), "big")
                message: dict[str, Any] = msgpack.unpackb(await reader.readexactly(size))
                if message["type"] == "probe":
                    writer.write(framed(INFO))
                elif message["type"] == "hello":
                    self.visits += 1
                    for said in self._script():
                        if writer.is_closing():
                            return
                        writer.write(framed(said))
                        await writer.drain()
                        await asyncio.sleep(0)  # draining may take no time at all, also when nobody is there any more
        writer.transport.abort()


@asynccontextmanager
async def rogue(directory: Path, script: Callable[[], Iterable[Said]]) -> AsyncIterator[Rogue]:
    """Host a table that is none."""
    host = Rogue(script)
    context = server_context(own_identity(directory, print))
    server = await asyncio.start_server(host.serve, "127.0.0.1", 0, ssl=context)
    host.port = server.sockets[0].getsockname()[1]
    try:
        yield host
    finally:
        server.close()
