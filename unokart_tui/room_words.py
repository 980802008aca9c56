"""A room in plain words: who is in it, its rules, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.phases import TABLE
from net.updates import REACTIONS, Person, RoomState, Spectator
from unokart_tui.names import counted, number_of

TRYING: Final = "Trying to come back to the table; your place is kept"
"""What is said as long as the connection is lost."""


def everyone(room: RoomState) -> list[Person | Spectator]:
    """List all who are in a room: those at the table, bots among them, then those who watch."""
    return [*room.people, *room.spectators]


def my_name(room: RoomState) -> str:
    """Return how the reader is called in a room."""
    return next((one.name for one in everyone(room) if one.who == room.who), "You")


def hosts(room: RoomState) -> bool:
    """Say whether the reader may do what is the host's alone."""
    return room.host == room.who != 0


def others_here(room: RoomState) -> bool:
    """Say whether anyone but the reader and bots is in the room, at the table or beside it."""
    seated = any(person.who not in (0, room.who) and person.here for person in room.people)
    return seated or any(one.who != room.who for one in room.spectators)


def room_lines(room: RoomState) -> list[str]:
    """Describe a room: a line for the whole, one for each seat and one for each who watches."""
    free = room.seats - len(room.people)
    lines = [f"Room {room.name}: {counted(len(room.people), 'seat')} taken, {free} free"]
    lines += [f"{number_of(person.seat)} {_described(person, room)}" for person in room.people]
    for one in room.spectators:
        me = " (you)" if one.who == room.who else ""
        lines.append(f"{one.name}{me} watches{', and takes the next free seat' if one.waits else ''}")
    return lines


def _described(person: Person, room: RoomState) -> str:
    tags = []
    if person.host:
        tags.append("host")
    if person.bot and not person.stand_in:
        tags.append(f"{person.bot} bot")
    if not person.here:
        tags.append(f"away, a {person.bot} bot plays" if person.bot else "away")
    if person.ready and not person.bot:
        tags.append("ready")
    name = f"{person.name} (you)" if person.seat == room.seat else person.name
    return f"{name}: {', '.join(tags)}" if tags else name


def rules_lines(room: RoomState) -> list[str]:
    """Say by which rules the room plays; the defaults that nobody asked to change are left out."""
    rules = room.rules
    lines = [f"The match goes to {counted(rules.target_score, 'point')}, {rules.hand_size} cards are dealt"]
    if not rules.reverse_skips_when_two:
        lines.append("With two players a Reverse does not skip")
    if rules.last_box_opens:
        lines.append("A Wild Item Box played as the last card is opened")
    lines.append(timer_line(room.turn_seconds))
    return lines


def timer_line(turn_seconds: int) -> str:
    """Announce the turn timer."""
    if not turn_seconds:
        return "An answer may take as long as it likes"
    return f"An answer may take {counted(turn_seconds, 'second')}, then it is given for you"


def ready_line(before: RoomState, after: RoomState) -> str | None:
    """Tell the reader that they are ready, and who is awaited; None where that is no news, or nobody is."""
    if not _ready(after) or _ready(before):
        return None
    if len(after.people) < 2:
        return "You are ready. Nobody else is at the table yet"
    awaited = [one.name for one in after.people if one.who not in (0, after.who) and one.here and not one.ready]
    return f"You are ready. Waiting for {', '.join(awaited)}" if awaited else None


def _ready(room: RoomState) -> bool:
    return any(person.ready for person in room.people if person.who == room.who)


def reactions_line() -> str:
    """List the quick reactions with their numbers."""
    return "Reactions: " + ", ".join(f"{number} {text}" for number, text in enumerate(REACTIONS, 1))


def changes(before: RoomState, after: RoomState) -> Iterator[str]:
    """Tell what has become of a room, a line each; the reader's own readiness is no news to them."""
    yield from _comings(before, after)
    was = {person.who: person for person in before.people if person.who}
    for person in after.people:
        old = was.get(person.who)
        if old is not None:
            yield from _about(old, person, before, after)
    yield from _bots(before, after)
    if before.paused_by != after.paused_by:
        yield f"{after.paused_by} has paused the game" if after.paused_by else "The game goes on"
    if before.rules != after.rules:
        yield from rules_lines(after)[:-1]
    if before.turn_seconds != after.turn_seconds:
        yield timer_line(after.turn_seconds)


def _comings(before: RoomState, after: RoomState) -> Iterator[str]:
    seats_were = {person.who: person.name for person in before.people if person.who}
    seats_are = {person.who: person.name for person in after.people if person.who}
    watched = {one.who: one for one in before.spectators}
    watch = {one.who: one for one in after.spectators}
    present = seats_are.keys() | watch.keys()
    for who, name in {**seats_were, **{who: one.name for who, one in watched.items()}}.items():
        if who not in present:
            yield f"{name} has left the room"
    for who, name in seats_are.items():
        if who not in seats_were:
            yield _you(who, after, name, "sit down", "sits down")
    for who, one in watch.items():
        if who not in watched:
            yield _you(who, after, one.name, "watch", "watches")
        elif one.waits and not watched[who].waits:
            yield _you(who, after, one.name, "take the next free seat", "takes the next free seat")


def _you(who: int, room: RoomState, name: str, do: str, does: str) -> str:
    return f"You {do}" if who == room.who else f"{name} {does}"


def _about(old: Person, person: Person, before: RoomState, after: RoomState) -> Iterator[str]:
    me = person.who == after.who
    if person.name != old.name:
        yield f"{old.name} is called {person.name} now"
    if old.here and not person.here:
        yield f"{person.name} is away; the seat is kept"
    elif person.here and not old.here:
        yield "You are back in your seat" if me else f"{person.name} is back"
    elif person.stand_in and not old.bot:
        yield f"A {person.bot} bot plays for {person.name} until they come back"
    if person.host and not old.host:
        yield "You host the room now" if me else f"{person.name} hosts the room now"
    if person.seat != old.seat and me and before.stage == after.stage == "lobby":
        yield f"Your seat has the number {number_of(person.seat)} now"
    if person.here and old.here and not me and person.ready != old.ready:
        if person.ready:
            yield f"{person.name} is ready"
        elif before.stage == after.stage == "lobby":
            yield f"{person.name} is not ready any more"


def _bots(before: RoomState, after: RoomState) -> Iterator[str]:
    were = {person.name: person for person in before.people if not person.who}
    are = {person.name: person for person in after.people if not person.who}
    for name, bot in are.items():
        if name not in were:
            yield f"{name} sits down, a bot that plays {bot.bot}"
        elif bot.bot != were[name].bot:
            yield f"{name} plays {bot.bot} now"
    for name in were:
        if name not in are:
            yield f"{name} leaves its seat"


def welcome_line(room: RoomState) -> str:
    """Greet who has just come in."""
    others = [one.name for one in everyone(room) if one.who == 0 or one.who != room.who]
    with_whom = f" With you: {', '.join(others)}" if others else " Nobody else is here yet"
    doing = "you watch" if room.seat == TABLE else f"you have seat {number_of(room.seat)}"
    return f"UNO Kart, unofficial. Room {room.name}: {my_name(room)}, {doing}.{with_whom}"
