"""A cheat: a client that says whatever it likes, made of asyncio, ssl, msgpack and spake2 by PROTOCOL.md alone."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgpack
from spake2 import SPAKE2_A

Map = dict[str, Any]
Said = Map | bytes
"""A message, or the bytes themselves."""

_WITHIN = 8.0


def framed(said: Said) -> bytes:
    """Return the bytes to be sent."""
    if isinstance(said, bytes):
        return said
    payload: bytes = msgpack.packb(said)
    return len(payload).to_bytes(4, "big") + payload


class Cheat:
    """One connection. `watch` is given every byte that comes, by whoever looks for leaks."""

    def __init__(self, port: int, watch: Callable[[bytes], None] = lambda data: None) -> None:
        self.heard: list[Map] = []
        """What has come and was not waited for yet; no pings."""
        self.ended = False
        self.token: bytes | None = None
        self.room: Map = {}
        self.version = 0
        self.last_id = 0
        self.fingerprint = b""
        self.sent: list[Map] = []
        """What was said to prove the passphrase."""
        self._port = port
        self._watch = watch
        self._news = asyncio.Event()

    async def connect(self) -> Cheat:
        """Connect, by TLS."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, ssl=context)
        certificate = self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
        self.fingerprint = hashlib.sha256(certificate).digest()
        self._reading = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    head = await self._reader.readexactly(4)
                    payload = await self._reader.readexactly(int.from_bytes(head, "big"))
                    self._watch(head + payload)
                    self._take(msgpack.unpackb(payload))
        finally:
            self.ended = True
            self._news.set()

    def _take(self, message: Map) -> None:
        if message["type"] == "ping":
            self.say({"type": "pong", "n": message["n"]})
            return
        self.version = message.get("v", self.version)
        self.room = message.get("room", self.room)
        if message["type"] in ("welcome", "seated"):
            self.token = message.get("token")
        self.heard.append(message)
        self._news.set()

    def say(self, *said: Said) -> None:
        """Say something, all of it in one write."""
        self._writer.write(b"".join(map(framed, said)))

    async def until(self, what: Callable[[], Any]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(_WITHIN):
            while not what():
                self._news.clear()
                await self._news.wait()

    async def told(self, *types: str) -> Map:
        """Wait for a message of these types; what came before is forgotten. Without one until the end, it is `cut`."""
        found: list[Map] = []

        def look() -> bool:
            while self.heard and not found:
                message = self.heard.pop(0)
                if message["type"] in types:
                    found.append(message)
            return bool(found) or self.ended

        await self.until(look)
        return found[0] if found else {"type": "cut", "code": "cut"}

    async def enter(self, passphrase: str | None = None, **more: Any) -> Map:
        """Say hello, and prove the passphrase where one is given; return how that ends."""
        self.say({"type": "hello", "protocol": [1, 1], "app": "cheat", "name": "Mallory", **more})
        if passphrase is not None:
            answer = await self.told("passphrase", "welcome", "no")
            if answer["type"] != "passphrase":
                return answer
            return await self.guess(passphrase)
        return await self.told("welcome", "no", "passphrase")

    async def guess(self, passphrase: str) -> Map:
        """Try a passphrase; return how that ends."""
        side = SPAKE2_A(passphrase.encode(), idA=b"unokart client", idB=b"unokart host" + self.fingerprint)
        self._prove({"type": "client_pake", "m": side.start()})
        answer = await self.told("host_pake", "no")
        if answer["type"] != "host_pake":
            return answer
        confirmation = hmac.digest(side.finish(answer["m"]), b"unokart client confirms", "sha256")
        self._prove({"type": "client_confirm", "c": confirmation})
        return await self.told("welcome", "no")

    def _prove(self, message: Map) -> None:
        self.sent.append(message)
        self.say(message)

    def fault(self) -> BaseException | None:
        """Return what went wrong while it listened: a leak, as a rule."""
        if not self._reading.done() or self._reading.cancelled():
            return None
        return self._reading.exception()

    async def go(self) -> None:
        """Be gone without a word."""
        self._writer.transport.abort()
        await asyncio.gather(self._reading, return_exceptions=True)
