"""What a client remembers of one host while it is there: its certificate, and the token of the seat."""

from __future__ import annotations

from contextlib import suppress

from net.addresses import Endpoint
from net.files import StateError
from net.identity import Shown
from net.pins import Claim, Pinned, Pins


class Tokens:
    """The known hosts, as one place at one table uses them. Methods may raise `net.files.StateError`.

    `host` is who has been met, `room` which of its rooms it is.
    """

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self.host: Shown | None = None
        self.room = ""
        self.verdict = Pinned.NEW
        self._claim: Claim | None = None
        self._token: bytes | None = None

    def require(self, proved: Shown) -> None:
        """Raise `net.pins.FingerprintChanged` unless the host is new, or the one that was met."""
        self.verdict = self._pins.require(proved.host_id, proved.fingerprint)

    @property
    def token(self) -> bytes | None:
        """The token of the seat that we have now."""
        return self._token

    @property
    def offered(self) -> bytes | None:
        """A token from an earlier visit, to be shown to the host."""
        return self._claim.token if self._claim is not None else None

    def claim(self) -> None:
        """Look for a seat of ours in this room that no other process plays."""
        if self._claim is None and self.host is not None:
            self._claim = self._pins.claim(self.host.host_id, self.room)

    def refused(self) -> bool:
        """Take in that the host does not know the token offered; return whether one was."""
        claim, self._claim = self._claim, None
        if claim is None or self.host is None:
            return False
        claim.release()
        self._pins.drop(self.host.host_id, claim.token)
        return True

    def remember(self, room_name: str, endpoint: Endpoint) -> None:
        """Note the host, and that we were let in."""
        assert self.host is not None
        self._pins.remember(self.host.host_id, self.host.fingerprint, room_name, endpoint.host, endpoint.port)

    def keep(self, token: bytes | None) -> None:
        """Keep the token of the seat that we have now, in place of the one before; None where we have none."""
        assert self.host is not None
        before, self._token = self._token, token
        if before is not None and before != token:
            self._let_go()
            self._pins.drop(self.host.host_id, before)
        if token is not None:
            if self._claim is not None and self._claim.token != token:
                self._let_go()
            self._claim = self._pins.keep(self.host.host_id, self.room, token) or self._claim

    def release(self, *, forget: bool) -> None:
        """Let another process have the seat; with `forget` nobody needs its token any more."""
        self._let_go()
        if forget and self._token is not None and self.host is not None:
            with suppress(StateError):  # a token too many does no harm
                self._pins.drop(self.host.host_id, self._token)

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.release()
            self._claim = None


class PassingTokens(Tokens):
    """Remembers nothing beyond this one place: for a guest by ssh, who comes from elsewhere and has no files here.

    Whose certificate the host has to show, the target says.
    """

    def __init__(self) -> None:
        self.host = None
        self.room = ""
        self.verdict = Pinned.NEW
        self._claim = None
        self._token = None

    def require(self, proved: Shown) -> None:
        """Take any host."""

    def claim(self) -> None:
        """Have no seat from before."""

    def refused(self) -> bool:
        """Say that no token was offered."""
        return False

    def remember(self, room_name: str, endpoint: Endpoint) -> None:
        """Do nothing."""

    def keep(self, token: bytes | None) -> None:
        """Keep the token of the seat that we have now, for as long as this place is there."""
        self._token = token

    def release(self, *, forget: bool) -> None:
        """Do nothing."""
