"""The lobby without a screen: its lines, which one is chosen, and what may be done there now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from net.updates import Person, RoomLink, RoomState, Spectator
from unokart_tui.config import LEVELS
from unokart_tui.keymap import LOBBY_KEYS, LobbyKeys
from unokart_tui.lobby_commands import LobbyId
from unokart_tui.names import counted
from unokart_tui.stay import Stay
from unokart_tui.steps import at_the_end, step_from
from unokart_tui.typed import TypedLine

Rule = Literal["target", "time"]

TARGETS: Final = (50, 100, 200, 300, 500, 750, 1000)
TIMES: Final = (0, 15, 30, 45, 60, 90, 120, 300)
RULES: Final[tuple[Rule, ...]] = ("target", "time")

Line = Person | Spectator | Rule
"""What can be chosen in the lobby."""


@dataclass
class Lobby:
    """What the lobby's screen shows beside the stay."""

    stay: Stay
    hosted_here: bool = False
    keys: LobbyKeys = LOBBY_KEYS
    """Which key stands for which command."""
    at: int = 0
    notice: str | None = None
    """Why the last key did nothing, or what it has led to."""
    saying: TypedLine | None = None
    reacting: bool = False
    pressed_start: bool = False
    """The host has asked to begin though not everyone is ready, and been told so."""
    _kept: Line | None = None

    @property
    def room(self) -> RoomState | None:
        """The room, once it is known."""
        return self.stay.room

    @property
    def lines(self) -> list[Line]:
        """All that can be chosen: who is at the table, who watches, and for the host the rules."""
        room = self.room
        if room is None:
            return []
        return [*room.people, *room.spectators, *(RULES if self.stay.mine else ())]

    @property
    def chosen(self) -> Line | None:
        """The line one is at."""
        lines = self.lines
        return lines[min(self.at, len(lines) - 1)] if lines else None

    @property
    def chosen_other(self) -> Person | Spectator | None:
        """The person one is at, if it is someone else and no bot."""
        chosen = self.chosen
        if self.room is None or chosen is None or isinstance(chosen, str) or chosen.who in (0, self.room.who):
            return None
        return chosen

    @property
    def chosen_bot(self) -> Person | None:
        """The bot one is at, unless it keeps the seat of a person."""
        chosen = self.chosen
        return chosen if isinstance(chosen, Person) and chosen.bot and not chosen.who else None

    def move(self, step: int) -> None:
        """Go to another line, around the ends."""
        count = len(self.lines)
        if count:
            self.at = (min(self.at, count - 1) + step) % count
            self._kept = self.chosen

    def settle(self) -> None:
        """Stay with what was chosen, whatever has come and gone beside it."""
        same = (at for at, line in enumerate(self.lines) if _same(line, self._kept))
        self.at = next(same, self.at)
        self._kept = self.chosen

    def works(self, id: LobbyId) -> bool:
        """Say whether a command does something now, so that its key is shown."""
        stay, room, chosen = self.stay, self.room, self.chosen
        if room is None or stay.lost is not None:
            return id in ("help", "quit")
        match id:
            case "less" | "more":
                return stay.mine and (isinstance(chosen, str) or self.chosen_bot is not None)
            case "ready":
                return not stay.watching
            case "go":
                return stay.mine or not stay.watching
            case "bot":
                return stay.mine and len(room.people) < room.seats
            case "remove":
                return stay.mine and (self.chosen_bot is not None or self.chosen_other is not None)
            case "mute":
                return self.chosen_other is not None
            case "invite" | "ssh":
                return self.hosted_here
            case "unsaved":
                return stay.unsaved is not None
            case "talk" | "react":
                return bool(stay.others)
            case _:
                return True

    def change(self, link: RoomLink, step: int) -> str | None:
        """Take the next or the former value of the line one is at; return why there is none, in a sentence."""
        room, chosen = self.room, self.chosen
        if room is None:
            return None
        if chosen == "target":
            target = step_from(TARGETS, room.rules.target_score, step)
            if target == room.rules.target_score:
                return at_the_end(step)
            link.set_rules(replace(room.rules, target_score=target))
        elif chosen == "time":
            seconds = step_from(TIMES, room.turn_seconds, step)
            if seconds == room.turn_seconds:
                return at_the_end(step)
            link.set_rules(room.rules, seconds)
        elif (bot := self.chosen_bot) is not None and bot.bot is not None:
            link.set_level(bot.seat, LEVELS[(LEVELS.index(bot.bot) + step) % len(LEVELS)])
        return None

    def why_not(self) -> str | None:
        """Say why a match should not begin yet, in a sentence."""
        room = self.room
        if room is None:
            return "The room is not open yet."
        if len(room.people) < 2:
            return "It takes two to play: invite someone, or let a bot sit down with b."
        awaited = [name for name in self.stay.not_ready if name != self._me]
        if awaited and not self.pressed_start:
            verb = "is" if len(awaited) == 1 else "are"
            return f"Enter again begins all the same: {', '.join(awaited)} {verb} not ready yet."
        return None

    @property
    def _me(self) -> str:
        room = self.room
        return next((one.name for one in room.people if one.who == room.who), "") if room is not None else ""

    @property
    def sentence(self) -> str:
        """Say what the room waits for."""
        stay, room = self.stay, self.room
        if room is None:
            return "Coming in"
        awaited = [name for name in stay.not_ready if name != self._me]
        if len(room.people) < 2:
            return "Nobody else is at the table yet"
        if not stay.watching and not stay.ready and not stay.mine:
            return "Enter says that you are ready"
        if awaited:
            return f"Waiting for {', '.join(awaited)}"
        if stay.mine:
            return "Enter begins the match"
        return "Waiting for the host" if room.host else "Waiting for someone to be ready"


def _same(line: Line, other: Line | None) -> bool:
    if isinstance(line, str) or other is None or isinstance(other, str):
        return line == other
    if line.who or other.who:
        return line.who == other.who
    return line.name == other.name


def rule_in_words(rule: Rule, room: RoomState) -> str:
    """Say a rule as it stands."""
    if rule == "target":
        return f"First to {counted(room.rules.target_score, 'point')}"
    return f"{room.turn_seconds} s for an answer" if room.turn_seconds else "All the time one likes"
