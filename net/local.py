"""A player's end at a table that is hosted in the same process: a client on a socket pair, with no network between."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from net.client import Client
from net.connection import READ_BYTES, Connection
from net.host import Host
from net.link import ClientLink
from net.messages import ClientMessage, Hello, HostMessage, Message
from net.session import End, Limits
from net.updates import Update

# Nobody floods themselves, and a script that plays as fast as it can is welcome to.
LOCAL_LIMITS: Final = Limits(messages_a_second=1e6, burst=1e6)

_log = logging.getLogger(__name__)


class LocalSeat:
    """The player; `link` is for the screen.

    `keep` is told the token of the seat they have, as by `net.client.Client`; `ended` why it is over, once.
    """

    def __init__(
        self,
        on_update: Callable[[Update], None],
        call: Callable[..., None],
        keep: Callable[[bytes | None], None] = lambda token: None,
        ended: Callable[[End], None] = lambda end: None,
    ) -> None:
        self._on_update = on_update
        self._ended = ended
        self._name = ""
        self._token: bytes | None = None
        self._connection: Connection | None = None
        self._lost: asyncio.Future[None] | None = None
        self.client = Client(self._emit, self._send, self.give_up, keep)
        self.link = ClientLink(self.client, call)
        self._over = False

    async def sit(self, host: Host, name: str, token: bytes | None = None) -> None:
        """Come to a table, whose event loop is running. `token` takes a seat again that was theirs."""
        self._name, self._token = name, token
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        buffer = bytearray(READ_BYTES)
        await loop.connect_accepted_socket(lambda: host.protocol(LOCAL_LIMITS), ours)
        await loop.create_connection(lambda: Connection("client", self, buffer, LOCAL_LIMITS), sock=theirs)

    def give_up(self, code: str, sentence: str) -> None:
        """End it from this side, without leaving the table; nothing happens where it is over."""
        if self._over:
            return
        self._over = True
        self.client.ended(End(code, sentence))
        if self._connection is not None:
            self._connection.close(code, sentence)
        self._ended(End(code, sentence))

    async def wait_gone(self, seconds: float) -> None:
        """Wait until the connection is gone, at most so long."""
        if self._lost is not None:
            await asyncio.wait((self._lost,), timeout=seconds)

    def opened(self, connection: Connection) -> None:
        """Say hello."""
        self._connection = connection
        self._lost = connection.lost
        self.client.greet(self._name)

    def said(self, connection: Connection, message: Message) -> None:
        """Hear what the host says."""
        self.client.receive(cast(HostMessage, message))  # the session of a client lets nothing else through

    def closed(self, connection: Connection, end: End) -> None:
        """Take in that it is over."""
        self._connection = None
        self.give_up(end.code, end.sentence)

    def _send(self, message: ClientMessage) -> None:
        if self._connection is None:
            return
        if isinstance(message, Hello):
            message = replace(message, token=self._token)
        self._connection.send(message)

    def _emit(self, update: Update) -> None:
        try:
            self._on_update(update)
        except Exception:
            _log.exception("An update could not be taken: %s", type(update).__name__)
            self.give_up("crash", "The screen could not show what happened.")
