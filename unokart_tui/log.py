"""What has happened, line by line, as the player is told it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from engine.events import BoxOpened, Caught, Challenged, Dealt, Event, MatchEnded, RoundEnded, UnoCalled
from unokart_tui.names import People
from unokart_tui.words import narrate

Kind = Literal["plain", "round", "loud", "talk"]
"""`round` lines begin or end a round; `loud` ones should not be missed; `talk` is what people say, after their name."""

_KEPT: Final = 500


@dataclass(frozen=True)
class Line:
    """One thing that happened."""

    number: int
    """Counts all lines of the match, from 0."""
    text: str
    kind: Kind
    speaker: str = ""
    """Who says it, where it is `talk`; the text begins with it."""


class Log:
    """The last lines, oldest first, and from where on they are news."""

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=_KEPT)
        self.news = 0
        """The number of the first line that came after the player's last turn."""
        self._next = 0

    def tell(self, events: Iterable[Event], people: People, me: int) -> None:
        """Add what there is to tell of events."""
        for event in events:
            text = narrate(event, people, me)
            if text is not None:
                self.add(text, _kind_of(event))

    def add(self, text: str, kind: Kind = "plain") -> None:
        """Add a line."""
        self._add(Line(self._next, text, kind))

    def say(self, speaker: str, text: str) -> None:
        """Add what someone says."""
        self._add(Line(self._next, f"{speaker}: {text}", "talk", speaker))

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        self._next += 1

    @property
    def after_round(self) -> int:
        """The number of the first line after the one that began or ended a round last."""
        return next((line.number + 1 for line in reversed(self.lines) if line.kind == "round"), 0)

    def read(self) -> None:
        """Take all lines so far as known."""
        self.news = self._next


def _kind_of(event: Event) -> Kind:
    if isinstance(event, Dealt | RoundEnded | MatchEnded):
        return "round"
    return "loud" if isinstance(event, BoxOpened | Caught | Challenged | UnoCalled) else "plain"
