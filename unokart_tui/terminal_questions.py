"""Asking a terminal about itself: how wide it draws marks, which modes it knows, what it is.

It answers as if someone typed. So the keys are read here until it has; nothing else may read them meanwhile.
"""

from __future__ import annotations

import os
import re
import select
import termios
import time
import tty
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

ANSWER_WITHIN: Final = 1.5
"""Seconds; a terminal beyond a slow line takes its time."""

MOUSE: Final = 1006
SYNCHRONIZED: Final = 2026
PASTE: Final = 2004
FOCUS: Final = 1004
_MODES: Final = (MOUSE, SYNCHRONIZED, PASTE, FOCUS)

_MOST: Final = 65536
_DONE: Final = re.compile(rb"\x1b\[\?[0-9;]*c")
"""The answer to what every terminal answers, and which is asked last."""
_PLACE: Final = re.compile(rb"\x1b\[[0-9]+;([0-9]+)R")
_MODE: Final = re.compile(rb"\x1b\[\?([0-9]+);([0-4])\$y")
_NAME: Final = re.compile(rb"\x1bP>\|([^\x1b]*)\x1b\\")
_KITTY: Final = re.compile(rb"\x1b\[\?[0-9]+u")
_STYLE: Final = re.compile(rb"\x1bP([01])\$r([^\x1b]*)\x1b\\")
_TRUE_COLOR: Final = re.compile(rb"48[:;]2[:;]+(?:[0-9]*[:;])?1[:;]2[:;]3")


@dataclass(frozen=True)
class Answers:
    """What a terminal has told. None, or a thing that is missing, is what it has not."""

    milliseconds: float
    """That the first answers took."""
    name: str | None = None
    """What it calls itself."""
    modes: Mapping[int, bool] = field(default_factory=dict)
    """Whether it knows a mode, by its number."""
    kitty: bool = False
    """Whether it tells keys apart in kitty's way."""
    true_color: bool | None = None
    """Whether it took one of 16 million colors as it is."""
    widths: Mapping[str, int] = field(default_factory=dict)
    """How many cells a text took."""


@contextmanager
def terminal() -> Iterator[int | None]:
    """Open the terminal that this process is run from, wherever its output goes; None where there is none to ask."""
    try:
        fileno = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        yield None
        return
    try:
        # Whoever is not in the foreground would be stopped for it.
        yield fileno if os.tcgetpgrp(fileno) == os.getpgrp() else None
    finally:
        os.close(fileno)


def ask(fileno: int, texts: Sequence[str], *, plainly: bool, within: float = ANSWER_WITHIN) -> Answers | None:
    """Ask all there is to ask; None where nothing is answered in time.

    `texts` are drawn and wiped away again. With `plainly` nothing is sent that old terminals would print.
    """
    before = termios.tcgetattr(fileno)
    try:
        tty.setcbreak(fileno, termios.TCSAFLUSH)
        return _ask(fileno, texts, plainly, within)
    finally:
        termios.tcsetattr(fileno, termios.TCSAFLUSH, before)


def _ask(fileno: int, texts: Sequence[str], plainly: bool, within: float) -> Answers | None:
    begun = time.monotonic()
    said = _exchange(fileno, b"" if plainly else _questions(), within)
    took = (time.monotonic() - begun) * 1000
    if not _DONE.search(said):
        return None
    placed = b"".join(b"\r" + text.encode() + b"\x1b[6n\r\x1b[K" for text in texts)
    places = _PLACE.findall(_exchange(fileno, placed, within))
    widths = {text: int(place) - 1 for text, place in zip(texts, places, strict=False)} if places else {}
    name = _NAME.search(said)
    style = _STYLE.search(said)
    return Answers(
        milliseconds=took,
        name=_printable(name[1]) if name else None,
        modes={int(number): value not in (b"0", b"4") for number, value in _MODE.findall(said)},
        kitty=_KITTY.search(said) is not None,
        true_color=bool(_TRUE_COLOR.search(style[2])) if style is not None and style[1] == b"1" else None,
        widths=widths if len(places) == len(texts) else {},
    )


def _questions() -> bytes:
    modes = "".join(f"\x1b[?{mode}$p" for mode in _MODES)
    return f"{modes}\x1b[>q\x1b[?u\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m".encode()


def _exchange(fileno: int, question: bytes, within: float) -> bytes:
    """Send a question and what every terminal answers; return all that comes until that answer, or until it is late."""
    deadline = time.monotonic() + within
    data = question + b"\x1b[c"
    while data:
        data = data[os.write(fileno, data) :]
    said = b""
    while not _DONE.search(said) and len(said) < _MOST:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([fileno], [], [], left)[0]:
            break
        chunk = os.read(fileno, 4096)
        if not chunk:
            break
        said += chunk
    return said


def _printable(text: bytes) -> str:
    return "".join(char for char in text.decode("ascii", "replace") if char.isascii() and char.isprintable())[:40]
