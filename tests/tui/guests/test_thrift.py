"""Fewer bytes for the same picture: pyte is shown both."""

from __future__ import annotations

from typing import Any

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.color import ColorSystem
from rich.style import Style

from engine.actions import Play
from tests.tui.tables import Seat, before_you, calm
from tests.tui.test_table_costs import NAMES, Line, VisibleApp, line
from unokart_tui.guests.thrift import thrifty

__all__ = ["line"]

ROWS, COLUMNS = 6, 60
COLORS = st.sampled_from([None, "default", "color(1)", "color(12)", "color(200)", "#aabbcc", "#102030"])
STYLES = st.builds(
    Style,
    color=COLORS,
    bgcolor=COLORS,
    bold=st.booleans(),
    dim=st.booleans(),
    italic=st.booleans(),
    underline=st.booleans(),
    reverse=st.booleans(),
    strike=st.booleans(),
)
TEXTS = st.text(st.sampled_from("ab  ▄█─♠ϟ🍄é"), min_size=1, max_size=6)
PIECES = st.tuples(st.none() | STYLES, TEXTS)
MOVES = st.tuples(st.integers(1, ROWS - 1), st.integers(1, 12))  # no row leads on to the next
OTHERS = st.sampled_from(["\x1b[?25l", "\x1b]0;title\x07", "\x1b[?2026$p", "\n", "\x1b[K", "\x1b[1m", "\x1b[22m\x1b[m"])
FRAMES = st.lists(st.tuples(MOVES, st.lists(PIECES, max_size=5), st.none() | OTHERS), max_size=8)


def written(frame: Any) -> str:
    """Return a frame as Textual writes it, with other things in between."""
    parts = []
    for (row, column), pieces, other in frame:
        parts.append(f"\x1b[{row};{column}H")
        parts += [
            text if style is None else style.render(text, color_system=ColorSystem.TRUECOLOR) for style, text in pieces
        ]
        parts.append(other or "\n")
    return "".join([*parts, "\x1b[0m"])


def picture(*shown: str) -> list[tuple[object, ...]]:
    """Return what a terminal shows, and in which style it was left."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    for part in shown:
        stream.feed(part.replace("\x1b[?2026$p", ""))  # which pyte prints
    cells = [screen.buffer[row][column] for row in range(ROWS) for column in range(COLUMNS)]
    looks: list[tuple[object, ...]] = []
    for cell in cells:
        hidden = cell.data == " " and not (cell.reverse or cell.underscore or cell.strikethrough)
        looks.append(("", "", cell.bg) if hidden else tuple(cell))
    return [*looks, tuple(screen.cursor.attrs)]


@example([[((1, 1), [(Style(strike=True), "é"), (None, "a")], None), ((1, 1), [(None, "a")], None)]])
@given(st.lists(FRAMES, max_size=3))
def test_the_picture_is_the_same(frames: list[Any]) -> None:
    full = [written(frame) for frame in frames]
    assert picture(*map(thrifty, full)) == picture(*full)


@given(FRAMES)
def test_it_takes_no_more_bytes_but_for_the_first_style(frame: Any) -> None:
    full = written(frame)
    assert len(thrifty(full)) <= len(full) + 2 * (1 + full.count("\x1b[K"))


@pytest.mark.parametrize("text", ["", "\x1b[?1049h\x1b[?25l", "\x1b]0;UNO Kart: [m your turn\x07", "no escapes"])
def test_what_is_no_picture_stays_as_it_is(text: str) -> None:
    assert thrifty(text) == text


def test_a_style_is_told_once_and_the_cursor_is_moved_where_it_has_to_be() -> None:
    red = "\x1b[38;5;174;48;5;52m"
    card = f"\x1b[2;3H{red} R ▀\x1b[0m\x1b[2;7H{red}▀█ \x1b[0m"
    frame = f"{card}\x1b[38;5;252;48;5;16m \x1b[0m{red}♠\x1b[0m\x1b[2;12H{red}x\x1b[0m"
    assert thrifty(frame) == ("\x1b[2;3H\x1b[0;38;5;174;48;5;52m R ▀▀█ \x1b[48;5;16m \x1b[48;5;52m♠\x1b[2;12Hx\x1b[0m")


async def test_a_move_that_makes_it_your_turn_takes_half(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    frames: list[str] = []
    monkeypatch.setattr(line, "write", frames.append)
    app = VisibleApp(Seat(before_you(), NAMES), calm())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "left")
        await pilot.pause()
        frames.clear()
        app.seat.play(Play(1, "G1"))
        await pilot.pause()
    full, less = (sum(len(frame.encode()) for frame in some) for some in (frames, map(thrifty, frames)))
    assert 0 < less < 0.6 * full
