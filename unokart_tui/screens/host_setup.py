"""Hosting a game: what the room is called, how friends get in, who plays, and by which rules."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.binding import Binding, BindingType

from net.names import NAME_CELLS, cells, clean_line, clean_name
from net.passphrase import PassphraseError, normalized
from unokart_tui.cardface import Look
from unokart_tui.config import LEVELS, MOST_BOTS, Settings
from unokart_tui.lobby import TARGETS, TIMES
from unokart_tui.names import counted
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.screens.rows import ROW_KEYS, draw_row
from unokart_tui.steps import NOTHING_LEFT, TYPED, at_the_end, step_from, too_long
from unokart_tui.surface import Surface, plain, wrap

Door = Literal["made", "own", "open"]
"""A passphrase that is made up, one of the player's own, or none."""

Row = Literal["room", "door", "passphrase", "bots", "level", "target", "time", "name"]

_LABELS: Final[dict[Row, str]] = {
    "room": "The room is",
    "door": "To come in",
    "passphrase": "Passphrase",
    "bots": "Bots at first",
    "level": "They play",
    "target": "First to",
    "time": "Time to answer",
    "name": "You are",
}
_HINTS: Final[dict[Row, str]] = {
    "room": "What friends see in their list. Type a name.",
    "door": "Left and right. A passphrase keeps out whoever is on the same network by chance.",
    "passphrase": "Type what friends are to say at the door. The lobby shows it.",
    "bots": "Left and right, or a digit. More can sit down in the lobby.",
    "level": "Easy bots play what fits and forget UNO; normal mean to win.",
    "target": "Left and right. A round brings about 100.",
    "time": "After that long an answer is given for whoever is asked, so that nobody waits for ever.",
    "name": "Type your name.",
}
_DOORS: Final[dict[Door, str]] = {
    "made": "a passphrase that is made up",
    "own": "a passphrase of your own",
    "open": "nothing is asked: anyone can",
}
_TYPED: Final = frozenset(("room", "passphrase", "name"))
_ROOM_CELLS: Final = 30
_WIDTH: Final = 58


class HostChoices(Struct, frozen=True):
    """What was chosen about a room to be hosted."""

    room: str
    name: str
    door: Door = "made"
    passphrase: str = ""
    """The player's own; empty where another kind of door was chosen."""
    bots: int = 0
    level: Literal["easy", "normal"] = "normal"
    target: int = 500
    seconds: int = 60


def choices_from(settings: Settings) -> HostChoices:
    """Return what is chosen at first."""
    name = clean_name(settings.name)
    return HostChoices(room=f"{name}'s table", name=name, level=settings.level, target=settings.target)


class HostSetupScreen(Page[HostChoices | None]):
    """Dismissed with what was chosen, or None to go back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *ROW_KEYS,
        Binding("enter", "open", "open the room", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, choices: HostChoices) -> None:
        super().__init__()
        self._choices = choices
        self._row: Row = "room"
        self._untouched = True
        self._problem: str | None = None

    @property
    def _rows(self) -> list[Row]:
        rows: list[Row] = ["room", "door", "bots", "level", "target", "time", "name"]
        if self._choices.door == "own":
            rows.insert(2, "passphrase")
        return rows

    def action_move(self, step: int) -> None:
        """Go to another row, around the ends."""
        rows = self._rows
        self._row = rows[(rows.index(self._row) + step) % len(rows)]
        self._untouched = True
        self.redraw()

    def action_move_to(self, at: int) -> None:
        """Go to a row by its place, -1 for the last."""
        self._row = self._rows[at]
        self._untouched = True
        self.redraw()

    def action_change(self, step: int) -> None:
        """Take the next value of the row one is at."""
        now = self._choices
        match self._row:
            case "door":
                doors: tuple[Door, ...] = tuple(_DOORS)
                now = replace(now, door=doors[(doors.index(now.door) + step) % len(doors)])
            case "bots":
                now = replace(now, bots=min(MOST_BOTS, max(0, now.bots + step)))
            case "level":
                now = replace(now, level=LEVELS[(LEVELS.index(now.level) + step) % len(LEVELS)])
            case "target":
                now = replace(now, target=step_from(TARGETS, now.target, step))
            case "time":
                now = replace(now, seconds=step_from(TIMES, now.seconds, step))
            case _:
                self.say(TYPED)
                return
        if now == self._choices:
            self.say(at_the_end(step))
        self._choices, self._problem = now, None
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Take what is typed where something is typed, else the digits of bots, and q to go back."""
        char = event.character if event.is_printable else None
        if self._row in _TYPED and (char or event.key == "backspace"):
            self._type(char)
        elif char and char.isascii() and char.isdigit():
            self._row = "bots"
            self._choices = replace(self._choices, bots=int(char))
        elif event.key in ("q", "Q"):
            self.action_back()
        else:
            return
        took(event)
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted where something is typed."""
        if self._row in _TYPED:
            self._type(plain(" ".join(event.text.split())))
            self.redraw()

    def _type(self, text: str | None) -> None:
        """Add to the text of a row, or take from it; a name that was suggested goes with the first character."""
        self._problem = None
        now = self._text(self._row)
        suggested = self._untouched and self._row == "room"
        new = now[:-1] if text is None else text if suggested else now + text
        self._untouched = False
        most = {"room": _ROOM_CELLS, "name": NAME_CELLS}.get(self._row, 34)
        if cells(new) > most:
            self.say(too_long(most))
        elif new == now:
            self.say(NOTHING_LEFT)
        else:
            self._choices = replace(self._choices, **{self._row: new})

    def _text(self, row: Row) -> str:
        match row:
            case "room":
                return self._choices.room
            case "name":
                return self._choices.name
            case _:
                return self._choices.passphrase

    def action_open(self) -> None:
        """Open the room."""
        now = self._choices
        if now.door == "own":
            try:
                normalized(now.passphrase)
            except PassphraseError as error:
                self._row, self._problem = "passphrase", str(error)
                self.redraw()
                return
        name = clean_name(now.name)
        room = clean_line(now.room, _ROOM_CELLS) or f"{name}'s table"
        passphrase = now.passphrase.strip() if now.door == "own" else ""
        self.dismiss(replace(now, name=name, room=room, passphrase=passphrase))

    def action_back(self) -> None:
        """Go back without a room."""
        self.dismiss(None)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the rows, and a hint for the one that one is at."""
        palette = look.palette
        left = (surface.width - _WIDTH) // 2
        rows = self._rows
        y = max(1, (surface.height - len(rows) - 10) // 2)
        surface.text(left, y, "HOST A GAME", palette.strong)
        for at, row in enumerate(rows):
            typed, here = row in _TYPED, row == self._row
            draw_row(surface, left, y + 2 + at, _LABELS[row], self._value(row), look, here=here, typed=typed)
        y += len(rows) + 3
        problem = self._problem
        for at, line in enumerate(wrap(problem or _HINTS[self._row], _WIDTH)):
            surface.text(left, y + at, line, palette.you if problem else palette.faint)
        surface.text(left, y + 3, f" {look.glyphs.acts} Open the room ", palette.badge)
        surface.text(left + 20, y + 3, "Enter", palette.faint)
        arrows = ("↑↓", "←→") if look.glyphs.blocks else ("Up/Down", "Left/Right")
        keys = [(arrows[0], "row"), (arrows[1], "change"), ("Enter", "open"), ("Esc", "back")]
        draw_keys(surface, surface.height - 1, keys, look)

    def _value(self, row: Row) -> str:
        now = self._choices
        match row:
            case "door":
                return _DOORS[now.door]
            case "bots":
                return counted(now.bots, "bot") if now.bots else "none"
            case "level":
                return now.level
            case "target":
                return counted(now.target, "point")
            case "time":
                return f"{now.seconds} s at most" if now.seconds else "as long as one likes"
            case _:
                return self._text(row)
