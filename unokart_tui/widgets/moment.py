"""An item box being opened: for a breath the middle of the table belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cards import Item, name_of
from unokart_tui.art import PICTURE_HEIGHT, PICTURE_WIDTH, draw_picture
from unokart_tui.cardface import LARGE, Look, draw_card
from unokart_tui.names import name_in
from unokart_tui.palette import suit_of
from unokart_tui.surface import Surface, wrap
from unokart_tui.table import Opened, Table
from unokart_tui.words import ITEM_NAMES

STAGES: Final = (0.3, 0.35, 0.8)
"""How long each stage is seen, in seconds: the closed box, the card turned, the item and whom it hits."""


@dataclass(frozen=True)
class Moment:
    """An opening, and how far it is."""

    opened: Opened
    stage: int = 0


def draw_moment(surface: Surface, table: Table, look: Look, moment: Moment) -> None:
    """Draw a stage of an opening over all of a surface."""
    box, palette = moment.opened.box, look.palette
    turned = moment.stage >= 1 and box.card is not None
    style = palette.patch[suit_of(box.card)] if turned else palette.you
    if surface.height >= PICTURE_HEIGHT + 2:
        across = look.glyphs.frame[4]
        surface.fill(0, 0, surface.width, 1, style, across)
        surface.fill(0, surface.height - 1, surface.width, 1, style, across)
    y = max(0, (surface.height - PICTURE_HEIGHT) // 2)
    words = 2 * PICTURE_WIDTH + 8
    x = max(2, (surface.width - words - 34) // 2)
    blocks = look.glyphs.blocks
    if not turned:
        draw_picture(surface, x, y, "box", palette, blocks, palette.ground)
    elif box.card is not None:
        draw_card(surface, x + (PICTURE_WIDTH - LARGE.width) // 2, y, box.card, look, form=LARGE)
    if moment.stage >= 2 and box.item is not None:
        draw_picture(surface, x + PICTURE_WIDTH + 2, y, box.item, palette, blocks, palette.ground)
    _draw_words(surface, table, look, moment, x + words - 3, y)


def _draw_words(surface: Surface, table: Table, look: Look, moment: Moment, x: int, y: int) -> None:
    box, palette = moment.opened.box, look.palette
    who = "You open" if box.seat == table.me else f"{name_in(table.people, box.seat)} opens"
    width = surface.width - x - 1
    lines = [(line, palette.strong) for line in wrap(f"{who} an item box", width)]
    if moment.stage >= 1:
        lines.append((name_of(box.card) if box.card else "There is no card to turn", palette.ground))
    if moment.stage >= 2 and box.item is not None:
        lines.append((f"{ITEM_NAMES[box.item].upper()}!", palette.word[suit_of(box.card)]))
        lines += [(line, palette.strong) for line in wrap(_effect(table, moment.opened, box.item), width)]
    for row, (text, style) in enumerate(lines):
        surface.text(x, y + row, text, style)


def _effect(table: Table, opened: Opened, item: Item) -> str:
    """Say whom an item hits."""
    mine = opened.box.seat == table.me
    name = name_in(table.people, opened.box.seat)
    hit = "you" if opened.target == table.me else name_in(table.people, opened.target or 0)
    match item:
        case "mushroom":
            return "You take another turn" if mine else f"{name} takes another turn"
        case "banana":
            return "Whoever went before draws 2" if opened.target is None else f"It hits {hit}: 2 cards"
        case "shell" if opened.target is not None:
            return f"It hits {hit}: 1 card"
        case "shell":
            return "Choose who draws 1" if mine else f"{name} chooses who draws 1"
        case "lightning":
            return f"Everyone else draws 1, and {'you go' if mine else f'{name} goes'} again"
        case "bob_omb":
            return "You draw 2 and name the color" if mine else f"{name} draws 2 and names the color"
