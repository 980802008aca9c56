"""The rejoin code, asked for in lines before the game takes the terminal over."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import Final

from net.ssh.codes import ALPHABET, CODE_CHARACTERS

_PATIENCE: Final = 120.0
"""Seconds after which nobody is taken to be there."""
_LONGEST: Final = 4096
_ASKED_AT_MOST: Final = 3


def ask_code(name: str) -> str | None:
    """Ask for the rejoin code of a seat; "" where a new seat is wanted, None where the guest is gone.

    What can't be a code is asked for again, at most three times in all.
    """
    _say(f"{name} has a seat here.")
    _say("If that is you, type your rejoin code; it stood at the top of your screen.")
    _say("Enter alone takes a new seat.")
    for _ in range(_ASKED_AT_MOST):
        sys.stdout.write("Rejoin code: ")
        sys.stdout.flush()
        line = _line()
        if line is None:
            return None
        code = "".join(line.split()).lower()
        if not code or (len(code) == CODE_CHARACTERS and set(code) <= set(ALPHABET)):
            return code
        _say(f"A rejoin code has {CODE_CHARACTERS} letters and digits, without any that look like others.")
    return ""


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")


def _line() -> str | None:
    """Return a line from the terminal, which sends whole ones; None where it ends, or nobody types."""
    deadline = time.monotonic() + _PATIENCE
    fileno = sys.stdin.fileno()
    ready, _, _ = select.select([fileno], [], [], max(0.0, deadline - time.monotonic()))
    if not ready:
        _say("\nNobody seems to be there.")
        return None
    try:
        data = os.read(fileno, _LONGEST)
    except OSError:  # the terminal has gone
        return None
    return data.decode("utf-8", "replace") if data else None
