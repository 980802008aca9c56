"""Names that guests log in by, taken as people write them: asyncssh knows no character that is newer than 2002."""

from __future__ import annotations

from typing import Final

from asyncssh import IllegalUserName, connection

from net.names import NAMELESS, clean_line

_CHARACTERS: Final = 100
_NO_NAME: Final = "That name is too long, or is not in UTF-8. Choose a simpler one to type before the @."


def take_names_as_written() -> None:
    """Let asyncssh clean user names in this way in place of its own, for all of this process."""
    # By these names it looks for what judges a name and for what tells of one that is none. Should it use others one
    # day, names are judged by its own rules again.
    vars(connection).update(saslprep=_cleaned, IllegalUserName=_refused)


def _cleaned(told: str) -> str:
    # Never empty: asyncssh takes an empty name for one that it has begun with already.
    return clean_line(told, _CHARACTERS) or NAMELESS


def _refused(reason: str) -> IllegalUserName:
    return IllegalUserName(_NO_NAME)
