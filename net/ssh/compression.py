"""Compression that a guest can't use as a bomb: a small packet must not become a huge one."""

from __future__ import annotations

import zlib
from typing import Final

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

COMPRESSION: Final = "zlib@openssh.com"
"""It begins only once the guest has logged in."""

PACKET: Final = 256 * 1024
"""A packet that becomes longer ends the connection. Those of a guest carry at most 32 KB."""


class _Deflate(Compressor):
    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def compress(self, data: bytes) -> bytes | None:
        """Return all that the packet has become, so that it can be read without the next."""
        return self._stream.compress(data) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class Inflate(Decompressor):
    """Undoes compression as far as `PACKET`."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the packet, None where it is damaged or longer than `PACKET`."""
        try:
            packet = self._stream.decompress(data, PACKET)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail or self._stream.eof else packet


def bound_compression() -> None:
    """Let asyncssh have this compression in place of its own, for all of this process."""
    register_compression_alg(COMPRESSION.encode(), _Deflate, Inflate, True, True)
