"""What a screen or a command says to host a room, and what it is told of it. Values only."""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

from engine.rules import Rules
from net.discovery import FoundPerson
from net.setup import TURN_SECONDS
from net.updates import BotLevel, RoomLink

SSH_PORT: Final = 2222
SSH_GUESTS: Final = 16


class SshSetup(Struct, frozen=True):
    """How guests may come by ssh."""

    nursery: tuple[str, ...]
    """The command that starts the program which has a child for each guest (`net.ssh`)."""
    port: int = SSH_PORT
    """0 is any that is free."""
    keys: str | None = None
    """The path of an authorized_keys file: then a key that it has is the only way in, and a seat is the key's."""
    guests: int = SSH_GUESTS
    """The most at a time."""


class SshState(Struct, frozen=True):
    """How the way in by ssh stands."""

    stage: Literal["off", "opening", "open"] = "off"
    commands: tuple[str, ...] = ()
    """What a guest types, one for each address, the likeliest first; ``NAME`` is to be chosen. Empty unless open."""
    fingerprint: str = ""
    """Of the host key, as a guest's ssh shows it."""
    keys: bool = False
    """A key is asked for, not the passphrase."""
    guests: int = 0
    """How many are here by ssh."""
    trouble: str | None = None
    """Why it is not open although that was wished, and what to do, in a sentence."""


class HostSetup(Struct, frozen=True):
    """A room to host."""

    name: str | None
    """What the player is called who hosts it; None where nobody sits here."""
    room: str | None = None
    """What it is called; by default after the player."""
    bots: tuple[BotLevel, ...] = ()
    rules: Rules = Rules()
    passphrase: str | None = None
    """None lets anyone in."""
    port: int | None = None
    """None is the first that is free of `net.listening.PORTS`."""
    announced: bool = True
    seats: int = 10
    spectators: int = 8
    turn_seconds: int = TURN_SECONDS
    hold_seconds: float = 120.0
    pace: float = 1.0
    seed: int | None = None
    """None for one that nobody can foretell."""
    resume: str | None = None
    """The id of a saved table to go on with (`net.saved.OpenTable.room`); its name and its rules hold then."""
    ssh: SshSetup | None = None
    """Let guests come by ssh from the beginning."""


class HostState(Struct, frozen=True):
    """How a room stands to the world around it; sent whole whenever something of it has changed."""

    room: str
    host_id: str
    endpoints: tuple[str, ...]
    """All that a friend may type, the likeliest first."""
    port: int
    passphrase: str | None
    fingerprint: str
    """Of the certificate, in groups, as a friend's screen shows it."""
    visible: bool
    """Whether the room is announced by now."""
    trouble: str | None
    """Why it is in nobody's list, and what to do instead, in a sentence."""
    unsaved: str | None
    """Why nothing can be saved at the moment, in a sentence; moves are refused meanwhile."""
    saving: bool
    """False once the game goes on unsaved, as the host wished."""
    here: int
    """How many persons are connected, whoever sits at this computer included."""
    ssh: SshState = SshState()


class InviteAnswered(Struct, frozen=True):
    """What has become of an invitation; `sentence` says so. `answer` is ``yes``, ``no``, or why there is none."""

    name: str
    answer: str
    sentence: str


class HostEnded(Struct, frozen=True):
    """The room is closed, or never was open; nothing follows. `sentence` says why."""

    code: str
    sentence: str


HostUpdate = HostState | InviteAnswered | HostEnded


class HostControl(Protocol):
    """What hosts a room in this process. Every method may be called from any thread."""

    @property
    def link(self) -> RoomLink | None:
        """The place of the player who hosts, None where nobody sits here."""

    def invite(self, person: FoundPerson) -> None:
        """Ask someone at home to come; an `InviteAnswered` follows."""

    def go_on_unsaved(self) -> None:
        """Let the game go on although nothing can be saved; it can't be resumed after this program then."""

    def open_ssh(self, setup: SshSetup) -> None:
        """Let guests come by ssh; a `HostState` tells what comes of it. Nothing happens where they can already."""

    def close_ssh(self) -> None:
        """Let nobody come by ssh any more, and say good-bye to those who have; their seats are kept."""

    def detach(self) -> None:
        """Leave the room to itself, without leaving the seat: the screen is gone.

        The room ends by itself, saved, when nobody is there any more.
        """

    def shut_down(self, sentence: str = "The host has ended the program. The table is saved.") -> None:
        """Say good-bye to all and save. `HostEnded` follows."""

    def wait_ended(self, seconds: float | None = None) -> bool:
        """Block until the room is closed, at most so long; return whether it is. Not to be called on an event loop."""
