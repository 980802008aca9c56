"""What is said to someone who is turned away before asyncssh has anything to do with them."""

from __future__ import annotations

from typing import Final

_VERSION: Final = b"SSH-2.0-unokart\r\n"
_DISCONNECT: Final = 1
_TOO_MANY_CONNECTIONS: Final = 12
_BLOCK: Final = 8
_LEAST_PADDING: Final = 4


def turned_away(sentence: str) -> bytes:
    """Return all that a server says on such a connection; the guest's ssh shows the sentence.

    A version, and the packet that ends a connection, which may come before any keys are exchanged (RFC 4253).
    """
    text = sentence.encode()
    payload = bytes([_DISCONNECT]) + _uint32(_TOO_MANY_CONNECTIONS) + _uint32(len(text)) + text + _uint32(0)
    padding = _LEAST_PADDING + -(5 + len(payload) + _LEAST_PADDING) % _BLOCK
    return _VERSION + _uint32(1 + len(payload) + padding) + bytes([padding]) + payload + bytes(padding)


def _uint32(number: int) -> bytes:
    return number.to_bytes(4, "big")
