"""Statistics laid out in rows, for the screen and for lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from engine.cards import Item
from unokart_tui.cardface import Look
from unokart_tui.charts import bar, columns, sparkline
from unokart_tui.names import counted
from unokart_tui.statistics import Against, Statistics
from unokart_tui.surface import clip, wrap
from unokart_tui.telling import ITEM_NAMES

Run = tuple[int, str, Style]
"""A text, the column it begins at, its style."""
Row = list[Run]

_TWO_COLUMNS: Final = 74
_GUTTER: Final = 4
_LABEL: Final = 15
_TALL: Final = 4
"""Rows of a chart of upright bars."""
_MOST_RIVALS: Final = 20

NOTHING: Final = "No match has been played to its end yet. Statistics begin with the first one."


def rows(statistics: Statistics, width: int, look: Look, *, tall: bool) -> list[Row]:
    """Lay everything out in rows of at most `width` cells; `tall` is whether charts may take several rows."""
    if not statistics.matches:
        return [*_said([NOTHING], width, look.palette.ground), *_remarks(statistics, width, look)]
    two = width >= _TWO_COLUMNS
    each = (width - _GUTTER) // 2 if two else width
    left = _section("Matches", _matches(statistics, each, look), look)
    left += _section("UNO", _uno(statistics, look), look)
    right = _section("Items from your boxes", _items(statistics, each, look), look)
    right += _section("Latest matches", _latest(statistics, look, tall), look)
    laid = _beside(left, right, each + _GUTTER) if two else [*left, *right]
    laid += _section("Opponents", _rivals(statistics, width, look), look)
    return laid + _remarks(statistics, width, look)


def as_lines(laid: Sequence[Row]) -> list[str]:
    """Return rows as text alone."""
    lines = []
    for row in laid:
        line = ""
        for column, text, _ in sorted(row, key=lambda run: run[0]):
            line += " " * (column - cell_len(line)) + text
        lines.append(line.rstrip())
    return lines


def _section(heading: str, laid: list[Row], look: Look) -> list[Row]:
    return [[(0, heading, look.palette.you)], *laid, []]


def _beside(left: list[Row], right: list[Row], column: int) -> list[Row]:
    height = max(len(left), len(right))
    left, right = ([*side, *([] for _ in range(height - len(side)))] for side in (left, right))
    return [
        [*one, *((column + at, text, style) for at, text, style in other)]
        for one, other in zip(left, right, strict=True)
    ]


def _said(sentences: Sequence[str], width: int, style: Style) -> list[Row]:
    return [[(0, line, style)] for sentence in sentences for line in wrap(sentence, width)]


def _fact(label: str, value: str, look: Look) -> Row:
    return [(0, label, look.palette.faint), (_LABEL, value, look.palette.strong)]


def _share(label: str, part: int, whole: int, width: int, look: Look) -> list[Row]:
    """Say how many of how many, and draw it under that."""
    percent = f"{round(100 * part / whole)} %" if whole else ""
    full, rest = bar(part, whole, max(4, width - _LABEL - 6), blocks=look.glyphs.blocks)
    at = _LABEL + len(full) + len(rest)
    return [
        _fact(label, f"{part} of {whole}", look),
        [
            (_LABEL, full, look.palette.you),
            (_LABEL + len(full), rest, look.palette.faint),
            (at + 1, percent, look.palette.ground),
        ],
    ]


def _matches(statistics: Statistics, width: int, look: Look) -> list[Row]:
    return [
        *_share("Matches won", statistics.won, statistics.matches, width, look),
        *_share("Rounds won", statistics.rounds_won, statistics.rounds, width, look),
        _fact("Points a match", f"{statistics.points_a_match:.0f}", look),
        _fact("Points a round", f"{statistics.points_a_round:.0f}, at best {statistics.best_round}", look),
        _fact("Wins in a row", f"{statistics.longest_streak} at best, {statistics.streak} now", look),
    ]


def _uno(statistics: Statistics, look: Look) -> list[Row]:
    return [
        _fact("Called", counted(statistics.called, "time"), look),
        _fact("Missed, caught", counted(statistics.missed, "time"), look),
        _fact("Others caught", counted(statistics.caught, "time"), look),
    ]


def _items(statistics: Statistics, width: int, look: Look) -> list[Row]:
    palette = look.palette
    most = max(statistics.items.values(), default=0)
    laid: list[Row] = []
    names: list[Item] = sorted(ITEM_NAMES, key=lambda item: -statistics.items[item])
    for item in names:
        count = statistics.items[item]
        favorite = bool(count) and item == statistics.favorite
        full, _ = bar(count, most, max(4, width - _LABEL - 6), blocks=look.glyphs.blocks)
        laid.append(
            [
                (0, look.glyphs.item[item], palette.ground),
                (2, ITEM_NAMES[item], palette.strong if favorite else palette.ground),
                (_LABEL, full, palette.you if favorite else palette.ground),
                (_LABEL + len(full) + (1 if full else 0), str(count), palette.strong),
            ]
        )
    if statistics.favorite is not None:
        laid.append([(0, f"Your favorite is the {ITEM_NAMES[statistics.favorite]}.", palette.faint)])
    return laid


def _latest(statistics: Statistics, look: Look, tall: bool) -> list[Row]:
    """Draw how far the player came in each of the latest matches; those won stand out."""
    palette, blocks = look.palette, look.glyphs.blocks
    outcomes = statistics.outcomes
    shares = [each.score / each.target for each in outcomes]
    chart = columns(shares, 1.0, _TALL, blocks=blocks) if tall else [sparkline(shares, 1.0, blocks=blocks)]
    laid: list[Row] = []
    for line in chart:
        laid.append(
            [
                (at, mark, palette.you if each.won else palette.faint)
                for at, (mark, each) in enumerate(zip(line, outcomes, strict=True))
                if mark != " "
            ]
        )
    laid.append([(0, "".join("W" if each.won else str(each.place)[-1] for each in outcomes), palette.ground)])
    laid.append([(0, "Share of the target; W won, or place", palette.faint)])
    return laid


def _rivals(statistics: Statistics, width: int, look: Look) -> list[Row]:
    rivals = statistics.rivals
    shown = rivals[:_MOST_RIVALS]
    words = max(cell_len(fared(each)) for _, each in shown)
    name_width = max(6, min(20, width - words - 2, max(cell_len(name) for name, _ in shown)))
    most = max(each.matches for _, each in shown)
    room = min(30, width - name_width - 2 - words - 2)
    laid = [_rival(name, each, most, name_width, room, look) for name, each in shown]
    if len(rivals) > len(shown):
        laid.append([(0, f"and {len(rivals) - len(shown)} more", look.palette.faint)])
    return laid


def fared(each: Against) -> str:
    """Say how the player did against one opponent."""
    return f"you won {each.won} of {each.matches}, they won {each.lost}"


def _rival(name: str, each: Against, most: int, name_width: int, room: int, look: Look) -> Row:
    """Say what came of the matches with one opponent, with a bar of those won of those played where there is room."""
    palette = look.palette
    at = name_width + 2
    row: Row = [(0, clip(name, name_width, look.glyphs.ellipsis), palette.strong)]
    if room >= 6:
        length = max(1, round(room * each.matches / most))
        full, rest = bar(each.won, each.matches, length, blocks=look.glyphs.blocks)
        row += [(at, full, palette.you), (at + len(full), rest, palette.faint)]
        at += room + 2
    return [*row, (at, fared(each), palette.ground)]


def _remarks(statistics: Statistics, width: int, look: Look) -> list[Row]:
    said = remarks(statistics)
    return [[], *_said(said, width, look.palette.faint)] if said else []


def remarks(statistics: Statistics) -> list[str]:
    """Say what the figures leave out, and why, in a sentence each."""
    said = []
    if statistics.by_name:
        said.append(
            f"{_do(statistics.by_name)} not say which seat was yours; there it is taken to be the one"
            f" called {statistics.name}."
        )
    if statistics.unknown:
        said.append(
            f"{_do(statistics.unknown)} not say which seat was yours, and no single player there is called"
            f" {statistics.name}: not counted. unokart stats --name NAME counts them by another name."
        )
    if statistics.watched:
        said.append(f"Matches that you only watched are not counted: {statistics.watched}.")
    if statistics.damaged:
        said.append(f"Matches whose records can't be read are not counted: {statistics.damaged}.")
    if statistics.matches:
        said.append("Counted are matches that were played to their end. Records don't tell bots from people.")
    return said


def _do(matches: int) -> str:
    return "1 record does" if matches == 1 else f"{matches} records do"
