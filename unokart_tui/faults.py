"""When the program itself is at fault: the details go to a file, a sentence to the player."""

from __future__ import annotations

import os
import sys
import time
import traceback

from unokart_tui.paths import log_file, make_private


def write_fault() -> str:
    """Add the exception that is being handled to the log, and return what to tell the player."""
    details = traceback.format_exc()
    kind = sys.exc_info()[0]
    sentence = f"UNO Kart has ended because of a fault of its own ({kind.__name__ if kind else 'unknown'})."
    path = log_file()
    try:
        make_private(path.parent)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{details}\n")
    except OSError:
        return f"{sentence}\n{details}"  # there is no file for it, so here it is
    return f"{sentence} The details are in {path}."
