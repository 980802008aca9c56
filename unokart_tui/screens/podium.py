"""The end of a match: who stands where, and how it came about, round by round."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from textual.binding import Binding, BindingType

from engine.views import View
from unokart_tui.cardface import Look
from unokart_tui.names import People, name_in
from unokart_tui.screens.between import Between
from unokart_tui.screens.page import centered
from unokart_tui.settling import enter_key
from unokart_tui.surface import Surface, clip

_COLUMNS: Final = (1, 0, 2)
"""Which of the three steps is the first's, the second's, the third's."""
_HEIGHTS: Final = (6, 4, 3)
_LOW_HEIGHTS: Final = (4, 3, 2)
"""Where there are few rows."""


class MatchScreen(Between):
    """Dismissed with True to play again, with False to leave. The match of `view` must be over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "end(True)", "go on", show=False),
        Binding("h,q,escape", "end(False)", "leave", show=False),
        Binding("up", "scroll_rounds(-1)", "rounds before", show=False),
        Binding("down", "scroll_rounds(1)", "rounds after", show=False),
    ]

    def __init__(
        self, view: View, people: People, me: int, *, again: str = "again", out: tuple[str, str] = ("h", "home")
    ) -> None:
        """`again` says what Enter leads to; `out` what leads away, and where to."""
        super().__init__()
        self._again = again
        self._out = out
        assert view.winner is not None
        self._view = view
        self._winner = view.winner
        self._people = people
        self._me = me
        self._back = 0
        """How many of the last rounds are scrolled away."""
        self._room = 1

    def action_end(self, again: bool) -> None:
        """Go on to another match with the same players, or leave."""
        if not again or self._settling.over():
            self.dismiss(again)

    def action_scroll_rounds(self, step: int) -> None:
        """Show earlier or later rounds."""
        most = max(0, len(self._view.history) - self._room)
        before = self._back
        self._back = min(most, max(0, self._back - step))
        if self._back == before:
            self.say("There are no more rounds that way." if most else "All rounds are shown.")
        self.redraw()

    def _ranking(self) -> list[int]:
        scores = self._view.scores
        return sorted(range(self._view.players), key=lambda seat: (seat != self._winner, -scores[seat], seat))

    def _place(self, seat: int) -> int:
        """Return the place of a seat, from 1: equal points, equal place."""
        scores = self._view.scores
        return 1 + sum(score > scores[seat] for score in scores)

    def _called(self, seat: int) -> str:
        return "you" if seat == self._me else name_in(self._people, seat)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the podium and the others under it; beside them the rounds."""
        palette = look.palette
        won = self._winner == self._me
        line = " You have won the match! " if won else f" {name_in(self._people, self._winner)} has won the match "
        centered(surface, 1, line, palette.badge)
        step = 16 if surface.width >= 80 else 12
        left = max(1, (surface.width - 3 * step - 30) // 2)
        heights = _HEIGHTS if surface.height >= 24 else _LOW_HEIGHTS
        below = 3 + 2 + heights[0]
        self._draw_podium(surface, left, below, step, heights, look)
        for row, seat in enumerate(self._ranking()[3:]):
            self._draw_rank(surface, left, below + row + 1, 3 * step - 2, seat, look)
        column = left + 3 * step + 2
        self._draw_rounds(surface, column, 3, min(surface.width - column - 1, 28), look)
        keys = [enter_key(self._again, self._settling), self._out]
        if len(self._view.history) > self._room:
            keys.append(("↑↓" if look.glyphs.blocks else "Up/Down", "rounds"))
        self.draw_below(surface, look, keys)

    def _draw_podium(
        self, surface: Surface, x: int, below: int, step: int, heights: tuple[int, ...], look: Look
    ) -> None:
        """Draw three steps that stand on the row before `below`, and above each who stands on it."""
        palette = look.palette
        fills = (palette.card["Y", "bright"], palette.card["W", "bright"], palette.card["R", "rest"])
        for at, seat in enumerate(self._ranking()[:3]):
            place = self._place(seat) - 1
            left, top = x + _COLUMNS[at] * step, below - heights[place]
            style = palette.you if place == 0 else palette.strong
            self._middle(surface, left, top - 2, step, self._called(seat), style, look)
            self._middle(surface, left, top - 1, step, str(self._view.scores[seat]), palette.ground, look)
            surface.fill(left, top, step - 1, heights[place], fills[place])
            middle = top + (heights[place] - 1) // 2
            self._middle(surface, left, middle, step, str(place + 1), fills[place] + Style(bold=True), look)

    def _middle(self, surface: Surface, x: int, y: int, step: int, text: str, style: Style, look: Look) -> None:
        text = clip(text, step - 1, look.glyphs.ellipsis)
        surface.text(x + (step - 1 - cell_len(text)) // 2, y, text, style)

    def _draw_rank(self, surface: Surface, x: int, y: int, width: int, seat: int, look: Look) -> None:
        palette = look.palette
        style = palette.you if seat == self._me else palette.ground
        surface.text(x, y, f"{self._place(seat):>2}", palette.faint)
        surface.text(x + 4, y, clip(self._called(seat), 20, look.glyphs.ellipsis), style)
        score = str(self._view.scores[seat])
        surface.text(x + width - len(score), y, score, palette.ground)

    def _draw_rounds(self, surface: Surface, x: int, y: int, width: int, look: Look) -> None:
        palette = look.palette
        history = self._view.history
        self._room = surface.height - self.rows_below - y - 3
        end = len(history) - self._back
        start = max(0, end - self._room)
        surface.text(x, y, "Round", palette.faint)
        surface.text(x + 7, y, "won by"[: width - 14], palette.faint)
        surface.text(x + width - 6, y, "points", palette.faint)
        for at in range(start, end):
            row = y + 1 + at - start
            won = history[at]
            style = palette.you if won.winner == self._me else palette.ground
            surface.text(x, row, f"{at + 1:>5}", palette.faint)
            surface.text(x + 7, row, clip(self._called(won.winner), width - 14, look.glyphs.ellipsis), style)
            points = str(won.points)
            surface.text(x + width - len(points), row, points, style)
