"""How a card looks.

Its index stands down the left edge: value, color letter, and in the lower left corner the item (rule 1.2). So the
part that shows when cards overlap tells all of it. The middle has the value drawn large.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rich.style import Style

from engine.cards import ITEM_BOX, WILD_DRAW_FOUR, item_of
from unokart_tui.art import ASCII_FACES, FACES, PICTURE_HEIGHT, PICTURE_WIDTH, draw_bitmap, draw_picture, draw_text
from unokart_tui.glyphs import Glyphs
from unokart_tui.palette import Mood, Palette, suit_of
from unokart_tui.surface import Surface


@dataclass(frozen=True)
class Form:
    """A size of cards, in cells."""

    width: int
    height: int
    scale: int = 1
    """How many times the middle is enlarged."""


USUAL: Final = Form(7, 4)
LARGE: Final = Form(9, 5)
HUGE: Final = Form(15, 8, 2)
GIANT: Final = Form(25, 16, 3)
"""Large enough for the item to be drawn too."""


_PLUS: Final = (".#.", "###", ".#.")


@dataclass(frozen=True)
class Look:
    """What cards and all else are drawn with."""

    palette: Palette
    glyphs: Glyphs


def value_of(code: str, glyphs: Glyphs) -> str:
    """Return a face's value in at most two cells: ``7``, ``+2``."""
    if code == WILD_DRAW_FOUR:
        return "+4"
    if code == ITEM_BOX:
        return "?"
    return {"S": glyphs.skip, "R": glyphs.reverse, "D": "+2"}.get(code[1], code[1])


def _middle_of(code: str) -> str:
    """Return what the middle shows, without the plus of a card that makes others draw."""
    if code == ITEM_BOX:
        return "?"
    return "2" if code[1] == "D" else code[1]


def _adds(code: str) -> bool:
    return code == WILD_DRAW_FOUR or code[1] == "D"


def draw_card(
    surface: Surface,
    x: int,
    y: int,
    code: str,
    look: Look,
    *,
    form: Form = USUAL,
    mood: Mood = "bright",
    width: int | None = None,
    height: int | None = None,
    edge: bool = False,
) -> None:
    """Draw a card; `width` and `height` say how much of it is not covered, `edge` whether it covers one itself."""
    shown, rows = width or form.width, height or form.height
    style = look.palette.card[suit_of(code), mood]
    surface.fill(x, y, shown, rows, style)
    uncovered = shown == form.width and rows == form.height
    if uncovered:
        upper = form.height - PICTURE_HEIGHT - 1 if form is GIANT else form.height
        _draw_middle(surface, x, y, code, look, replace(form, height=upper), style)
    if uncovered and form is GIANT:
        _draw_item(surface, x + form.width - PICTURE_WIDTH - 4, y + upper, code, look, style)
    if not look.palette.colored:
        _draw_outline(surface, x, y, shown, rows, form, style, look.glyphs)
    elif edge or shown < form.width:
        surface.fill(x, y, 1, rows, style + look.palette.edge, look.glyphs.edge)
    surface.text(x + 1, y, value_of(code, look.glyphs), style)
    surface.text(x + 1, y + 1, suit_of(code), style)
    if rows >= 3:
        surface.text(x + 1, y + rows - 1, look.glyphs.item[item_of(code)], style)


def _draw_item(surface: Surface, x: int, y: int, code: str, look: Look, style: Style) -> None:
    """Draw a card's item, where there are colors on a plate of its own: it may be of the color of the card."""
    plate = look.palette.ground if look.palette.colored and look.glyphs.blocks else style
    surface.fill(x - 1, y, PICTURE_WIDTH + 2, PICTURE_HEIGHT, plate)
    draw_picture(surface, x, y, item_of(code), look.palette, look.glyphs.blocks, plate)


def _draw_outline(
    surface: Surface, x: int, y: int, shown: int, rows: int, form: Form, style: Style, glyphs: Glyphs
) -> None:
    """Where no background can set a card apart, its sides do."""
    side = glyphs.frame[5]
    surface.fill(x, y, 1, rows, style, side)
    if shown == form.width:
        surface.fill(x + shown - 1, y, 1, rows, style, side)


def _draw_middle(surface: Surface, x: int, y: int, code: str, look: Look, form: Form, style: Style) -> None:
    name = _middle_of(code)
    inks = _wild_inks(look.palette, style) if code[0] == "W" else dict.fromkeys("#", style)
    if look.glyphs.blocks:
        bitmap = FACES[name]
        wide, high = len(bitmap[0]) * form.scale, (len(bitmap) * form.scale + 1) // 2
        at_x, at_y = _centered(x, y, wide, high, form)
        draw_bitmap(surface, at_x, at_y, _painted(bitmap, inks), inks, form.scale)
    else:
        art = ASCII_FACES[name]
        at_x, at_y = _centered(x, y, len(art[0]), len(art), form)
        high = len(art)
        draw_text(surface, at_x, at_y, art, style)
    if _adds(code) and form.scale > 1 and look.glyphs.blocks:
        draw_bitmap(surface, at_x - len(_PLUS[0]) - 1, at_y + high // 2 - 1, _PLUS, {"#": style})
    elif _adds(code):
        surface.text(at_x - 1, at_y + high // 2, "+", style + Style(bold=True))


def _centered(x: int, y: int, wide: int, high: int, form: Form) -> tuple[int, int]:
    """Center art in what the index leaves free of a card."""
    return x + form.width - wide - max(1, (form.width - 2 - wide) // 2), y + (form.height - high + 1) // 2


def _wild_inks(palette: Palette, style: Style) -> dict[str, Style]:
    if not palette.colored:
        return {"#": style}
    return {suit: style + Style(color=color) for suit, color in palette.wild.items()}


def _painted(bitmap: tuple[str, ...], inks: dict[str, Style]) -> tuple[str, ...]:
    """Give each row of a wild's middle the next of the four colors."""
    if "#" in inks:
        return bitmap
    return tuple(row.replace("#", "RYGB"[at % 4]) for at, row in enumerate(bitmap))


def draw_back(surface: Surface, x: int, y: int, look: Look, form: Form = USUAL) -> None:
    """Draw the back of a card."""
    palette, glyphs = look.palette, look.glyphs
    surface.fill(x, y, form.width, form.height, palette.back, glyphs.pile)
    if not palette.colored:
        _draw_outline(surface, x, y, form.width, form.height, form, palette.back, glyphs)
    label = " UNO "
    surface.text(x + (form.width - len(label)) // 2, y + (form.height - 1) // 2, label, palette.back_label)


def draw_empty(surface: Surface, x: int, y: int, look: Look, form: Form = USUAL) -> None:
    """Draw the place of a card where none lies."""
    left_top, right_top, left_bottom, right_bottom, across, down = tuple(look.glyphs.frame)
    style = look.palette.faint
    inside = across * (form.width - 2)
    surface.text(x, y, left_top + inside + right_top, style)
    surface.text(x, y + form.height - 1, left_bottom + inside + right_bottom, style)
    for row in range(y + 1, y + form.height - 1):
        surface.text(x, row, down, style)
        surface.text(x + form.width - 1, row, down, style)
