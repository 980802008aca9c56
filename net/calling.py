"""Calling a host: a connection to one of its addresses, whose certificate is judged before a byte is sent."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from msgspec import Struct

from net.addresses import Endpoint, OwnAddress
from net.admission import Info, Probe
from net.connection import READ_BYTES, Connection
from net.dialing import NoneAnswered, likely_first, race, resolve
from net.discovery.kinds import PersonInfo, RoomInfo
from net.identity import NotAHost, Shown, announced, client_context, same_fingerprint, shown
from net.invitations import Asking, Invite, Present, Who
from net.messages import Message
from net.pins import FingerprintChanged
from net.session import End

P = TypeVar("P", bound=asyncio.BaseProtocol)

HANDSHAKE_WITHIN: Final = 3.0
_SERVER_NAME: Final = "unokart.invalid"
"""Said to every host alike: the certificate is judged in another way, and hosts need not know where they are."""
_SHUTDOWN_WITHIN: Final = 2.0


class Call(Struct):
    """A connection to a host, over which nothing has been said yet."""

    connection: Connection
    end: CallEnd
    shown: Shown
    endpoint: Endpoint


class CallEnd:
    """The client's end of a call. Until somebody `answer`s it, what comes is dropped."""

    def __init__(self) -> None:
        self.answer: Callable[[Message], None] = lambda message: None
        self.ended: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        """Done when the connection has ended."""

    def opened(self, connection: Connection) -> None:
        """Nothing is said before the certificate is judged."""

    def said(self, connection: Connection, message: Message) -> None:
        """Pass on what the host says."""
        self.answer(message)

    def closed(self, connection: Connection, end: End) -> None:
        """Note why it is over."""
        if not self.ended.done():
            self.ended.set_result(end)


class OtherHost(ConnectionError):
    """Another host answers there than the one that was called."""


class Caller:
    """Calls hosts from this computer, or from its address `bind` only."""

    def __init__(self, read_own: Callable[[], Sequence[OwnAddress]], bind: str | None = None) -> None:
        self._read_own = read_own
        self._bind = bind
        self._context: ssl.SSLContext | None = None
        self._buffer = bytearray(READ_BYTES)

    async def call(self, endpoints: Sequence[Endpoint], check: Callable[[Shown], None]) -> Call:
        """Call a host at several places at once and return the first connection to it.

        `check` raises `OtherHost` or `net.pins.FingerprintChanged` for a certificate that is not to be trusted. Raises
        the latter only if the host itself answers nowhere; `net.dialing.NoneAnswered` or `net.addresses.BadAddress`
        if nobody does.
        """
        places = await self._places(endpoints)
        changed: list[FingerprintChanged] = []

        async def connect(place: str) -> Call:
            call = await self._connect(places[place])
            try:
                check(call.shown)
            except BaseException as error:
                call.connection.drop()
                if isinstance(error, FingerprintChanged):
                    changed.append(error)
                    raise OtherHost(str(error)) from error
                raise
            return call

        try:
            _, call = await race(list(places), connect, _discard)
        except NoneAnswered:
            if changed:
                raise changed[0] from None
            raise
        return call

    async def ask(self, address: str, port: int) -> tuple[Info, Shown]:
        """Ask at one place what room there is; raise OSError where nothing answers that is a host."""
        call = await self._connect(Endpoint(address, port))
        told: asyncio.Future[Info] = asyncio.get_running_loop().create_future()

        def hear(message: Message) -> None:
            if isinstance(message, Info) and not told.done():
                told.set_result(message)

        call.end.answer = hear
        call.connection.send(Probe())
        try:
            await asyncio.wait((told, call.end.ended), return_when=asyncio.FIRST_COMPLETED)
        finally:
            call.connection.drop()
        if not told.done():
            raise OtherHost(call.end.ended.result().sentence)
        return told.result(), call.shown

    async def probe(self, address: str, port: int) -> RoomInfo | None:
        """Ask at one place what room there is, for a list of rooms (see `net.discovery.browsing.Ask`)."""
        info, proved = await self.ask(address, port)
        return room_info(info, proved)

    async def call_home(self, address: str, port: int, message: Invite | Who) -> Asking:
        """Say something to a home at one place; raise OSError where there is none."""
        return await self._dial(lambda: Asking(message), Endpoint(address, port))

    async def probe_home(self, address: str, port: int) -> PersonInfo | None:
        """Ask at one place who is at home, for a list of people (see `net.discovery.browsing.Ask`)."""
        asking = await self.call_home(address, port, Who())
        try:
            proved = None if asking.ssl_object is None else shown(asking.ssl_object)
            answer = await asking.answer
        except NotAHost:
            return None
        finally:
            asking.drop()
        if proved is None or not isinstance(answer, Present):
            return None
        version = answer.app.removeprefix("unokart ")
        return PersonInfo(answer.name, proved.host_id, answer.protocol, version).cleaned()

    async def _places(self, endpoints: Sequence[Endpoint]) -> dict[str, Endpoint]:
        """Return the places to try, the likeliest first, with computers' names looked up."""
        ports: dict[str, list[int]] = {}
        for endpoint in endpoints:
            for address in await resolve(endpoint.host):
                ports.setdefault(address, []).append(endpoint.port)
        places = [
            Endpoint(address, port)
            for address in likely_first(ports, self._read_own())
            for port in ports.get(address) or ports[address.partition("%")[0]]
        ]
        return {str(place): place for place in places}

    async def _connect(self, place: Endpoint) -> Call:
        end = CallEnd()
        connection = await self._dial(lambda: Connection("client", end, self._buffer), place)
        try:
            if connection.ssl_object is None:
                raise NotAHost("The connection ended at once.")
            return Call(connection, end, shown(connection.ssl_object), place)
        except NotAHost as error:
            connection.drop()
            raise OtherHost(str(error)) from error

    async def _dial(self, make: Callable[[], P], place: Endpoint) -> P:
        if self._context is None:
            self._context = client_context()
        _, protocol = await asyncio.get_running_loop().create_connection(
            make,
            place.host,
            place.port,
            ssl=self._context,
            server_hostname=_SERVER_NAME,
            ssl_handshake_timeout=HANDSHAKE_WITHIN,
            ssl_shutdown_timeout=_SHUTDOWN_WITHIN,
            local_addr=None if self._bind is None else (self._bind, 0),
        )
        return protocol


def _discard(call: Call) -> None:
    call.connection.drop()


def expect(host_id: str | None, fingerprint: bytes | None = None) -> Callable[[Shown], None]:
    """Return a check for `Caller.call` that takes only one host, if it is known which, with one certificate."""

    def check(proved: Shown) -> None:
        if host_id is not None and proved.host_id != host_id:
            raise OtherHost("Another host answers there.")
        if fingerprint is not None and not same_fingerprint(fingerprint, proved.fingerprint):
            raise OtherHost("The host that answers there shows another certificate than was said.")

    return check


def room_info(info: Info, proved: Shown) -> RoomInfo:
    """Return a room fit to be listed; who its host is, the certificate says."""
    return RoomInfo(
        room=info.room,
        host=info.host,
        host_id=proved.host_id,
        state="lobby" if info.state == "lobby" else "play",
        taken=info.taken,
        seats=info.seats,
        spectators=info.spectators,
        passphrase=info.passphrase,
        protocol=info.protocol,
        fingerprint=announced(proved.fingerprint),
        version=info.app.removeprefix("unokart "),
    ).cleaned()
