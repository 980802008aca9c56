"""The draw pile, the top card and the color in force, drawn into a part of the middle of the table."""

from __future__ import annotations

from typing import Final

from engine.cards import COLOR_NAMES, item_of, name_of
from engine.phases import Phase
from engine.views import View
from unokart_tui.cardface import HUGE, LARGE, USUAL, Form, Look, draw_back, draw_card, draw_empty
from unokart_tui.names import name_in
from unokart_tui.palette import suit_of
from unokart_tui.surface import Surface, clip
from unokart_tui.table import Table
from unokart_tui.words import ITEM_NAMES

_WORDS: Final = 22
"""Columns for what stands beside the cards."""
LOG: Final = 90
"""Columns that the log takes at most; longer lines are hard to read."""
_WIDE: Final = 110
"""From this width on the log stands beside the piles, not under them."""
_NARROW: Final = 70
"""Below this width the draw pile is told in words alone."""


def form_for(width: int, height: int) -> Form:
    """Return how large the top card is drawn in a middle of this size."""
    if height >= HUGE.height + 2 and width >= 100:
        return HUGE
    return LARGE if height >= LARGE.height else USUAL


def pile_left(width: int, height: int) -> int:
    """Return the column that the piles begin at: on a wide table they stand with the log in the middle."""
    return max(0, (width - pile_width(width, height) - LOG - 1) // 2) if width >= _WIDE else 0


def story_bottom(width: int, height: int) -> int:
    """Return the row after the last line of the log: on a wide table, level with the foot of the cards."""
    form = form_for(width, height)
    return _pile_top(height, 1, form) + form.height + 1 if width >= _WIDE else height


def _pile_top(height: int, top: int, form: Form) -> int:
    return top + max(0, (height - top - form.height - 1) // 2)


def pile_width(width: int, height: int) -> int:
    """Return how many columns the piles take of a middle of this size."""
    form = form_for(width, height)
    cards = form.width * 2 + 2 if width >= _NARROW else form.width
    return 2 + cards + 2 + 3 + (_WORDS if width >= _NARROW else 17)


def pile_cuts(width: int, height: int) -> list[int]:
    """Return the columns after the draw pile, after the top card and after the words beside it."""
    card = form_for(width, height).width + 2
    left = pile_left(width, height)
    after_stock = left + (1 + card if width >= _NARROW else 1)
    return [after_stock, after_stock + card, left + pile_width(width, height)]


def draw_pile(surface: Surface, table: Table, view: View, look: Look, top: int) -> None:
    """Draw piles and color below row `top`."""
    form = form_for(surface.width, surface.height)
    y = _pile_top(surface.height, top, form)
    x = 2 + pile_left(surface.width, surface.height)
    if surface.width >= _NARROW:
        _draw_stock(surface, view, look, form, x, y)
        x += form.width + 2
    if view.top is None:
        draw_empty(surface, x, y, look, form)
    else:
        draw_card(surface, x, y, view.top, look, form=form)
    _draw_words(surface, table, view, look, form, x + form.width + 2, y)


def _draw_stock(surface: Surface, view: View, look: Look, form: Form, x: int, y: int) -> None:
    if view.draw_count:
        draw_back(surface, x, y, look, form)
    else:
        draw_empty(surface, x, y, look, form)
    if y + form.height < surface.height:
        caption = f"{view.draw_count} left"
        surface.text(x + (form.width - len(caption)) // 2, y + form.height, caption, look.palette.faint)


def _draw_words(surface: Surface, table: Table, view: View, look: Look, form: Form, x: int, y: int) -> None:
    palette, glyphs = look.palette, look.glyphs
    color = suit_of(view.color)
    word = palette.word[color]
    if view.color:
        surface.fill(x, y, 1, form.height, word, glyphs.bar)
    x += 3
    width = pile_left(surface.width, surface.height) + pile_width(surface.width, surface.height) - x
    lines = [(COLOR_NAMES[view.color].upper() if view.color else "no color yet", word)]
    if view.top is not None:
        item = item_of(view.top)
        lines.append((name_of(view.top), palette.ground))
        lines.append((f"{glyphs.item[item]} {ITEM_NAMES[item]}", palette.faint))
    if surface.width < _NARROW:
        lines.append((f"{view.draw_count} to draw", palette.faint))
    lines += [("", palette.ground)] * (form.height - len(lines) - 1)
    following = _next_name(table, view)
    if following:
        arrow = glyphs.down if view.direction == 1 else glyphs.up
        lines.append((f"{arrow} next {following}", palette.faint))
    for row, (text, style) in enumerate(lines):
        surface.text(x, y + row, clip(text, width, glyphs.ellipsis), style)


def _next_name(table: Table, view: View) -> str:
    """Return who comes after the one whose turn it is, if all goes as usual."""
    if view.phase not in (Phase.PLAY, Phase.DRAWN):
        return ""
    seat = (view.turn + view.direction) % view.players
    return "you" if seat == table.me else name_in(table.people, seat)
