"""Where the program begins: what takes long to load is loaded from here, and may be interrupted without a word."""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130


def main() -> None:
    """Run the command line and end the process."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # else whoever started us does not want to be interrupted
        # Nothing has been done yet that would have to be undone, and an exception would come out of an import.
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    from unokart_tui import cli

    try:
        signal.signal(signal.SIGINT, before)
        cli.main()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)
