"""Who was found on the LAN, as values: what a screen shows of it needs nothing of the network itself."""

from __future__ import annotations

from msgspec import Struct

from net.discovery import FoundPerson, FoundRoom


class Rooms(Struct, frozen=True):
    """The rooms on the LAN, and those of hosts used lately that answer."""

    found: tuple[FoundRoom, ...]
    trouble: str | None
    """Why some may be missing, and what to do instead, in a sentence."""


class People(Struct, frozen=True):
    """The people on the LAN whose home screen is open."""

    found: tuple[FoundPerson, ...]
    trouble: str | None
