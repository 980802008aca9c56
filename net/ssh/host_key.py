"""The host key of the ssh server: made once, and kept for this account alone."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import asyncssh

from net.files import StateError, lock, make_private, read_private, set_aside, write_private

_log = logging.getLogger(__name__)

_ALGORITHM: Final = "ssh-ed25519"
_LOCK_WAIT: Final = 5.0


def own_key(path: Path) -> asyncssh.SSHKey:
    """Return the key kept in a file; the first time, make it. A damaged one is kept aside and another made.

    Raises `net.files.StateError`.
    """
    make_private(path.parent)
    held = lock(path.with_name(f"{path.name}.lock"), wait=_LOCK_WAIT)
    if held is None:
        raise StateError(f"Another unokart is busy with {path}.")
    with held:
        content = read_private(path)
        if content is not None:
            try:
                return asyncssh.import_private_key(content)
            except asyncssh.KeyImportError as error:
                kept = set_aside(path)
                _log.warning("The ssh host key was damaged (%s) and lies in %s now", error, kept)
        key = asyncssh.generate_private_key(_ALGORITHM)
        write_private(path, key.export_private_key())
        return key
