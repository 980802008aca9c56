"""Invitations to a room: carried from its host to someone at home, and answered. PROTOCOL.md describes the messages.

The host calls the home by TLS. What the invitation says is not trusted any more than what is announced on a LAN: it
leads to a certificate, and if the host was met before, it has to be the same one.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Annotated, Final, Literal, cast

import msgspec
from msgspec import Meta, MsgspecError, Struct

from net.admission import spoken
from net.frames import CAP_BEFORE_ADMISSION, FrameParser, FrameTooLong, frame
from net.messages import PROTOCOLS, TOKEN_BYTES
from net.server import Arrival, Waiting

ADDRESSES_AT_MOST: Final = 8
ANSWER_WITHIN: Final = 60.0
"""Seconds that an invitation stands."""
_ARRIVE_WITHIN: Final = 5.0
_AGAIN_AFTER: Final = 5.0
"""Seconds after an invitation in which no other from the same computer is shown."""

Answer = Literal["yes", "no", "busy", "version"]


class Invite(Struct, frozen=True, tag="invite"):
    """Come to a room. A field that the other side does not know is no error."""

    protocol: tuple[Annotated[int, Meta(ge=0, lt=2**16)], Annotated[int, Meta(ge=0, lt=2**16)]]
    host_id: Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
    fingerprint: Annotated[bytes, Meta(min_length=32, max_length=32)]
    """Of the certificate that the host shows."""
    room: Annotated[str, Meta(max_length=256)]
    host: Annotated[str, Meta(max_length=256)]
    """Who invites."""
    addresses: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=ADDRESSES_AT_MOST)]
    """Where the room may be reached, besides the address that the invitation comes from."""
    port: Annotated[int, Meta(gt=0, lt=2**16)]
    ticket: Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
    """For `net.messages.Hello`."""


class Who(Struct, frozen=True, tag="who"):
    """Who is at home there?"""


class Present(Struct, frozen=True, tag="present", omit_defaults=True):
    """The answer to `Who`; the last message. The certificate says what the person's id is."""

    protocol: tuple[int, int]
    name: str
    app: str = ""


class Answered(Struct, frozen=True, tag="answered"):
    """What has become of an invitation; the last message."""

    answer: str
    """``yes``, ``no``, ``busy`` for one who is asked already, or ``version``."""


_ENCODER: Final = msgspec.msgpack.Encoder()
_TO_HOME: Final[msgspec.msgpack.Decoder[Invite | Who]] = msgspec.msgpack.Decoder(Invite | Who)
_FROM_HOME: Final[msgspec.msgpack.Decoder[Answered | Present]] = msgspec.msgpack.Decoder(Answered | Present)


class _Frames(Waiting, asyncio.Protocol):
    """One end of an invitation's connection, by frames."""

    _transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._parser = FrameParser(CAP_BEFORE_ADMISSION)
        self.settled = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        self._parser.feed(data)
        try:
            while (payload := self._parser.next()) is not None and not self._transport.is_closing():
                self.received(payload)
        except (FrameTooLong, MsgspecError, RecursionError):
            self._transport.abort()

    def received(self, payload: bytes) -> None:
        """Take a frame; raise what the decoder raises."""
        raise NotImplementedError

    def connection_lost(self, exc: Exception | None) -> None:
        self.settled.set_result(None)

    def drop(self) -> None:
        """End the connection at once."""
        self._transport.abort()

    def send(self, message: Invite | Who | Answered | Present) -> None:
        """Send a message, if the other end is still there."""
        if not self._transport.is_closing():
            self._transport.write(frame(_ENCODER.encode(message)))


class AtHome:
    """The home's side: one invitation at a time is shown to the player.

    `present` is what others are told of the player. `came` is given an invitation that waits for `answer`, with the
    address it came from; `went` tells that the one shown is off.
    """

    def __init__(self, present: Present, came: Callable[[Invite, str], None], went: Callable[[], None]) -> None:
        self.present = present
        self._came = came
        self._went = went
        self._loop = asyncio.get_running_loop()
        self._shown: _Incoming | None = None
        self._latest: dict[str, float] = {}
        self._connected: set[_Incoming] = set()

    async def close(self, seconds: float) -> None:
        """Decline what is shown, and wait until the others know, at most so long; then nobody is connected."""
        self.answer(False)
        gone = [incoming.settled for incoming in self._connected]
        if gone:
            await asyncio.wait(gone, timeout=seconds)
        for incoming in list(self._connected):
            incoming.drop()

    def came_in(self, incoming: _Incoming) -> None:
        """Take in that a connection is up."""
        self._connected.add(incoming)

    def make(self, arrival: Arrival) -> Waiting:
        """Return the home's end of a connection that has arrived."""
        return _Incoming(self, arrival.source)

    def answer(self, yes: bool) -> None:
        """Answer the invitation that is shown; nothing happens where it is off by now."""
        shown, self._shown = self._shown, None
        if shown is not None:
            shown.finish(Answered("yes" if yes else "no"))

    def invited(self, incoming: _Incoming, invite: Invite) -> Answer | None:
        """Show an invitation, or return why not."""
        now = self._loop.time()
        self._latest = {source: at for source, at in self._latest.items() if now - at < _AGAIN_AFTER}
        low, high = invite.protocol
        if low > PROTOCOLS[1] or high < PROTOCOLS[0]:
            return "version"
        if self._shown is not None or incoming.source in self._latest:
            return "busy"
        self._latest[incoming.source] = now
        self._shown = incoming
        self._came(invite, incoming.source)
        return None

    def gone(self, incoming: _Incoming) -> None:
        """Take in that a connection is gone."""
        self._connected.discard(incoming)
        if self._shown is incoming:
            self._shown = None
            self._went()


class _Incoming(_Frames):
    """The home's end of one connection."""

    def __init__(self, home: AtHome, source: str) -> None:
        self._home = home
        self.source = source
        self._invited = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._home.came_in(self)
        self._timer = asyncio.get_running_loop().call_later(_ARRIVE_WITHIN, self._transport.abort)

    def received(self, payload: bytes) -> None:
        if self._invited:
            self._transport.abort()
            return
        message = _TO_HOME.decode(payload)
        if isinstance(message, Who):
            self.finish(self._home.present)
            return
        self._invited = True
        self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(ANSWER_WITHIN, self._transport.abort)
        if (answer := self._home.invited(self, message)) is not None:
            self.finish(Answered(answer))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._timer.cancel()
        self._home.gone(self)

    def finish(self, answer: Answered | Present) -> None:
        """Answer, and end the connection."""
        self.send(answer)
        self._transport.close()


class Asking(_Frames):
    """The host's end: says one thing and waits. `answer` is done with the answer, or None without one."""

    def __init__(self, message: Invite | Who) -> None:
        self._message = message
        self.answer: asyncio.Future[Answered | Present | None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.send(self._message)

    def received(self, payload: bytes) -> None:
        self._tell(_FROM_HOME.decode(payload))
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._tell(None)

    @property
    def ssl_object(self) -> ssl.SSLObject | None:
        """What TLS knows of the other end."""
        return cast(ssl.SSLObject | None, self._transport.get_extra_info("ssl_object"))

    def _tell(self, answer: Answered | Present | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


def answer_in_words(name: str, answer: str | None) -> str:
    """Say to the host what has become of an invitation."""
    match answer:
        case "yes":
            return f"{name} is coming."
        case "no":
            return f"{name} does not want to come."
        case "busy":
            return f"{name} has been asked already."
        case "version":
            return f"The program of {name} does not speak protocol {spoken(PROTOCOLS)}."
    return f"{name} did not answer."
