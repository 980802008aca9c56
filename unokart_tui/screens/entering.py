"""At the door of a room: being connected, and asked for the passphrase."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Key, Paste

from net.updates import PassphraseAsked
from unokart_tui.cardface import Look
from unokart_tui.screens.page import Page, draw_keys, took
from unokart_tui.surface import Surface, clip, wrap
from unokart_tui.typed import TypedLine

_WIDTH: Final = 56


class EnteringScreen(Page[None]):
    """Shows that a room is being entered. `answer` is given the passphrase once `ask` was called; `give_up` ends it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "give up", show=False),
        Binding("enter", "enter", "go in with this passphrase", show=False),
        Binding("ctrl+r", "show", "show or hide the passphrase", show=False),
    ]

    def __init__(self, where: str, answer: Callable[[str], object], give_up: Callable[[], object]) -> None:
        super().__init__()
        self._where = where
        self._answer = answer
        self._give_up = give_up
        self._asked: PassphraseAsked | None = None
        self._line = TypedLine(most=100)
        self._shown = False

    @property
    def asks(self) -> bool:
        """Whether a passphrase is awaited."""
        return self._asked is not None

    def ask(self, asked: PassphraseAsked) -> None:
        """Ask for the passphrase."""
        self._asked = asked
        self._line.text = ""
        self.redraw()

    def wait(self) -> None:
        """Show that things go on without the player."""
        self._asked = None
        self.redraw()

    def on_key(self, event: Key) -> None:
        """Take what is typed."""
        typed = self.asks and event.key != "ctrl+r"
        if typed and self._line.key(event.key, event.character if event.is_printable else None):
            took(event)
            self.redraw()
        elif not self.asks and event.key in ("q", "Q"):
            took(event)
            self.action_back()

    def on_paste(self, event: Paste) -> None:
        """Take a passphrase that is pasted."""
        if self.asks:
            self._line.paste(event.text.strip())
            self.redraw()

    def action_show(self) -> None:
        """Show what is typed, or hide it again."""
        self._shown = not self._shown
        self.redraw()

    def action_enter(self) -> None:
        """Give the passphrase."""
        if self.asks and self._line.text.strip():
            self._answer(self._line.text)
            self.wait()

    def action_back(self) -> None:
        """Stay outside."""
        self._give_up()

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw how far it is, or the question."""
        palette = look.palette
        left = (surface.width - _WIDTH) // 2
        y = max(2, (surface.height - 14) // 2)
        asked = self._asked
        if asked is None:
            surface.text(left, y, "JOINING", palette.strong)
            surface.text(left, y + 2, clip(self._where, _WIDTH, look.glyphs.ellipsis), palette.you)
            surface.text(left, y + 4, "Connecting ...", palette.ground)
            draw_keys(surface, surface.height - 1, [("Esc", "give up")], look)
            return
        surface.text(left, y, clip(asked.room, _WIDTH, look.glyphs.ellipsis), palette.strong)
        y = _paragraph(surface, left, y + 2, _greeting(asked), palette.ground)
        if not asked.known:
            surface.text(left + 2, y, asked.fingerprint, palette.you)
            y += 2
        x = surface.text(left, y, "Passphrase: ", palette.strong)
        dots = "*" * len(self._line.text)
        room = left + _WIDTH - x
        text = self._line.tail(room) if self._shown else dots[-(room - 1) :]
        surface.text(x, y, text, palette.you)
        surface.text(x + cell_len(text), y, "_", palette.you)
        if asked.sentence:
            _paragraph(surface, left, y + 2, asked.sentence, palette.you)
        keys = [("Enter", "go in"), ("Ctrl+R", "hide it" if self._shown else "show it"), ("Esc", "give up")]
        draw_keys(surface, surface.height - 1, keys, look)


def _paragraph(surface: Surface, x: int, y: int, text: str, style: Style) -> int:
    """Write a text and return the row after the blank one that follows it."""
    for line in wrap(text, _WIDTH):
        surface.text(x, y, line, style)
        y += 1
    return y + 1


def _greeting(asked: PassphraseAsked) -> str:
    if asked.known:
        return (
            "You know this host: it shows the certificate that it has always shown. The room asks for its passphrase."
        )
    return (
        "You meet this host for the first time. Its own screen shows the fingerprint of its certificate; "
        "it should be this one:"
    )
