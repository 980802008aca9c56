"""A stay in a room on the screen: from the door to the good-bye."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.app import App

from engine.phases import TABLE, Phase
from net.found import People
from net.hosted import HostControl, HostSetup, HostUpdate
from net.updates import Changed, Closed, Joined, MatchRecord, PassphraseAsked, RoomChanged, RoomLink, Update
from unokart_tui.bridge import Bridge
from unokart_tui.coming_back import Guest, kept_words
from unokart_tui.keymap import LOBBY_KEYS, LobbyKeys
from unokart_tui.leaving import How, LeavingScreen, leaving_question
from unokart_tui.options import TableOptions
from unokart_tui.outside import Doors
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.invite import InviteScreen
from unokart_tui.screens.listing import Listing
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.people import PeopleScreen
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.ssh import SshScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.screens.visits import Company, Visits
from unokart_tui.ssh_setup import ssh_setup
from unokart_tui.stay import Stay


@dataclass(frozen=True)
class Around:
    """What an evening needs of the program around it."""

    doors: Doors
    options: Callable[[], TableOptions]
    """Of a table that is opened now."""
    level: str
    """Of bots that sit down in the lobby."""
    ended: Callable[[Closed, How | None], Awaitable[None]]
    """Told that the stay is over, once its screens are off the stack, and how the player wished to go."""
    keep_record: Callable[[str, int | None], None]
    """Keeps the record of a match that was played at another's table, and which seat there was the player's."""
    hosts_met: Callable[[], dict[str, str]]
    """The hosts that were met, by their ids, with their fingerprints."""
    guest: Guest | None = None
    """Where the player is here by ssh."""
    lobby_keys: LobbyKeys = LOBBY_KEYS


class Evening:
    """One stay in one room, screen by screen. Everything is called on the thread of the app."""

    def __init__(self, app: App[Any], around: Around) -> None:
        self.stay = Stay(guest=around.guest)
        self.control: HostControl | None = None
        """Of the room, where it is hosted by this program."""
        self._app = app
        self._around = around
        self._link: RoomLink
        self._answer: Callable[[str], object] = lambda text: None
        self._code: Callable[[], str | None] = lambda: None
        self._bridge: Bridge[Update] = Bridge(app, self.receive)
        self._host_bridge: Bridge[HostUpdate] = Bridge(app, self._host_is)
        self._people_bridge: Bridge[People] = Bridge(app, self._nearby)
        self._look_no_more: Callable[[], None] | None = None
        self._floor = len(app.screen_stack)
        self._entering: EnteringScreen | None = None
        self._lobby: LobbyScreen | None = None
        self._table: TableScreen | None = None
        self._passphrase: str | None = None
        self._met: dict[str, str] = {}
        self._latest: Changed | None = None
        self._how: How | None = None
        self._ssh: Callable[[], SshScreen] | None = None

    # The ways in

    async def join(
        self, where: Any, shown: str, name: str, *, watch: bool = False, passphrase: str | None = None
    ) -> None:
        """Go into a room of another computer; `where` as for `net.network.Network.join`, `shown` says it to the player.

        Raises `net.addresses.BadAddress` where a typed address is none.
        """
        self._passphrase = passphrase
        self._met = self._around.hosts_met()
        link = self._around.doors.join(where, name, self._bridge, watch=watch)
        self._link, self._answer = link, link.passphrase
        self._code = lambda: link.rejoin_code
        await self._enter(shown)

    async def host(self, setup: HostSetup) -> None:
        """Host a room, and sit in it."""
        self.control = self._around.doors.host(setup, self._bridge, self._host_bridge)
        link = self.control.link
        assert link is not None, "somebody sits here"
        self._link = link
        self._ssh = partial(SshScreen, self.stay, self.control, setup.ssh or ssh_setup())
        self._look_no_more = self._around.doors.browse_people(self._people_bridge)
        await self._enter(setup.room or "your own room")

    async def _enter(self, where: str) -> None:
        self._entering = EnteringScreen(where, self._answer, self._link.leave)
        await self._app.push_screen(self._entering)

    # What comes in

    async def receive(self, update: Update) -> None:
        """Take what the network tells, and show it."""
        self.stay.take(update)
        match update:
            case PassphraseAsked():
                self._ask_passphrase(update)
            case Joined():
                self._greet()
            case Changed():
                self._latest = update
            case MatchRecord() if self.control is None:
                self._around.keep_record(update.text, self._latest.view.seat if self._latest is not None else None)
            case Closed():
                await self._end(update)
                return
            case _:
                pass
        if self._table is not None:
            self._table.receive(update)
        if isinstance(update, RoomChanged):
            await self._room_changed(update)
        if self._lobby is not None:
            self._lobby.receive(update)
        self._renew()

    def _renew(self) -> None:
        """Have what lies over the lobby or the table show what has changed."""
        screen = self._app.screen
        if isinstance(screen, Listing | SshScreen):
            screen.redraw()

    async def _host_is(self, update: HostUpdate) -> None:
        self.stay.take(update)
        if self._lobby is not None:
            self._lobby.redraw()
        if self._table is not None:
            self._table.repaint()
        self._renew()

    async def _nearby(self, people: People) -> None:
        self.stay.take(people)
        self._renew()

    def _ask_passphrase(self, asked: PassphraseAsked) -> None:
        given, self._passphrase = self._passphrase, None
        if given is not None:
            self._answer(given)
        elif self._entering is not None:
            self._entering.ask(asked)

    def _greet(self) -> None:
        """Show the fingerprint of a host that was met just now, for two people to compare."""
        if self.control is not None:
            return
        for host_id, fingerprint in self._around.hosts_met().items():
            if host_id not in self._met:
                self.stay.log.add(
                    f"You meet this host for the first time. Its own screen shows this fingerprint: {fingerprint}",
                    "loud",
                )

    # Lobby and table

    async def _room_changed(self, update: RoomChanged) -> None:
        guest = self.stay.guest
        if guest is not None:
            guest.seated = update.room.seat != TABLE
            guest.code = None if guest.keyed else self._code()
        if self._lobby is None:
            await self._open_lobby()
        if update.room.stage == "play" and self._table is None:
            await self._open_table()

    async def _open_lobby(self) -> None:
        control = self.control
        self._lobby = LobbyScreen(
            self.stay,
            self._link,
            ask_leave=self.ask_leave,
            control=control,
            invite=None if control is None else partial(InviteScreen, self.stay, control),
            ssh=self._ssh,
            level=self._around.level,
            keys=self._around.lobby_keys,
        )
        self._entering = None
        await self._clear(self._floor)
        await self._app.push_screen(self._lobby)

    async def _open_table(self) -> None:
        room, lobby = self.stay.room, self._lobby
        assert room is not None
        assert lobby is not None
        await self._clear(self._floor + 1)
        company = Company(
            self.stay,
            self._link,
            people=lambda: PeopleScreen(self.stay, self._link, self._ssh),
            ask_leave=self.ask_leave,
            after_match=self._after_match,
            go_on_unsaved=lambda: self.control.go_on_unsaved() if self.control is not None else None,
        )
        options = self._around.options()
        table = TableScreen(self._link, _visits(options.motion), options, company)
        table.table.saying, lobby.lobby.saying = lobby.lobby.saying, None
        await self._app.push_screen(table)
        self._table = table
        table.receive(Joined(room.seat, room.name, room.people))
        if self._latest is not None and self._latest.view.phase is not Phase.MATCH_OVER:
            table.receive(Changed(self._latest.version, self._latest.view))

    def _after_match(self) -> None:
        """Go back to the lobby, where the next match begins."""
        self._app.call_later(self._leave_table)

    async def _leave_table(self) -> None:
        room = self.stay.room
        if self._table is not None and room is not None and room.stage == "lobby":
            table, self._table = self._table, None
            if table.table.saying is not None and self._lobby is not None:
                self._lobby.lobby.saying = table.table.saying
            await self._clear(self._floor + 1)
            if self._lobby is not None:
                self._lobby.redraw()

    async def _clear(self, height: int) -> None:
        """Take screens off the stack until so many are left."""
        while len(self._app.screen_stack) > height:
            await self._app.pop_screen()

    # The ways out

    def ask_leave(self) -> None:
        """Ask whether, and how, to leave the room; at the door there is nothing to ask.

        Who asks again before that is answered leaves, in the gentlest of the ways there are.
        """
        screen = self._app.screen
        if self._lobby is None:
            self._link.leave()
        elif isinstance(screen, LeavingScreen):
            screen.leave_gently()
        else:
            self._app.push_screen(leaving_question(self.stay, hosts_here=self.control is not None), self._leave)

    def _leave(self, how: How | None) -> None:
        if how is None:
            return
        self._how = how
        if how == "leave":
            self._link.leave()
        elif how == "away":
            self._app.call_later(self._end, Closed("away", kept_words(self.stay.guest)))
        else:
            self._link.close_room(how)

    async def _end(self, closed: Closed) -> None:
        for bridge in (self._bridge, self._host_bridge, self._people_bridge):
            bridge.cut()
        if self._look_no_more is not None:
            self._look_no_more()
        await self._clear(self._floor)
        await self._around.ended(closed, self._how)

    def tell(self, sentence: str) -> None:
        """Tell the player something that is not of the game: it is read in the lobby, and at the table."""
        if self._table is not None:
            self._table.tell(sentence)
        else:
            self.stay.log.add(sentence, "loud")
        if self._lobby is not None:
            self._lobby.redraw()

    def leave(self) -> None:
        """Nothing has to be left for the program to end: the network says good-bye, and seats are kept."""


def _visits(motion: bool) -> Visits:
    return Visits(
        round_over=partial(RoundScreen, quit=None, motion=motion),
        match_over=partial(MatchScreen, again="lobby", out=("q", "leave")),
        quit=QuitScreen,
    )
