"""How a moment of a replay is drawn: who holds what, the top card, what has happened, and where in the match it is."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.style import Style

from engine.cards import COLOR_NAMES, item_of, name_of
from engine.phases import Phase, Uno
from engine.views import View
from unokart_tui.cardface import USUAL, Look, draw_card, draw_empty
from unokart_tui.names import CARDS_AND_ITEMS, digit_of, name_in
from unokart_tui.open_hand import draw_open_hand
from unokart_tui.palette import suit_of
from unokart_tui.replay import Replay
from unokart_tui.surface import Surface, clip, hanging
from unokart_tui.telling import ITEM_NAMES

_NAME: Final = 16
_LEFT: Final = 4
"""Cells before a name: the marker and the digit."""
_SCORE: Final = 6
_PILE: Final = 30
"""Columns for the top card and the words beside it."""
_HEAD: Final = 2
"""Rows for the way through the match, and a blank one."""
_WIDEST: Final = 120
"""Longer rows are hard to follow."""


def draw_replay(surface: Surface, replay: Replay, look: Look, title: str, note: str, height: int) -> None:
    """Draw the step that is shown into the first `height` rows; `note` is said at the right of the first."""
    palette = look.palette
    surface.fill(0, 0, surface.width, 1, palette.bar)
    surface.text(1, 0, clip(title, surface.width - cell_len(note) - 4, look.glyphs.ellipsis), palette.bar_key)
    surface.text(surface.width - cell_len(note) - 1, 0, note, palette.bar)
    width = min(surface.width, _WIDEST)
    below = Surface(width, height - 1, palette.ground)
    _draw_moment(below, replay, look)
    surface.paste(below, (surface.width - width) // 2, 1)


def _draw_moment(surface: Surface, replay: Replay, look: Look) -> None:
    _draw_way(surface, replay, look)
    players, height = len(replay.people), surface.height
    rows = 1
    if replay.over and players * 4 + USUAL.height + _HEAD + 1 <= height:
        rows = 4 if players * 5 + USUAL.height + _HEAD + 1 <= height else 3
    tall = rows > 1
    y = _HEAD - (0 if tall else 1)
    for seat in range(players):
        _draw_seat(surface, replay, seat, y, rows, look)
        y += rows + (1 if tall else 0)
    y += 0 if tall else 1
    _draw_pile(surface, replay.step.view, y, look)
    _draw_story(surface, replay, y, look)


def _draw_way(surface: Surface, replay: Replay, look: Look) -> None:
    """Draw how far into the match one is, with a mark where each round begins."""
    palette, glyphs = look.palette, look.glyphs
    words = f"Round {replay.round} of {len(replay.rounds)}"
    surface.text(1, 0, words, palette.strong)
    left = 1 + max(16, cell_len(words) + 2)
    length = surface.width - left - 1
    last = max(1, len(replay.steps) - 1)
    here = replay.at * (length - 1) // last
    surface.text(left, 0, glyphs.trail * here, palette.faint)
    surface.text(left + here, 0, glyphs.track * (length - here), palette.faint)
    for begin in replay.rounds[1:]:
        surface.text(left + begin * (length - 1) // last, 0, glyphs.frame[5], palette.ground)
    surface.text(left + here, 0, glyphs.kart, palette.you)


def _draw_seat(surface: Surface, replay: Replay, seat: int, y: int, rows: int, look: Look) -> None:
    palette, glyphs, step = look.palette, look.glyphs, replay.step
    view = step.view
    acted = seat == step.seat
    if acted:
        surface.text(0, y, f" {glyphs.acts}", palette.you)
    surface.text(2, y, digit_of(seat), palette.faint)
    width = min(_NAME, max(cell_len(person.name) for person in replay.people))
    name = clip(name_in(replay.people, seat), width, glyphs.ellipsis)
    surface.text(_LEFT, y, name, palette.you if acted else palette.strong)
    score = str(view.scores[seat])
    surface.text(surface.width - len(score) - 1, y, score, palette.ground)
    count = str(view.counts[seat])
    left = _LEFT + width + 2
    surface.text(left + 2 - len(count), y, count, palette.faint)
    if rows > 1:
        surface.text(_LEFT, y + 1, *_standing(view, seat, look))
    left += 4
    room = surface.width - left - _SCORE - 1
    if replay.over:
        draw_open_hand(surface, left, y, room, rows, step.hands[seat], look)
    else:
        backs = glyphs.back * min(view.counts[seat], room)
        surface.text(left, y, backs, palette.faint)


def _standing(view: View, seat: int, look: Look) -> tuple[str, Style]:
    """Return what is to be known about a seat beside its cards."""
    palette = look.palette
    match view.uno[seat]:
        case Uno.CALLED:
            return "UNO", palette.you
        case Uno.OPEN | Uno.LATE | Uno.CAUGHT:
            return "no UNO", palette.faint
    if view.owed == seat and view.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        return "is next", palette.faint
    return "", palette.ground


def _draw_pile(surface: Surface, view: View, y: int, look: Look) -> None:
    palette, glyphs = look.palette, look.glyphs
    if view.top is None:
        draw_empty(surface, 2, y, look)
        return
    draw_card(surface, 2, y, view.top, look)
    color = suit_of(view.color)
    x = 2 + USUAL.width + 1
    if view.color:
        surface.fill(x, y, 1, USUAL.height, palette.patch[color], glyphs.bar)
    item = item_of(view.top)
    surface.text(x + 2, y, COLOR_NAMES[view.color].upper() if view.color else "no color yet", palette.word[color])
    surface.text(x + 2, y + 1, name_of(view.top), palette.ground)
    surface.text(x + 2, y + 2, f"{glyphs.item[item]} {ITEM_NAMES[item]}", palette.faint)
    arrow = glyphs.down if view.direction == 1 else glyphs.up
    surface.text(x + 2, y + 3, f"{arrow} {view.draw_count} left", palette.faint)


def _draw_story(surface: Surface, replay: Replay, y: int, look: Look) -> None:
    """Tell what this step brought, and above it what came before in the same round, as far as there is room."""
    room = surface.height - y
    width = surface.width - _PILE - 1
    first = replay.rounds[replay.round - 1] if replay.rounds else 0
    told = ((at, text) for at in range(replay.at, first - 1, -1) for text in reversed(replay.steps[at].lines))
    lines: list[tuple[str, Style]] = []
    for at, text in told:
        rows = hanging(text, width, CARDS_AND_ITEMS)
        if lines and len(lines) + len(rows) > room:
            break
        style = look.palette.strong if at == replay.at else look.palette.faint
        lines = [*((row, style) for row in rows[:room]), *lines]
    for row, (line, style) in enumerate(lines):
        surface.text(_PILE, y + row, line, style)
