from __future__ import annotations

import pytest
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from unokart_tui.guests.colors import DEPTHS, ColorFilter, Depth, depth_of, palette_of, rounded, words_for

GREEN = Style(color="#1d7d36", bgcolor="#123456", bold=True, underline=True)


@pytest.mark.parametrize(
    ("term", "sent", "depth"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm", {}, "256"),
        ("screen", {}, "256"),
        ("tmux-256color", {}, "256"),
        ("a-terminal-of-tomorrow", {}, "256"),
        ("xterm-kitty", {}, "all"),
        ("xterm-ghostty", {}, "all"),
        ("alacritty", {}, "all"),
        ("foot-extra", {}, "all"),
        ("xterm-direct", {}, "all"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "all"),
        ("linux", {"COLORTERM": "24bit"}, "all"),
        ("xterm-256color", {"COLORTERM": "gnome-terminal"}, "256"),
        ("linux", {}, "16"),
        ("linux-16color", {}, "16"),
        ("vt100", {}, "16"),
        ("vt220", {}, "16"),
        ("xterm-16color", {}, "16"),
        ("xterm-mono", {}, "none"),
        ("vt100-m", {}, "none"),
        ("xterm-kitty", {"COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
        ("xterm-kitty", {"NO_COLOR": ""}, "all"),
    ],
)
def test_a_terminal_is_known_by_what_it_says(term: str, sent: dict[str, str], depth: Depth) -> None:
    assert depth_of(term, sent) == depth


@pytest.mark.parametrize(
    ("depth", "kinds"),
    [("256", {ColorType.EIGHT_BIT}), ("16", {ColorType.STANDARD}), ("none", set())],
)
def test_colors_are_rounded_and_the_rest_stays(depth: Depth, kinds: set[ColorType]) -> None:
    style = rounded(GREEN, depth)

    assert {color.type for color in (style.color, style.bgcolor) if color is not None} == kinds
    assert style.bold
    assert style.underline


def test_a_filter_keeps_the_text_and_what_has_no_style() -> None:
    segments = [Segment("red", Style(color="#ff0000")), Segment("plain"), Segment("", GREEN)]

    filtered = ColorFilter("16").apply(segments, Color(0, 0, 0))

    assert [segment.text for segment in filtered] == ["red", "plain", ""]
    assert filtered[1].style is None


def test_all_colors_need_no_filter() -> None:
    assert [ColorFilter(depth).enabled for depth in DEPTHS] == [False, True, True, True]


def test_every_number_of_colors_has_a_palette_and_a_name() -> None:
    assert len({words_for(depth) for depth in DEPTHS}) == len(DEPTHS)
    assert not palette_of("none").colored
    assert palette_of("16") is not palette_of("256")
