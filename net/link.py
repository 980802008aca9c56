"""The link of a screen to its client, which lives on the network thread."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from engine.actions import Action
from engine.rules import Rules
from net.client import Client, Request
from net.updates import BotLevel, CloseMode
from net.wishes import (
    AddBot,
    CloseRoom,
    Kick,
    Pause,
    React,
    Remove,
    SetLevel,
    SetRules,
    Sit,
    Stand,
    Start,
)


class ClientLink:
    """A `net.updates.RoomLink` over a client. `call` has a function called where the client lives, soon."""

    def __init__(self, client: Client, call: Callable[..., None]) -> None:
        self._client = client
        self._call = call
        self._ids = count(1)

    def act(self, action: Action, version: int) -> int:
        """Ask for an action."""
        action_id = next(self._ids)
        self._call(self._client.act, action_id, action, version)
        return action_id

    def ready(self) -> None:
        """Say that things may go on."""
        self._call(self._client.ready)

    def unready(self) -> None:
        """Say that they may not yet."""
        self._call(self._client.ready, False)

    def set_pace(self, seconds: float) -> None:
        """Set the pace of the bots."""
        self._call(self._client.set_pace, seconds)

    def leave(self) -> None:
        """Leave for good."""
        self._call(self._client.leave)

    def chat(self, text: str) -> None:
        """Say something."""
        self._call(self._client.chat, text)

    def react(self, reaction: int) -> None:
        """Say one of the quick reactions."""
        self._ask(React(reaction))

    def sit(self) -> None:
        """Take a seat, or wait for one."""
        self._ask(Sit())

    def stand(self) -> None:
        """Give the seat up."""
        self._ask(Stand())

    def set_rules(self, rules: Rules, turn_seconds: int | None = None) -> None:
        """Set the rules."""
        self._ask(SetRules(rules, turn_seconds))

    def add_bot(self, level: BotLevel) -> None:
        """Let a bot sit down."""
        self._ask(AddBot(level))

    def set_level(self, seat: int, level: BotLevel) -> None:
        """Set how well a bot plays."""
        self._ask(SetLevel(seat, level))

    def remove(self, seat: int) -> None:
        """Take a bot from its seat."""
        self._ask(Remove(seat))

    def kick(self, who: int) -> None:
        """Send a person away."""
        self._ask(Kick(who))

    def ban(self, who: int) -> None:
        """Send a person away and keep them out."""
        self._ask(Kick(who, ban=True))

    def pause(self, on: bool) -> None:
        """Pause, or go on."""
        self._ask(Pause(on))

    def start(self) -> None:
        """Begin a match."""
        self._ask(Start())

    def close_room(self, mode: CloseMode) -> None:
        """Go, as the host."""
        self._ask(CloseRoom(mode))

    def _ask(self, request: Request) -> None:
        self._call(self._client.ask, request)
