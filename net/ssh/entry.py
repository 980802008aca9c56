"""How a guest logs in by ssh: one per connection. What is asked for is the room's passphrase, or a key, or nothing."""

from __future__ import annotations

import asyncio
import hmac
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

import asyncssh
from asyncssh.auth import KbdIntChallenge, KbdIntResponse
from asyncssh.packet import PacketDecodeError

from net.names import clean_line
from net.passphrase import PassphraseError, normalized
from net.ssh.doorstep import Doorstep
from net.ssh.guest import Guest
from net.ssh.known_keys import KnownKeys
from net.ssh.line import Line
from net.ssh.street import LOGIN_WITHIN

_log = logging.getLogger(__name__)

TRIES: Final = 3
"""So many wrong passphrases end a connection."""
KEYS_TRIED: Final = 12
"""So many keys may be offered on a connection."""
_DELAY: Final = 0.5
"""Seconds that the answer to the first wrong passphrase takes; that to the next takes as much longer."""

_ROOM_CHARACTERS: Final = 40
_PROMPT: Final = "Passphrase of the room: "
_WRONG: Final = "That is not the passphrase. The host's screen shows it."
_TOO_MANY: Final = "Too many wrong passphrases. Ask whoever hosts the room for the right one."
_TOO_MANY_KEYS: Final = "None of so many keys is known here. Tell ssh which one: -o IdentitiesOnly=yes -i FILE"
_NOT_BEGUN: Final = "You have logged in, but not opened a terminal to play in."
_BANNER: Final = (
    "\r\nUNO Kart: {room}\r\n"
    "A card game, not a shell: no commands, files or forwarding.\r\n"
    "Whoever hosts it can read what you type.\r\n\r\n"
)


class Rules:
    """What a room asks of those who come by ssh."""

    def __init__(self, room: str, passphrase: str | None, keys: Path | None) -> None:
        """Raise ValueError or OSError where there is no key in the file, and `PassphraseError`."""
        self.banner = _BANNER.format(room=clean_line(room, _ROOM_CHARACTERS) or "a room")
        self._passphrase = None if passphrase is None else normalized(passphrase).encode()
        self._keys = keys
        if keys is not None:
            self._known_keys(keys)

    @property
    def asks_passphrase(self) -> bool:
        """Whether the passphrase is the way in."""
        return self._passphrase is not None and self._keys is None

    @property
    def asks_key(self) -> bool:
        """Whether a key is the way in."""
        return self._keys is not None

    def is_passphrase(self, typed: str) -> bool:
        """Tell whether that was it, in a time that says nothing about it."""
        try:
            given = normalized(typed).encode()
        except PassphraseError:
            return False
        return self._passphrase is not None and hmac.compare_digest(given, self._passphrase)

    def is_known(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Tell whether a key may come in from an address. The file is read anew, so that it may be added to."""
        if self._keys is None:
            return False
        try:
            return self._known_keys(self._keys).has(key, address, datetime.now(UTC))
        except (OSError, ValueError) as error:
            _log.warning("%s can't be read, so nobody comes in by key: %s", self._keys, error)
            return False

    @staticmethod
    def _known_keys(path: Path) -> KnownKeys:
        return KnownKeys(path.read_text("utf-8", "replace"))


class House(Protocol):
    """What is behind the entry."""

    rules: Rules
    doorstep: Doorstep

    def take_place(self) -> str | None:
        """Count one more who has logged in; return why they may not play, in a sentence, or None."""

    def leave_place(self) -> None:
        """Count one less."""

    def invite(self, entry: Entry) -> Guest:
        """Return the session of someone who has logged in."""


class Entry(asyncssh.SSHServer):
    """One connection, as far as asyncssh asks what is allowed on it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tries = 0
        self._keys_tried = 0
        self._greeted = False
        self._expecting: asyncio.TimerHandle | None = None  # there once they are inside
        self._guest: Guest | None = None
        self.key: str | None = None
        """The fingerprint of the key that they have logged in with."""
        self.name = ""
        self.refusal: str | None = None
        """Why they may not play although they have logged in."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Begin."""
        self.connection = conn
        self.line: Line = conn.get_extra_info("line")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the guest no longer."""
        if self._expecting is not None:
            self._expecting.cancel()
            self._house.leave_place()
        if exc is not None and not isinstance(exc, (asyncssh.Error, OSError, PacketDecodeError)):
            _log.error("A connection by ssh has failed", exc_info=exc)

    # The login

    def begin_auth(self, username: str) -> bool:
        """Tell what this is, and whether anything is asked for."""
        if not self._greeted:
            self._greeted = True
            self.connection.send_auth_banner(self._house.rules.banner)
        return self._house.rules.asks_passphrase or self._house.rules.asks_key

    def auth_completed(self) -> None:
        """Let the guest in; whether they may play is said on their terminal."""
        self.name = self.connection.get_extra_info("username")
        self.line.logged_in()
        self.refusal = self._house.take_place()
        self._expecting = asyncio.get_running_loop().call_later(LOGIN_WITHIN, self._expect_begun)

    def _expect_begun(self) -> None:
        if self._guest is None or not self._guest.begun:
            self.connection.disconnect(asyncssh.DISC_BY_APPLICATION, _NOT_BEGUN)

    def password_auth_supported(self) -> bool:
        """Tell whether passphrases are taken as passwords, which programs send that ask before they connect."""
        return self._house.rules.asks_passphrase

    async def validate_password(self, username: str, password: str) -> bool:
        """Check a passphrase."""
        return await self._check(password)

    def kbdint_auth_supported(self) -> bool:
        """Tell whether passphrases are asked for, which lets the prompt be ours."""
        return self._house.rules.asks_passphrase

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """Ask for the passphrase."""
        return "", _WRONG if self._tries else "", "", [(_PROMPT, False)]

    async def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> bool:
        """Check the passphrase that was asked for."""
        return await self._check(responses[0] if len(responses) == 1 else "")

    async def _check(self, typed: str) -> bool:
        now = asyncio.get_running_loop().time()
        doorstep, address = self._house.doorstep, self.line.address
        may_try = self._tries < TRIES and not doorstep.blocked(address, now)
        if may_try and self._house.rules.is_passphrase(typed):
            return True
        # A client may try again without waiting for the answer, so everything is counted before the first wait.
        self._tries += 1
        if may_try:
            doorstep.failed(address, now)
        if self._tries >= TRIES or doorstep.blocked(address, now):
            self._send_away(_TOO_MANY)
        await asyncio.sleep(_DELAY * self._tries)
        return False

    def public_key_auth_supported(self) -> bool:
        """Tell whether keys are taken."""
        return self._house.rules.asks_key

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Tell whether a key may come in. That they hold it, asyncssh checks right after, without another between."""
        self._keys_tried += 1
        if self._keys_tried > KEYS_TRIED:
            self._send_away(_TOO_MANY_KEYS)
            return False
        known = self._house.rules.is_known(key, self.line.peer)
        self.key = key.get_fingerprint() if known else None
        return known

    def _send_away(self, sentence: str) -> None:
        self.connection.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, sentence)

    # What they may do

    def session_requested(self) -> Guest | bool:
        """Give them one session, and no other as long as the connection lasts."""
        if self._guest is not None:
            return False
        self._guest = self._house.invite(self)
        return self._guest
