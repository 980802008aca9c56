"""Marks, drawings and colors: every mark one cell wide, every text readable, and no meaning in color alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style

from engine.cards import FACES, color_of, item_of
from unokart_tui import art
from unokart_tui.cardface import GIANT, HUGE, LARGE, USUAL, Form, Look, draw_card, value_of
from unokart_tui.glyphs import ASCII, UNICODE, Glyphs
from unokart_tui.palette import FULL, MONO, SIXTEEN, Palette, palette_for
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


def luminance(color: Color) -> float:
    parts = (part / 255 for part in color.get_truecolor())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    lighter, darker = sorted((luminance(style.color), luminance(style.bgcolor)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def texts(palette: Palette) -> dict[str, Style]:
    """All styles that words are written in."""
    named = {
        part.name: getattr(palette, part.name)
        for part in dataclasses.fields(palette)
        if part.name not in ("lane", "edge", "notice", "pixel", "colored", "back")
    }
    styles = {name: style for name, style in named.items() if isinstance(style, Style)}
    for name, value in named.items():
        if not isinstance(value, Style):
            styles |= {f"{name} {key}": style for key, style in value.items()}
    for name in ("ground", "strong", "you", "yours", "faint"):
        styles[f"{name} on the lane"] = named[name] + palette.lane
    styles |= {f"notice on {suit}": tint + palette.notice for suit, tint in palette.tint.items()}
    return styles


def test_all_text_is_readable_in_full_color() -> None:
    poor = {name: round(contrast(style), 2) for name, style in texts(FULL).items() if contrast(style) < 4.5}
    assert poor == {}


def test_sixteen_colors_are_exactly_those_of_a_terminal_and_readable() -> None:
    numbers = {
        "#000000": 0, "#aa0000": 1, "#00aa00": 2, "#aa5500": 3, "#0000aa": 4, "#00aaaa": 6, "#aaaaaa": 7,
        "#555555": 8, "#ff5555": 9, "#55ff55": 10, "#ffff55": 11, "#5555ff": 12, "#ffffff": 15,
    }  # fmt: skip
    for name, style in texts(SIXTEEN).items():
        for color in (style.color, style.bgcolor):
            assert color is not None, name
            assert color.downgrade(ColorSystem.STANDARD).number == numbers[color.name], name
    poor = {name: round(contrast(style), 2) for name, style in texts(SIXTEEN).items() if contrast(style) < 3}
    assert poor == {}


def test_without_colors_there_is_not_one_color() -> None:
    for name, style in texts(MONO).items():
        assert style.color is None, name
        assert style.bgcolor is None, name
    assert not MONO.pixel


def test_the_palette_follows_the_terminal() -> None:
    assert palette_for(False, "truecolor") is FULL
    assert palette_for(False, "256") is FULL
    assert palette_for(False, "standard") is SIXTEEN
    assert palette_for(True, "truecolor") is MONO
    assert palette_for(False, None) is MONO
