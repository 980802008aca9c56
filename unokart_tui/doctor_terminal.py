"""What the terminal can do: what its environment says, and what it answers when it is asked."""

from __future__ import annotations

import curses
import os
from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Console

from unokart_tui.findings import Finding, good, note, wrong
from unokart_tui.glyphs import UNICODE
from unokart_tui.launch import speaks_unicode
from unokart_tui.screens.page import LEAST_HEIGHT, LEAST_WIDTH
from unokart_tui.terminal_questions import MOUSE, SYNCHRONIZED, Answers, ask
from unokart_tui.terminal_questions import terminal as opened_terminal

_SHOWN: Final = ("TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LANG", "LC_ALL", "LC_CTYPE", "ESCDELAY")
_SET: Final = ("NO_COLOR", "TMUX", "STY", "SSH_CONNECTION")
"""Of these it is told whether they are set, and no more: they hold addresses and paths."""
_OLD: Final = ("linux", "vt52", "vt100", "vt102", "vt220")
"""Terminals that would print questions they do not know."""
_BLOCKS: Final = "▀▄█"
_WIDE: Final = "カ"
_COMBINED: Final = "e\u0301"
_SYSTEMS: Final = {"truecolor": "16 million", "256": "256", "standard": "16", "windows": "16"}


def marks() -> tuple[str, ...]:
    """Return every mark beyond ASCII that the game draws; each is taken to be one cell wide."""
    found: list[str] = list(_BLOCKS)
    for value in (getattr(UNICODE, name) for name in UNICODE.__dataclass_fields__):
        if isinstance(value, str):
            found += value
        elif isinstance(value, Mapping):
            found += [mark for marks in value.values() for mark in marks]
    return tuple(sorted({mark for mark in found if not mark.isascii()}))


def terminal() -> Sequence[Finding]:
    """Look at the terminal that this is run from."""
    findings = [good(_environment(os.environ))]
    term = os.environ.get("TERM", "")
    if term in ("", "dumb"):
        return [*findings, note("TERM says that this terminal can't be drawn on; the game goes by lines of text here.")]
    with opened_terminal() as fileno:
        if fileno is None:
            return [*findings, note("There is no terminal here that could be asked.")]
        size = os.get_terminal_size(fileno)
        answers = ask(fileno, (*marks(), _WIDE, _COMBINED), plainly=term in _OLD)
    findings += [_size(size.columns, size.lines), *colors(os.environ, answers)]
    if answers is None:
        return [*findings, note("The terminal answers no questions, so that its widths and its mouse are not known.")]
    return [*findings, *told(answers), *widths(answers)]


def _environment(variables: Mapping[str, str]) -> str:
    said = [f"{name} {variables[name][:40]!r}" for name in _SHOWN if name in variables]
    said += [f"{name} is set" for name in _SET if name in variables]
    said += [f"{name} is set" for name in sorted(variables) if name.startswith(("TEXTUAL_", "UNOKART_"))]
    return f"Environment: {', '.join(said) or 'nothing about the terminal'}"


def _size(width: int, height: int) -> Finding:
    text = f"Size: {width} columns, {height} rows"
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return wrong(f"{text}; the full screen needs {LEAST_WIDTH} by {LEAST_HEIGHT}.")
    return good(text)


def colors(variables: Mapping[str, str], answers: Answers | None) -> list[Finding]:
    """Say how many colors are used, and whether there could be more."""
    if "NO_COLOR" in variables:
        return [good("Colors: none, as NO_COLOR asks for")]
    system = Console(force_terminal=True, _environ=variables).color_system
    number = _SYSTEMS.get(system or "", "no")
    if answers is None or answers.true_color is None:
        return [good(f"Colors: {number}, by TERM and COLORTERM; the terminal itself does not tell")]
    if answers.true_color and system != "truecolor":
        more = "The terminal takes 16 million, but COLORTERM does not say so; COLORTERM=truecolor does."
        return [note(f"Colors: {number}. {more}")]
    if not answers.true_color and system == "truecolor":
        return [note("Colors: 16 million, by COLORTERM, but the terminal did not keep the one it was given.")]
    return [good(f"Colors: {number}, and the terminal takes {'16 million' if answers.true_color else 'no more'}")]


def told(answers: Answers) -> list[Finding]:
    """Say what the terminal has told of itself."""
    name = f"calls itself {answers.name!r}" if answers.name else "does not say what it is"
    findings = [good(f"The terminal {name}, and answers in {answers.milliseconds:.0f} ms")]
    if not answers.modes:
        mouse = _mouse_by_terminfo(os.environ.get("TERM", ""))
        return [*findings, note(f"Mouse: {mouse}; the terminal itself does not tell which modes it knows.")]
    for mode, what in ((MOUSE, "Mouse"), (SYNCHRONIZED, "Drawing without flicker")):
        known = answers.modes.get(mode)
        findings.append(good(f"{what}: yes") if known else note(f"{what}: no"))
    findings.append(good(f"Keys told apart in kitty's way: {'yes' if answers.kitty else 'no'}"))
    return findings


def _mouse_by_terminfo(term: str) -> str:
    try:
        curses.setupterm(term, 1)
    except curses.error:
        return "not known, since TERM is no terminal that this system knows"
    return "yes, by TERM" if curses.tigetstr("kmous") else "no, by TERM"


def widths(answers: Answers) -> list[Finding]:
    """Say whether marks are drawn as wide as they are taken to be."""
    drawn = "in Unicode" if speaks_unicode() else "in ASCII, as the locale asks for"
    if not answers.widths:
        return [note(f"The table is drawn {drawn}. How wide marks are, the terminal does not tell.")]
    odd = {mark: answers.widths[mark] for mark in marks() if answers.widths[mark] != 1}
    findings = [good(f"The table is drawn {drawn}; each of its {len(marks())} marks takes one cell")]
    if odd:
        seen = ", ".join(f"{mark} (U+{ord(mark):04X}) takes {cells}" for mark, cells in odd.items())
        sentence = f"Marks that do not take one cell: {seen}. With ascii = true in the settings none of them is drawn."
        findings = [wrong(sentence) if speaks_unicode() else note(sentence)]
    if answers.widths[_WIDE] != cell_len(_WIDE):
        findings.append(note(f"Wide letters in names take {answers.widths[_WIDE]} cells, not {cell_len(_WIDE)}."))
    if answers.widths[_COMBINED] != 1:
        findings.append(note(f"A letter with an accent of its own takes {answers.widths[_COMBINED]} cells, not 1."))
    return findings
