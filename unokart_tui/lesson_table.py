"""The guided round on the screen: the real table, at which the others do what the lesson has them do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from textual.app import App

from engine.actions import Action
from engine.events import redact
from engine.views import View
from net.updates import Acknowledged, Changed, Joined, Person, Refused, Update
from unokart_tui.lesson import STEPS, YOU, Lesson
from unokart_tui.names import People
from unokart_tui.options import TableOptions
from unokart_tui.screens.learned import LearnedScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.screens.visits import Visits

_FIRST_MOVE: Final = 0.7
"""Seconds before the others move, after what the player did has been seen; shorter with a quicker pace."""


class LessonTable:
    """Shows the round and judges what is done; it is the link of its own screen.

    `ended` is told whether all of it was done, and whether the player goes on to a match, once the screens are off the
    stack.
    """

    def __init__(
        self,
        app: App[Any],
        options: TableOptions,
        name: str,
        pace: float,
        ended: Callable[[bool, bool], Awaitable[None]],
    ) -> None:
        self._app = app
        self._ended = ended
        self._pace = pace
        self._lesson = Lesson()
        self._people = (Person(YOU, name, None), Person(1, "Toad", "easy"), Person(2, "Peach", "easy"))
        self._version = 1
        self._next_id = 0
        self._over = False
        visits = Visits(self._learned, self._learned, QuitScreen)
        self._screen = TableScreen(self, visits, options)

    async def open(self) -> None:
        """Sit down."""
        await self._app.push_screen(self._screen)
        self._tell(Joined(YOU, "The guided round", self._people))
        self._tell(Changed(self._version, self._lesson.match.view(YOU)))
        self._coach()

    # The link

    def act(self, action: Action, version: int) -> int:
        """Take what the player asks for; the answer follows."""
        self._next_id += 1
        self._app.call_later(self._judge, self._next_id, action)
        return self._next_id

    def ready(self) -> None:
        """Go on to a match."""
        self._app.call_later(self._end, True)

    def set_pace(self, seconds: float) -> None:
        """Take the pace that the others move at."""
        self._pace = seconds

    def leave(self) -> None:
        """Leave the lesson."""
        self._app.call_later(self._end, False)

    # The sitting

    def ask_leave(self) -> None:
        """Ask whether to end the program; asked a second time, that is the answer."""
        if isinstance(self._app.screen, QuitScreen):
            self._app.screen.action_answer(True)
        else:
            self._app.push_screen(QuitScreen(), lambda sure: self._app.exit() if sure else None)

    def tell(self, sentence: str) -> None:
        """Tell the player something that is not of the game."""
        self._screen.tell(sentence)

    # The lesson

    def _judge(self, id: int, action: Action) -> None:
        lesson, keys = self._lesson, self._screen.table.keys
        part = lesson.part
        if part is None:
            self._tell(Refused(id, "lesson", "That was all."))
        elif not lesson.accepts(action):
            self._tell(Refused(id, "lesson", keys.filled(part.instead)))
        else:
            self._play(action)
            self._tell(Acknowledged(id, self._version))
            lesson.go_on()
            self._follow(part.then)

    def _follow(self, moves: tuple[Action, ...]) -> None:
        """Let the others move one after another, then explain what comes next."""
        if self._over:
            return
        if not moves:
            self._coach()
            return
        self._screen.table.coach = None
        self._screen.repaint()
        self._app.set_timer(max(0.01, min(1.0, self._pace) * _FIRST_MOVE), lambda: self._move(moves))

    def _move(self, moves: tuple[Action, ...]) -> None:
        if not self._over:
            self._play(moves[0])
            self._follow(moves[1:])

    def _play(self, action: Action) -> None:
        events = tuple(redact(event, YOU) for event in self._lesson.match.apply(action))
        self._version += 1
        self._tell(Changed(self._version, self._lesson.match.view(YOU), events))

    def _coach(self) -> None:
        part, table = self._lesson.part, self._screen.table
        table.coach = None
        if part is not None:
            table.coach = (f"{part.step} of {STEPS}: {part.title}", table.keys.filled(part.text))
        self._screen.repaint()

    def _tell(self, update: Update) -> None:
        if not self._over:
            self._screen.receive(update)

    def _learned(self, view: View, people: People, me: int) -> LearnedScreen:
        return LearnedScreen(view.result.points if view.result is not None else 0)

    async def _end(self, plays: bool) -> None:
        if self._over:
            return
        self._over = True
        while self._app.screen_stack[-1] is not self._screen:
            await self._app.pop_screen()
        await self._app.pop_screen()
        await self._ended(self._lesson.part is None, plays)
