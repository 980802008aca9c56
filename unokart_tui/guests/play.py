"""What a guest does: say the rejoin code if it is theirs to say, then play, on the full screen or in lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from net.addresses import Endpoint
from net.names import clean_name
from net.network import Network
from net.saved import OpenTable
from net.ssh.talk import Spawn
from net.target import Target
from unokart_tui.coming_back import Guest
from unokart_tui.config import Settings
from unokart_tui.full_screen import run
from unokart_tui.guests.app import Visit
from unokart_tui.guests.asking import ask_code
from unokart_tui.guests.colors import depth_of
from unokart_tui.guests.lines import play_in_lines
from unokart_tui.guests.locales import speaks_unicode
from unokart_tui.guests.stage import Stage
from unokart_tui.outside import Outside


class GuestOutside(Outside):
    """The network alone: nothing is saved for a guest, and whose host it is they know from their own ssh."""

    def unfinished(self) -> list[OpenTable]:
        """Return none."""
        return []

    def hosts_met(self) -> dict[str, str]:
        """Return none."""
        return {}


def play(spawn: Spawn, stage: Stage) -> int:
    """Play as one guest, on this process's terminal; return the exit status."""
    name = clean_name(spawn.name)
    code = ask_code(name) if spawn.asks_code else ""
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
    visit = Visit(
        Settings(name=name, animations=False, invitations=False),
        target,
        GuestOutside(directory, lambda warn: Network(directory, warn=warn)),
        guest,
        depth_of(spawn.term, spawn.environment),
        ascii=not speaks_unicode(spawn.environment),
    )
    app = stage.app
    return run(app, lambda: stage.go_on(partial(app.welcome, visit)))
