"""A match gone through again on the full screen: step by step, or played, with every hand open."""

from __future__ import annotations

import time
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType

from unokart_tui.cardface import Look
from unokart_tui.replay import Replay
from unokart_tui.replay_export import CannotSave, moment, picture, save
from unokart_tui.replay_picture import draw_replay
from unokart_tui.screens.help import key_row
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.screens.text import Run, TextPage
from unokart_tui.surface import Surface
from unokart_tui.timers import Timers

PACES: Final = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds for a step while the match is played."""
_USUAL: Final = 2
_SECOND_DIGIT_WITHIN: Final = 0.8
_SAVED_FOR: Final = 8.0
NOT_OVER: Final = "This match is not over, so no hand is shown."


_HELP: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("right", "left"), "The next step, or the one before. Enter, n and b do so too."),
    (("down", "up"), "The next round, or back to where this one begins. Page Down and Up do so too."),
    (("1 to 9",), "The round of that number. Two digits, quickly, are one number."),
    (("home", "end"), "Where the match begins, and where it ends."),
    (("space",), "Play the match by itself, or stop it."),
    (("+", "-"), "Play it faster, or slower."),
    (("t",), "Save this moment as text, into the directory that the program was started in."),
    (("s",), "Save it as a picture (SVG)."),
    (("escape",), "Back."),
)


class ReplayHelpScreen(TextPage):
    """Shows the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1", "back", "the keys", show=False)]
    title_text: ClassVar[str] = "Keys of a replay"

    def rows(self, width: int, look: Look) -> list[list[Run]]:
        """List them."""
        return [[], *(row for keys, text in _HELP for row in key_row(keys, text, width, look))]


class ReplayScreen(Page[None]):
    """Goes through a replay; dismissed when the player has seen enough."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n,enter", "step(1)", "a step on", show=False),
        Binding("left,b,backspace", "step(-1)", "a step back", show=False),
        Binding("down,pagedown", "round(1)", "the next round", show=False),
        Binding("up,pageup", "round(-1)", "the round before", show=False),
        Binding("home", "go(0)", "where it begins", show=False),
        Binding("end", "go(1000000)", "where it ends", show=False),
        Binding("space", "play", "play it by itself, or stop", show=False),
        Binding("plus,equals_sign", "faster(1)", "play it faster", show=False),
        Binding("minus", "faster(-1)", "play it slower", show=False),
        Binding("t", "save_text", "save this moment as text", show=False),
        Binding("s", "save_picture", "save this moment as a picture (SVG)", show=False),
        Binding("question_mark,f1", "help", "the keys", show=False),
        Binding("escape,q", "back", "back", show=False),
    ]

    def __init__(self, replay: Replay, match: str) -> None:
        """`match` says which match it is, and is what files of it are called after: ``match 12``."""
        super().__init__()
        self._replay = replay
        self._match = match
        self._pace = _USUAL
        self._playing = Timers(self)
        self._digits = ""
        self._digit_at = 0.0

    def on_mount(self) -> None:
        """Say why there is less to be seen, where that is so."""
        if not self._replay.over:
            self.say(NOT_OVER, _SAVED_FOR)

    # What keys do

    def on_key(self, event: events.Key) -> None:
        """Take digits for the number of a round; two of them are one number if they come quickly."""
        if event.key.isdecimal() and len(event.key) == 1:
            took(event)
            now = time.monotonic()
            self._digits = self._digits if now - self._digit_at < _SECOND_DIGIT_WITHIN else ""
            self._digits += event.key
            self._digit_at = now
            self._go_to_round(int(self._digits))

    def _go_to_round(self, number: int) -> None:
        if self._replay.go_to_round(number):
            self.redraw()
        else:
            self.say(f"{self._replay.rounds_in_words()}.")

    def action_step(self, steps: int) -> None:
        """Go forth or back."""
        self._stop()
        if self._replay.go(self._replay.at + steps):
            self.redraw()
        else:
            self.say(self._end() if steps > 0 else "This is where the match begins.")

    def action_round(self, rounds: int) -> None:
        """Go to the next round, or back to where this one or the one before begins."""
        replay = self._replay
        within = rounds < 0 and replay.rounds and replay.at > replay.rounds[replay.round - 1]
        number = replay.round + (0 if within else rounds)
        if replay.go_to_round(number):
            self.redraw()
        else:
            self.say("This is the last round." if rounds > 0 else "This is where the match begins.")

    def action_go(self, at: int) -> None:
        """Go to a step."""
        self._stop()
        self._replay.go(at)
        self.redraw()

    def action_play(self) -> None:
        """Let the match go on by itself, or stop it; from its end it begins anew."""
        if "play" in self._playing:
            self._stop()
        else:
            if self._replay.at == len(self._replay.steps) - 1:
                self._replay.go(0)
            self._plan()
        self.redraw()

    def action_faster(self, steps: int) -> None:
        """Let it be played faster or slower."""
        self._pace = max(0, min(len(PACES) - 1, self._pace + steps))
        if "play" in self._playing:
            self._plan()
        self.redraw()

    def _plan(self) -> None:
        self._playing.start("play", PACES[self._pace], self._play_on)

    def _play_on(self) -> None:
        if self._replay.go(self._replay.at + 1):
            self._plan()
        else:
            self.say(self._end())
        self.redraw()

    def _stop(self) -> None:
        self._playing.stop("play")

    def _end(self) -> str:
        return f"This is where the {'match' if self._replay.over else 'record'} ends."

    def action_save_text(self) -> None:
        """Put this moment into a file, in words."""
        self._save(moment(self._replay), "txt")

    def action_save_picture(self) -> None:
        """Put this moment into a file, as a picture."""
        width, height = self.size.width, self.size.height - 1
        surface = Surface(width, height, self.look.palette.ground)
        draw_replay(surface, self._replay, self.look, self._match.capitalize(), self._where(), height)
        self._save(picture(surface, f"UNO Kart, {self._match}"), "svg")

    def _save(self, text: str, kind: str) -> None:
        name = f"unokart-{self._match.replace(' ', '-')}-step-{self._replay.at + 1}"
        try:
            self.say(f"Saved as {save(text, name, kind)}", _SAVED_FOR)
        except CannotSave as error:
            self.say(str(error), _SAVED_FOR)

    def action_help(self) -> None:
        """Show the keys."""
        self._stop()
        self.app.push_screen(ReplayHelpScreen())

    def action_back(self) -> None:
        """Go back to where one came from."""
        self._stop()
        self.dismiss(None)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go forth with the wheel."""
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go back with the wheel."""
        self.action_step(-1)

    # How it is shown

    def _where(self) -> str:
        return f"step {self._replay.at + 1} of {len(self._replay.steps)}"

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the moment, and the keys under it."""
        note = self._where()
        if "play" in self._playing:
            note = f"{PACES[self._pace]:g} s a step   {note}"
        draw_replay(surface, self._replay, look, self._match.capitalize(), note, surface.height - 1)
        draw_keys(surface, surface.height - 1, self._keys(surface.width, look), look)

    def _keys(self, width: int, look: Look) -> list[tuple[str, str]]:
        """Return the keys and what they do, as many as there is room for."""
        arrows = [("←→", "step"), ("↑↓", "round")] if look.glyphs.blocks else [("Arrows", "step, round")]
        play = ("Space", "stop" if "play" in self._playing else "play")
        keys = [*arrows, play, ("+-", "pace"), ("t", "text"), ("s", "SVG"), ("?", "keys"), ("Esc", "back")]
        for given_up in ("+-", "s", "t"):
            if sum(cell_len(key) + cell_len(does) + 4 for key, does in keys) - 2 > width:
                keys = [each for each in keys if each[0] != given_up]
        return keys
