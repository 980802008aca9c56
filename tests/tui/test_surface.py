"""Drawing cell by cell: widths, hostile text, and what counts as changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from unokart_tui.names import CARDS_AND_ITEMS
from unokart_tui.surface import Surface, clip, fitted, hanging, plain, wrap

PLAIN = Style()
BOLD = Style(bold=True)


def rows(surface: Surface) -> list[str]:
    return [strip.text for strip in surface.strips()]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("a\nb\tc\x00", "abc"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("a\u00a0b\u3000c", "a b c"),
        ("\u2764\ufe0f", "\u2764"),
        ("[bold]x[/]", "[bold]x[/]"),
    ],
)
def test_text_holds_nothing_that_a_terminal_would_obey(text: str, shown: str) -> None:
    assert plain(text) == shown


@given(st.text(), st.integers(0, 30))
def test_clip_never_exceeds_its_width(text: str, width: int) -> None:
    assert cell_len(clip(text, width)) <= width


@given(st.text(), st.integers(2, 30))
def test_wrap_never_exceeds_its_width_and_loses_no_word(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == plain(text).replace(" ", "")


def test_all_lines_but_the_first_are_moved_in() -> None:
    assert hanging("Toad plays yellow 3", 11) == ["Toad", "  plays", "  yellow 3"]
    assert hanging("Toad plays", 10) == ["Toad plays"]


def test_what_is_read_as_one_is_not_broken_where_there_is_room() -> None:
    text = "You draw 2: green Draw Two, Wild Item Box"
    assert hanging(text, 20) == ["You draw 2: green", "  Draw Two, Wild", "  Item Box"]
    assert hanging(text, 20, CARDS_AND_ITEMS) == ["You draw 2:", "  green Draw Two,", "  Wild Item Box"]
    assert "".join(wrap(text, 6, CARDS_AND_ITEMS)).replace(" ", "") == text.replace(" ", "")


def test_what_is_left_out_is_marked() -> None:
    assert fitted("Toad plays yellow 3", 11, 2, "...") == ["Toad plays", "yellow 3"]
    assert fitted("Toad plays yellow 3 and calls UNO", 11, 2, "...") == ["Toad plays", "yellow 3..."]
    assert fitted("Toad", 11, 1, "...") == ["Toad"]


@given(st.lists(st.tuples(st.integers(-5, 12), st.integers(-2, 4), st.text()), max_size=8))
def test_rows_keep_their_width_whatever_is_written(texts: list[tuple[int, int, str]]) -> None:
    surface = Surface(10, 3, PLAIN)
    for x, y, text in texts:
        surface.text(x, y, text, BOLD)
    for strip in surface.strips():
        assert strip.cell_length == 10
        assert cell_len(strip.text) == 10


def test_a_wide_character_cut_in_half_leaves_a_blank() -> None:
    surface = Surface(6, 1, PLAIN)
    surface.text(0, 0, "マリオ", PLAIN)
    surface.text(1, 0, "x", PLAIN)
    assert rows(surface) == [" xリオ"]


def test_marks_of_no_width_join_the_character_before() -> None:
    surface = Surface(3, 1, PLAIN)
    surface.text(0, 0, "e" + "\u0301" * 50, PLAIN)
    assert len(rows(surface)[0]) <= 6


def test_only_what_differs_has_changed() -> None:
    before, after = Surface(40, 2, PLAIN), Surface(40, 2, PLAIN)
    assert after.changed(before) == []
    after.text(3, 1, "ab", PLAIN)
    after.text(30, 1, "c", BOLD)
    assert after.changed(before) == [Region(3, 1, 2, 1), Region(30, 1, 1, 1)]


def test_changes_near_each_other_are_one_run() -> None:
    before, after = Surface(40, 1, PLAIN), Surface(40, 1, PLAIN)
    after.text(3, 0, "a", PLAIN)
    after.text(8, 0, "b", PLAIN)
    assert after.changed(before) == [Region(3, 0, 6, 1)]
