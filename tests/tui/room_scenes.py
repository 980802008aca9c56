"""What is to be seen of rooms: each screen in each of its states, and the table with people around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from engine.match import Match
from engine.phases import Phase
from net.found import People, Rooms
from net.hosted import SshSetup, SshState
from net.saved import OpenTable
from net.updates import Chat, Clock, Connected, PassphraseAsked, Person, Reconnecting, RoomChanged, Spectator, Update
from tests.tui.pages import ended, people
from tests.tui.rooms import (
    HOSTILE,
    HOSTING,
    LOBBY,
    MINE,
    OPEN,
    PLAYING,
    SSH,
    WATCHING,
    CompanyTable,
    Control,
    Link,
    at_home,
    found,
    invitation,
    stay_in,
)
from tests.tui.tables import LONG, TEN, calm, four, ten
from unokart_tui.beside import Beside
from unokart_tui.cardface import Look
from unokart_tui.config import Settings
from unokart_tui.glyphs import ASCII
from unokart_tui.leaving import leaving_question
from unokart_tui.screens.between import Between
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.going_on import GoingOnScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.host_setup import HostSetupScreen, choices_from
from unokart_tui.screens.invite import InviteScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.lobby_help import LobbyHelpScreen
from unokart_tui.screens.people import PeopleScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.rooms import RoomsScreen
from unokart_tui.screens.ssh import SshScreen
from unokart_tui.screens.stopped import StoppedScreen

FULL_LOBBY = replace(
    MINE,
    people=tuple(
        Person(seat, name, ready=seat % 2 == 0, host=seat == 0, who=seat + 1)
        if seat < 6
        else Person(seat, name, "normal")
        for seat, name in enumerate(LONG)
    ),
    spectators=tuple(Spectator(20 + at, f"Watcher {at}", waits=at == 1) for at in range(4)),
)  # fmt: skip
MANY_WAYS = replace(
    OPEN,
    endpoints=("192.168.1.23", "10.0.0.5", "[fd00:1234:5678:9abc:def0:1234:5678:9abc]:24784"),
    visible=False,
    trouble="The network here carries no announcements. The room is in nobody's list.",
)
NASTY = replace(
    LOBBY,
    name=f"Road {HOSTILE}",
    people=tuple(replace(person, name=f"{person.name}{HOSTILE}") for person in LOBBY.people),
    spectators=tuple(replace(one, name=f"{one.name}{HOSTILE}") for one in LOBBY.spectators),
)
TABLES = (
    OpenTable("1", "solo", "Ada's table", ("Ada", "Toad", "Peach"), 1, 3, False, 1000.0, False),
    OpenTable("2", "room", "Rainbow Road", ("Ada", "Bob", "Eve"), 2, 7, False, 0.0, False),
)
FINGERPRINT = "eeec 6998 0353 02da 9fd6"


@dataclass(frozen=True)
class PageScene:
    """A screen, what is told to it once it is shown, and which keys are pressed."""

    make: Callable[[], Screen[Any]]
    then: Callable[[Any], object] = lambda screen: None
    keys: tuple[str, ...] = ()


def lobby(room: Any, host: Any = None, talk: bool = True) -> Callable[[], LobbyScreen]:
    def make() -> LobbyScreen:
        stay = stay_in(room, host)
        stay.milliseconds = None if host else 12
        if talk:
            stay.log.add("Bob sits down")
            stay.take(Chat(2, "Bob", "Hello everyone! [b]Shall[/b] we play up to 200?"))
            stay.take(Chat(3, "Eve", "Hurry up!", reaction=4))
        invite = None if host is None else lambda: InviteScreen(stay, Control())  # type: ignore[arg-type]  # it answers to any name
        return LobbyScreen(stay, Link(), ask_leave=lambda: None, invite=invite)  # type: ignore[arg-type]  # likewise

    return make


def rooms(*found_rooms: Any, trouble: str | None = None) -> Callable[[Any], object]:
    return lambda screen: screen.receive(Rooms(found_rooms, trouble))


def invite(people: People | None) -> Callable[[], InviteScreen]:
    def make() -> InviteScreen:
        stay = stay_in(MINE, OPEN)
        stay.nearby = people
        stay.invited["Mia"] = "Mia does not want to come."
        return InviteScreen(stay, Control())  # type: ignore[arg-type]  # it answers to any name

    return make


def by_ssh(ssh: SshState) -> Callable[[], SshScreen]:
    def make() -> SshScreen:
        return SshScreen(stay_in(MINE, replace(OPEN, ssh=ssh)), Control(), SshSetup(()))  # type: ignore[arg-type]  # it answers to any name

    return make


TAKEN = SshState(trouble="Port 2222 is taken on this computer, so nobody can come by ssh. Another port can be used.")


def over(make: Callable[..., Between], phase: Phase, players: int = 4) -> Callable[[], Between]:
    """Return the page after a round or a match, in a room where people talk."""

    def scene() -> Between:
        view = ended(players, phase, seed=3, target=5000 if phase is Phase.ROUND_OVER else 500)
        company = CompanyTable(PLAYING)
        page = make(view, people(players), 0)
        page.beside = Beside(company.screen.table, company.screen.company)  # type: ignore[arg-type]  # it has one
        log = company.stay.log
        log.add("Toad plays green 7")
        log.add("Toad wins the round and 40 points", "round")
        company.stay.take(Chat(2, "Bob", "Well [b]played[/b]! " + "That was a long one. " * 5))
        return page

    return scene


ASKED = PassphraseAsked("Rainbow Road", "0011223344556677", FINGERPRINT, known=False)
CHANGED = (
    'The host of "Rainbow Road" (0011223344556677) does not show the certificate that it has always shown. Either it '
    "was set up anew, or someone pretends to be it; nothing has been sent. Before it was eeec 6998 0353 02da 9fd6, now "
    "it is 1111 2222 3333 4444 5555. If the host's own screen shows the new one, forget the old one with: "
    "unokart join --forget 0011223344556677"
)
ROOMS = (
    found(1),
    found(2, "Bowser's Castle", host="Bowser", state="play", taken=10, spectators=2, passphrase=False),
    found(3, f"Moo {HOSTILE}", host=f"Eve{HOSTILE}", taken=10),
    found(4, "Ghost Valley", live=False),
    found(5, "Old Town", protocol=(90, 91)),
    found(6, "Behind a wall", answered=False),
)

PAGES: dict[str, PageScene] = {
    "home-friends": PageScene(lambda: HomeScreen(friends=True), lambda home: home.offer_to_go_on(True)),
    "home-invited": PageScene(
        lambda: HomeScreen(friends=True), lambda home: home.invite(invitation(False, f"Road {HOSTILE}", "Bob"))
    ),
    "rooms": PageScene(RoomsScreen, rooms(*ROOMS), ("down",)),
    "rooms-none": PageScene(RoomsScreen, rooms(trouble="This computer is on no network. Only rooms here are found.")),
    "rooms-bad-address": PageScene(RoomsScreen, rooms(*ROOMS), (*"1.2.3", "enter")),
    "rooms-other-version": PageScene(RoomsScreen, rooms(ROOMS[4]), ("enter",)),
    "connecting": PageScene(lambda: EnteringScreen("Rainbow Road", lambda text: None, lambda: None)),
    "passphrase": PageScene(
        lambda: EnteringScreen("Rainbow Road", lambda text: None, lambda: None),
        lambda screen: screen.ask(replace(ASKED, room=f"Road {HOSTILE}")),
        tuple("red fox"),
    ),
    "passphrase-wrong": PageScene(
        lambda: EnteringScreen("Rainbow Road", lambda text: None, lambda: None),
        lambda screen: screen.ask(replace(ASKED, known=True, sentence="That is not the passphrase of this room.")),
    ),
    "fingerprint-changed": PageScene(lambda: StoppedScreen("fingerprint", CHANGED)),
    "kicked": PageScene(lambda: StoppedScreen("kicked", "Bob has sent you away from the table.")),
    "host-setup": PageScene(lambda: HostSetupScreen(choices_from(Settings(name="Ada")))),
    "host-setup-own": PageScene(
        lambda: HostSetupScreen(choices_from(Settings(name="Ada"))), keys=("down", "right", "down", "enter")
    ),
    "lobby": PageScene(lobby(LOBBY)),
    "lobby-alone": PageScene(lobby(replace(MINE, people=MINE.people[:1], spectators=()), OPEN, talk=False)),
    "lobby-host": PageScene(lobby(MINE, OPEN), keys=("down", "down")),
    "lobby-host-full": PageScene(lobby(FULL_LOBBY, MANY_WAYS), keys=("down",) * 12),
    "lobby-ssh": PageScene(lobby(MINE, replace(OPEN, ssh=SSH))),
    "lobby-ssh-trouble": PageScene(lobby(MINE, replace(OPEN, ssh=TAKEN))),
    "ssh-off": PageScene(by_ssh(SshState())),
    "ssh-open": PageScene(by_ssh(SSH)),
    "ssh-keys": PageScene(by_ssh(replace(SSH, keys=True, guests=0))),
    "ssh-trouble": PageScene(by_ssh(TAKEN)),
    "ssh-close": PageScene(by_ssh(SSH), keys=("x",)),
    "lobby-saying": PageScene(lobby(MINE, OPEN), keys=("t", *"hello")),
    "lobby-reacting": PageScene(lobby(LOBBY), keys=("exclamation_mark",)),
    "lobby-hostile": PageScene(lobby(NASTY)),
    "lobby-not-ready": PageScene(lobby(MINE, OPEN), keys=("enter",)),
    "lobby-lost": PageScene(lobby(LOBBY), lambda screen: lose(screen)),
    "lobby-help": PageScene(lambda: LobbyHelpScreen(host=True)),
    "invite": PageScene(invite(People((at_home(1, "Mia"), at_home(2, f"Zoe{HOSTILE}")), None))),
    "invite-nobody": PageScene(invite(People((), "This computer is on no network."))),
    "people": PageScene(lambda: PeopleScreen(stay_in(HOSTING, OPEN), Link()), keys=("down", "m")),  # type: ignore[arg-type]  # it answers to any name
    "people-ssh": PageScene(
        lambda: PeopleScreen(stay_in(HOSTING, replace(OPEN, ssh=SSH)), Link(), by_ssh(SSH))  # type: ignore[arg-type]  # likewise
    ),
    "continue": PageScene(lambda: GoingOnScreen(TABLES, lambda table: None, lambda: 5000.0)),
    "round-talk": PageScene(over(RoundScreen, Phase.ROUND_OVER)),
    "round-ten-talk": PageScene(over(RoundScreen, Phase.ROUND_OVER, 10), keys=("t", *"well played")),
    "match-talk": PageScene(over(MatchScreen, Phase.MATCH_OVER, 10)),
    "match-reacting": PageScene(over(MatchScreen, Phase.MATCH_OVER), keys=("exclamation_mark",)),
    "leave-match": PageScene(lambda: leaving_question(stay_in(PLAYING), hosts_here=False)),
    "leave-lobby": PageScene(lambda: leaving_question(stay_in(LOBBY), hosts_here=False)),
    "leave-hosting": PageScene(lambda: leaving_question(stay_in(HOSTING, OPEN), hosts_here=True), keys=("up",)),
    "leave-hosting-alone": PageScene(
        lambda: leaving_question(stay_in(replace(MINE, people=MINE.people[:1], spectators=())), hosts_here=True)
    ),
}


def lose(screen: LobbyScreen) -> None:
    screen.lobby.stay.take(Reconnecting("The host does not answer any more. Trying to come back to the table."))
    screen.redraw()


@dataclass(frozen=True)
class RoomScene:
    """A table in a room, what is told then, and which keys are pressed."""

    room: Any = PLAYING
    match: Callable[[], Match] = four
    then: tuple[Update, ...] = ()
    keys: tuple[str, ...] = ()


TALK = (Chat(2, "Bob", "Well [b]played[/b]!"), Chat(3, "Eve", "Ouch!", reaction=1), Connected(12))
GONE = replace(PLAYING, people=(PLAYING.people[0], replace(PLAYING.people[1], here=False), *PLAYING.people[2:]))
TEN_PEOPLE = replace(PLAYING, people=tuple(Person(seat, name, who=seat + 1) for seat, name in enumerate(TEN)))

ROOM_SCENES: dict[str, RoomScene] = {
    "talk": RoomScene(then=TALK),
    "hostile": RoomScene(
        replace(NASTY, stage="play", people=(*NASTY.people, Person(3, f"Peach{HOSTILE}", who=4))),
        then=(Chat(2, f"Bob{HOSTILE}", f"Hi {HOSTILE} " + "long " * 30),),
    ),
    "away": RoomScene(GONE, then=(RoomChanged(GONE),)),
    "paused": RoomScene(then=(RoomChanged(replace(PLAYING, paused_by="Bob")),)),
    "paused-host": RoomScene(HOSTING, then=(RoomChanged(replace(HOSTING, paused_by="Ada")),)),
    "lost": RoomScene(then=(Reconnecting("The host does not answer any more. Trying to come back to the table."),)),
    "hurry": RoomScene(then=(Clock(0, 7_000),)),
    "hurry-other": RoomScene(match=lambda: four(turn=1), then=(Clock(1, 3_000),)),
    "saying": RoomScene(then=TALK, keys=("t", *"what a card")),
    "reacting": RoomScene(then=TALK, keys=("exclamation_mark",)),
    "watching": RoomScene(WATCHING),
    "waiting": RoomScene(
        replace(WATCHING, spectators=(Spectator(3, "Eve", waits=True),)), then=TALK
    ),
    "ten": RoomScene(TEN_PEOPLE, match=ten, then=TALK),
}  # fmt: skip


class RoomApp(App[None]):
    """Shows a table in a room."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, scene: RoomScene, look: Look) -> None:
        super().__init__()
        self.scene = scene
        self.company = CompanyTable(scene.room, calm(palette=look.palette, ascii=look.glyphs is ASCII))

    def on_mount(self) -> None:
        """Sit down at once, or watch."""
        self.push_screen(self.company.screen)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.company.begin(self.scene.match())
        for update in self.scene.then:
            self.company.tell(update)
