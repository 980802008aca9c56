"""Rejoin codes: what a guest by ssh types to have a seat again that they were cut off from.

A code follows from what proves the seat, so that the client knows it from its token and the host from the token's hash,
and neither keeps it. It is short, to be copied from a screen by hand: a host lets it be guessed only so often
(`Codes`). Times in seconds, from any clock that goes on evenly.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from net.passphrase import Guesses

CODE_CHARACTERS: Final = 5
"""The length of a code."""

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Nothing that looks like something else in it: no 0 and o, no 1, i and l."""

# More than one address may try in that time, so that no single guest can keep another from their seat.
_AT_ONE_SEAT: Final = 30
_WITHIN: Final = 300.0


def rejoin_code(token_hash: bytes) -> str:
    """Return the code of the seat that a token of this hash (`net.saved.token_hash`) proves."""
    number = int.from_bytes(hashlib.sha256(b"unokart rejoin code" + token_hash).digest(), "big")
    characters = []
    for _ in range(CODE_CHARACTERS):
        number, at = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[at])
    return "".join(characters)


class Codes:
    """Judges the codes that guests type. Who guesses too often has to wait, and so has whoever guesses at one seat."""

    def __init__(self) -> None:
        self._from_one = Guesses()
        self._at_one = Guesses(_AT_ONE_SEAT, _WITHIN)

    def wait(self, origin: str, hashes: list[bytes], now: float) -> float:
        """Return how long nobody from there may try one of these seats, 0 where that is not so."""
        seats = [self._at_one.wait(hashed.hex(), now) for hashed in hashes]
        return max(self._from_one.wait(origin, now), *seats, 0.0)

    def find(self, code: str, origin: str, hashes: list[bytes], now: float) -> bytes | None:
        """Return which of these seats, by the hashes of tokens, a code is for; None is counted as a guess."""
        typed = "".join(code.split()).lower().encode("utf-8", "replace")
        fitting = [hashed for hashed in hashes if hmac.compare_digest(typed, rejoin_code(hashed).encode())]
        if fitting:
            return fitting[0]
        self._from_one.failed(origin, now)
        for hashed in hashes:
            self._at_one.failed(hashed.hex(), now)
        return None
