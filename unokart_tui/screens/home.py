"""Home: what one can do here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from unokart_tui.cardface import HUGE, LARGE, Form, Look, draw_card
from unokart_tui.offers import Offer
from unokart_tui.screens.page import Page, centered, draw_keys
from unokart_tui.surface import Surface, clip
from unokart_tui.title import HEIGHT, WIDTH, draw_title

if TYPE_CHECKING:
    from net.home import Invitation

_FAN: Final = ("R7", "YS", "WI", "GR", "BD")
_LARGE_WIDTH: Final = 130
_LARGE_HEIGHT: Final = 36
_ALONE: Final = (
    ("p", "Play against bots", "play"),
    ("l", "Learn in six steps", "learn"),
    ("r", "Rule book", "rules"),
    ("s", "Settings", "settings"),
    ("q", "Quit", "quit"),
)
_WITH_FRIENDS: Final = (
    ("h", "Host a game", "host"),
    ("j", "Join a game", "join"),
)
_PLAYED: Final = ("m", "Matches, statistics", "matches")
_GOING_ON: Final = ("c", "Continue", "continue")
_ANSWERS: Final = (
    ("y", "Go where you are invited", "accept"),
    ("n", "Decline the invitation", "decline"),
)
_NOT_OFFERED: Final = {
    "continue": "There is no table to go on with.",
    "host": "There is no network here.",
    "join": "There is no network here.",
    "matches": "No match is kept here.",
}
_FIRST_TIME: Final = "First time here? l leads through a round in six steps."
_UNOFFICIAL: Final = "Unofficial: made by fans, approved by no maker of cards."


@dataclass(frozen=True)
class _Layout:
    """How large things are, and the rows in which they begin."""

    scale: int
    form: Form
    top: int
    fan: int
    menu: int
    shows_fan: bool
    """Whether there is room for the cards."""


class HomeScreen(Page[None]):
    """The first screen. Posts `Chosen`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", "the choice above", show=False),
        Binding("down,tab", "move(1)", "the choice below", show=False),
        Binding("enter,space", "choose", "take the choice", show=False),
        *(
            Binding(key, f"take('{choice}')", text, show=False)
            for key, text, choice in (
                *_ALONE,
                *_WITH_FRIENDS,
                _PLAYED,
                _GOING_ON,
                *_ANSWERS,
            )
        ),
        Binding("question_mark,f1", "take('rules')", "Rule book", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """Something was chosen."""

        choice: str
        """``play``, ``learn``, ``host``, ``join``, ``matches``, ``continue``, ``rules``, ``settings``, ``quit``.

        To an invitation ``accept``, ``decline``.
        """

    def __init__(self, *, friends: bool = False, first_time: bool = False) -> None:
        """`friends` is whether there is a network to play on, `first_time` whether the player may need a lesson."""
        super().__init__()
        self._friends = friends
        self.first_time = first_time
        self._going_on = False
        self._invitation: Invitation | None = None
        self._choice = "play"

    @property
    def _choices(self) -> list[tuple[str, str, str]]:
        friends = (*_WITH_FRIENDS, _PLAYED) if self._friends else ()
        return [*([_GOING_ON] if self._going_on else []), _ALONE[0], *friends, *_ALONE[1:]]

    @property
    def _at(self) -> int:
        return next((at for at, (_, _, choice) in enumerate(self._choices) if choice == self._choice), 0)

    def offer_to_go_on(self, going_on: bool) -> None:
        """Offer to go on with a table that was left, or no longer."""
        if going_on and not self._going_on:
            self._choice = "continue"
        self._going_on = going_on
        self.redraw()

    def invite(self, invitation: Invitation | None) -> None:
        """Show an invitation, or that it does not stand any more."""
        self._invitation = invitation
        self.redraw()

    def offers(self) -> list[Offer]:
        """Return what is offered at the moment."""
        hidden = {key for key, _, choice in (*_WITH_FRIENDS, _PLAYED, _GOING_ON, *_ANSWERS) if not self._offers(choice)}
        return [offer for offer in super().offers() if offer.id not in hidden]

    def foot(self, height: int) -> int:
        """Leave an invitation uncovered too."""
        return height - (1 if self._invitation is None else 3)

    def action_move(self, step: int) -> None:
        """Go to the next choice, around the ends."""
        choices = self._choices
        self._choice = choices[(self._at + step) % len(choices)][2]
        self.redraw()

    def action_choose(self) -> None:
        """Take the choice one is at."""
        self.action_take(self._choices[self._at][2])

    def action_take(self, choice: str) -> None:
        """Take a choice by its name, if it is offered."""
        if self._offers(choice):
            self.post_message(self.Chosen(choice))
        else:
            self.say(_NOT_OFFERED.get(choice, "Nobody invites you."))

    def _offers(self, choice: str) -> bool:
        if choice in ("accept", "decline"):
            return self._invitation is not None
        return any(choice == offered for _, _, offered in self._choices)

    def on_click(self, event: events.Click) -> None:
        """Take the choice that was clicked."""
        at = event.screen_y - self._layout(self.size.width, self.size.height).menu
        if 0 <= at < len(self._choices):
            self.action_take(self._choices[at][2])

    def _layout(self, width: int, height: int) -> _Layout:
        large = width >= _LARGE_WIDTH and height >= _LARGE_HEIGHT and self.look.glyphs.blocks
        scale, form = (2, HUGE) if large else (1, LARGE)
        title, choices = HEIGHT * scale, len(self._choices)
        shows_fan = height >= title + form.height + choices + 7
        fan_height = form.height + 1 if shows_fan else 0
        top = max(1, (height - title - fan_height - 7 - choices) // 2)
        fan = top + title + 3
        return _Layout(scale, form, top, fan, fan + fan_height, shows_fan)

    def draw(self, surface: Surface, look: Look) -> None:
        """Draw the title, a fan of cards, the choices."""
        palette = look.palette
        width, height = surface.width, surface.height
        layout = self._layout(width, height)
        draw_title(surface, (width - WIDTH * layout.scale) // 2, layout.top, look, layout.scale)
        if self.first_time:
            centered(surface, layout.fan - 2, _FIRST_TIME, palette.you)
        else:
            centered(surface, layout.fan - 2, "UNO with item boxes, for the terminal", palette.ground)
        pitch = layout.form.width + 2
        left = (width - pitch * len(_FAN) + 2) // 2
        for at, code in enumerate(_FAN if layout.shows_fan else ()):
            draw_card(surface, left + at * pitch, layout.fan, code, look, form=layout.form)
        for at, (key, text, _) in enumerate(self._choices):
            self._draw_choice(surface, (width - 30) // 2, layout.menu + at, key, text, at == self._at)
        if self._invitation is None:
            low = height < 22 or layout.menu + len(self._choices) >= height - 3
            centered(surface, height - (2 if low else 3), _UNOFFICIAL, palette.faint)
        else:
            self._draw_invitation(surface, height - 3, self._invitation)
        arrows = "↑↓" if look.glyphs.blocks else "Up/Down"
        draw_keys(surface, height - 1, [(arrows, "choose"), ("Enter", "take"), ("q", "quit")], look)

    def _draw_choice(self, surface: Surface, x: int, y: int, key: str, text: str, chosen: bool) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        style = palette.badge if chosen else palette.ground
        surface.text(x, y, f" {glyphs.acts if chosen else ' '} {text:<22}{key:>2}  ", style)

    def _draw_invitation(self, surface: Surface, y: int, invitation: Invitation) -> None:
        """Draw who invites, and how to answer, over two rows above the keys."""
        palette, more = self.look.palette, self.look.glyphs.ellipsis
        who = invitation.host or "A host"
        surface.fill(0, y, surface.width, 1, palette.badge)
        asks = f'{who} invites you to "{invitation.room}"'
        surface.text(2, y, clip(asks, surface.width - 4, more), palette.badge)
        x = surface.text(2, y + 1, " y ", palette.badge)
        x = surface.text(x, y + 1, " Go there   ", palette.ground)
        x = surface.text(x, y + 1, " n ", palette.quiet_badge)
        x = surface.text(x, y + 1, " Not now   ", palette.ground)
        if not invitation.known:
            surface.text(x, y + 1, "You have not met this host before.", palette.faint)
