"""The real program in the terminals there are: each is sent what it has, and what it shows can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from pyte import graphics
from rich.color import Color

from tests.e2e.terminals import UNOKART, Pty
from tests.tui.eyes import contrast
from tests.tui.test_themes import TERMINALS

PLAY: Final = (*UNOKART, "play", "--name", "Ada", "--pace", "0", "--seed", "4")
MINE: Final = "Your turn.*(\n.*)*draw"
EIGHT: Final = {str(number) for number in (*range(30, 38), *range(40, 48), *range(90, 98))}
SIXTEEN: Final = EIGHT | {str(number) for number in range(100, 108)}
DEFAULT: Final = {"39", "49"}
MANY, MILLIONS = {"38;5", "48;5"}, {"38;2", "48;2"}
COLORS: Final = SIXTEEN | DEFAULT | MANY | MILLIONS

# Of each TERM: which codes for colors it may be sent, one that it has to be, and the colors it is shown in.
TERMS: Final[dict[str, tuple[set[str], str | None, str]]] = {
    "linux": (EIGHT, "43", "linux"),
    "screen": (EIGHT, "43", "xterm"),
    "xterm": (SIXTEEN, "103", "gnome"),
    "tmux-256color": (MANY, "48;5", "xterm"),
    "vt100": (set(), None, "xterm"),
}

_NAMED: Final = {
    name: number % 10 + (8 if number >= 90 else 0)
    for table in (graphics.FG_ANSI, graphics.BG_ANSI, graphics.FG_AIXTERM, graphics.BG_AIXTERM)
    for number, name in table.items()
    if number not in (39, 49)
}


def color_of(name: str, terminal: str, ground: bool) -> Color:
    """A color by the name that pyte has for it."""
    own_ground, own_ink, numbers = TERMINALS[terminal]
    if name == "default":
        return Color.parse(own_ground if ground else own_ink)
    return Color.parse("#" + (numbers.split()[_NAMED[name]] if name in _NAMED else name))


def unreadable(screen: Pty, terminal: str) -> set[tuple[str, str, str]]:
    """The letters and digits that stand out too little from what they are written on."""
    return {
        (char, ink, ground)
        for char, ink, ground in screen.cells()
        if char.isalnum() and contrast(color_of(ink, terminal, False), color_of(ground, terminal, True)) < 4.5
    }


def variables(term: str, more: Mapping[str, str] | None = None) -> dict[str, str]:
    return {"TERM": term, "COLORTERM": "", "LC_ALL": "C.UTF-8", **(more or {})}


@pytest.mark.parametrize("ascii", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("term", TERMS)
def test_each_terminal_is_sent_what_it_has_and_shows_what_can_be_read(term: str, ascii: bool) -> None:
    may, must, terminal = TERMS[term]
    with Pty([*PLAY, *(["--ascii"] if ascii else [])], variables=variables(term)) as screen:
        text = screen.wait_for(MINE)
        assert "Ada" in text
        assert "first to 500 points" in text
        sent = screen.graphics() & COLORS
        assert sent <= may
        assert must is None or must in sent
        assert unreadable(screen, terminal) == set()
        assert all(char.isascii() for char in text) == ascii
        screen.press("q")
        screen.wait_for("y  Leave")
        screen.press("y")
        assert screen.wait_end() == 0


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        ((), {"NO_COLOR": "1"}),
        (("--colors", "none"), {}),
        ((), {"UNOKART_COLORS": "none"}),
    ],
    ids=["NO_COLOR", "option", "variable"],
)
def test_without_colors_not_one_code_is_sent(arguments: tuple[str, ...], more: dict[str, str]) -> None:
    with Pty([*PLAY, *arguments], variables=variables("xterm-256color", {"COLORTERM": "truecolor", **more})) as screen:
        screen.wait_for(MINE)
        screen.press("F2", "Down")
        screen.wait_for("SETTINGS")
        screen.press("F2", "?")
        screen.wait_for("Esc")
        assert screen.graphics() & COLORS == set()


@pytest.mark.parametrize("theme", ["light", "high-contrast", "tritanopia", "ansi-dark", "solarized-light", "mono"])
@pytest.mark.parametrize(("colors", "codes"), [("truecolor", MILLIONS), ("256", MANY), ("16", SIXTEEN)])
def test_a_theme_is_shown_in_as_many_colors_as_are_wished(theme: str, colors: str, codes: set[str]) -> None:
    options = ["--theme", theme, "--colors", colors]
    if theme == "ansi-dark":
        codes = SIXTEEN
    elif theme == "mono":
        codes = set()
    with Pty([*PLAY, *options], variables=variables("xterm-256color")) as screen:
        screen.wait_for(MINE)
        sent = screen.graphics() & COLORS
        assert sent <= codes | DEFAULT
        assert bool(sent & codes) == bool(codes)
        if "light" not in theme or colors != "16":  # which is for terminals that are light themselves
            assert unreadable(screen, "xterm") == set()


def test_a_theme_that_is_changed_at_the_table_is_there_at_once() -> None:
    with Pty([*PLAY, "--colors", "truecolor"], variables=variables("xterm-256color")) as screen:
        screen.wait_for(MINE)
        screen.press("F2", "Down", "Right")
        screen.wait_for(r"« light »")
        screen.press("F2")
        screen.wait_for(MINE)
        screen.wait_for(lambda _: {ground for _, _, ground in screen.cells()} & {"f6f4ee"})
        assert unreadable(screen, "xterm") == set()
        assert "12141c" not in {ground for _, _, ground in screen.cells()}
