"""The messages by which a host lets clients in, or tells them of its room. PROTOCOL.md describes them.

`Probe` and `Info` never lose a field, and a field that the other side does not know is no error, so that any two
versions can still say which room there is and why they can't play together.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from net.passphrase import CONFIRMATION_BYTES, MESSAGE_BYTES

PakeBytes = Annotated[bytes, Meta(min_length=MESSAGE_BYTES, max_length=MESSAGE_BYTES)]
ConfirmationBytes = Annotated[bytes, Meta(min_length=CONFIRMATION_BYTES, max_length=CONFIRMATION_BYTES)]


class Probe(Struct, frozen=True, tag="probe"):
    """What room is there? Before `Hello`, once; the host answers with `Info`."""


class Info(Struct, frozen=True, tag="info", omit_defaults=True):
    """A room, to whoever asks. Nothing in it is secret, and a client has to clean it before it is shown."""

    protocol: tuple[int, int]
    """The oldest and the newest protocol that the host speaks."""
    app: str
    """The host's program and version."""
    host_id: str
    """The same as in the certificate."""
    room_id: str
    """Tells the rooms of a host apart, over all its restarts; a token is good for one room."""
    room: str
    host: str
    """The player who hosts it, empty where nobody does."""
    state: str
    """``lobby`` or ``play``."""
    taken: int
    seats: int
    spectators: int
    passphrase: bool
    """One is needed by those who have no seat yet."""


class AskPassphrase(Struct, frozen=True, forbid_unknown_fields=True, tag="passphrase"):
    """The host's answer to a `Hello` of someone it does not know, where the room has a passphrase."""


class ClientPake(Struct, frozen=True, forbid_unknown_fields=True, tag="client_pake"):
    """The client's message of SPAKE2; the answer to `AskPassphrase`."""

    m: PakeBytes


class HostPake(Struct, frozen=True, forbid_unknown_fields=True, tag="host_pake"):
    """The host's message of SPAKE2."""

    m: PakeBytes


class ClientConfirm(Struct, frozen=True, forbid_unknown_fields=True, tag="client_confirm"):
    """The client's confirmation. The host compares it before it sends its own."""

    c: ConfirmationBytes


class HostConfirm(Struct, frozen=True, forbid_unknown_fields=True, tag="host_confirm"):
    """The host's confirmation. What becomes of the `Hello` follows: `net.messages.Welcome` or `No`."""

    c: ConfirmationBytes


def spoken(protocol: tuple[int, int]) -> str:
    """Put a range of protocols into words."""
    low, high = protocol
    return f"{low}" if low == high else f"{low} to {high}"
