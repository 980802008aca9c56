"""Frames: how messages lie in a stream of bytes. A length, four bytes with the highest first, then so many bytes."""

from __future__ import annotations

from typing import Final

CAP_BEFORE_ADMISSION: Final = 4 * 1024
"""The longest payload taken from a peer that nobody knows yet."""
CAP_FROM_CLIENT: Final = 16 * 1024
"""The longest payload taken from a client at the table."""
CAP_FROM_HOST: Final = 1024 * 1024
"""The longest payload taken from the host."""

HEADER: Final = 4


class FrameTooLong(ValueError):
    """A frame says that it is longer than its receiver takes. The rest of the stream can't be read any more."""


def frame(payload: bytes) -> bytes:
    """Put the length in front of a payload."""
    return len(payload).to_bytes(HEADER, "big") + payload


class FrameParser:
    """Cuts a stream into payloads, however its bytes come in.

    The length is judged as soon as it is known, before anything of the payload is waited for. `cap` may be changed
    between two frames.
    """

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self._held = bytearray()

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes as they came from the peer."""
        self._held += data

    def next(self) -> bytes | None:
        """Return the next payload, None while it is not complete; raise `FrameTooLong`."""
        held = self._held
        if len(held) < HEADER:
            return None
        length = int.from_bytes(held[:HEADER], "big")
        if length > self.cap:
            raise FrameTooLong(f"A frame of {length} bytes; at most {self.cap} are taken.")
        end = HEADER + length
        if len(held) < end:
            return None
        payload = bytes(held[HEADER:end])
        del held[:end]
        return payload

    @property
    def in_the_middle(self) -> bool:
        """Whether a frame has begun and is not complete."""
        return bool(self._held)
