"""Rooms to test the screen with: ways into the network that remember what they were asked, and rooms to be in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.actions import Action
from engine.match import Match
from engine.phases import TABLE
from engine.rules import Rules
from net.addresses import Endpoint, parse_endpoint
from net.discovery import FoundPerson, FoundRoom, PersonInfo, RoomInfo
from net.found import People, Rooms
from net.home import Invitation
from net.hosted import HostSetup, HostState, HostUpdate, SshState
from net.target import Target
from net.updates import Changed, Joined, Person, RoomChanged, RoomState, Spectator, Update
from tests.tui.tables import Visited, calm, four, visits
from unokart_tui.lobby import Lobby
from unokart_tui.options import TableOptions
from unokart_tui.outside import Outside
from unokart_tui.screens.table import TableScreen
from unokart_tui.screens.visits import Company
from unokart_tui.stay import Stay

HOSTILE = "[b]\x1b[31m\u202eevil\u200b[/b]\ufeff\x07"
"""Markup, an escape sequence, a mark of direction, letters of no width, a bell."""

ADA = Person(0, "Ada", who=1)
BOB = Person(1, "Bob", who=2, host=True)
TOAD = Person(2, "Toad", bot="normal")
EVE = Spectator(3, "Eve")

LOBBY = RoomState("Rainbow Road", "lobby", Rules(), 0, 1, (ADA, BOB, TOAD), (EVE,), host=2, turn_seconds=60)
"""A lobby as a guest sees it."""
MINE = replace(LOBBY, host=1, people=(replace(ADA, host=True), replace(BOB, host=False), TOAD))
"""The same as its host sees it."""
PLAYING = replace(
    LOBBY, stage="play", people=(ADA, BOB, TOAD, Person(3, "Peach", bot="easy", who=4, here=False)), spectators=(EVE,)
)
HOSTING = replace(PLAYING, host=1, people=(replace(ADA, host=True), replace(BOB, host=False), *PLAYING.people[2:]))
WATCHING = replace(PLAYING, seat=TABLE, who=3)

OPEN = HostState(
    room="Rainbow Road",
    host_id="0011223344556677",
    endpoints=("192.168.1.23", "10.0.0.5:24784"),
    port=24783,
    passphrase="crimson cobra 61",
    fingerprint="eeec 6998 0353 02da 9fd6",
    visible=True,
    trouble=None,
    unsaved=None,
    saving=True,
    here=1,
)

SSH = SshState(
    stage="open",
    commands=("ssh -p 2222 NAME@192.168.1.23", "ssh -p 2222 NAME@10.0.0.5"),
    fingerprint="SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDaZ4cLH3Kx2s0tQ8k",
    guests=2,
)
"""A way in by ssh."""


class Link:
    """A place in a room; `calls` holds what was asked, by name and with what."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name.startswith("_"):
            raise AttributeError(name)
        return partial(self._ask, name)

    def act(self, action: Action, version: int) -> int:
        """Remember what is asked."""
        return self._ask("act", action, version)

    def _ask(self, name: str, *asked: Any) -> int:
        self.calls.append((name, *asked))
        return len(self.calls)


class Control(Link):
    """A room that is hosted here; its player's place is `link`."""

    def __init__(self) -> None:
        super().__init__()
        self.link = Link()

    def wait_ended(self, seconds: float | None = None) -> bool:
        """It has ended."""
        return True


class Doors:
    """Ways into a network where nothing happens but what a test tells to the callbacks."""

    def __init__(self) -> None:
        self.link = Link()
        self.control = Control()
        self.home = Link()
        self.joined: list[Any] = []
        self.hosted: list[HostSetup] = []
        self.closed = False
        self.looking = 0
        """How many look for rooms or people."""
        self.tell: Callable[[Update], None] = lambda update: None
        self.tell_host: Callable[[HostUpdate], None] = lambda update: None
        self.tell_rooms: Callable[[Rooms], None] = lambda rooms: None
        self.tell_people: Callable[[People], None] = lambda people: None
        self.invite: Callable[[Invitation | None], None] = lambda invitation: None

    def browse(self, on_rooms: Callable[[Rooms], None]) -> Callable[[], None]:
        """Look for rooms."""
        self.tell_rooms = on_rooms
        return self._look()

    def browse_people(self, on_people: Callable[[People], None]) -> Callable[[], None]:
        """Look for people."""
        self.tell_people = on_people
        return self._look()

    def _look(self) -> Callable[[], None]:
        self.looking += 1

        def stop() -> None:
            self.looking -= 1

        return stop

    def at_home(self, name: str, on_invitation: Callable[[Invitation | None], None]) -> Any:
        """Be seen."""
        self.invite = on_invitation
        return self.home

    def join(self, where: Any, name: str, on_update: Callable[[Update], None], *, watch: bool = False) -> Any:
        """Join."""
        if isinstance(where, str):
            parse_endpoint(where)
        self.joined.append((where, name, watch))
        self.tell = on_update
        return self.link

    def host(self, setup: HostSetup, on_update: Callable[[Update], None], on_host: Callable[[HostUpdate], None]) -> Any:
        """Host."""
        self.hosted.append(setup)
        self.tell, self.tell_host = on_update, on_host
        return self.control

    def close(self, seconds: float = 8.0) -> bool:
        """End."""
        self.closed = True
        return True

    def enter(self, room: RoomState) -> None:
        """Let whoever has joined come in."""
        self.tell(Joined(room.seat, room.name, room.people))
        self.tell(RoomChanged(room))

    def deal(self, match: Match | None = None, room: RoomState = PLAYING) -> None:
        """Let a match be under way."""
        self.tell(RoomChanged(room))
        self.tell(Changed(1, (match or four()).view(room.seat)))


def outside(doors: Doors, directory: Path) -> Outside:
    """Return an outside with these doors."""
    return Outside(directory, lambda warn: doors)


def found(id: int, room: str = "Rainbow Road", live: bool = True, answered: bool = True, **given: Any) -> FoundRoom:
    """Return a room in the list."""
    info = RoomInfo(room, "Ada", f"{id:08x}", "lobby", 3, 10, 0, True)
    return FoundRoom(id, replace(info, **given), ("192.168.1.23",), 24783, live, answered)


def at_home(id: int, name: str) -> FoundPerson:
    """Return someone who could be invited."""
    return FoundPerson(id, PersonInfo(name, f"{id:08x}"), ("192.168.1.9",), 4444, True, True)


def invitation(known: bool = True, room: str = "Rainbow Road", host: str = "Bob") -> Invitation:
    """Return an invitation."""
    target = Target((Endpoint("192.168.1.23", 24783),), host_id="00112233")
    return Invitation(room, host, "00112233", "eeec 6998 0353 02da 9fd6", known, target)


def stay_in(room: RoomState | None, host: HostState | None = None) -> Stay:
    """Return a stay whose clock a test sets by `now`."""
    stay = Stay(clock=lambda: 0.0)
    stay.room, stay.host = room, host
    return stay


def lobby_in(room: RoomState, host: HostState | None = None) -> Lobby:
    """Return the lobby of a room."""
    return Lobby(stay_in(room, host), hosted_here=host is not None)


class CompanyTable:
    """A table with people around it; `left` and `over` count how often it was asked to leave and to go on."""

    def __init__(self, room: RoomState, options: TableOptions | None = None, host: HostState | None = None) -> None:
        self.stay = stay_in(room, host)
        self.link = Link()
        self.left = self.over = self.unsaved = 0
        company = Company(self.stay, self.link, lambda: Visited("people"), self._leave, self._go_on, self._save_no_more)  # type: ignore[arg-type]  # it answers to any name
        self.screen = TableScreen(self.link, visits(), options or calm(), company)  # type: ignore[arg-type]  # likewise
        self.me = room.seat

    def _leave(self) -> None:
        self.left += 1

    def _go_on(self) -> None:
        self.over += 1

    def _save_no_more(self) -> None:
        self.unsaved += 1

    def tell(self, update: Update) -> None:
        """Tell the stay and the table."""
        self.stay.take(update)
        self.screen.receive(update)

    def begin(self, match: Match | None = None) -> None:
        """Let a match be under way."""
        room = self.stay.room
        assert room is not None
        self.tell(Joined(room.seat, room.name, room.people))
        self.tell(Changed(1, (match or four()).view(room.seat)))
