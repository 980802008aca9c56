"""The passphrase of a room: made, read, typed, and proved without being told.

The proof is SPAKE2 over the Ed25519 group, the client as side A under the identity ``unokart client``, the host as side
B under ``unokart host`` followed by the fingerprint of the certificate that each has at its own end. So someone in the
middle, who can't show the host's certificate, can't pass the messages on. Each side sends its message; then the client
sends its confirmation, and only then the host its own: HMAC-SHA256, with the key agreed on, of ``unokart client
confirms`` or ``unokart host confirms``. What goes into SPAKE2 is `normalized` in UTF-8.

Nobody learns more from an attempt than whether one guess was right, and a host lets itself be asked only so often
(`Guesses`).
"""

from __future__ import annotations

import hmac
import os
import secrets
import stat
import unicodedata
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from net.addresses import source
from net.words import WORDS

MESSAGE_BYTES: Final = 33
"""The length of each side's first message."""
CONFIRMATION_BYTES: Final = 32
"""The length of each side's second message."""

REFUSAL: Final = "Wrong passphrase, or this is not the host it claims to be."
"""What either end tells its player. Which of the two it is, neither end can know."""

_LONGEST: Final = 200
_FILE_BYTES: Final = 4096
_OTHERS: Final = 0o077

_CLIENT: Final = b"unokart client"
_HOST: Final = b"unokart host"
_CONFIRMS: Final = b" confirms"


class PassphraseError(ValueError):
    """A passphrase can't be used or read. ``str(error)`` is a sentence for the player."""


class NotProved(Exception):
    """The other end does not know the passphrase, or has another certificate before it. ``str(error)`` is `REFUSAL`."""

    def __init__(self) -> None:
        super().__init__(REFUSAL)


def generate() -> str:
    """Return a new passphrase: two words and two digits, one of more than twenty million."""
    first = secrets.choice(WORDS)
    second = secrets.choice([word for word in WORDS if word != first])
    return f"{first} {second} {10 + secrets.randbelow(90)}"


def normalized(passphrase: str) -> str:
    """Return what of a passphrase counts: not its case, blanks, dashes or underlines, nor how letters are composed.

    Raises `PassphraseError` where too little or too much is left.
    """
    if len(passphrase) > _LONGEST:
        raise PassphraseError(f"A passphrase takes at most {_LONGEST} characters.")
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", passphrase).casefold())
    counted = "".join(char for char in text if char != "_" and _counts(unicodedata.category(char)))
    if not counted:
        raise PassphraseError("A passphrase needs at least one letter or digit.")
    return unicodedata.normalize("NFKC", counted)  # what stood between two that compose may have gone


def _counts(category: str) -> bool:
    return category[0] not in "ZC" and category != "Pd"


class FromFile(Struct, frozen=True):
    """A passphrase read from a file, and what there is to be said about the file."""

    passphrase: str
    warning: str | None


def read_file(path: Path) -> FromFile:
    """Return the first line of a file, which may be a pipe; raise `PassphraseError`."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            line = file.readline(_FILE_BYTES)
    except OSError as error:
        raise PassphraseError(f"The passphrase can't be read from {path}: {error.strerror or error}.") from error
    try:
        passphrase = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise PassphraseError(f"The first line of {path} is not UTF-8 text.") from error
    try:
        normalized(passphrase)
    except PassphraseError as error:
        raise PassphraseError(f"The first line of {path} can't be a passphrase. {error}") from error
    exposed = stat.S_ISREG(mode) and mode & _OTHERS
    warning = f"Others on this computer can read {path}; chmod 600 keeps it to yourself." if exposed else None
    return FromFile(passphrase, warning)


class ClientProof:
    """The client's side of one attempt.

    Send `message`; give the host's message to `confirm` and send what it returns; give the host's confirmation to
    `check`. Once something has raised `NotProved`, everything does.
    """

    def __init__(self, passphrase: str, fingerprint: bytes) -> None:
        """Begin with what the player has typed and what the connection has shown; raise `PassphraseError`."""
        from spake2 import SPAKE2_A

        identities = {"idA": _CLIENT, "idB": _HOST + fingerprint}
        self._agreement = _Agreement(SPAKE2_A(normalized(passphrase).encode(), **identities))
        self.message = self._agreement.message

    def confirm(self, host_message: bytes) -> bytes:
        """Return the client's confirmation; raise `NotProved` where the host's message is none."""
        self._agreement.finish(host_message)
        return self._agreement.confirmation(_CLIENT)

    def check(self, host_confirmation: bytes) -> None:
        """Raise `NotProved` unless the host knows the passphrase and has the certificate that this end was shown."""
        self._agreement.check(host_confirmation, _HOST)


class HostProof:
    """The host's side of one attempt.

    On the client's message, send `message`; give both that and then the client's confirmation to `check`, and send
    what it returns. Until then nothing has been told by which a guess could be tested.
    """

    def __init__(self, passphrase: str, fingerprint: bytes) -> None:
        """Begin with the room's passphrase and the fingerprint of the host's own certificate."""
        from spake2 import SPAKE2_B

        identities = {"idA": _CLIENT, "idB": _HOST + fingerprint}
        self._agreement = _Agreement(SPAKE2_B(normalized(passphrase).encode(), **identities))
        self.message = self._agreement.message

    def check(self, client_message: bytes, client_confirmation: bytes) -> bytes:
        """Return the host's confirmation; raise `NotProved` unless the client knows the passphrase.

        Count each `NotProved` as a guess of the client's address, and do not even call this for an address that has
        to wait.
        """
        self._agreement.finish(client_message)
        self._agreement.check(client_confirmation, _CLIENT)
        return self._agreement.confirmation(_HOST)


class _Side(Protocol):
    """What the library's objects look like; it ships no types."""

    def start(self) -> bytes: ...
    def finish(self, inbound_side_and_message: bytes) -> bytes: ...


class _Agreement:
    """One side's way to the key."""

    def __init__(self, side: _Side) -> None:
        self._side = side
        self.message = side.start()
        self._key: bytes | None = None

    def finish(self, message: bytes) -> None:
        if len(message) != MESSAGE_BYTES:
            raise NotProved
        try:
            self._key = self._side.finish(message)
        except Exception as error:
            # Another side's message, no point of the curve, our own sent back, or a second try: each has a type of its
            # own in the library, not all of them public, and all mean that there is no key.
            self._key = None
            raise NotProved from error

    def confirmation(self, whose: bytes) -> bytes:
        if self._key is None:
            raise NotProved
        return hmac.digest(self._key, whose + _CONFIRMS, "sha256")

    def check(self, confirmation: bytes, whose: bytes) -> None:
        if not hmac.compare_digest(self.confirmation(whose), confirmation):
            self._key = None
            raise NotProved


class Guesses:
    """How many wrong passphrases an address has sent lately. Times in seconds, from any clock that goes on evenly."""

    def __init__(self, most: int = 5, within: float = 60.0) -> None:
        """Allow `most` in any span of `within` seconds."""
        self._most = most
        self._within = within
        self._failed: dict[str, list[float]] = {}

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._failed)

    def wait(self, address: str, now: float) -> float:
        """Return how long an address has to wait until it may try again, 0 where it need not."""
        times = self._recent(source(address), now)
        return 0.0 if len(times) < self._most else times[-self._most] + self._within - now

    def failed(self, address: str, now: float) -> None:
        """Count a wrong passphrase."""
        for other in list(self._failed):
            self._recent(other, now)
        self._failed.setdefault(source(address), []).append(now)

    def _recent(self, key: str, now: float) -> list[float]:
        times = [time for time in self._failed.get(key, ()) if now - time < self._within]
        if times:
            self._failed[key] = times
        else:
            self._failed.pop(key, None)
        return times
