"""The end of a round: every hand that was left, what it was worth, and where that takes everyone in the race."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.screen import Screen

from engine.cards import points_of
from engine.views import RoundResult, View
from unokart_tui.cardface import USUAL, Look
from unokart_tui.motion import Motion, Reel
from unokart_tui.names import People, counted, name_in
from unokart_tui.open_hand import draw_open_hand
from unokart_tui.screens.between import Between
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.settling import enter_key
from unokart_tui.surface import Surface, clip
from unokart_tui.timers import Timers

_SCORE: Final = 12
"""Cells for a score and what was added to it."""


class RoundScreen(Between):
    """Dismissed with True to go on to the next round, with False to leave, which is asked again.

    `view.result` must be there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "the next round", show=False),
        Binding("q,escape", "leave", "leave", show=False),
    ]

    def __init__(
        self,
        view: View,
        people: People,
        me: int,
        *,
        quit: Callable[[], Screen[bool]] | None = QuitScreen,
        motion: bool = False,
    ) -> None:
        """`quit` makes the question before one leaves; without it, whoever is told of the leaving asks.

        With `motion` the winner's kart drives as far as the round takes it.
        """
        super().__init__()
        self._driven = 1.0
        self._reel = Reel(Motion(motion), Timers(self), self._drive)
        self._quit = quit
        assert view.result is not None
        self._view = view
        self._result: RoundResult = view.result
        self._people = people
        self._me = me

    def on_mount(self) -> None:
        """Let the kart drive."""
        self._reel.play([0.0, 0.25, 0.5, 0.8])

    @property
    def driving(self) -> bool:
        """Whether the kart is on its way."""
        return self._reel.running

    def _drive(self, driven: float | None) -> None:
        self._driven = 1.0 if driven is None else driven
        self.redraw()

    def action_go_on(self) -> None:
        """Go on to the next round."""
        if self._settling.over():
            self.dismiss(True)

    def action_leave(self) -> None:
        """Leave, if the player is sure."""
        if self._quit is None:
            self.dismiss(False)
        else:
            self.app.push_screen(self._quit(), self._sure)

    def _sure(self, leave: bool | None) -> None:
        if leave:
            self.dismiss(False)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw a line for each hand, and under it, where there is room, a lane of the race."""
        palette = look.palette
        view = self._view
        surface.fill(0, 0, surface.width, 1, palette.bar)
        surface.text(1, 0, f"Round {view.round}", palette.bar_key)
        goal = f"first to {view.rules.target_score}"
        surface.text(surface.width - cell_len(goal) - 1, 0, goal, palette.bar)
        rows, tight = self._share_rows(surface.height - self.rows_below)
        surface.text(2, 1 if tight else 2, self._headline(), palette.you)
        y = 2 if tight else 4
        for seat in range(view.players):
            each = min(rows, 2) if seat == self._result.winner else rows
            self._draw_seat(surface, y, each, seat, look)
            y += each + (1 if rows == 6 and each == 2 else 0)
        self.draw_below(surface, look, [enter_key("next round", self._settling), ("q", "leave")])

    def _share_rows(self, height: int) -> tuple[int, bool]:
        """Return how many rows each hand gets, and whether that leaves no blank row around the headline."""
        others = self._view.players - 1
        rows = (height - 5 - 2) // others
        if rows >= 2:
            return min(rows, 6), False
        return max(1, min(2, (height - 4 - 2) // others)), True

    def _headline(self) -> str:
        who = "You win" if self._result.winner == self._me else f"{name_in(self._people, self._result.winner)} wins"
        return f"{who} the round and {counted(self._result.points, 'point')}"

    def _called(self, seat: int) -> str:
        return "you" if seat == self._me else name_in(self._people, seat)

    def _name_width(self) -> int:
        return min(
            20 if self.size.width >= 80 else 12, max(cell_len(self._called(seat)) for seat in range(self._view.players))
        )

    def _draw_seat(self, surface: Surface, y: int, rows: int, seat: int, look: Look) -> None:
        """Draw a name, a hand and a score, and with two rows or more a lane of the race under them."""
        palette = look.palette
        hand = self._result.hands[seat]
        won = seat == self._result.winner
        if won:
            surface.text(0, y, f" {look.glyphs.acts}", palette.you)
        name = clip(self._called(seat), self._name_width(), look.glyphs.ellipsis)
        surface.text(2, y, name, palette.you if won else palette.strong)
        left = 2 + self._name_width() + 2
        right = surface.width - _SCORE - 2
        lane = 1
        if won:
            surface.text(left, y, "out", palette.faint)
        else:
            lane = draw_open_hand(surface, left, y, right - 5 - left, min(rows - 1, USUAL.height), hand, look)
            worth = str(sum(map(points_of, hand)))
            surface.text(right - len(worth), y, worth, palette.ground)
        self._draw_score(surface, y, seat, look)
        if rows > 1:
            self._draw_lane(surface, y + lane, seat, look)

    def _draw_score(self, surface: Surface, y: int, seat: int, look: Look) -> None:
        palette = look.palette
        x = surface.width - _SCORE - 1
        if seat == self._result.winner:
            gain = f"+{self._result.points}"
            surface.text(x + 5 - len(gain), y, gain, palette.you)
        score = str(self._view.scores[seat])
        surface.text(surface.width - len(score) - 1, y, score, palette.strong)

    def _draw_lane(self, surface: Surface, y: int, seat: int, look: Look) -> None:
        """Draw how far a seat has come, what this round has added standing out."""
        palette, glyphs = look.palette, look.glyphs
        left = 2 + self._name_width() + 2
        width = surface.width - _SCORE - 2 - left - 1
        target = self._view.rules.target_score
        score = self._view.scores[seat]
        gained = self._result.points if seat == self._result.winner else 0
        now = _place(score, target, width)
        before = _place(score - gained, target, width)
        now = before + round((now - before) * self._driven)
        surface.text(left, y, glyphs.track * width, palette.faint)
        surface.text(left, y, glyphs.trail * before, palette.ground)
        surface.text(left + before, y, glyphs.trail * (now - before), palette.you)
        surface.text(left + now, y, glyphs.kart, palette.you if gained else palette.strong)
        surface.text(left + width, y, glyphs.flag, palette.ground)


def _place(score: int, target: int, width: int) -> int:
    """Return how many cells of a lane a score has covered; short of the target, never the last one."""
    if score >= target:
        return width - 1
    return min(width - 2, score * (width - 1) // target)
