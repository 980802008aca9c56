"""What a host says of the room and its people, made fit to be shown as if the host had not done so."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from net.messages import Note, OpenRecord, Said, Ticking
from net.names import clean_line, clean_name
from net.updates import (
    CHAT_CHARACTERS,
    REACTIONS,
    Chat,
    Clock,
    MatchRecord,
    Notice,
    Person,
    RoomState,
    Spectator,
    Update,
)

SENTENCE_CHARACTERS: Final = 300
ROOM_NAME_CHARACTERS: Final = 40


def clean_room_name(name: str) -> str:
    """Return the name of a room as one line, without anything that could act on a terminal."""
    return clean_line(name, ROOM_NAME_CHARACTERS) or "A room"


def clean_room(room: RoomState) -> RoomState:
    """Return a room in which every name is clean, and every person's is unique."""
    names: list[str] = []
    people: list[Person] = []
    for person in room.people:
        names.append(clean_name(person.name, names))
        people.append(replace(person, name=names[-1]))
    spectators: list[Spectator] = []
    for spectator in room.spectators:
        names.append(clean_name(spectator.name, names))
        spectators.append(replace(spectator, name=names[-1]))
    return replace(
        room,
        name=clean_room_name(room.name),
        people=tuple(people),
        spectators=tuple(spectators),
        paused_by=None if room.paused_by is None else clean_name(room.paused_by),
    )


def heard(message: Said | Ticking | Note | OpenRecord) -> Update | None:
    """Return what a message is to a screen; None where nothing was said after all."""
    match message:
        case Said():
            return _chat(message)
        case Ticking():
            return Clock(message.seat, message.milliseconds)
        case Note():
            return Notice(message.code, clean_line(message.sentence, SENTENCE_CHARACTERS))
        case OpenRecord():
            return MatchRecord(message.text)


def _chat(said: Said) -> Chat | None:
    name = clean_name(said.name)
    if said.reaction is not None and 0 <= said.reaction < len(REACTIONS):
        return Chat(said.who, name, REACTIONS[said.reaction], said.reaction)
    text = clean_line(said.text, CHAT_CHARACTERS)
    return Chat(said.who, name, text) if text else None
