"""Marks and drawings: every mark one cell wide, and every card told at its left edge."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.style import Style

from engine.cards import FACES, color_of, item_of
from unokart_tui import art
from unokart_tui.cardface import GIANT, HUGE, LARGE, USUAL, Form, Look, draw_card, value_of
from unokart_tui.glyphs import ASCII, UNICODE, Glyphs
from unokart_tui.palette import FULL, MONO, SIXTEEN, Palette
from unokart_tui.surface import Surface

SETS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def marks(glyphs: Glyphs) -> Iterator[str]:
    for part in dataclasses.fields(glyphs):
        value = getattr(glyphs, part.name)
        if isinstance(value, str):
            yield from value
        elif isinstance(value, tuple):
            yield from "".join(value)
        elif not isinstance(value, bool):
            yield from value.values()


@SETS
def test_every_mark_is_one_cell_wide(glyphs: Glyphs) -> None:
    assert all(len(mark) == 1 and cell_len(mark) == 1 for mark in marks(glyphs))


def test_the_ascii_set_is_ascii() -> None:
    assert all(mark.isascii() for mark in marks(ASCII))
    assert all(line.isascii() for drawing in art.ASCII_PICTURES.values() for line in drawing)
    assert all(line.isascii() for drawing in art.ASCII_FACES.values() for line in drawing)


def test_drawings_are_of_one_size_and_paint() -> None:
    for bitmap in art.PICTURES.values():
        assert [len(row) for row in bitmap] == [art.PICTURE_WIDTH] * (2 * art.PICTURE_HEIGHT)
        assert set("".join(bitmap)) <= {".", *FULL.pixel}
    for lines in art.ASCII_PICTURES.values():
        assert len(lines) == art.PICTURE_HEIGHT
        assert max(len(line) for line in lines) <= art.PICTURE_WIDTH
    assert art.PICTURES.keys() == art.ASCII_PICTURES.keys()
    assert art.FACES.keys() == art.ASCII_FACES.keys()


@SETS
@pytest.mark.parametrize("palette", [FULL, SIXTEEN, MONO], ids=["full", "sixteen", "mono"])
@pytest.mark.parametrize("form", [USUAL, LARGE, HUGE, GIANT])
def test_every_card_stays_inside_its_edges_and_tells_all_at_the_left(
    glyphs: Glyphs, palette: Palette, form: Form
) -> None:
    around = Style(italic=True)
    for code in FACES:
        surface = Surface(form.width + 4, form.height + 2, around)
        draw_card(surface, 2, 1, code, Look(palette, glyphs), form=form)
        rows = [strip.text for strip in surface.strips()]
        assert rows[0].strip() == rows[-1].strip() == ""
        assert all(row[:2].strip() == row[-2:].strip() == "" for row in rows)
        assert all(surface.styles[y][x] is around for y in range(form.height + 2) for x in (0, 1, -1, -2))
        assert rows[1][3:].startswith(value_of(code, glyphs))
        assert rows[2][3] == (color_of(code) or "W")
        assert rows[form.height][3] == glyphs.item[item_of(code)]
