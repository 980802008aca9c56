"""Where the full-screen program begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from net.hosted import HostSetup
    from net.target import Target
    from unokart_tui.replay import Replay
    from unokart_tui.screens.rooms import Where


@dataclass(frozen=True)
class AtHome:
    """At home."""


@dataclass(frozen=True)
class AtTable:
    """At a table against bots. Leaving it ends the program, as with all that follow."""

    seed: int | None = None


@dataclass(frozen=True)
class AtLesson:
    """In the guided round."""


@dataclass(frozen=True)
class AtRooms:
    """At the list of the rooms on the network."""

    watch: bool = False


@dataclass(frozen=True)
class InRoom:
    """In a room of another computer. Raises `net.addresses.BadAddress` where a typed address is none."""

    where: Where | Target
    passphrase: str | None = None
    """Given at the door, if one is asked for."""
    watch: bool = False


@dataclass(frozen=True)
class InOwnRoom:
    """In a room that is hosted by this program."""

    setup: HostSetup


@dataclass(frozen=True)
class AtMatches:
    """At the list of the matches that were played."""


@dataclass(frozen=True)
class AtReplay:
    """At a match that is gone through again."""

    replay: Replay
    name: str
    """As `unokart_tui.screens.replay.ReplayScreen` takes it."""


@dataclass(frozen=True)
class Later:
    """Nowhere yet; what the app shows at first is blank."""


Start = AtHome | AtTable | AtLesson | AtRooms | InRoom | InOwnRoom | Later | AtMatches | AtReplay
