"""The full-screen program: home, the tables, and the ways between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual.screen import Screen

from net.updates import Closed
from unokart_tui.config import Settings
from unokart_tui.frame import Frame
from unokart_tui.screens.home import HomeScreen
from unokart_tui.sitting import Sitting
from unokart_tui.start import AtHome, AtLesson, AtMatches, AtReplay, AtRooms, AtTable, InOwnRoom, InRoom, Start

if TYPE_CHECKING:
    from net.hosted import HostControl
    from net.saved import OpenTable
    from unokart_tui.coming_back import Guest
    from unokart_tui.lan import Lan
    from unokart_tui.leaving import How
    from unokart_tui.outside import Outside


class UnoKartApp(Frame):
    """Begins where `start` says; leaving a table that one did not come to from home ends the program.

    `outside` is the network and what is saved; without it there are only matches against bots, and none is saved.
    The rest is as for `Frame`.
    """

    def __init__(
        self,
        settings: Settings,
        start: Start | None = None,
        outside: Outside | None = None,
        *,
        ascii: bool = False,
        given: Mapping[str, str] | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        super().__init__(settings, ascii=ascii, given=given, problems=problems)
        self.outside = outside
        self.last_words: str | None = None
        """What the player is still to be told when the screen is gone."""
        self.guest: Guest | None = None
        """That the player is here by ssh, where that is so: then nothing is kept on this computer."""
        self._start = start or AtHome()
        self._lan: Lan | None = None

    @property
    def leads_home(self) -> bool:
        """Whether there is a home to go back to."""
        return isinstance(self._start, AtHome)

    def get_default_screen(self) -> Screen[Any]:
        """Begin at home, or on a blank screen that the table comes onto."""
        return (
            HomeScreen(friends=self.outside is not None, first_time=not self.settings.learned)
            if self.leads_home
            else Screen()
        )

    async def on_mount(self) -> None:
        """Go where the player wants to begin."""
        match self._start:
            case AtHome():
                self.call_after_refresh(self._at_home)
            case AtTable(seed=seed):
                await self._sit_down(seed)
            case AtLesson():
                await self._learn()
            case AtMatches() | AtReplay():
                self.push_screen(self._played(self._start), lambda _: self.exit())
            case AtRooms() | InRoom() | InOwnRoom():
                await self.lan.begin(self._start)

    # Home

    @property
    def lan(self) -> Lan:
        """The ways to friends, which are opened when they are first needed."""
        if self._lan is None:
            from unokart_tui.lan import Lan

            assert self.outside is not None, "there is no way to friends without an outside"
            self._lan = Lan(self, self.outside)
        return self._lan

    def _at_home(self) -> None:
        """Look what can be gone on with, and be seen by hosts; tell what there was no moment for."""
        self._tell_all()
        if self.outside is not None:
            # What it takes to look is a good part of the program, and is loaded while the player looks at home.
            self.run_worker(partial(self._look_around, self.outside), thread=True, group="home", exclusive=True)

    def _look_around(self, outside: Outside) -> None:
        import_module("unokart_tui.lan")
        unfinished = outside.unfinished()
        self.call_from_thread(self._seen_around, bool(unfinished))

    def _seen_around(self, unfinished: bool) -> None:
        home = self.screen_stack[0]
        if self._sitting is None and isinstance(home, HomeScreen):
            home.offer_to_go_on(unfinished)
            if self.settings.invitations:
                self.lan.be_seen(home)

    async def on_home_screen_chosen(self, message: HomeScreen.Chosen) -> None:
        """Go where the player chose to go."""
        match message.choice:
            case "play":
                from unokart_tui.screens.new_match import NewMatchScreen

                self.push_screen(NewMatchScreen(self.settings), self._new_match)
            case "learn":
                await self._learn()
            case "rules":
                from unokart_tui.screens.rules import RulesScreen

                self.push_screen(RulesScreen())
            case "matches":
                self.push_screen(self._played(AtMatches()))
            case "settings":
                self.action_settings()
            case "continue":
                self._go_on()
            case "quit":
                self.exit()
            case other:
                await self.lan.choose(other)

    def _played(self, where: AtMatches | AtReplay) -> Screen[None]:
        from unokart_tui.memories import screen_of

        assert self.outside is not None, "nothing is kept without an outside"
        return screen_of(where, self.outside.directory, self.settings.name)

    async def _learn(self) -> None:
        from unokart_tui.lesson_table import LessonTable
        from unokart_tui.table_options import options_for

        options = options_for(self.settings, self.look, self.set_title, self.attract)
        table = LessonTable(self, options, self.settings.name, self.settings.pace, self._learned)
        self.sit(table)
        await table.open()

    async def _learned(self, done: bool, plays: bool) -> None:
        """Go on to a match after the guided round, or where one came from; who has done all of it needs it no more."""
        if done or plays:
            self._need_no_lesson(self.settings)
        if plays:
            await self._sit_down(None)
        else:
            await self.stand_up(Closed("left", "You have left the table."))

    def _need_no_lesson(self, settings: Settings) -> None:
        """Keep what the player has chosen, and that they are no beginner any more."""
        self.remember(replace(settings, learned=True))
        if isinstance(home := self.screen_stack[0], HomeScreen):
            home.first_time = False
            home.redraw()

    async def _new_match(self, settings: Settings | None) -> None:
        if settings is not None:
            self._need_no_lesson(settings)
            await self._sit_down(None)

    def _go_on(self) -> None:
        from unokart_tui.screens.going_on import GoingOnScreen

        outside = self.outside
        assert outside is not None, "nothing is offered to go on with without an outside"
        self.push_screen(GoingOnScreen(outside.unfinished(), outside.discard), self._go_on_with)

    async def _go_on_with(self, table: OpenTable | None) -> None:
        if table is None:
            self._at_home()  # some may have been thrown away
        elif table.kind == "solo":
            await self._sit_down(None, table.room)
        else:
            await self.lan.go_on(table)

    # Tables

    async def _sit_down(self, seed: int | None, resume: str | None = None) -> None:
        from unokart_tui.solo_table import SoloTable
        from unokart_tui.table_options import options_for

        options = options_for(self.settings, self.look, self.set_title, self.attract)
        table = SoloTable(self, options, self._table_ended, leads_home=self.leads_home)
        self.sit(table)
        await table.open(self.settings, seed, self.outside.directory if self.outside is not None else None, resume)

    def sit(self, sitting: Sitting) -> None:
        """Note what the player is at; whoever is at something is not at home."""
        self._sitting = sitting
        self.call_later(self._tell_all)
        if self._lan is not None:
            self._lan.go_out()

    async def _table_ended(self, closed: Closed) -> None:
        await self.stand_up(closed)

    async def stand_up(self, closed: Closed, how: How | None = None) -> None:
        """Be back at home, or end where there is none; say why it is over, unless the player wished it.

        `how` is how the player wished to go.
        """
        self._sitting = None
        self.set_title("UNO Kart")
        wished = closed.code == "left" or how is not None
        if how == "away" or closed.code == "kept":
            self.last_words = closed.sentence if how == "away" else None
            self.exit()
        elif isinstance(self._start, AtRooms) and not wished:
            self._say_why(closed)
        elif not self.leads_home:
            self.exit(return_code=0 if wished else 1, message=None if wished else closed.sentence)
        else:
            self._at_home()
            if not wished:
                self._say_why(closed)

    def _say_why(self, closed: Closed) -> None:
        from unokart_tui.screens.stopped import StoppedScreen

        self.push_screen(StoppedScreen(closed.code, closed.sentence), self._go_back)

    async def _go_back(self, _: object) -> None:
        """Look at the rooms again, where that is what one came for."""
        if isinstance(self._start, AtRooms):
            await self.lan.begin(self._start)

    def leave(self) -> None:
        """Leave the table, if there is one, and give it a moment to close; for when the app has ended."""
        if self._sitting is not None:
            self._sitting.leave()

    @property
    def hosting(self) -> HostControl | None:
        """The room that this program hosts at the moment, with or without its player."""
        return self._lan.hosting if self._lan is not None else None

    def close_network(self) -> None:
        """Say good-bye on the network, if it was used; for when the app has ended and all else is done."""
        if self._lan is not None:
            self._lan.close()
