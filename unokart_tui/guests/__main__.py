"""The nursery's process. What it sets for Textual is read once, when that is first imported."""

from __future__ import annotations

import os
import socket
import sys
from functools import partial

_FOR_TEXTUAL = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",  # what a guest's terminal takes less of is taken away line by line
    "TEXTUAL_FPS": "30",
    "TEXTUAL_ANIMATIONS": "none",
    "TEXTUAL_SMOOTH_SCROLL": "0",  # a mouse that counts in pixels gets lost on a resize
}


def main() -> None:
    """Be the nursery, until the other end of the socket is gone."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL") or name == "NO_COLOR"]:
        del os.environ[name]  # the host's wishes, for the host's own terminal
    os.environ.update(_FOR_TEXTUAL)
    from unokart_tui.guests.child import live
    from unokart_tui.guests.nursery import Nursery
    from unokart_tui.guests.packing import pack
    from unokart_tui.guests.stage import Stage

    link = socket.socket(fileno=int(sys.argv[1]))
    stage = Stage()
    pack()
    Nursery(link, partial(live, stage)).serve()


main()
