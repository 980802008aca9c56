"""What everyone may know of a room, for a log: told where nobody sits who is told it anyway."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import redact
from engine.phases import TABLE
from net.messages import Note
from net.room import Room
from net.setup import Outcome
from net.updates import Changed, Notice, RoomChanged, RoomState, Update


class Onlooker:
    """Looks at a room as a spectator does, and is none. `emit` is given what it sees: no card that is not public."""

    def __init__(self, emit: Callable[[Update], None]) -> None:
        self._emit = emit
        self._told: RoomState | None = None

    def moved(self, room: Room, outcome: Outcome) -> None:
        """Take in what has happened in the room."""
        now = room.post.room_for(None)
        if now != self._told:
            self._told = now
            self._emit(RoomChanged(now))
        notes = dict.fromkeys(send.message for send in outcome.sends if isinstance(send.message, Note))
        for note in notes:
            self._emit(Notice(note.code, note.sentence))
        for change in outcome.changes:
            events = tuple(redact(event, TABLE) for event in change.events)
            self._emit(Changed(change.version, room.table.match.view(TABLE), events))
