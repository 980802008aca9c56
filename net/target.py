"""Which room to join: where it is, and of which host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from net.addresses import Endpoint


class Target(Struct, frozen=True):
    """A room to join: where, and if it is known, of which host."""

    endpoints: tuple[Endpoint, ...]
    host_id: str | None = None
    fingerprint: bytes | None = None
    """Of the host's certificate, whole: no other is taken."""
    ticket: bytes | None = None
    """From an invitation; goes to a host with that `fingerprint` only."""


class Finder(Protocol):
    """Looks out for a host that may have moved."""

    def __call__(self, host_id: str, found: Callable[[Sequence[Endpoint]], None]) -> Callable[[], None]:
        """Tell where the host is seen, until the function returned is called."""
