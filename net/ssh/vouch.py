"""What a host knows of a guest by ssh whose connections, like those of all guests by ssh, come from this computer."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from typing import Final

from msgspec import Struct

from net.files import StateError, lock, make_private, read_private, write_private
from net.messages import TOKEN_BYTES

_SECRET_FILE: Final = "ssh-seats"
_LOCK_FILE: Final = "ssh-seats.lock"
_LOCK_WAIT: Final = 5.0
_SECRET_BYTES: Final = 32


class Vouch(Struct, frozen=True):
    """What counts of a guest instead of what their connection seems to say."""

    source: str
    """Where they come from, as `net.addresses.source` gives it."""
    token: bytes | None = None
    """What proves the seat that belongs to their key, as `KeySeats.token` gives it; None where there are no keys."""


class KeySeats:
    """Gives every key its own token in one room: whoever holds the key has its seat, and nothing need be kept."""

    def __init__(self, directory: Path, room_id: str) -> None:
        """Use the secret in a state directory, which is made the first time; raise `net.files.StateError`."""
        self._secret = _own_secret(directory)
        self._room = room_id.encode()

    def token(self, key: str) -> bytes:
        """Return what proves the seat of a key, by the fingerprint of that. The same after a restart of the room."""
        return hmac.digest(self._secret, self._room + b"\0" + key.encode(), "sha256")[:TOKEN_BYTES]


def _own_secret(directory: Path) -> bytes:
    make_private(directory)
    path = directory / _SECRET_FILE
    held = lock(directory / _LOCK_FILE, wait=_LOCK_WAIT)
    if held is None:
        raise StateError(f"Another unokart is busy with {path}.")
    with held:
        secret = read_private(path)
        if secret is None or len(secret) != _SECRET_BYTES:
            secret = secrets.token_bytes(_SECRET_BYTES)
            write_private(path, secret)
        return secret
