"""A place in a room as lines: the lobby, the table, talk, and everything around them. No I/O here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.phases import TABLE, Phase
from net.updates import (
    Changed,
    Chat,
    Clock,
    Closed,
    CloseMode,
    Connected,
    Joined,
    MatchRecord,
    Notice,
    Offer,
    People,
    Reconnecting,
    Refused,
    RoomChanged,
    RoomLink,
    RoomState,
    Update,
)
from unokart_tui import plain_words, room_answers, room_words
from unokart_tui.coming_back import Guest, kept_words
from unokart_tui.plain_answers import Unclear
from unokart_tui.plain_table import PlainTable
from unokart_tui.room_answers import RoomWord, understand_room
from unokart_tui.rulebook import rules_lines
from unokart_tui.turn_timer import TurnTimer

LEAVE_QUESTION: Final = (
    "leave: for good, and a bot takes your seat. away: the seat stays yours, and unokart join brings you back.",
    "You can: leave, away, stay",
)

GUEST_QUESTION: Final = (
    "leave: for good, and a bot takes your seat. away: the seat stays yours, and the same ssh command leads back.",
    "You can: leave, away, stay",
)

QUIT_QUESTION: Final = (
    "You host this room. keep: a bot plays your seat and the table runs on. save: save the table and close it for all.",
    "You can: keep, save, stay",
)


@dataclass(frozen=True)
class Around:
    """What a place in a room needs from the program around it."""

    clock: Callable[[], float]
    """The time in seconds, from any clock that goes on evenly."""
    addresses: Callable[[], Sequence[str]] = tuple
    """The lines that tell how friends get in."""
    hosts_here: bool = False
    """Whether the room runs in this program, so that leaving it decides what becomes of it."""
    keep_record: Callable[[str, int | None], str | None] = lambda text, own: None
    """Keeps the record of a match, and which seat was the player's; returns a sentence to be said about it."""
    guest: Guest | None = None
    """Where the player is here by ssh."""


class PlainRoom:
    """One player's place in a room, in words. `say` and `patient` are as for `PlainTable`."""

    def __init__(self, link: RoomLink, say: Callable[[str], None], patient: bool, around: Around) -> None:
        self.link = link
        self.table = PlainTable(link, say, patient)
        self.say = self.table.say
        self.farewell: Closed | None = None
        """Set when the room is gone; nothing follows."""
        self.left = False
        """The player has left."""
        self.kept = False
        """The player has left as the host, and the table is to run on."""
        self.away = False
        """The player goes, and their seat stays theirs."""
        self._around = around
        self._room: RoomState | None = None
        self._muted = False
        self._quitting: Sequence[str] = ()  # the question that is open
        self._timer = TurnTimer(around.clock)
        self._offered: str | None = None
        self._seat: int | None = None  # as whom the match is seen
        self._over = False  # a match, and the next has not begun
        self._cut_off = False

    @property
    def over(self) -> bool:
        """Whether the room is gone, or the player is, without having left it."""
        return self.farewell is not None or self.away

    @property
    def hosting(self) -> bool:
        """Whether the player hosts the room."""
        return self._room is not None and room_words.hosts(self._room)

    # What comes from the network

    def receive(self, update: Update) -> None:
        """Take what the network tells."""
        match update:
            case Joined():
                self.table.receive(People(update.people))
            case RoomChanged():
                self._room_is(update.room)
            case Offer():
                self.say(f"{update.sentence} You watch; sit takes the next seat that is free")
            case Changed():
                self._changed(update)
            case Chat():
                if not self._muted:
                    self.table.tell(f"{update.name}: {update.text}")
            case Clock():
                self._timer.set(update)
            case Notice():
                self.say(update.sentence)
            case MatchRecord():
                said = self._around.keep_record(update.text, self._seat)
                if said:
                    self.say(said)
            case Reconnecting():
                if not self._cut_off:
                    self.say(update.sentence)
                self._cut_off = True
            case Connected():
                if self._cut_off:
                    self.say("The connection is back")
                self._cut_off = False
            case Closed():
                self.farewell = update
            case Refused() if self._before_the_match and update.action_id == 0:
                self.say(update.sentence)
            case _:
                self.table.receive(update)

    def _room_is(self, room: RoomState) -> None:
        before, self._room = self._room, room
        if before is None:
            self.say(room_words.welcome_line(room))
            if room.turn_seconds:
                self.say(room_words.timer_line(room.turn_seconds))
            self.say("Type help for what you can type")
        else:
            for line in room_words.changes(before, room):
                self.say(line)
            if ready := room_words.ready_line(before, room):
                self.say(ready)
            if before.stage != room.stage:
                self._offered = None
        if room.stage == "lobby" and not self._quitting:
            self._offer()

    def _offer(self, again: bool = False) -> None:
        """Say what can be typed in the lobby, unless that has just been said."""
        room = self._room
        assert room is not None
        offer = room_answers.lobby_choices(room, self.hosting)
        if again or offer != self._offered:
            self.say(offer)
        self._offered = offer

    def _changed(self, update: Changed) -> None:
        self._seat = update.view.seat
        self._over = update.view.phase is Phase.MATCH_OVER
        self.table.receive(update)

    @property
    def wake(self) -> float | None:
        """When `tick` is due, by the clock of `Around`; None while nothing is to come."""
        return self._timer.wake

    def tick(self) -> None:
        """Let time pass: say once that little is left."""
        if self._room is not None and (warning := self._timer.warning(self._room)):
            self.say(warning)

    # What the player types

    @property
    def settled(self) -> bool:
        """Whether nothing that was asked for is unanswered, so that the end of input may leave."""
        return self._room is not None and (self._room.stage == "lobby" or self.table.settled)

    def wants(self, line: str) -> bool:
        """Say whether a typed line can be taken now, or is to be offered again when something has been received."""
        if self._room is None:
            return False
        if self._quitting or understand_room(line, self._room) is not None:
            return True
        if self._before_the_match:
            return not self.table.patient or not line.strip()
        return self.table.wants(line)

    @property
    def _before_the_match(self) -> bool:
        return self._room is not None and self._room.stage == "lobby" and not self._over

    def answer(self, line: str) -> None:
        """Do what a typed line asks for."""
        assert self._room is not None
        if self._quitting:
            self._answer_quit(line)
            return
        answer = understand_room(line, self._room)
        if isinstance(answer, str):
            self._word(answer)
        elif isinstance(answer, Unclear):
            self.say(answer.sentence)
        elif answer is not None:
            answer(self.link)
        elif self._before_the_match:
            if line.strip():
                self.say("That does nothing before the match has begun")
            self._offer(again=True)
        else:
            self.table.answer(line)

    def _word(self, word: RoomWord) -> None:
        assert self._room is not None
        match word:
            case "people":
                self._lines([*room_words.room_lines(self._room), *room_words.rules_lines(self._room)])
            case "address":
                self._lines(self._around.addresses() or ["Only the host knows its addresses; they stand on its screen"])
            case "reactions":
                self.say(room_words.reactions_line())
            case "book":
                self._lines([line for line in rules_lines() if line])
            case "mute" | "unmute":
                self._muted = word == "mute"
                self.say("Talk is hidden until unmute" if self._muted else "Talk is shown")
            case "help":
                self._help()
            case "quit":
                self._quit()

    def _help(self) -> None:
        if not self._before_the_match:
            self._lines(plain_words.HELP)
        self._lines([*room_answers.HELP, *(room_answers.HOST_HELP if self.hosting else ())])

    def _lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.say(line)

    # Leaving

    def _quit(self) -> None:
        assert self._room is not None
        if self._closes and not room_words.others_here(self._room):
            self._close("save")
        elif self._closes or (self._room.stage == "play" and self._room.seat != TABLE):
            own = LEAVE_QUESTION if self._around.guest is None else GUEST_QUESTION
            self._quitting = QUIT_QUESTION if self._closes else own
            self._lines(self._quitting)
        else:
            self.leave()

    @property
    def _closes(self) -> bool:
        return self._around.hosts_here and self.hosting

    def _answer_quit(self, line: str) -> None:
        question, self._quitting = self._quitting, ()
        match line.strip().casefold():
            case "keep" if self._closes:
                self._close("keep")
            case "save" if self._closes:
                self._close("save")
            case "leave" if not self._closes:
                self.leave()
            case "away" if not self._closes:
                self.go_away()
            case "stay" | "cancel" | "":
                self.say("You stay")
            case _:
                self._quitting = question
                self._lines(question)

    def go_away(self) -> None:
        """End here without leaving the room."""
        self.away = self.left = True
        if self._room is not None and self._room.seat != TABLE:
            guest = self._around.guest
            self.say("Your seat is kept: unokart join brings you back" if guest is None else kept_words(guest))

    def _close(self, mode: CloseMode) -> None:
        self.left = True
        self.kept = mode == "keep"
        self.link.close_room(mode)

    def leave(self) -> None:
        """Leave for good; who hosts saves the room and closes it."""
        if self._closes:
            self._close("save")
            return
        if self._room is None:
            self.link.leave()
        else:
            self.table.leave()
        self.left = True
