"""Keeping a room: what of it is saved, when, and how it is put up again from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from net.messages import Done
from net.post import Post
from net.saved import SavedRoom, SavedSeat, Saving, SettingsChanged
from net.seats import Seat, Seats
from net.setup import Settings
from net.table import Change, NotSaved, Table


def keep_nothing(savings: Sequence[Saving]) -> None:
    """Save nothing: a room that is gone when its process is."""


class Keeper:
    """Has everything saved that is new, before anyone is told.

    `commit` saves all or nothing, and raises `net.table.NotSaved` where it can't: then a change of the table has not
    happened, and what else was to be saved is so with the next.
    """

    def __init__(self, seats: Seats, table: Table, post: Post) -> None:
        self.commit: Callable[[Sequence[Saving]], None] = keep_nothing
        self._seats = seats
        self._post = post
        self._saved: dict[int, SavedSeat] = {}
        self._settings: Settings | None = None
        table.commit = self._commit_change

    def _commit_change(self, change: Change) -> None:
        unsaved = self._unsaved()
        self.commit([*unsaved, change])
        self._note(unsaved)

    def save(self) -> None:
        """Save what there is beside changes of the table; what can't be saved waits."""
        unsaved = self._unsaved()
        if not unsaved:
            return
        try:
            self.commit(unsaved)
        except NotSaved as error:
            self._post.not_saved(error)
        else:
            self._note(unsaved)

    def _unsaved(self) -> list[Saving]:
        unsaved: list[Saving] = [saved for saved in self.seats() if self._saved.get(saved.seat) != saved]
        settings = self.settings()
        if settings != self._settings:
            unsaved.append(SettingsChanged(settings.to_bytes()))
        if self._post.begun is not None:
            unsaved.append(self._post.begun)
        return unsaved

    def _note(self, unsaved: Sequence[Saving]) -> None:
        self._saved.update({saving.seat: saving for saving in unsaved if isinstance(saving, SavedSeat)})
        self._settings = self.settings()
        self._post.begun = None
        self._post.all_saved()

    def seats(self) -> list[SavedSeat]:
        """Return all seats as they are saved."""
        return [seat.saved() for seat in self._seats]

    def settings(self) -> Settings:
        """Return the settings as they are saved."""
        host = self._seats.host.seat if self._seats.host is not None else None
        return Settings(
            rules=self._post.rules,
            turn_seconds=self._post.turn_seconds,
            host=None if host is None else host.index,
            playing=tuple(seat.index for seat in self._seats if seat.playing),
            before={seat.index: seat.before for seat in self._seats if seat.before is not None},
        )


def restore(saved: SavedRoom, seats: Seats, table: Table, post: Post) -> None:
    """Put everything back where it was; raises as `net.room.Room` does."""
    settings = Settings.from_bytes(saved.settings)
    post.rules, post.turn_seconds = settings.rules, settings.turn_seconds
    begun = 0
    if saved.record is not None:
        table.resume(saved.match, saved.version, saved.record)
        begun = saved.version - len(saved.record.entries)
    for old in saved.seats:
        seat = seats[old.seat]
        if old.name is not None and old.token_hash is not None:
            seats.give(seat, seats.come(old.name, None, "", 0.0), old.token_hash)
        elif old.name is not None and old.bot is not None:
            seats.put_bot(seat, old.bot, old.name)
        seat.playing = old.seat in settings.playing
        seat.before = settings.before.get(old.seat)
        for number, in_this in ((seat.before, False), (old.seat, True)):
            _remember(seat, {} if number is None else saved.answers.get(number, {}), begun, in_this)
    seats.host = None if settings.host is None else seats[settings.host].owner


def _remember(seat: Seat, answers: Mapping[int, int], begun: int, in_this: bool) -> None:
    """Give a seat back the answers that it has had in this match, or in the one before."""
    for action_id, version in answers.items():
        if (version > begun) == in_this:
            seat.remember(Done(action_id, version))
