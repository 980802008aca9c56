"""The table: where the game is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key, Resize
from textual.reactive import var
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from engine.actions import Action, Keep
from engine.phases import Phase
from engine.views import View
from net.updates import Changed, Link, Update
from unokart_tui.answers import GoOn, Say, Send, answer
from unokart_tui.cardface import Look
from unokart_tui.commands import COMMANDS, CommandId
from unokart_tui.glyphs import ASCII, UNICODE
from unokart_tui.names import People
from unokart_tui.options import TableOptions
from unokart_tui.palette import palette_for
from unokart_tui.surface import plain
from unokart_tui.table import WAITING, Opened, Table
from unokart_tui.widgets.cards import Cards
from unokart_tui.widgets.header import Header
from unokart_tui.widgets.keybar import KeyBar
from unokart_tui.widgets.middle import Middle
from unokart_tui.widgets.moment import STAGES, Moment
from unokart_tui.widgets.painted import Painted
from unokart_tui.widgets.players import Players
from unokart_tui.widgets.prompt import Prompt
from unokart_tui.words import turn_of

_COMMAND_KEYS = frozenset(key for command in COMMANDS for key in command.keys)
"""Keys that are bound; they come by `TableScreen.on_key` first."""

LEAST_WIDTH = 60
LEAST_HEIGHT = 20


@dataclass(frozen=True)
class Visits:
    """The screens that the table sends a player to, and comes back from. They get the view, the people, the seat."""

    round_over: Callable[[View, People, int], Screen[Any]]
    """Dismissed with True when the player is ready for the next round, False to leave the table."""
    match_over: Callable[[View, People, int], Screen[Any]]
    """Dismissed with True to play again, False to leave the table."""
    help: Callable[[View | None], Screen[Any]]
    quit: Callable[[], Screen[Any]]
    """Dismissed with True to leave the table."""


class TableScreen(Screen[None]):
    """One seat at a table. Whoever owns the link hands every update to `receive`, on the thread of the screen."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(command.keys), f"command('{command.id}')", command.help, show=False, id=f"table.{command.id}")
        for command in COMMANDS
        if command.id != "digit"
    ]

    view: var[View | None] = var(None, init=False)
    """The latest view of the table, replaced whole."""

    def __init__(self, link: Link, visits: Visits, options: TableOptions | None = None) -> None:
        super().__init__()
        self.link = link
        self.options = options or TableOptions()
        self.table = Table(self.options.order)
        self._visits = visits
        self._title = ""
        self._visit: Screen[Any] | None = None
        self._keep_timer: Timer | None = None
        self._linger_timer: Timer | None = None
        self._notice_timer: Timer | None = None
        self._moment_timer: Timer | None = None
        self._patience_timer: Timer | None = None
        self._paint_due = False

    def compose(self) -> ComposeResult:
        """Put up the parts from top to bottom, and the line shown instead where there is no room for them."""
        palette = self.options.palette or palette_for(self.app.no_color, self.app.console.color_system)
        look = Look(palette, ASCII if self.options.ascii else UNICODE)
        parts: tuple[Painted, ...] = (
            Header(self.table, look, id="header"),
            Players(self.table, look, id="players"),
            Middle(self.table, look, id="middle"),
            Prompt(self.table, look, id="prompt"),
            Cards(self.table, look, id="hand"),
            KeyBar(self.table, look, id="keys"),
        )
        self._parts = parts
        yield Vertical(*parts, id="table")
        yield Static(id="too-small", markup=False)

    # What comes in

    def receive(self, update: Update) -> None:
        """Show an update."""
        happened = self.table.take(update)
        if happened.again is not None:
            self._send(happened.again, again=True)
        if isinstance(update, Changed):
            self.view = update.view
            self._follow(update.view)
        if happened.boxes:
            self._open(happened.boxes[-1])
        if happened.turn_began and self.options.bell:
            self.app.bell()
        self._show_title()
        self._share_rows()
        self.repaint()

    def _follow(self, view: View) -> None:
        """Start what time has to finish: a card to be kept, a round to be looked back on."""
        self._stop("_keep_timer")
        if self.table.must_keep:
            self._keep_timer = self.set_timer(self.options.keep_after, self._keep)
        over = view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if not over:
            self._stop("_linger_timer")
            if self._visit is not None and self._visit.is_current:
                self._visit.dismiss(None)
        elif self._linger_timer is None and self._visit is None:
            self._linger_timer = self.set_timer(self.options.linger, self._look_back)

    def _keep(self) -> None:
        self._keep_timer = None
        if self.table.must_keep and not self.table.waiting:
            self._send(Keep(self.table.me))
            self.repaint()

    def _look_back(self) -> None:
        """Show how the round or the match has ended; what follows is up to the player."""
        self._stop("_linger_timer")
        view = self.view
        if view is None or self._visit is not None or view.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            return
        make = self._visits.round_over if view.phase is Phase.ROUND_OVER else self._visits.match_over
        self._visit = make(view, self.table.people, self.table.me)
        self.app.push_screen(self._visit, self._looked_back)

    def _looked_back(self, ready: bool | None) -> None:
        self._visit = None
        if ready:
            self.link.ready()
        elif ready is False:
            self.link.leave()

    def _show_title(self) -> None:
        if self.options.set_title is None or self.view is None:
            return
        title = f"{plain(turn_of(self.view, self.table.people))} - UNO Kart"
        if title != self._title:
            self._title = title
            self.options.set_title(title)

    # An item box being opened

    def _open(self, opened: Opened) -> None:
        if self.options.box_moment:
            self._stage(Moment(opened))

    def _stage(self, moment: Moment) -> None:
        middle = self.query_one(Middle)
        middle.moment = moment
        middle.repaint()
        self._stop("_moment_timer")
        self._moment_timer = self.set_timer(STAGES[moment.stage], self._next_stage)

    def _next_stage(self) -> None:
        moment = self.query_one(Middle).moment
        if moment is not None and moment.stage + 1 < len(STAGES):
            self._stage(Moment(moment.opened, moment.stage + 1))
        else:
            self._skip_moment()

    def _skip_moment(self) -> None:
        self._stop("_moment_timer")
        middle = self.query_one(Middle)
        if middle.moment is not None:
            middle.moment = None
            middle.repaint()

    # What is asked

    def action_command(self, id: CommandId) -> None:
        """Do what a key stands for, or say why not."""
        self._do(id)

    def on_key(self, event: Key) -> None:
        """Take digits, and say of any other key without a command that it has none."""
        if event.key.isdigit() and len(event.key) == 1:
            self._do("digit", event.key)
        elif event.is_printable and event.character and event.key not in _COMMAND_KEYS:
            self._skip_moment()
            self._say(f"{plain(event.character)} does nothing here; ? shows the keys.")

    def _do(self, id: CommandId, key: str = "") -> None:
        self._skip_moment()
        if id == "help":
            self.app.push_screen(self._visits.help(self.view))
        elif id == "quit":
            self.app.push_screen(self._visits.quit(), self._leave)
        else:
            done = answer(self.table, id, key, self.options.clock())
            if isinstance(done, Send):
                self._send(done.action)
                return  # the answer is a few milliseconds away, and a picture before it would keep it waiting
            if isinstance(done, GoOn):
                self._look_back()
            elif isinstance(done, Say):
                self._say(done.sentence)
        self.repaint()

    def _send(self, action: Action, again: bool = False) -> None:
        self._stop("_keep_timer")
        self.table.sent(self.link.act(action, self.table.version), action, again)
        self._stop("_patience_timer")
        self._patience_timer = self.set_timer(self.options.patience, self._still_waiting)

    def _still_waiting(self) -> None:
        self._patience_timer = None
        if self.table.pending:
            self._say(WAITING)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.link.leave()

    def _say(self, sentence: str) -> None:
        """Answer a key with a sentence, for a moment."""
        self.table.notice = sentence
        self._stop("_notice_timer")
        self._notice_timer = self.set_timer(self.options.notice_for, self._unsay)
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

    def on_resize(self, event: Resize) -> None:
        """Share out the room anew; there is nothing else to a size."""
        width, height = event.size
        self.set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, "-too-small")
        self.query_one("#too-small", Static).update(
            f"UNO Kart needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows; here are "
            f"{width} and {height}. The game goes on."
        )
        self._share_rows()

    def _share_rows(self) -> None:
        """Give each part its rows; the middle of the table takes what is left."""
        width, height = self.size
        if not height:
            return
        players = self.view.players if self.view is not None else 2
        high = height >= 30
        lanes = self.query_one(Players).rows_for(players, 10 if high else 5) + (1 if height >= 24 else 0)
        hand = 10 if height >= 44 and width >= 120 else 7 if high else 6
        for name, rows in (("#players", lanes), ("#hand", hand)):
            part = self.query_one(name)
            if part.styles.height is None or part.styles.height.value != rows:
                part.styles.height = rows

    def _stop(self, name: str) -> None:
        timer: Timer | None = getattr(self, name)
        if timer is not None:
            timer.stop()
            setattr(self, name, None)
