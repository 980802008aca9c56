"""What became of the player in all matches so far."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from net.database import StoreError
from unokart_tui.cardface import Look
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.statistics import Statistics
from unokart_tui.statistics_rows import rows


class StatisticsScreen(TextPage):
    """Counts when it opens, on a thread of its own: `collect` is called there, and may raise `StoreError`."""

    title_text: ClassVar[str] = "Statistics"

    def __init__(self, collect: Callable[[], Statistics]) -> None:
        super().__init__()
        self._collect = collect
        self._statistics: Statistics | None = None
        self._trouble: str | None = None

    def on_mount(self) -> None:
        """Begin to count."""
        self.run_worker(self._count, thread=True)

    def _count(self) -> None:
        try:
            counted = partial(self._counted, self._collect())
        except StoreError as error:
            counted = partial(self._failed, str(error))
        self.app.call_from_thread(counted)

    def _counted(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self.renew()

    def _failed(self, sentence: str) -> None:
        self._trouble = sentence
        self.renew()

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """Return the figures, or why there are none."""
        if self._statistics is None:
            return [[], [(0, self._trouble or "Counting...", look.palette.ground)]]
        return [[], *rows(self._statistics, width, look, tall=True)]
