"""What a guest does: say the rejoin code if it is theirs to say, then play, on the full screen or in lines."""

from __future__ import annotations

from pathlib import Path

from textual.css.stylesheet import Stylesheet

from net.addresses import Endpoint
from net.names import clean_name
from net.network import Network
from net.saved import OpenTable
from net.ssh.talk import Spawn
from net.target import Target
from unokart_tui.coming_back import Guest
from unokart_tui.config import Settings
from unokart_tui.full_screen import run
from unokart_tui.guests.app import GuestApp
from unokart_tui.guests.asking import ask_code
from unokart_tui.guests.colors import depth_of
from unokart_tui.guests.lines import play_in_lines
from unokart_tui.guests.locales import speaks_unicode
from unokart_tui.outside import Outside


class GuestOutside(Outside):
    """The network alone: nothing is saved for a guest, and whose host it is they know from their own ssh."""

    def unfinished(self) -> list[OpenTable]:
        """Return none."""
        return []

    def hosts_met(self) -> dict[str, str]:
        """Return none."""
        return {}


def play(spawn: Spawn, styles: Stylesheet) -> int:
    """Play as one guest, on this process's terminal; return the exit status. `styles` are for `GuestApp`."""
    name = clean_name(spawn.name)
    code = ask_code(name) if spawn.away else ""
    if code is None:
        return 0
    target = Target(
        endpoints=(Endpoint(*spawn.endpoint),),
        fingerprint=spawn.host_fingerprint,
        ticket=spawn.ticket,
        vouched=True,
        code=code,
    )
    guest = Guest(keyed=spawn.keyed)
    directory = Path(spawn.directory) / "state"
    if spawn.term in ("", "dumb"):
        return play_in_lines(target, name, directory, guest)
    settings = Settings(name=name, animations=False, invitations=False)
    app = GuestApp(
        settings,
        target,
        GuestOutside(directory, lambda warn: Network(directory, warn=warn)),
        guest=guest,
        depth=depth_of(spawn.term, spawn.environment),
        styles=styles,
        ascii=not speaks_unicode(spawn.environment),
    )
    return run(app)
