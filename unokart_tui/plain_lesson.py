"""The guided round by lines of text: the same steps, said and answered in words."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Action
from engine.events import redact
from net.updates import Acknowledged, Changed, Closed, Joined, Person, Refused, Update
from unokart_tui import plain
from unokart_tui.config import Settings
from unokart_tui.lesson import STEPS, YOU, Lesson
from unokart_tui.plain_answers import in_words
from unokart_tui.plain_table import PlainTable

LEARNED = "That was the guided round. rules tells all the rules. The next round begins a match against bots"


class PlainLesson:
    """Judges what is done in the guided round; it is the link of a player at a table in words.

    `tell` passes an update on to that table, later: an answer must not come before the question has returned.
    """

    def __init__(self, name: str, tell: Callable[[Update], None]) -> None:
        self.plays = False
        """Whether the player goes on to a match."""
        self._tell = tell
        self._lesson = Lesson()
        self._people = (Person(YOU, name, None), Person(1, "Toad", "easy"), Person(2, "Peach", "easy"))
        self._version = 1
        self._next_id = 0

    def open(self) -> None:
        """Tell who sits there and what lies there."""
        self._tell(Joined(YOU, "The guided round", self._people))
        self._tell(Changed(self._version, self._lesson.match.view(YOU)))

    @property
    def coach(self) -> str:
        """What is to be done now, and what is typed for it."""
        part = self._lesson.part
        if part is None:
            return LEARNED
        return f"Step {part.step} of {STEPS}, {part.title}. {part.why} Type: {in_words(part.wanted, spoken=True)}"

    # The link

    def act(self, action: Action, version: int) -> int:
        """Take what the player asks for."""
        self._next_id += 1
        part = self._lesson.part
        if part is None:
            self._tell(Refused(self._next_id, "lesson", "That was all."))
        elif not self._lesson.accepts(action):
            self._tell(Refused(self._next_id, "lesson", f"This time type: {in_words(part.wanted, spoken=True)}"))
        else:
            self._tell(Acknowledged(self._next_id, self._version))
            self._lesson.go_on()
            for move in (action, *part.then):
                self._play(move)
        return self._next_id

    def ready(self) -> None:
        """Go on to a match."""
        self.plays = True
        self.leave()

    def set_pace(self, seconds: float) -> None:
        """Nobody moves by themselves here."""

    def leave(self) -> None:
        """Leave the lesson."""
        self._tell(Closed("left", "You have left the table."))

    def _play(self, action: Action) -> None:
        events = tuple(redact(event, YOU) for event in self._lesson.match.apply(action))
        self._version += 1
        self._tell(Changed(self._version, self._lesson.match.view(YOU), events))


def learn_plain(settings: Settings) -> int:
    """Go through the guided round by lines, and on to a match where that is wished; return the exit status."""
    plain.prepare()
    mailbox: plain.Mailbox[Update] = plain.Mailbox()
    lesson = PlainLesson(settings.name, mailbox.put)
    table = Pupil(lesson, plain.print_line, plain.patient())
    lesson.open()
    lines = plain.stdin_lines()
    try:
        plain.converse(table, mailbox, lines)
    except KeyboardInterrupt:
        table.leave()
        return plain.INTERRUPTED
    return plain.play_plain(settings, None, lines) if lesson.plays else plain.farewell(table)


class Pupil(PlainTable):
    """A player at the table of a lesson, who is told what to do before each question."""

    def __init__(self, lesson: PlainLesson, say: Callable[[str], None], patient: bool) -> None:
        super().__init__(lesson, say, patient)
        self._lesson = lesson

    def receive(self, update: Update) -> None:
        """Take what is told, with the next step once it is to be done."""
        self.coach = self._lesson.coach
        super().receive(update)
