"""What a client asks for beside actions: as everybody may, and as the host alone. PROTOCOL.md describes it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.actions import Seat
from engine.rules import Rules
from net.updates import REACTIONS, BotLevel, CloseMode

MAX_TURN_SECONDS: Final = 3600
"""The longest that an answer may be waited for, if not for ever."""

Number = Annotated[int, Meta(ge=0, lt=2**53)]
"""A counter: small enough for every language that keeps numbers as doubles."""


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Say something to everyone in the room. The host cleans it, and cuts it to `net.updates.CHAT_CHARACTERS`."""

    text: Annotated[str, Meta(max_length=1000)]


class React(Struct, frozen=True, forbid_unknown_fields=True, tag="react"):
    """Say one of `net.updates.REACTIONS`."""

    n: Annotated[int, Meta(ge=0, lt=len(REACTIONS))]


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take a seat: in the lobby at once, else the next that is free."""


class Stand(Struct, frozen=True, forbid_unknown_fields=True, tag="stand"):
    """Give the seat up for good and watch, or wait no longer for one."""


class SetPace(Struct, frozen=True, forbid_unknown_fields=True, tag="pace"):
    """Set how long bots take for a move."""

    milliseconds: Annotated[int, Meta(ge=0, le=60_000)]


class SetRules(Struct, frozen=True, forbid_unknown_fields=True, tag="set_rules", omit_defaults=True):
    """Set the rules of the matches to come, and the turn timer where it is given. The host's alone, in the lobby."""

    rules: Rules
    turn_seconds: Annotated[int, Meta(ge=0, le=MAX_TURN_SECONDS)] | None = None
    """0 for no timer."""


class AddBot(Struct, frozen=True, forbid_unknown_fields=True, tag="add_bot"):
    """Let a bot sit down. The host's alone, in the lobby."""

    level: BotLevel


class SetLevel(Struct, frozen=True, forbid_unknown_fields=True, tag="set_level"):
    """Set how well the bot in a seat plays. The host's alone."""

    seat: Seat
    level: BotLevel


class Remove(Struct, frozen=True, forbid_unknown_fields=True, tag="remove"):
    """Take a bot from its seat. The host's alone, in the lobby."""

    seat: Seat


class Kick(Struct, frozen=True, forbid_unknown_fields=True, tag="kick", omit_defaults=True):
    """Send someone away, by number; with `ban`, for as long as the room lasts. The host's alone."""

    who: Number
    ban: bool = False


class Pause(Struct, frozen=True, forbid_unknown_fields=True, tag="pause"):
    """Stop every timer and all actions, or with `on` off, go on. The host's alone."""

    on: bool


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """Begin a match. The host's alone, in the lobby."""


class CloseRoom(Struct, frozen=True, forbid_unknown_fields=True, tag="close_room"):
    """Go, as the host, leaving the seat to a bot (``keep``) or closing the room for all (``save``)."""

    mode: CloseMode


AnyonesWish = Say | React | Sit | Stand
"""What everybody in the room may ask for."""

HostsWish = SetPace | SetRules | AddBot | SetLevel | Remove | Kick | Pause | Start | CloseRoom
"""What only the host of the room may ask for."""

Wish = AnyonesWish | HostsWish
"""Anything that is asked for beside actions and what belongs to them."""
