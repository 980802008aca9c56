"""A match written down: a header and one line an action, with the result of every shuffle.

A record replays to the same states without any generator, so a record is a bug report, a golden test and a memory
of an evening in one. `engine/RECORDS.md` describes the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, ValidationError, convert, to_builtins

from engine.actions import Action
from engine.errors import IllegalAction, PositionError, RecordError
from engine.events import Event, Shuffled
from engine.match import Match
from engine.notation import format_action, format_cards, parse_action, parse_cards
from engine.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from engine.shuffles import ScriptedShuffles

_TITLE = "UNO Kart record 1"


class Entry(Struct, frozen=True):
    """An action that was carried out, and the order of each pile that it had shuffled, top card first."""

    action: Action
    shuffles: tuple[tuple[str, ...], ...] = ()


class Step(Struct, frozen=True):
    """A state on the way through a record. `match` goes on with the replay: copy it to keep it."""

    match: Match
    action: Action | None
    events: Sequence[Event]


class Record:
    """All that happened in a match, from its first deal. It tells every hand: for those who may see it."""

    def __init__(
        self, players: int, rules: Rules | None = None, names: Sequence[str] = (), entries: Iterable[Entry] = ()
    ) -> None:
        """Begin a record. `names`, by seat, are kept as they are, on one line each."""
        self.players = players
        self.rules = rules or Rules()
        self.names = tuple(names)
        self.entries = list(entries)

    def observe(self, action: Action, events: Iterable[Event]) -> Entry:
        """Note an action with the unredacted events that it brought about."""
        orders = tuple(event.cards for event in events if isinstance(event, Shuffled))
        entry = Entry(action, orders)
        self.entries.append(entry)
        return entry

    def replay(self) -> Iterator[Step]:
        """Go through the match again: first the empty table, then the state after each action.

        Raises `RecordError` where the rules do not allow what is written.
        """
        orders: list[tuple[str, ...]] = []
        try:
            match = Match(self.players, ScriptedShuffles(_drain(orders)), self.rules)
        except PositionError as error:
            raise RecordError(str(error)) from error
        yield Step(match, None, ())
        for number, entry in enumerate(self.entries, 1):
            orders[:] = entry.shuffles
            try:
                events = match.apply(entry.action)
            except (IllegalAction, RecordError) as error:
                raise RecordError(f"Action {number}, {format_action(entry.action)}: {error}") from error
            if orders:
                raise RecordError(f"Action {number}, {format_action(entry.action)}: a shuffle too many is recorded.")
            yield Step(match, entry.action, events)

    def to_text(self) -> str:
        """Write the record down."""
        lines = [_TITLE, f"players {self.players}"]
        lines += [f"{key} {_format_value(value)}" for key, value in to_builtins(self.rules).items()]
        lines += [f"seat {seat} {' '.join(name.split())}" for seat, name in enumerate(self.names, 1)]
        lines.append("")
        for entry in self.entries:
            lines.append(format_action(entry.action))
            lines += [f"= {format_cards(order)}" for order in entry.shuffles]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record; raise `RecordError` with the number of the line that is none of one."""
        lines = text.splitlines()
        if not lines or lines[0].strip() != _TITLE:
            raise RecordError(f"A record begins with the line {_TITLE!r}.")
        header: dict[str, str] = {}
        names: list[str] = []
        entries: list[Entry] = []
        in_header = True
        for number, raw in enumerate(lines[1:], 2):
            line = raw.strip()
            try:
                if not line:
                    in_header = False
                elif in_header:
                    _read_header_line(line, header, names)
                else:
                    _read_entry(line, entries)
            except RecordError as error:
                raise RecordError(f"Line {number}: {error}") from error
        return cls(*_read_header(header), names, entries)


def _drain(orders: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Hand out the orders that lie ready, for ever: an empty list means that none is recorded."""
    while True:
        if not orders:
            raise RecordError("A shuffle happens for which no order is recorded.")
        yield orders.pop(0)


def _format_value(value: object) -> str:
    return str(value).lower()


def _read_header_line(line: str, header: dict[str, str], names: list[str]) -> None:
    key, _, value = line.partition(" ")
    if key == "seat":
        names.append(value.partition(" ")[2])
    else:
        header[key] = value


def _read_entry(line: str, entries: list[Entry]) -> None:
    if not line.startswith("="):
        entries.append(Entry(parse_action(line)))
        return
    if not entries:
        raise RecordError("A shuffle stands before the first action.")
    last = entries.pop()
    entries.append(Entry(last.action, (*last.shuffles, parse_cards(line[1:]))))


def _read_header(header: dict[str, str]) -> tuple[int, Rules]:
    players = header.pop("players", "")
    if not (players.isascii() and players.isdecimal() and len(players) <= 2):
        raise RecordError("The header does not say how many players there were.")
    if not MIN_PLAYERS <= int(players) <= MAX_PLAYERS:
        raise RecordError(f"A match takes {MIN_PLAYERS} to {MAX_PLAYERS} players.")
    try:
        return int(players), convert(header, Rules, strict=False)
    except ValidationError as error:
        raise RecordError(f"The header holds no rules of this game: {error}.") from error
