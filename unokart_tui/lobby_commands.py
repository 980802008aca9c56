"""The commands of the lobby: what can be asked by key, in one list.

Bindings, the key bar and the help page are made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

LobbyId = Literal[
    "up", "down", "less", "more", "go", "ready", "bot", "remove", "mute", "invite", "ssh",
    "sit", "talk", "react", "unsaved", "help", "quit",
]  # fmt: skip


@dataclass(frozen=True)
class LobbyCommand:
    """Something that may be asked for in the lobby."""

    id: LobbyId
    keys: tuple[str, ...]
    """By Textual's names; the first is the one that is shown."""
    help: str
    """A sentence for the help page."""
    host: bool = False
    """Whether it is the host's alone."""


LOBBY_COMMANDS: Final[tuple[LobbyCommand, ...]] = (
    LobbyCommand("up", ("up",), "Choose the line above."),
    LobbyCommand("down", ("down", "tab"), "Choose the line below."),
    LobbyCommand("less", ("left",), "Let the chosen bot play easier, or lower the chosen rule.", host=True),
    LobbyCommand("more", ("right",), "Let the chosen bot play better, or raise the chosen rule.", host=True),
    LobbyCommand("go", ("enter",), "Say that a match may begin, or take it back; as the host, begin it."),
    LobbyCommand("ready", ("r",), "Say that a match may begin, or take it back. It begins when all are ready."),
    LobbyCommand("bot", ("b",), "Let a bot sit down.", host=True),
    LobbyCommand("remove", ("x", "delete"), "Take the chosen bot away, or send the chosen person away.", host=True),
    LobbyCommand("invite", ("i",), "Invite people on this network whose home screen is open.", host=True),
    LobbyCommand("ssh", ("g",), "Let guests in who have nothing but ssh, or no more, and see how.", host=True),
    LobbyCommand("mute", ("m",), "Do not show what the chosen person says, or show it again."),
    LobbyCommand("sit", ("s",), "Take a seat, or give it up and watch."),
    LobbyCommand("talk", ("t",), "Say something to everyone in the room."),
    LobbyCommand("react", ("exclamation_mark",), "Say one of a few short phrases, by its digit."),
    LobbyCommand("unsaved", ("u",), "Go on although nothing can be saved at the moment.", host=True),
    LobbyCommand("help", ("question_mark", "f1"), "Show the keys."),
    LobbyCommand("quit", ("q", "escape"), "Leave the room; you are asked first where something would end by that."),
)

LOBBY_BY_ID: Final[Mapping[LobbyId, LobbyCommand]] = {command.id: command for command in LOBBY_COMMANDS}
