"""The messages between a client and the host: MessagePack maps, told apart by `type`. PROTOCOL.md describes them.

What comes from a client is bounded in every field, and a field that is not known is an error. `Hello` and `No` never
change their layout, so that any two versions can say why they can't play together.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from engine.actions import Accept, CallUno, Catch, Challenge, Draw, Keep, Name, Play, Target
from engine.events import Event
from engine.views import View
from net.admission import AskPassphrase, ClientConfirm, ClientPake, HostConfirm, HostPake, Info, Probe
from net.updates import RoomState
from net.wishes import Number, Wish

PROTOCOLS: Final = (1, 1)
"""The oldest and the newest protocol that this program speaks."""

TOKEN_BYTES: Final = 16

Token = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
"""The secret that proves whose seat it is."""

PlayerAction = Play | Draw | Keep | Name | Target | Accept | Challenge | CallUno | Catch
"""What a client may ask for: any action but the deal, which is the table's own."""


class Hello(Struct, frozen=True, tag="hello", omit_defaults=True):
    """The first message of a client. Fields that it does not know are no error to the host, now or ever."""

    protocol: tuple[Annotated[int, Meta(ge=0, lt=2**16)], Annotated[int, Meta(ge=0, lt=2**16)]]
    """The oldest and the newest protocol that the client speaks."""
    app: Annotated[str, Meta(max_length=64)]
    """The client's program and version, for people who look for a fault."""
    name: Annotated[str, Meta(max_length=256)]
    """What the player wants to be called; the host cleans it and makes it unique."""
    token: Token | None = None
    """From an earlier `Welcome` or `Seated`, to take that seat again."""
    watch: bool = False
    """Wants no seat, only to watch."""
    ticket: Token | None = None
    """In place of the passphrase: from an invitation, once; or a guest's by ssh, every time."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """From a guest by ssh: the rejoin code of a seat of that `name`, to take it again."""


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """Ask for an action. The same `id` is never carried out twice: asking again brings the first answer again."""

    id: Annotated[int, Meta(ge=1, lt=2**53)]
    v: Number
    """The version of the table that the player was looking at."""
    action: PlayerAction


class Ready(Struct, frozen=True, forbid_unknown_fields=True, tag="ready", omit_defaults=True):
    """The next round may be dealt, or a match begin. Without effect unless the table waits in version `v`.

    With `on` off it may not yet, after all.
    """

    v: Number
    on: bool = True


class Sync(Struct, frozen=True, forbid_unknown_fields=True, tag="sync"):
    """Ask for the whole state: something has been missed."""


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the room for good. A client that only loses its connection says nothing."""


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Are you there?"""

    n: Number


class Pong(Struct, frozen=True, forbid_unknown_fields=True, tag="pong"):
    """Yes. `n` is that of the `Ping`."""

    n: Number


class Welcome(Struct, frozen=True, tag="welcome", omit_defaults=True):
    """The client is in, with a seat or to watch. A `State` follows if a match has begun."""

    protocol: int
    """The one spoken from here on: the newest that both know."""
    room: RoomState
    token: Token | None = None
    """To be kept secret: it takes the seat again after a loss of the connection. Who watches has none."""
    last_id: int = 0
    """The highest action id used in this seat so far; new ones are higher."""
    offer: tuple[str, str] | None = None
    """A code and a sentence, where a seat was wanted and none is free."""


class RoomNow(Struct, frozen=True, tag="room"):
    """Something about the room has changed: the whole of it."""

    room: RoomState


class Seated(Struct, frozen=True, tag="seated", omit_defaults=True):
    """The client has a seat now, or none any more. A `RoomNow` follows, and a `State` if a match has begun."""

    seat: int
    """`TABLE` where it has none any more."""
    token: Token | None = None
    last_id: int = 0


class State(Struct, frozen=True, tag="state"):
    """The whole table as the seat may see it in version `v`."""

    v: int
    view: View


class Happened(Struct, frozen=True, tag="happened"):
    """The events, as the seat may see them, that led from version `v` - 1 to `v`."""

    v: int
    events: tuple[Event, ...]


class Done(Struct, frozen=True, tag="done"):
    """An action was carried out and made version `v`."""

    id: int
    v: int


class Refusal(Struct, frozen=True, tag="refused"):
    """What was asked for is refused and has changed nothing. `id` is the action's, 0 for anything else."""

    id: int
    v: int
    code: str
    sentence: str


class Said(Struct, frozen=True, tag="said", omit_defaults=True):
    """Someone in the room says something, or reacts: then `text` is empty."""

    who: int
    name: str
    text: str = ""
    reaction: int | None = None


class Ticking(Struct, frozen=True, tag="clock", omit_defaults=True):
    """Whose answer is waited for and how many milliseconds are left; none where no time runs."""

    seat: int
    milliseconds: int | None = None


class Note(Struct, frozen=True, tag="note"):
    """Something that everyone in the room is to know."""

    code: str
    sentence: str


class OpenRecord(Struct, frozen=True, tag="record"):
    """The record of the match that is over, every hand open."""

    text: str


class No(Struct, frozen=True, tag="no"):
    """The client is not admitted. The last message of the connection."""

    code: str
    sentence: str
    protocol: tuple[int, int]
    """The oldest and the newest protocol that the host speaks."""


class Bye(Struct, frozen=True, tag="bye"):
    """The host ends the connection, and says why. The last message."""

    code: str
    sentence: str


ClientMessage = Probe | Hello | ClientPake | ClientConfirm | Act | Ready | Sync | Leave | Wish | Ping | Pong
"""Anything that a client sends."""

HostMessage = (
    Info
    | AskPassphrase
    | HostPake
    | HostConfirm
    | Welcome
    | RoomNow
    | Seated
    | State
    | Happened
    | Done
    | Refusal
    | Said
    | Ticking
    | Note
    | OpenRecord
    | No
    | Bye
    | Ping
    | Pong
)
"""Anything that the host sends."""

Message = ClientMessage | HostMessage

CLIENT_DECODER: Final[msgspec.msgpack.Decoder[ClientMessage]] = msgspec.msgpack.Decoder(ClientMessage)
"""Reads what a client sent; raises `msgspec.MsgspecError` or `RecursionError`, and both mean: close."""

HOST_DECODER: Final[msgspec.msgpack.Decoder[HostMessage]] = msgspec.msgpack.Decoder(HostMessage)
"""Reads what the host sent; raises as `CLIENT_DECODER` does."""

_ENCODER: Final = msgspec.msgpack.Encoder()


def encode(message: Message) -> bytes:
    """Return the payload of a message."""
    return _ENCODER.encode(message)
