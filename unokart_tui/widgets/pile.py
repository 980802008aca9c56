"""The draw pile, the top card and the color in force, drawn into the middle of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import COLOR_NAMES, item_of, name_of
from engine.phases import Phase
from engine.views import View
from unokart_tui.cardface import GIANT, HUGE, LARGE, USUAL, Form, Look, draw_back, draw_card, draw_empty
from unokart_tui.names import name_in
from unokart_tui.palette import suit_of
from unokart_tui.pointing import Pressed
from unokart_tui.surface import Surface, clip
from unokart_tui.table import Table
from unokart_tui.words import ITEM_NAMES

_WORDS: Final = 22
"""Columns for what stands beside the cards."""
_NARROW: Final = 70
"""Below this width the draw pile is told in words alone."""


@dataclass(frozen=True)
class Slide:
    """A card on its way to the discard pile."""

    under: str | None
    """The card that it will cover."""
    way: float
    """How far it still has to go, as a part of its height; less than 0 from above."""


@dataclass(frozen=True)
class Places:
    """Where things lie in the middle of the table."""

    form: Form
    stock: int | None
    """The column of the draw pile; None where there is room for words only."""
    top: int
    """The column of the top card."""
    words: int
    """The column of what stands beside it."""
    end: int
    """The column after all of that."""
    row: int
    """The row of the cards."""


def arrange(width: int, height: int, *, alone: bool) -> Places:
    """Lay out a middle of this size; `alone` is whether the piles have it to themselves, no log beside them."""
    form = _form_for(width, height, alone)
    beside = width >= _NARROW
    words = _WORDS if beside else 17
    taken = 2 + (2 * form.width + 2 if beside else form.width) + 2 + 3 + words
    left = max(0, (width - taken) // 2) if alone else 0
    first = left + 2
    top = first + form.width + 2 if beside else first
    margin = 1 if height >= form.height + 2 else 0
    row = margin + max(0, (height - margin - form.height - 1) // 2)
    return Places(form, first if beside else None, top, top + form.width + 2, min(width, left + taken), row)


def _form_for(width: int, height: int, alone: bool) -> Form:
    """Return how large the top card is drawn."""
    if alone:
        for form in (GIANT, HUGE):
            if height >= form.height + 2 and width >= 2 * form.width + _WORDS + 9:
                return form
    return LARGE if height >= LARGE.height else USUAL


def draw_pile(
    surface: Surface, table: Table, view: View, look: Look, places: Places, slide: Slide | None = None
) -> None:
    """Draw piles and color; `slide` is how the top card is on its way there."""
    form, y = places.form, places.row
    if places.stock is not None:
        _draw_stock(surface, view, look, form, places.stock, y)
    lying = view.top if slide is None else slide.under
    if lying is None:
        draw_empty(surface, places.top, y, look, form)
    else:
        draw_card(surface, places.top, y, lying, look, form=form)
    if slide is not None and view.top is not None:
        draw_card(surface, places.top, y + round(slide.way * form.height), view.top, look, form=form)
    _draw_words(surface, table, view, look, places)


def _draw_stock(surface: Surface, view: View, look: Look, form: Form, x: int, y: int) -> None:
    surface.mark(x, y, form.width, form.height + 1, Pressed("draw"))
    if view.draw_count:
        draw_back(surface, x, y, look, form)
    else:
        draw_empty(surface, x, y, look, form)
    if y + form.height < surface.height:
        caption = f"{view.draw_count} left"
        surface.text(x + (form.width - len(caption)) // 2, y + form.height, caption, look.palette.faint)


def _draw_words(surface: Surface, table: Table, view: View, look: Look, places: Places) -> None:
    palette, glyphs = look.palette, look.glyphs
    x, y, form = places.words, places.row, places.form
    color = suit_of(view.color)
    word = palette.word[color]
    if view.color:
        surface.fill(x, y, 1, form.height, palette.patch[color], glyphs.bar)
    x += 3
    lines = [(COLOR_NAMES[view.color].upper() if view.color else "no color yet", word)]
    if view.top is not None:
        item = item_of(view.top)
        lines.append((name_of(view.top), palette.ground))
        lines.append((f"{glyphs.item[item]} {ITEM_NAMES[item]}", palette.faint))
    if places.stock is None:
        lines.append((f"{view.draw_count} to draw", palette.faint))
    lines += [("", palette.ground)] * (form.height - len(lines) - 1)
    following = _next_name(table, view)
    if following:
        arrow = glyphs.down if view.direction == 1 else glyphs.up
        lines.append((f"{arrow} next {following}", palette.faint))
    for row, (text, style) in enumerate(lines):
        surface.text(x, y + row, clip(text, places.end - x, glyphs.ellipsis), style)


def _next_name(table: Table, view: View) -> str:
    """Return who comes after the one whose turn it is, if all goes as usual."""
    if view.phase not in (Phase.PLAY, Phase.DRAWN):
        return ""
    seat = (view.turn + view.direction) % view.players
    return "you" if seat == table.me else name_in(table.people, seat)
