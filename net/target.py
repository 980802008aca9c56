"""Which room to join: where it is, and of which host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from net.addresses import Endpoint
from net.messages import Hello


class Target(Struct, frozen=True):
    """A room to join: where, and if it is known, of which host."""

    endpoints: tuple[Endpoint, ...]
    host_id: str | None = None
    fingerprint: bytes | None = None
    """Of the host's certificate, whole: no other is taken."""
    ticket: bytes | None = None
    """Opens the door without the passphrase, once; goes to a host with that `fingerprint` only."""
    vouched: bool = False
    """The ticket is that of a guest by ssh: it is shown every time, to those `endpoints` and nowhere else."""
    code: str = ""
    """The rejoin code of a guest by ssh. Where the host takes it for wrong, the end is `Closed` with code ``code``."""

    def introduce(self, hello: Hello, fingerprint: bytes | None, again: bool) -> Hello:
        """Add to a hello what may be shown to a host with a certificate, `again` after having been let in before."""
        known = self.fingerprint is not None and self.fingerprint == fingerprint
        if self.ticket is None or not known or (again and not self.vouched):
            return hello
        return replace(hello, ticket=self.ticket, code="" if again else self.code)


class Finder(Protocol):
    """Looks out for a host that may have moved."""

    def __call__(self, host_id: str, found: Callable[[Sequence[Endpoint]], None]) -> Callable[[], None]:
        """Tell where the host is seen, until the function returned is called."""
