"""Names from other machines: one line, twenty cells, nothing that acts on a terminal or stands for another name."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from net.names import NAME_CELLS, NAMELESS, cells, clean_line, clean_name

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x1b\x07\x9b\x00\r\n\t\u202e\u2066\u2069\u200b\u200d\ufeff\u0301\u034f\u3164\u2800\ufe0f名🏎️[/]"
        ),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t  B \n", "Ann B"),
        ("\x1b[31mRed\x1b[0m", "[31mRed[0m"),
        ("\x1b]0;title\x07Bell", "]0;titleBell"),
        ("[bold]Ann[/bold]", "[bold]Ann[/bold]"),
        ("ab\u202ecd\u2066ef", "abcdef"),
        ("T\u200bo\u200da\ufeffd", "Toad"),
        ("\uff34\uff4f\uff41\uff44", "Toad"),
        ("e\u0301", "é"),
        ("a" + "\u0336" * 50 + "b", "a\u0336\u0336b"),
        ("\u0301x", "x"),
        ("\u3164\u115f\u2800", NAMELESS),
        ("", NAMELESS),
        ("x" * 21, "x" * 19 + "…"),
        ("名" * 11, "名" * 9 + "…"),
        ("a" * 18 + "名名", "a" * 18 + "…"),
        ("x" * 20, "x" * 20),
        ("名" * 10, "名" * 10),
    ],
)
def test_a_name_is_shown_as(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@given(HOSTILE)
def test_no_name_acts_on_a_terminal_or_needs_more_cells_than_there_are(name: str) -> None:
    shown = clean_name(name)
    assert shown
    assert cells(shown) <= NAME_CELLS
    assert cell_len(shown) <= NAME_CELLS
    assert all(unicodedata.category(char)[0] not in "C" for char in shown)
    assert all(char == " " or not char.isspace() for char in shown)
    assert shown == shown.strip()


@given(HOSTILE)
def test_a_clean_name_is_left_as_it_is(name: str) -> None:
    shown = clean_name(name)
    assert clean_name(shown) == shown


@given(st.lists(HOSTILE, max_size=10))
def test_names_at_a_table_are_all_different(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(clean_name(name, taken))
    assert len({name.casefold() for name in taken}) == len(names)
    assert all(cells(name) <= NAME_CELLS for name in taken)


def test_the_second_of_a_name_is_told_apart_whatever_its_length_or_case() -> None:
    assert clean_name("TOAD", ["Toad", "toad 2"]) == "TOAD 3"
    assert clean_name("x" * 20, ["x" * 20]) == "x" * 17 + "… 2"


def test_a_line_is_no_longer_than_asked_for() -> None:
    assert clean_line("one\ntwo\x1b three", 9) == "one two t"
    assert clean_line("x" * 10**6, 10**6) == "x" * 1000


def test_no_character_is_wider_on_the_screen_than_counted() -> None:
    wider = []
    for code in range(0x32400):  # beyond, no character stands for itself
        line = clean_line(f"a{chr(code)}b", 50)
        if cell_len(line) > cells(line):
            wider.append(hex(code))
    assert not wider


@given(st.one_of(HOSTILE, st.just("A name that is too long for that")), st.integers(1, 60))
def test_what_is_clean_stays_as_it_is(text: str, most: int) -> None:
    line = clean_line(text, most)
    assert clean_line(line, most) == line
    name = clean_name(text)
    assert clean_name(name) == name
