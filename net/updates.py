"""What the network thread tells the screen, and what the screen may ask of it.

Values only, so that they may cross threads. `Link` is a seat at a table, `RoomLink` that and the room around it: the
whole of what a screen, the line mode or a test needs to know, wherever the host runs. Every name and text that comes
with an update is cleaned already.

At first come `Joined` and `RoomChanged`, with an `Offer` where a seat was wanted and none was free; last comes
`Closed`. A `Changed` comes only once a match has begun.
"""

from __future__ import annotations

from typing import Final, Literal, Protocol

from msgspec import Struct

from engine.actions import Action
from engine.events import Event
from engine.rules import Rules
from engine.views import View

BotLevel = Literal["easy", "normal"]

RoomStage = Literal["lobby", "play"]
"""Whether a match is under way. Before the first and after each, the room is a lobby."""

CloseMode = Literal["keep", "save"]
"""How the host goes: leaving the seat to a bot while the table runs on, or saving and closing it for all."""

REACTIONS: Final = (
    "Nice one!",
    "Ouch!",
    "Lucky!",
    "Oh no!",
    "Hurry up!",
    "Sorry!",
    "Thanks!",
    "Good game!",
)
"""The quick reactions, by number from 0."""

CHAT_CHARACTERS: Final = 200
"""The most characters of a line of chat; what is longer is cut."""


class Person(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat. `name` is cleaned already: one line of at most 20 terminal cells, unique in the room."""

    seat: int
    name: str
    bot: BotLevel | None = None
    """The level of the bot that plays this seat now, None where a person does."""
    here: bool = True
    """False while the person whose seat it is is away; it is theirs again as soon as they are back."""
    ready: bool = False
    """Waits for the next round, or for a match to begin."""
    host: bool = False
    """May do what is the host's alone."""
    who: int = 0
    """The number of the person in this room, for `RoomLink.kick` and `ban`; 0 for a bot."""

    @property
    def stand_in(self) -> bool:
        """Whether a bot plays this seat for a person who is away."""
        return self.bot is not None and not self.here


class Spectator(Struct, frozen=True, omit_defaults=True):
    """Who watches. `name` is as clean and unique as a `Person`'s."""

    who: int
    name: str
    waits: bool = False
    """Takes the next seat that is free, with its score."""


class RoomState(Struct, frozen=True, omit_defaults=True):
    """A room, as one of those in it is told."""

    name: str
    stage: RoomStage
    rules: Rules
    seat: int
    """Yours; `engine.phases.TABLE` while you watch. In the lobby it may change until the match begins."""
    who: int
    """Your own number in this room."""
    people: tuple[Person, ...]
    """By seat, and with gaps in the lobby: seats that nobody has."""
    spectators: tuple[Spectator, ...] = ()
    host: int = 0
    """The number of the host, 0 while there is none."""
    seats: int = 10
    """The most seats that the room may have."""
    paused_by: str | None = None
    """The name of whoever has paused the game; every timer stands still, and actions are refused."""
    turn_seconds: int = 0
    """How long an answer may take before its default is taken for it; 0 for as long as it likes."""


class Joined(Struct, frozen=True):
    """You are in; sent once, before anything else. `seat` is `engine.phases.TABLE` for a spectator."""

    seat: int
    room: str
    people: tuple[Person, ...]


class People(Struct, frozen=True):
    """Someone at the table came, went, or is ready."""

    people: tuple[Person, ...]


class RoomChanged(Struct, frozen=True):
    """Anything about the room changed: the whole of it, `People` included. Follows `Joined` at once."""

    room: RoomState


class Offer(Struct, frozen=True):
    """A seat was wanted and none is free, so you watch: `RoomLink.sit` waits for the next one that is.

    `code` is ``full`` or ``running``; `sentence` says so, to the player.
    """

    code: str
    sentence: str


class Changed(Struct, frozen=True):
    """The table changed. `view` already holds what `events` tell; after a gap there are no events."""

    version: int
    view: View
    events: tuple[Event, ...] = ()


class Refused(Struct, frozen=True):
    """An action was refused and has changed nothing. `sentence` says why, to the player.

    `action_id` is that of the action, 0 for anything else that was asked.
    """

    action_id: int
    code: str
    sentence: str


class Acknowledged(Struct, frozen=True):
    """An action was carried out; the `Changed` that shows it has been sent already."""

    action_id: int
    version: int


class Chat(Struct, frozen=True):
    """Someone says something: `text`, one line. `reaction` is set where it is one of `REACTIONS`, and which."""

    who: int
    """The number of who says it, as in `Person` and `Spectator`; your own words come back to you too."""
    name: str
    text: str
    reaction: int | None = None


class Clock(Struct, frozen=True):
    """Whose answer the table waits for, and how long; once for each question, and on pause and resume.

    `milliseconds` are left from now on, None where the timer is off or stands still. `seat` is `engine.phases.TABLE`
    while nobody is asked.
    """

    seat: int
    milliseconds: int | None


class Notice(Struct, frozen=True):
    """Something that everyone in the room is to know, in a sentence. `code` is a word for programs."""

    code: str
    sentence: str


class MatchRecord(Struct, frozen=True):
    """The open record of the match that is over now, as `engine.record.Record.from_text` reads it."""

    text: str


class PassphraseAsked(Struct, frozen=True):
    """The room has a passphrase: `JoinLink.passphrase` answers, or `Link.leave`. Comes before `Joined`, if at all."""

    room: str
    host_id: str
    fingerprint: str
    """Of the host's certificate, as its own screen shows it, for two people to compare."""
    known: bool
    """Whether the host has been met before, and has shown the same certificate."""
    sentence: str | None = None
    """Why the one given before has not opened the door; None the first time."""


class Reconnecting(Struct, frozen=True):
    """The connection is lost and is being made again; nothing is lost. `sentence` says so, to the player."""

    sentence: str


class Connected(Struct, frozen=True):
    """The connection is up, or up again; also sent now and then for the round trip, in milliseconds."""

    milliseconds: int


class Closed(Struct, frozen=True):
    """The table is gone for this player; nothing follows."""

    code: str
    sentence: str


Update = (
    Joined
    | RoomChanged
    | People
    | Offer
    | Changed
    | Refused
    | Acknowledged
    | Chat
    | Clock
    | Notice
    | MatchRecord
    | PassphraseAsked
    | Reconnecting
    | Connected
    | Closed
)


class Link(Protocol):
    """A seat at a table. Every method may be called from any thread and returns at once."""

    def act(self, action: Action, version: int) -> int:
        """Ask for an action, made while looking at the table in `version`; return the id that the answer will carry.

        For a call of UNO or a catch the version says which play is meant, and may be old (rule 8.3).
        """

    def ready(self) -> None:
        """Say that the next round may be dealt, or in the lobby that a match may begin."""

    def set_pace(self, seconds: float) -> None:
        """Set how long bots take for a move (only the host; others are refused)."""

    def leave(self) -> None:
        """Leave the room for good; a `Closed` follows. A seat goes to a bot, and to the next who wants one."""


class RoomLink(Link, Protocol):
    """A place in a room, at the table or beside it. What is not possible is answered by a `Refused` with id 0."""

    def unready(self) -> None:
        """Take back, in the lobby, that a match may begin."""

    def chat(self, text: str) -> None:
        """Say something to everyone; a `Chat` comes back, as it does to all. Nothing is sent where nothing is said."""

    def react(self, reaction: int) -> None:
        """Say one of `REACTIONS`."""

    def sit(self) -> None:
        """Take a seat: in the lobby at once, else the next that is free, with its score."""

    def stand(self) -> None:
        """Give the seat up for good and watch; or wait no longer for one."""

    # What is the host's alone.

    def set_rules(self, rules: Rules, turn_seconds: int | None = None) -> None:
        """Set the rules, and how long an answer may take if given (0: as long as it likes); in the lobby."""

    def add_bot(self, level: BotLevel) -> None:
        """Let a bot sit down; in the lobby."""

    def set_level(self, seat: int, level: BotLevel) -> None:
        """Set how well the bot in a seat plays."""

    def remove(self, seat: int) -> None:
        """Take a bot from its seat; in the lobby."""

    def kick(self, who: int) -> None:
        """Send a person away, by the number in `Person` or `Spectator`; nothing keeps them from coming again."""

    def ban(self, who: int) -> None:
        """Send a person away, and don't let them in again while the room lasts."""

    def pause(self, on: bool) -> None:
        """Stop every timer and let nobody act, or go on."""

    def start(self) -> None:
        """Begin a match with those who sit at the table; in the lobby."""

    def close_room(self, mode: CloseMode) -> None:
        """Go, as the host; everyone is told how. A `Closed` follows."""


class JoinLink(RoomLink, Protocol):
    """A place in a room of another computer."""

    @property
    def rejoin_code(self) -> str | None:
        """What takes this seat again for a guest by ssh who was cut off; None without a seat.

        Another with every seat: ask for it after each `RoomChanged`.
        """

    def passphrase(self, text: str) -> None:
        """Answer a `PassphraseAsked`. The passphrase is kept in memory only, for as long as the link is there."""
