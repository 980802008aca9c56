"""The keys of an authorized_keys file, as sshd(8) takes it: what limits who may come holds, the rest is of no use."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple

import asyncssh

_LIMITS: Final = frozenset({"from", "expiry-time"})
_OF_NO_USE: Final = frozenset(
    {
        "agent-forwarding",
        "command",
        "environment",
        "no-agent-forwarding",
        "no-port-forwarding",
        "no-pty",
        "no-touch-required",
        "no-user-rc",
        "no-x11-forwarding",
        "permitlisten",
        "permitopen",
        "port-forwarding",
        "pty",
        "restrict",
        "tunnel",
        "user-rc",
        "x11-forwarding",
    }
)
"""What they allow or forbid is not to be had here. Any other may limit who comes, so a line with one is left out."""

_OPTION: Final = re.compile(r'([A-Za-z0-9-]+)(?:="((?:\\"|[^"])*)")?(,|\s+)')
_TIMES: Final = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}
"""How a time is written, by how many digits it has."""


class _Entry(NamedTuple):
    keys: asyncssh.SSHAuthorizedKeys
    until: datetime | None


class KnownKeys:
    """The keys that may come in."""

    def __init__(self, text: str) -> None:
        """Take the text of such a file, less the lines that are none; raise ValueError where there is no key in it."""
        self._entries = [entry for line in text.split("\n") if (entry := _entry(line.strip())) is not None]
        if not self._entries:
            raise ValueError("There is no key in it.")

    def has(self, key: asyncssh.SSHKey, address: str, now: datetime) -> bool:
        """Tell whether a key may come in from an address at a time."""
        return any(
            entry.keys.validate(key, address, address) is not None and (entry.until is None or now < entry.until)
            for entry in self._entries
        )


def _entry(line: str) -> _Entry | None:
    if not line or line.startswith("#"):
        return None
    try:
        options, key = _parted(line)
        asyncssh.import_public_key(key)  # nothing but a key, else there were options in it
        place = f'from="{options["from"]}" ' if "from" in options else ""
        return _Entry(
            asyncssh.import_authorized_keys(place + key),
            _time(options["expiry-time"]) if "expiry-time" in options else None,
        )
    except ValueError:
        return None


def _parted(line: str) -> tuple[dict[str, str], str]:
    """Return the options of a line that stand before the key, those that count, and the key; raise ValueError."""
    options: dict[str, str] = {}
    at = 0
    while not _is_key(line[at:]):
        found = _OPTION.match(line, at)
        if found is None:
            raise ValueError("That is no option.")
        name, value = found[1].lower(), found[2] or ""
        if name in options or name not in _LIMITS | _OF_NO_USE:
            raise ValueError("That option is not known.")
        if name in _LIMITS:
            options[name] = value
        at = found.end()
        if found[3] != ",":
            break
    return options, line[at:]


def _is_key(text: str) -> bool:
    try:
        asyncssh.import_public_key(text)
    except asyncssh.KeyImportError:
        return False
    return True


def _time(text: str) -> datetime:
    """Return the time that is written down, which is local unless it ends with Z; raise ValueError."""
    digits = text.removesuffix("Z")
    form = _TIMES.get(len(digits))
    if form is None or not digits.isdecimal() or not digits.isascii():
        raise ValueError("That is no time.")
    time = datetime.strptime(digits, form)
    return time.replace(tzinfo=UTC) if text.endswith("Z") else time.astimezone()
