"""The matches that were played to their end: which to see again, and what they add up to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.errors import RecordError
from engine.phases import TABLE
from net.database import StoreError
from net.saved import FinishedMatch
from unokart_tui.records import results_line
from unokart_tui.replay import Replay
from unokart_tui.screens.listing import Entry, Listing
from unokart_tui.screens.replay import ReplayScreen


class MatchesScreen(Listing[None]):
    """Lists `matches`. `load` returns one as it was played; it may raise `StoreError` and `RecordError`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "statistics", "what became of you: statistics", show=False),
        Binding("q", "back", "back", show=False),
    ]
    heading: ClassVar[str] = "MATCHES PLAYED"

    def __init__(
        self,
        matches: Sequence[FinishedMatch],
        load: Callable[[int], Replay],
        statistics: Callable[[], Screen[None]],
        trouble: str | None = None,
    ) -> None:
        """`statistics` makes the screen that they lead to; `trouble` is what the player should know of the list."""
        super().__init__()
        self._matches = list(matches)
        self._load = load
        self._make_statistics = statistics
        self.notice = trouble

    def entries(self) -> Sequence[Entry]:
        """Return a line for each match."""
        return [Entry(match.match, f"{match.match:>3}  {results_line(match)}", about(match)) for match in self._matches]

    def nothing(self) -> str:
        """Say that there is nothing."""
        return "No match has been played to its end yet."

    def keys(self) -> list[tuple[str, str]]:
        """Enter shows one again, s sums them up."""
        return [*([("Enter", "see again")] if self._matches else []), ("s", "statistics")]

    def take(self, entry: Entry) -> None:
        """See a match again."""
        assert isinstance(entry.id, int)
        try:
            replay = self._load(entry.id)
        except (StoreError, RecordError) as error:
            self.notice = f"This match can't be shown. {error}"
            self.redraw()
            return
        self.app.push_screen(ReplayScreen(replay, f"match {entry.id}"))

    def action_statistics(self) -> None:
        """See what the matches add up to."""
        self.app.push_screen(self._make_statistics())


def about(match: FinishedMatch) -> str:
    """Say how a match ended for the player, and when it was."""
    when = time.strftime("%Y-%m-%d", time.localtime(match.ended))
    if match.own == TABLE:
        return f"watched  {when}"
    own = "you won  " if match.own == match.winner else ""
    return f"{own}{when}"
