"""The table: where the game is played."""

from __future__ import annotations

from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste, Resize
from textual.reactive import var
from textual.screen import Screen
from textual.widgets import Static

from engine.actions import Action, Keep
from engine.views import View
from net.updates import Changed, Link, Update
from unokart_tui import room_keys
from unokart_tui.answers import answer
from unokart_tui.cardface import Look
from unokart_tui.commands import COMMANDS, CommandId
from unokart_tui.finding_cards import find_on
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.keynames import written
from unokart_tui.options import TableOptions
from unokart_tui.outcomes import GoOn, Say, Send
from unokart_tui.palette import palette_for
from unokart_tui.pointing import Pressed, meant
from unokart_tui.room_keys import Ask
from unokart_tui.screens.afterwards import Afterwards
from unokart_tui.screens.movement import Movement
from unokart_tui.screens.shares import fits, row_shares, too_small
from unokart_tui.screens.table_pages import commands_page, page_of, renew_page
from unokart_tui.screens.visits import Company, Visits
from unokart_tui.summons import Summons
from unokart_tui.table import JUST_CHANGED, WAITING, Table
from unokart_tui.timers import Timers
from unokart_tui.widgets.cards import Cards
from unokart_tui.widgets.header import Header
from unokart_tui.widgets.keybar import KeyBar
from unokart_tui.widgets.middle import Middle
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.players import Players
from unokart_tui.widgets.prompt import Prompt
from unokart_tui.widgets.side import Side, side_width

_BRIEFLY: Final = 1.2


class TableScreen(Screen[None]):
    """A place at a table. Whoever owns the link hands every update to `receive`, on the thread of the screen.

    With `company`, whoever does so hands the update to its stay before.
    """

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""
    view: var[View | None] = var(None, init=False)
    """The latest view of the table, replaced whole."""

    def __init__(
        self, link: Link, visits: Visits, options: TableOptions | None = None, company: Company | None = None
    ) -> None:
        super().__init__()
        self.link = link
        self.options = options or TableOptions()
        self.table = Table(self.options.order, self.options.keys)
        self.company = company
        if company is not None:
            self.table.stay, self.table.log = company.stay, company.stay.log
        self._visits = visits
        self._afterwards = Afterwards(self, visits)
        self._due = Timers(self)
        self._paint_due = False
        self._movement = Movement(self, self.options)
        self._summons = Summons(lambda: self.options, lambda: self.app.bell())

    def compose(self) -> ComposeResult:
        """Put up the parts from top to bottom, and the line shown instead where there is no room for them."""
        look = self._look()
        motion = self._movement.motion
        self._parts: tuple[Painted, ...] = (
            Header(self.table, look, id="header"),
            Players(self.table, look, motion, id="players"),
            Middle(self.table, look, motion, id="middle"),
            Prompt(self.table, look, id="prompt"),
            Cards(self.table, look, id="hand"),
            KeyBar(self.table, look, id="keys"),
            Side(self.table, look, id="side"),
        )
        header, players, middle, *below, side = self._parts
        main = Horizontal(Vertical(players, middle, id="left"), side, id="main")
        yield Vertical(header, main, *below, id="table")
        yield Static(id="too-small", markup=False)

    def _look(self) -> Look:
        palette = self.options.palette or palette_for(self.app.no_color, self.app.console.color_system)
        return Look(palette, ASCII if self.options.ascii else UNICODE)

    def change(self, options: TableOptions) -> None:
        """Look and sound as is now wished; the hand stays as it is sorted."""
        self.options = options
        self.table.keys = options.keys
        self._movement.change(options)
        look = self._look()
        for part in self._parts:
            part.look = look
        self.repaint()

    def receive(self, update: Update) -> None:
        """Show an update."""
        before = self.view
        happened = self.table.take(update)
        if happened.again is not None:
            self._send(happened.again, again=True)
        if isinstance(update, Changed):
            self.view = update.view
            self._follow(update.view)
        self._movement.show(happened, before)
        if happened.turn_began:
            self._summons.turn_began()
        if not self.options.settle:
            self._settled()
        elif happened.unsettled:
            self._due.start("settle", self.options.settle, self._settled)
        if self.view is not None:
            self._summons.show(self.view, self.table.people)
        self._share_rows()
        self._count_down()
        self.repaint()
        renew_page(self.app.screen, happened.turn_began)

    def _settled(self) -> None:
        self.table.unsettled = False

    def _count_down(self) -> None:
        """Show each of the last seconds that an answer may take, and remind the player of them once."""
        stay = self.table.stay
        if stay is not None:
            self._summons.look_at_clock(stay)
        wait = stay.next_second if stay is not None else None
        if wait is None:
            self._due.stop("second")
        else:
            self._due.start("second", wait + 0.01, self._next_second)

    def _next_second(self) -> None:
        self._count_down()
        self.repaint()

    def _follow(self, view: View) -> None:
        """Start what time has to finish: a card to be kept, a round to be looked back on."""
        self._due.stop("keep")
        if self.table.must_keep:
            self._due.start("keep", self.options.keep_after, self._keep)
        self._afterwards.follow(view)

    def _keep(self) -> None:
        if self.table.must_keep and not self.table.waiting:
            self._send(Keep(self.table.me))
            self.repaint()

    # What is asked

    def on_key(self, event: Key) -> None:
        """Do what a key stands for, or say why not; while something is typed, take it for that."""
        event.stop()  # the screen that it may lead to is not to take it too
        if self.app.screen is not self:  # pressed in one burst with the key that has led there
            self.app.post_message(Key(event.key, event.character))
        elif self.table.saying is not None:
            said = room_keys.type_on(self.table, event.key, event.character)
            if said is not None:
                self._ask(said)
            self.repaint()
        elif self.table.finding is not None:
            not_found = find_on(self.table, event.key, event.character)
            if not_found is not None:
                self._say(not_found)
            self.repaint()
        elif event.key.isdigit() and len(event.key) == 1:
            self._do("digit", event.key)
        elif (id := self.table.keys.command(event.key)) is not None:
            self._do(id)
        elif not event.key.startswith("<"):  # else it is a report of the terminal
            self.query_one(Middle).skip()
            self._say(
                f"{written(event.key, event.character)} does nothing here; {self.table.keys.of('help')} shows the keys."
            )

    def on_painted_clicked(self, message: Painted.Clicked) -> None:
        """Do what a click stands for; while something is typed to be said, nothing."""
        if self.table.saying is None:
            wanted = meant(self.table, message.target)
            if isinstance(wanted, Pressed):
                self._do(wanted.id, wanted.digit)
            elif wanted is not None:
                self._say(wanted)
            self.repaint()

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted to be said."""
        if self.table.saying is not None:
            self.table.saying.paste(event.text)
            self.repaint()

    def _do(self, id: CommandId, key: str = "") -> None:
        self.query_one(Middle).skip()
        if id == "commands":
            self.app.push_screen(commands_page(self.table), self._chosen)
        elif (page := page_of(id, self.table)) is not None:
            self.app.push_screen(page)
        elif id == "settings":
            self.app.call_later(self.app.run_action, "settings")
        elif id == "quit":
            self.ask_leave()
        elif id == "people" and self.company is not None:
            self.app.push_screen(self.company.people())
        elif id == "unsaved" and self.company is not None and self.company.may_go_on_unsaved:
            self.company.go_on_unsaved()
        else:
            done = answer(self.table, id, key, self.options.clock())
            if isinstance(done, Send):
                self._send(done.action)
                return  # the answer is a few milliseconds away, and a picture before it would keep it waiting
            if isinstance(done, GoOn):
                self._afterwards.look_back()
            elif isinstance(done, Say):
                self._say(done.sentence)
            elif isinstance(done, Ask):
                self._ask(done)
        self.repaint()

    def _chosen(self, id: str | None) -> None:
        """Do what was chosen from the palette."""
        for command in COMMANDS:
            if command.id == id:
                self._do(command.id)

    def _ask(self, asked: Ask) -> None:
        assert self.company is not None
        asked.request(self.company.link)
        if asked.sentence is not None:
            self._say(asked.sentence)

    def ask_leave(self) -> None:
        """Leave, if the player is sure."""
        if self.company is not None:
            self.company.ask_leave()
        else:
            self.app.push_screen(self._visits.quit(), lambda sure: self.link.leave() if sure else None)

    def _send(self, action: Action, again: bool = False) -> None:
        self._due.stop("keep")
        self.table.sent(self.link.act(action, self.table.version), action, again)
        self._due.start("patience", self.options.patience, self._still_waiting)

    def _still_waiting(self) -> None:
        if self.table.pending:
            self._say(WAITING)

    def tell(self, sentence: str) -> None:
        """Tell the player something that is not of the game."""
        self.table.tell(sentence)
        self.repaint()

    def _say(self, sentence: str) -> None:
        """Answer a key with a sentence, for a moment."""
        self.table.notice, self.table.standing = sentence, None
        # What has just changed has to be seen soon.
        seconds = min(_BRIEFLY, self.options.notice_for) if sentence == JUST_CHANGED else self.options.notice_for
        self._due.start("notice", seconds, self._unsay)
        self.repaint()

    def _unsay(self) -> None:
        self.table.notice = None
        self.repaint()

    # How it is shown

    def repaint(self) -> None:
        """Show the table as it is, once what has come is taken in: a play and its answers are one picture."""
        if not self._paint_due:
            self._paint_due = True
            self.app.call_later(self._paint)

    def _paint(self) -> None:
        self._paint_due = False
        if self.is_attached:
            for part in self._parts:
                part.repaint()
            self._afterwards.redraw()

    def on_resize(self, event: Resize) -> None:
        """Share out the room anew; there is nothing else to a size."""
        width, height = event.size
        self.set_class(not fits(width, height), "-too-small")
        self.query_one("#too-small", Static).update(too_small(width, height))
        aside = side_width(width)
        self.query_one(Side).styles.width = aside
        self.query_one(Side).display = self.query_one(Middle).alone = aside > 0
        self._share_rows()

    def _share_rows(self) -> None:
        """Give each part its rows; the middle of the table takes what is left."""
        width, height = self.size
        if not height:
            return
        players = self.view.players if self.view is not None else 2
        lanes, hand = row_shares(width, height, partial(self.query_one(Players).rows_for, players))
        for name, rows in (("#players", lanes), ("#hand", hand)):
            part = self.query_one(name)
            if part.styles.height is None or part.styles.height.value != rows:
                part.styles.height = rows
