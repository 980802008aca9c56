"""Inviting to a room, from its host's side: one call to each home, and a ticket for whoever comes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

from net.addresses import OwnAddress
from net.dialing import NoneAnswered, likely_first, race
from net.discovery import FoundPerson
from net.door import Door
from net.hosted import HostUpdate, InviteAnswered
from net.identity import Identity
from net.invitations import ADDRESSES_AT_MOST, ANSWER_WITHIN, Answered, Asking, Invite, answer_in_words
from net.messages import PROTOCOLS, TOKEN_BYTES
from net.services import Services
from net.standing import Standing


class Inviter:
    """Asks people at home to come to one room."""

    def __init__(
        self,
        services: Services,
        door: Door,
        standing: Standing,
        identity: Identity,
        port: int,
        tell: Callable[[HostUpdate], None],
    ) -> None:
        self._services = services
        self._door = door
        self._standing = standing
        self._identity = identity
        self._port = port
        self._tell = tell
        self._asked: dict[str, Asking | None] = {}  # by person; None while they are called

    def close(self) -> None:
        """Take all invitations back that stand."""
        for asking in self._asked.values():
            if asking is not None:
                asking.drop()

    async def ask(self, person: FoundPerson) -> None:
        """Ask someone, unless they are being asked; tell what comes of it."""
        owner, name = person.info.owner, person.info.name
        if owner in self._asked:
            return
        self._asked[owner] = None
        ticket = secrets.token_bytes(TOKEN_BYTES)
        try:
            answer = await self._call(person, ticket)
        finally:
            del self._asked[owner]
        if answer != "yes":
            self._door.spend(ticket)
        self._tell(InviteAnswered(name, answer or "none", answer_in_words(name, answer)))

    async def _call(self, person: FoundPerson, ticket: bytes) -> str | None:
        own = self._services.own_addresses()
        invite = self._invite(own, ticket)
        self._door.invite(ticket)
        caller = self._services.caller
        with suppress(NoneAnswered, TimeoutError):
            _, asking = await race(
                likely_first(person.addresses, own),
                lambda address: caller.call_home(address, person.port, invite),
                Asking.drop,
            )
            self._asked[person.info.owner] = asking
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    answer = await asking.answer
            finally:
                asking.drop()
            return answer.answer if isinstance(answer, Answered) else None
        return None

    def _invite(self, own: tuple[OwnAddress, ...], ticket: bytes) -> Invite:
        info = self._standing.info()
        endpoints = self._services.endpoints(self._port)
        return Invite(
            protocol=PROTOCOLS,
            host_id=self._identity.host_id,
            fingerprint=self._identity.fingerprint,
            room=info.room,
            host=info.host,
            addresses=tuple(endpoint.host for endpoint in endpoints)[:ADDRESSES_AT_MOST],
            port=self._port,
            ticket=ticket,
        )
