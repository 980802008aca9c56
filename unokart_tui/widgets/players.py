"""The players, a lane each: who acts, how many cards they hold, and how far they are on the way to the target score."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from engine.phases import TABLE, Phase, Uno
from engine.views import View
from net.updates import Person
from unokart_tui.cardface import Look
from unokart_tui.motion import Motion, Reel
from unokart_tui.names import digit_of, name_in
from unokart_tui.pointing import Seat
from unokart_tui.surface import Surface, clip
from unokart_tui.table import Table
from unokart_tui.timers import Timers
from unokart_tui.widgets.painted import Painted

NAME = 20
"""Cells that a name may take."""
_TAG = 6
"""Cells for a tag and the gap after it."""
_GOES_ALONG = "UNO next"
"""Where UNO is called with the next play. It goes over the place of some backs, of which there are two then."""
_GOES_ALONG_BRIEF = "+UNO"
_LEFT = 4
"""Cells before a name: the marker and the digit."""
_BACKS = 12
"""The most backs of cards that are drawn one by one."""
_LEAST_TRACK = 8
_TALL = 12
"""Where there are so many rows or more, lanes may have two of them, and karts are drawn."""
_STEPS: Final = 4
"""Frames in which the turn passes on; where it goes further, the last of the way is seen."""
_SCORE = 5
"""Cells for a score, and the margin at the right."""


@dataclass(frozen=True)
class _Columns:
    """Where things stand in a lane, from its left edge; a width of 0 leaves a thing out."""

    name: int
    tag: int
    backs: int
    backs_width: int
    count: int
    track: int
    track_width: int
    width: int


def _columns(width: int, name: int) -> _Columns:
    """Share out the width of a lane: first to the name, then to the track, then to the backs of cards."""
    fixed = _LEFT + 1 + _TAG + 2 + 1 + _SCORE
    name = max(4, min(name, width - fixed))
    left = width - fixed - name
    backs = 0
    if left >= 5 + 2 + _LEAST_TRACK + 1:
        backs = min(_BACKS, left - 2 - _LEAST_TRACK - 1)
    track = left - backs - (1 if backs else 0) - 2
    if track < _LEAST_TRACK:
        track = 0
    tag = _LEFT + name + 1
    at_backs = tag + _TAG
    count = at_backs + backs + (1 if backs else 0)
    return _Columns(_LEFT, tag, at_backs, backs, count, count + 4, track, width)


class Players(Painted):
    """All players in the order of their seats, in one column or two."""

    SLICES = 2

    def __init__(self, table: Table, look: Look, motion: Motion, *, id: str) -> None:
        super().__init__(table, look, id=id)
        self.struck: frozenset[int] = frozenset()
        """Whose lanes are lit."""
        self.reel = Reel(motion, Timers(self), self._strike)
        self.passing: tuple[int, int] | None = None
        """The seats at which the marker of the turn is on its way, and at which it was just before."""
        self._passes = Reel(motion, Timers(self), self._pass)

    def strike(self, seats: Collection[int]) -> None:
        """Let the lanes flash of those whom an item hits."""
        lit = frozenset(seats)
        self.reel.play([lit, lit, frozenset(), lit, lit])

    def _strike(self, seats: frozenset[int] | None) -> None:
        self.struck = seats or frozenset()
        self.repaint()

    def pass_turn(self, before: int) -> None:
        """Let the marker go from the seat that was asked before to the one that is asked now, by those between."""
        view = self.table.view
        if view is None or view.owed == before:
            return
        self._passes.stop()
        if before != TABLE and view.owed != TABLE:
            way = _way(before, view.owed, view.players, view.direction)
            self._passes.play([*pairwise(way)][-_STEPS:])

    def _pass(self, at: tuple[int, int] | None) -> None:
        self.passing = None if at is None else (at[1], at[0])
        self.repaint()

    def rows_for(self, players: int, most: int) -> int:
        """Return how many rows these players take where there are `most`: two each, one, or half as many."""
        if 2 * players <= most and most >= _TALL:
            return 2 * players
        return players if players <= most else (players + 1) // 2

    def paint(self, surface: Surface) -> None:
        """Draw a lane for every seat."""
        view = self.table.view
        if view is None:
            return
        columns = 1 if view.players <= surface.height else 2
        per = (view.players + columns - 1) // columns
        pitch = 2 if surface.height >= 2 * per > 2 else 1
        gap = 1 if surface.height > per * pitch else 0
        width = surface.width // columns
        longest = max(cell_len(name_in(self.table.people, seat)) for seat in range(view.players))
        shape = _columns(width - (1 if columns == 2 else 0), min(NAME, max(6, longest)))
        for seat in range(view.players):
            x, y = (seat // per) * width, gap + (seat % per) * pitch
            self._lane(surface, view, seat, shape, x, y, tall=pitch == 2)
            if seat in self.struck:
                surface.tint(x, y, shape.track - 1 if shape.track_width else shape.width, self.look.palette.badge)

    def _lane(self, surface: Surface, view: View, seat: int, shape: _Columns, x: int, y: int, tall: bool) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        surface.mark(x, y, shape.width, 1, Seat(seat))
        acts, me = view.owed == seat, seat == self.table.me
        ink = palette.yours if me else palette.strong if acts else palette.ground
        at, left = self.passing or (view.owed, TABLE)
        marker = glyphs.acts if seat in (at, left) else glyphs.down if view.direction == 1 else glyphs.up
        surface.text(x, y, marker, palette.you if seat == at else palette.faint)
        surface.text(x + 2, y, digit_of(seat), self._digit_style(seat))
        name = clip(name_in(self.table.people, seat), shape.tag - shape.name - 1, glyphs.ellipsis)
        surface.text(x + shape.name, y, name, palette.you if me else ink)
        self._count(surface, view, seat, shape, x, y, ink)
        if shape.track_width:
            self._track(surface, view, seat, shape, x, y, tall)
        score = str(view.scores[seat])
        surface.text(x + shape.width - len(score) - 1, y, score, palette.yours if me else palette.ground)
        if acts:
            # The track stays as it is: it changes with the score, not with every turn.
            surface.tint(x, y, shape.track - 1 if shape.track_width else shape.width, palette.lane)
        # After the tint: an alarm keeps its own ground.
        tag, style = self._tag(view, seat, shape)
        plain_ground = style.bgcolor == palette.ground.bgcolor
        surface.text(x + shape.tag, y, tag, style + palette.lane if acts and plain_ground else style)

    def _count(self, surface: Surface, view: View, seat: int, shape: _Columns, x: int, y: int, ink: Style) -> None:
        count = view.counts[seat]
        if shape.backs_width:
            glyphs = self.look.glyphs
            backs = glyphs.back * min(count, shape.backs_width)
            if count > shape.backs_width:
                backs = backs[:-1] + "+"
            late = len(_GOES_ALONG) + 1 - _TAG if seat == self.table.me and self.table.armed and _has_room(shape) else 0
            surface.text(
                x + shape.backs + late, y, backs, self.look.palette.faint if ink == self.look.palette.ground else ink
            )
        number = str(count)
        surface.text(x + shape.count + 2 - len(number), y, number, ink)

    def _track(self, surface: Surface, view: View, seat: int, shape: _Columns, x: int, y: int, tall: bool) -> None:
        """Draw how far a player is; in a tall lane the kart stands on the road, which is the second row."""
        palette, glyphs = self.look.palette, self.look.glyphs
        body, wheels = glyphs.tall_kart if tall else ("", glyphs.kart)
        begin, length = x + shape.track, shape.track_width
        run = length - len(wheels) - 1  # the kart itself, and the flag
        way = min(run, view.scores[seat] * run // view.rules.target_score)
        mine = seat == self.table.me
        kart = palette.yours if mine else palette.strong
        road = y + 1 if tall else y
        surface.text(begin, road, glyphs.trail * way, palette.yours if mine else palette.faint)
        at = surface.text(begin + way, road, wheels, kart)
        surface.text(at, road, glyphs.track * (begin + length - 1 - at), palette.faint)
        surface.text(begin + length - 1, road, glyphs.flag, palette.faint)
        if tall:
            surface.text(begin + way, y, body, kart)
            surface.text(begin + length - 1, y, glyphs.flag, palette.faint)

    def _digit_style(self, seat: int) -> Style:
        """Digits stand out while one of them is asked for."""
        table, palette = self.table, self.look.palette
        aims = table.mine and table.view is not None and table.view.phase is Phase.ITEM_TARGET and seat != table.me
        asked = aims or (table.question == "catch" and seat in table.catchable)
        return palette.badge if asked else palette.faint

    def _tag(self, view: View, seat: int, shape: _Columns) -> tuple[str, Style]:
        """Return the one thing to be known about a player beside the numbers."""
        palette = self.look.palette
        me = seat == self.table.me
        match view.uno[seat]:
            case Uno.OPEN:
                return ("CALL!", palette.alarm) if me else ("CATCH", palette.alarm)
            case Uno.CALLED:
                return "UNO", palette.you
            case Uno.LATE if me:
                return "CALL!", palette.you
        if me and self.table.armed:
            return _GOES_ALONG if _has_room(shape) else _GOES_ALONG_BRIEF, palette.you
        person = next((person for person in self.table.people if person.seat == seat), None)
        return _presence(person), palette.faint


def _way(begin: int, end: int, players: int, direction: int) -> list[int]:
    """Return the seats from one to another, both included, the way play goes or the other if that is shorter."""
    steps = (end - begin) * direction % players
    if steps > players // 2:
        steps, direction = players - steps, -direction
    return [(begin + step * direction) % players for step in range(steps + 1)]


def _has_room(shape: _Columns) -> bool:
    return shape.backs_width >= len(_GOES_ALONG) + 1 - _TAG + 2


def _presence(person: Person | None) -> str:
    if person is None:
        return ""
    if person.stand_in:
        return "(bot)"  # in brackets: it is there for a person who is away
    if person.bot:
        return "bot"
    return "" if person.here else "away"
