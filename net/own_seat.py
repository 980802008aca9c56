"""The seat of the player who hosts a room: on a socket pair, with a token that is kept as other players keep theirs.

So `unokart join` on the same computer can take the seat once the screen that hosted the room is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.phases import TABLE
from net.addresses import Endpoint
from net.files import StateError
from net.host import Host
from net.identity import Identity, Shown
from net.link import ClientLink
from net.local import LocalSeat
from net.names import clean_name
from net.pins import Pinned
from net.saved import token_hash
from net.seats import Seat
from net.services import Services
from net.session import End
from net.tokens import Tokens
from net.updates import Update

_LOOPBACK = "127.0.0.1"


class OwnSeat:
    """The place of the player who hosts; `ended` is called when it is over, whichever way."""

    def __init__(
        self, services: Services, name: str, on_update: Callable[[Update], None], ended: Callable[[], None]
    ) -> None:
        self._services = services
        self._name = clean_name(name)
        self._tokens = Tokens(services.pins)
        self._ended = ended
        self._seat = LocalSeat(on_update, services.call, self._keep, self._seat_ended)

    @property
    def link(self) -> ClientLink:
        """For the screen."""
        return self._seat.link

    async def sit(self, host: Host, identity: Identity, room_id: str, room_name: str, port: int) -> None:
        """Come to the table, to the seat that was the player's in this room before if there is one."""
        endpoint = Endpoint(self._services.bind or _LOOPBACK, port)
        self._keeping(lambda: self._recall(identity, room_id, room_name, endpoint))
        await self._seat.sit(host, self._name, self._tokens.offered)

    def close(self, end: End) -> None:
        """Leave the screen behind, not the seat."""
        self._seat.give_up(end.code, end.sentence)

    async def wait_gone(self, seconds: float) -> None:
        """Wait until the connection is gone, at most so long."""
        await self._seat.wait_gone(seconds)

    def is_proved_by(self, hashed: bytes | None) -> bool:
        """Whether the hash of a token is that of this seat."""
        token = self._tokens.token
        return token is not None and hashed == token_hash(token)

    def among(self, seats: Iterable[Seat]) -> int:
        """Return the seat's number in the match under way, `engine.phases.TABLE` while it has no part in that."""
        return next((seat.index for seat in seats if seat.playing and self.is_proved_by(seat.hash)), TABLE)

    def _recall(self, identity: Identity, room_id: str, room_name: str, endpoint: Endpoint) -> None:
        pins, tokens = self._services.pins, self._tokens
        if pins.check(identity.host_id, identity.fingerprint) is Pinned.CHANGED:
            pins.forget(identity.host_id)  # our own certificate: it was damaged, and is another now
        tokens.host, tokens.room = Shown(identity.host_id, identity.fingerprint), room_id
        tokens.remember(room_name, endpoint)
        tokens.claim()

    def _keep(self, token: bytes | None) -> None:
        self._keeping(lambda: self._tokens.keep(token))

    def _keeping(self, do: Callable[[], None]) -> None:
        try:
            do()
        except StateError as error:
            self._services.warn(f"Coming back to this seat later may not work. {error}")

    def _seat_ended(self, end: End) -> None:
        self._tokens.release(forget=end.code == "left")
        self._ended()
