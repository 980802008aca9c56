"""The way in for guests who have nothing but ssh: open or not, what they type, and who they may trust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace
from rich.style import Style
from textual.binding import Binding, BindingType

from net.hosted import HostControl, SshSetup, SshState
from unokart_tui.cardface import Look
from unokart_tui.names import counted
from unokart_tui.screens.page import Page, draw_keys
from unokart_tui.screens.question import Choice, QuestionScreen
from unokart_tui.stay import Stay
from unokart_tui.surface import Surface, wrap

_WIDEST = 84


class SshScreen(Page[None]):
    """Opens and closes the way in by ssh. Whoever changes the stay calls `redraw`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,o", "open", "let guests in by ssh", show=False),
        Binding("a", "open_anywhere", "let them in from anywhere", show=False),
        Binding("x", "close", "let nobody in by ssh any more", show=False),
        Binding("escape,q,g", "back", "back", show=False),
    ]

    def __init__(self, stay: Stay, control: HostControl, setup: SshSetup) -> None:
        """`setup` is how guests are let in when the way is opened here."""
        super().__init__()
        self._stay = stay
        self._control = control
        self._setup = setup

    @property
    def _ssh(self) -> SshState:
        return self._stay.host.ssh if self._stay.host is not None else SshState()

    # What the keys do

    def action_open(self) -> None:
        """Let guests come."""
        if self._ssh.stage == "off":
            self._control.open_ssh(self._setup)
        else:
            self.say("Guests can come by ssh already." if self._ssh.stage == "open" else "It is being opened.")

    def action_open_anywhere(self) -> None:
        """Let guests come at whichever port is free."""
        if self._ssh.stage == "off":
            self._control.open_ssh(replace(self._setup, port=0))
        else:
            self.action_open()

    def action_close(self) -> None:
        """Let nobody come any more; where somebody has, that is asked first."""
        ssh = self._ssh
        if ssh.stage == "off":
            self.say("Nobody can come by ssh.")
        elif ssh.guests:
            question = QuestionScreen[bool](
                "Close the way in by ssh?",
                f"{counted(ssh.guests, 'guest')} by ssh will be sent away; their seats are kept.",
                (Choice("c", "Close it", True),),
                Choice("n", "Leave it open", None),
            )
            self.app.push_screen(question, lambda sure: self._control.close_ssh() if sure else None)
        else:
            self._control.close_ssh()

    def action_back(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)

    # How it is shown

    def draw(self, surface: Surface, look: Look) -> None:
        """Say how things stand, then what can be done about it."""
        palette = look.palette
        width = min(surface.width - 4, _WIDEST)
        left = (surface.width - width) // 2
        surface.text(left, 1, "GUESTS BY SSH", palette.strong)
        y = 3
        for text, style, indent in self._paragraphs(look):
            for line in wrap(text, width - indent) if text else [""]:
                if y < surface.height - 1:
                    surface.text(left + indent, y, line, style)
                y += 1
        ssh = self._ssh
        keys = [("x", "close")]
        if ssh.stage == "off":
            keys = [("Enter", "open"), *([("a", "open at any free port")] if ssh.trouble else [])]
        draw_keys(surface, surface.height - 1, [*keys, ("Esc", "back")], look)

    def _paragraphs(self, look: Look) -> Iterator[tuple[str, Style, int]]:
        """Yield texts with their styles, and by how much they are indented."""
        palette, ssh = look.palette, self._ssh
        yield "Friends who have ssh, and nothing of this game, get the same table in their terminal.", palette.ground, 0
        yield "", palette.ground, 0
        if ssh.trouble:
            yield ssh.trouble, palette.you, 0
        if ssh.stage == "opening":
            yield "The way in is being opened.", palette.ground, 0
        elif ssh.stage == "off":
            yield "Nobody can come that way now. Enter opens it.", palette.ground, 0
        else:
            yield from self._open(look)

    def _open(self, look: Look) -> Iterator[tuple[str, Style, int]]:
        palette, ssh, host = look.palette, self._ssh, self._stay.host
        assert host is not None, "it is open"
        yield "THEY TYPE, WITH A NAME THEY LIKE", palette.strong, 0
        for command in ssh.commands:
            yield command, palette.you, 2
        if ssh.keys:
            yield "ONLY WITH A KEY THAT YOU HAVE ALLOWED", palette.strong, 0
        elif host.passphrase is None:
            yield "No passphrase is needed", palette.ground, 0
        else:
            yield "PASSPHRASE", palette.strong, 0
            yield host.passphrase, palette.you, 2
        yield "FINGERPRINT OF THE KEY, WHICH SSH SHOWS THEM AT FIRST", palette.strong, 0
        yield ssh.fingerprint, palette.ground, 2
        yield "", palette.ground, 0
        here = f"{counted(ssh.guests, 'guest')} by ssh here." if ssh.guests else "Nobody has come by ssh yet."
        yield f"{here} On a slow line, -C after ssh helps.", palette.faint, 0
