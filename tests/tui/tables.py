"""Tables to test the screen with: an app that shows one, a link that remembers, and situations to be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from engine.actions import Action, Draw, Keep, Play
from engine.cards import CODE
from engine.errors import IllegalAction
from engine.events import redact
from engine.match import Match
from engine.phases import Uno
from engine.position import set_up
from engine.views import View
from net.updates import Acknowledged, Changed, Joined, Person, Refused, Update
from unokart_tui.names import People
from unokart_tui.options import TableOptions
from unokart_tui.palette import FULL, Palette
from unokart_tui.screens.table import TableScreen
from unokart_tui.screens.visits import Visits
from unokart_tui.table import Table


def calm(**given: Any) -> TableOptions:
    """Return options under which nothing happens by itself while a test looks on, in full color."""
    hour = 3600.0
    still = {"keep_after": hour, "notice_for": hour, "linger": hour, "patience": hour, "settle": 0}
    return TableOptions(**{"palette": FULL, "box_moment": False, "motion": False, **still, **given})


def seated(names: Sequence[str], me: int = 0) -> tuple[Person, ...]:
    """Return people of these names, all bots but one."""
    return tuple(Person(seat, name, None if seat == me else "normal") for seat, name in enumerate(names))


@dataclass
class Asked:
    """What a screen asked for through its link."""

    actions: list[tuple[Action, int]] = field(default_factory=list)
    ready: int = 0
    left: int = 0


class Seat:
    """A seat at a table that is played here: the link of a screen, and the host behind it.

    What the screen asks for is remembered. `answer` carries out the oldest; `act` lets anyone act. Both give the
    screen's updates to `deliver`, in the order of a host.
    """

    def __init__(self, match: Match, names: Sequence[str], me: int = 0) -> None:
        self.match = match
        self.me = me
        self.people = seated(names, me)
        self.version = 1
        self.asked = Asked()
        self.deliver: Callable[[Update], None] = lambda update: None
        self._next_id = 0
        self._open: list[tuple[int, Action]] = []

    # The link

    def act(self, action: Action, version: int) -> int:
        """Remember what is asked."""
        self._next_id += 1
        self.asked.actions.append((action, version))
        self._open.append((self._next_id, action))
        return self._next_id

    def ready(self) -> None:
        """Remember that the screen is ready."""
        self.asked.ready += 1

    def set_pace(self, seconds: float) -> None:
        """Nobody here has a pace."""

    def leave(self) -> None:
        """Remember that the screen leaves."""
        self.asked.left += 1

    # The host

    def sit(self) -> None:
        """Let the screen join."""
        self.deliver(Joined(self.me, "Rainbow Road", self.people))
        self.deliver(Changed(self.version, self.match.view(self.me)))

    def play(self, action: Action) -> None:
        """Let anyone act, and tell the screen."""
        events = tuple(redact(event, self.me) for event in self.match.apply(action))
        self.version += 1
        self.deliver(Changed(self.version, self.match.view(self.me), events))

    def answer(self) -> None:
        """Carry out the oldest thing asked for that has no answer yet."""
        action_id, action = self._open.pop(0)
        try:
            self.play(action)
        except IllegalAction as refusal:
            self.deliver(Refused(action_id, refusal.code, refusal.sentence))
        else:
            self.deliver(Acknowledged(action_id, self.version))

    def refuse(self, code: str, sentence: str) -> None:
        """Refuse the oldest thing asked for that has no answer yet."""
        action_id, _ = self._open.pop(0)
        self.deliver(Refused(action_id, code, sentence))


class Visited(Screen[bool]):
    """Stands for a screen that the table sends its player to."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what


def table_at(match: Match, me: int = 0) -> Table:
    """Return what a player at a match knows, among four people, after a moment's look."""
    table, seat = Table(), Seat(match, ("Ada", "Toad", "Peach", "Bowser"), me)

    def deliver(update: Update) -> None:
        table.take(update)
        table.unsettled = False

    seat.deliver = deliver
    seat.sit()
    return table


def visits() -> Visits:
    """Return stand-ins for the other screens."""

    def over(what: str) -> Callable[[View, People, int], Screen[Any]]:
        return lambda view, people, me: Visited(what)

    return Visits(over("round"), over("match"), lambda: Visited("quit"))


def dress(app: App[Any], palette: Palette) -> None:
    """Let Textual leave the colors of a palette alone that are a terminal's own."""
    if palette.native:
        app.theme = "ansi-dark" if palette.dark else "ansi-light"


class TableApp(App[None]):
    """Shows one table, and counts how often it rings."""

    def __init__(self, seat: Seat, options: TableOptions | None = None) -> None:
        super().__init__()
        self.seat = seat
        self.rung = 0
        self.table = TableScreen(seat, visits(), options)
        if options is not None and options.palette is not None:
            dress(self, options.palette)

    def on_mount(self) -> None:
        """Sit down at once."""
        self.push_screen(self.table)
        self.call_after_refresh(self._sit)

    def _sit(self) -> None:
        self.seat.deliver = self.table.receive
        self.seat.sit()

    def bell(self) -> None:
        """Count instead of ringing."""
        self.rung += 1


def shown(app: App[Any]) -> list[str]:
    """The rows of the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def row_with(app: TableApp, text: str) -> str:
    rows = [row for row in shown(app) if text in row]
    assert rows, f"{text!r} is nowhere in\n" + "\n".join(shown(app))
    return rows[0]


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds; the time limit of the test is the only one."""
    while not holds():
        await pilot.pause(0.005)
    await pilot.pause()


@dataclass(frozen=True)
class Scene:
    """A situation: how the match stands, who sits there, what happens then, and which keys are pressed."""

    match: Callable[[], Match]
    names: tuple[str, ...] = ("Ada", "Toad", "Peach", "Bowser")
    then: tuple[Action, ...] = ()
    keys: tuple[str, ...] = ()


OTHERS = ("R1 R2 R3 G1 G4 B1 B2", "Y4", "B7 B8 Y9 YS G2 G3 R0 R4 Y7 Y8 WI B9")
SCORES = (300, 120, 85, 240)


def game(hands: Sequence[str], draw: str = "", left: int = 38, **given: Any) -> Match:
    """Set up a match with so many cards left to draw, some of them named."""
    top = given.setdefault("top", "G7")
    free = Counter(CODE)
    free.subtract([*" ".join(hands).split(), *draw.split(), top])
    rest = list(free.elements())[::3]
    pile = [*draw.split(), *rest][:left]
    given.setdefault("uno", {seat: Uno.CALLED for seat, hand in enumerate(hands) if len(hand.split()) == 1})
    return set_up(hands, draw=" ".join(pile), **given)


def four(hand: str = "R7 YD G9 BR WI", draw: str = "", **given: Any) -> Match:
    """Set up a match of four, with yours as the first hand."""
    return game((hand, *OTHERS), draw, **{"scores": SCORES, **given})


def ten(hand: str = "R7 YD G9 BR WI", draw: str = "", **given: Any) -> Match:
    """Set up a match of ten."""
    others = ("R1 R2 R3", "Y4", "B7 B8 Y9", "G1 G2", "R4 R5", "B1 B2 B3", "Y1 Y2", "G3 G4", "R0 Y0 B0")
    scores = (300, 120, 85, 240, 10, 499, 0, 77, 160, 45)
    return game((hand, *others), draw, **{"scores": scores, **given})


MANY = "R0 R1 R1 R2 R3 RS RD Y2 Y2 Y5 Y7 Y9 YR YD G0 G1 G3 G5 G6 G9 GS B1 B2 B4 B6 B8 B9 BR W4 WI"
"""Thirty cards of every kind."""

LONG = (
    "Ada Lovelace-Byron I",
    "Toad the Magnificent",
    "スーパーマリオカート",
    "Bowser, King o Koopa",
    "Princess Peach of MK",
    "[bold]Wario[/bold]xy",
    "Luigi Luigi Luigi Lu",
    "デイジー姫とロゼッタ",
    "Boo!!!!!!!!!!!!!!!!!",
    "Koopa Troopa Junior!",
)
"""Names of twenty cells."""

HOME = (80, 24)
"""The size that the table is made for."""
NAMES = ("Ada", "Toad", "Peach", "Bowser")
TEN = ("Ada", "Toad", "Peach", "Bowser", "Yoshi", "Wario", "Daisy", "Luigi", "Boo", "Koopa")

STORY = (Play(1, "G1"), Draw(2), Keep(2), Play(3, "WI"), Play(3, "B9"))
"""Toad plays, Peach draws and keeps, Bowser opens a box: Lightning, and goes again."""


def before_you(**given: Any) -> Match:
    """Set up what `STORY` is told of."""
    return four(draw="R9 B5 R6 Y6 G6", top="G5", turn=1, **given)


SCENES: dict[str, Scene] = {
    "your-turn": Scene(before_you, then=STORY),
    "others-turn": Scene(lambda: four(turn=3)),
    "two": Scene(lambda: game(("R7 YD G9 BR WI", "R1 R2 R3 G1"), scores=(120, 460)), names=("Ada", "Toad")),
    "ten": Scene(ten, names=TEN),
    "ten-long": Scene(lambda: ten(turn=2), names=LONG),
    "challenge": Scene(
        lambda: game(("R7 YD G9 BR", "R1 R2", "Y4", "W4 B8 Y9"), turn=3, scores=SCORES), then=(Play(3, "W4", "R"),)
    ),
    "color": Scene(lambda: four(hand="R7 YD G9 BR W4"), keys=("end", "enter")),
    "bob-omb": Scene(lambda: four(draw="W4 R9 Y9"), keys=("end",), then=(Play(0, "WI"),)),
    "target": Scene(lambda: four(draw="G8"), then=(Play(0, "WI"),)),
    "target-ten": Scene(lambda: ten(draw="G8"), names=LONG, then=(Play(0, "WI"),)),
    "drawn": Scene(lambda: four(draw="G3"), then=(Draw(0),)),
    "drawn-unfit": Scene(lambda: four(draw="B3"), then=(Draw(0),)),
    "catch": Scene(lambda: four(uno={2: Uno.OPEN})),
    "armed": Scene(lambda: four(hand="G9 R7"), keys=("u",)),
    "late": Scene(lambda: four(hand="G9", turn=1, uno={0: Uno.OPEN, 2: Uno.OPEN})),
    "many": Scene(lambda: game((MANY, "R4 R5 R6", "Y4", "B7 B3"), scores=SCORES), keys=("right",) * 9),
    "eighteen": Scene(lambda: game((MANY[: 18 * 3], "R4 R5 R6", "Y4", "B7 B3"), scores=SCORES), keys=("right",) * 4),
    "over": Scene(lambda: four(hand="G9"), then=(Play(0, "G9"),)),
    "wrong-key": Scene(lambda: four(turn=1), keys=("d",)),
}
