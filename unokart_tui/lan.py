"""The app's ways to friends: finding rooms, going in, hosting, being invited."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.rules import Rules
from net import passphrase
from net.addresses import BadAddress
from net.found import Rooms
from net.home import Invitation
from net.hosted import HostControl, HostSetup
from net.saved import OpenTable
from net.target import Target
from net.updates import Closed
from unokart_tui.bridge import Bridge
from unokart_tui.evening import Around, Evening
from unokart_tui.key_settings import lobby_keys
from unokart_tui.leaving import How
from unokart_tui.outside import Doors, HomeDoor, Outside
from unokart_tui.records import keep_record
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.host_setup import HostChoices, HostSetupScreen, choices_from
from unokart_tui.screens.rooms import RoomsScreen, Where
from unokart_tui.start import AtRooms, InOwnRoom, InRoom
from unokart_tui.table_options import options_for

if TYPE_CHECKING:
    from unokart_tui.app import UnoKartApp


class Lan:
    """Opens the network when it is made; `close` ends it."""

    def __init__(self, app: UnoKartApp, outside: Outside) -> None:
        self.hosting: HostControl | None = None
        """The room that is hosted by this program, until it is closed."""
        self._app = app
        self._outside = outside
        warnings: Bridge[str] = Bridge(app, self._warn)
        self._doors: Doors = outside.open_network(warnings)
        self._home: HomeDoor | None = None
        self._invitations: Bridge[Invitation | None] | None = None
        self._invitation: Invitation | None = None
        self._watch = False

    async def _warn(self, sentence: str) -> None:
        self._app.tell(sentence)

    def close(self) -> None:
        """Say good-bye and end the network; blocks for as long as that takes."""
        self._doors.close()

    # At home

    def be_seen(self, home: HomeScreen) -> None:
        """Be seen by hosts, and show their invitations at home."""
        if self._home is not None:
            return

        async def show(invitation: Invitation | None) -> None:
            self._invitation = invitation
            home.invite(invitation)
            if invitation is not None and self._app.settings.bell:
                self._app.bell()

        self._invitations = Bridge(self._app, show)
        self._home = self._doors.at_home(self._app.settings.name, self._invitations)

    def go_out(self) -> None:
        """Be seen no longer: the player is at a table."""
        home, self._home = self._home, None
        if home is None:
            return
        home.close()
        if self._invitations is not None:
            self._invitations.cut()
        self._invitation = None
        screen = self._app.screen_stack[0]
        if isinstance(screen, HomeScreen):
            screen.invite(None)

    async def choose(self, choice: str) -> None:
        """Do what was chosen at home: ``host``, ``join``, ``accept``, ``decline``."""
        match choice:
            case "host":
                screen = HostSetupScreen(choices_from(self._app.settings))
                await self._app.push_screen(screen, self._host_chosen)
            case "join":
                await self._show_rooms()
            case "accept":
                await self._accept()
            case _:
                if self._home is not None:
                    self._home.decline()
                if self._app.leads_home:
                    self._show_no_invitation()

    def _show_no_invitation(self) -> None:
        self._invitation = None
        home = self._app.screen_stack[0]
        if isinstance(home, HomeScreen):
            home.invite(None)

    async def _accept(self) -> None:
        invitation = self._invitation
        if invitation is None or self._home is None:
            return
        self._home.accept()
        evening = self._evening()
        await evening.join(invitation, invitation.room, self._app.settings.name)

    # Where else the program begins

    async def begin(self, start: AtRooms | InRoom | InOwnRoom) -> None:
        """Begin at the rooms, in one, or in one of one's own."""
        match start:
            case AtRooms(watch=watch):
                self._watch = watch
                await self._show_rooms()
            case InRoom(where=where, passphrase=given, watch=watch):
                await self._join(where, watch, given)
            case InOwnRoom(setup=setup):
                await self._host(setup)

    # Rooms

    async def _show_rooms(self) -> None:
        screen = RoomsScreen()

        async def show(rooms: Rooms) -> None:
            screen.receive(rooms)

        bridge = Bridge(self._app, show)
        stop = self._doors.browse(bridge)

        async def chosen(where: Where | None) -> None:
            bridge.cut()
            stop()
            if where is not None:
                await self._join(where, self._watch, None)
            elif not self._app.leads_home:
                self._app.exit()

        await self._app.push_screen(screen, chosen)

    async def _join(self, where: Where | Target, watch: bool, given: str | None) -> None:
        shown = _in_words(where)
        evening = self._evening()
        try:
            await evening.join(where, shown, self._app.settings.name, watch=watch, passphrase=given)
        except BadAddress as error:
            await self._app.stand_up(Closed("unreachable", error.sentence))

    async def _host_chosen(self, choices: HostChoices | None) -> None:
        if choices is None:
            return
        app = self._app
        app.remember(replace(app.settings, name=choices.name, level=choices.level, target=choices.target))
        secret = {"made": passphrase.generate(), "own": choices.passphrase, "open": None}[choices.door]
        await self._host(
            HostSetup(
                name=choices.name,
                room=choices.room,
                bots=(choices.level,) * choices.bots,
                rules=Rules(target_score=choices.target),
                passphrase=secret,
                turn_seconds=choices.seconds,
                pace=app.settings.pace,
            )
        )

    async def go_on(self, table: OpenTable) -> None:
        """Host a room again that was left."""
        settings = self._app.settings
        await self._host(
            HostSetup(
                name=settings.name,
                room=table.name,
                passphrase=passphrase.generate(),
                pace=settings.pace,
                resume=table.room,
            )
        )

    async def _host(self, setup: HostSetup) -> None:
        evening = self._evening()
        await evening.host(setup)
        self.hosting = evening.control

    def _evening(self) -> Evening:
        app = self._app
        around = Around(
            doors=self._doors,
            options=lambda: options_for(app.settings, app.look, app.set_title, app.attract),
            level=app.settings.level,
            ended=self._ended,
            keep_record=self._keep_record,
            hosts_met=self._outside.hosts_met,
            guest=app.guest,
            lobby_keys=lobby_keys(app.settings),
        )
        evening = Evening(app, around)
        app.sit(evening)
        return evening

    async def _ended(self, closed: Closed, how: How | None) -> None:
        if closed.code != "kept":
            self.hosting = None
        await self._app.stand_up(closed, how)

    def _keep_record(self, text: str, own: int | None) -> None:
        """Put the record of a match into the list; that takes a moment of looking through it, so on another thread.

        The list is of those who play on this computer.
        """
        if self._app.guest is None:
            self._app.run_worker(partial(keep_record, text, own), thread=True, exit_on_error=False)


def _in_words(where: Where | Target) -> str:
    """Say which room it is, as long as it has not told its name."""
    if isinstance(where, Target):
        return "the room"
    return where if isinstance(where, str) else where.info.room
