"""Saving a table as it is played: every change before it counts, and what is done where the disk does not take it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from engine.events import RoundEnded
from net.database import StoreError
from net.roomlog import RoomLog
from net.saved import Saving
from net.table import Change, NotSaved

_log = logging.getLogger(__name__)

GO_ON_UNSAVED: Final = "The host can let the game go on unsaved."


class Saver:
    """Saves a table through its log, on the running event loop.

    `begin` makes the log when there is something to save; it raises `StoreError`. `settle` brings what is saved to
    where a power cut can't take it, on a thread that may wait. `changed` is called when `trouble` has.
    """

    def __init__(self, begin: Callable[[], RoomLog], settle: Callable[[], None], changed: Callable[[], None]) -> None:
        self._settle = settle
        self._begin = begin
        self._changed = changed
        self._checkpoint: asyncio.Future[None] | None = None
        self.log: RoomLog | None = None
        self.trouble: str | None = None
        """Why nothing can be saved at the moment, in a sentence."""
        self.off = False
        """Nothing is saved any more, by the wish of the host."""

    def save(self, savings: Sequence[Saving]) -> None:
        """Save, all or nothing; raise `net.table.NotSaved`."""
        if self.off:
            return
        try:
            if self.log is None:
                self.log = self._begin()
            self.log.append(savings)
        except StoreError as error:
            self._tell(str(error))
            if self.off:
                return  # so it was decided just now
            raise NotSaved(f"That could not be saved, so it has not happened. {error} {GO_ON_UNSAVED}") from error
        self._tell(None)
        if any(isinstance(saving, Change) and _ends_round(saving) for saving in savings):
            self._settle_on_disk()

    def go_on_unsaved(self) -> None:
        """Save nothing any more: what was saved by now could not be gone on with after a gap."""
        self.off = True

    def leave(self) -> None:
        """Let the table be gone on with later, from here or from another process."""
        if self.log is not None:
            self.log.leave()
            self.log = None
        self.off = True

    def close(self) -> None:
        """Close the table for good: there is nothing to go on with. Its finished matches stay."""
        log, self.log = self.log, None
        self.off = True
        if log is not None:
            try:
                log.close()
            except StoreError as error:
                _log.warning("The table could not be closed: %s", error)
                log.leave()

    async def wait(self) -> None:
        """Wait until the disk has what it is to have by now."""
        if self._checkpoint is not None:
            await asyncio.wait((self._checkpoint,))

    def _tell(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()

    def _settle_on_disk(self) -> None:
        """Bring a round to where a power cut can't take it, while the game goes on."""
        if self._checkpoint is None or self._checkpoint.done():
            loop = asyncio.get_running_loop()
            self._checkpoint = loop.run_in_executor(None, self._settle)
            self._checkpoint.add_done_callback(_note_failure)


def _ends_round(change: Change) -> bool:
    return any(isinstance(event, RoundEnded) for event in change.events)


def _note_failure(checkpoint: asyncio.Future[None]) -> None:
    if not checkpoint.cancelled() and checkpoint.exception() is not None:
        _log.warning("What was saved may be lost in a power cut: %s", checkpoint.exception())
