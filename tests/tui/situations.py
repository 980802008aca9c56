"""Every phase of a match, asked of the player and of others, and what the keys ask for in it."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Accept, Action, Challenge, Draw, Keep, Name, Play, Target
from engine.match import Match
from engine.phases import Phase, Uno
from tests.tui.tables import SCORES, four, game

Begin = Callable[[], Match]

PAGES = ("help", "rules", "hint", "log", "commands", "settings", "quit")
"""The commands that lead to another screen."""


def after(match: Match, *actions: Action) -> Match:
    for action in actions:
        match.apply(action)
    return match


def challenged(me_hit: bool) -> Match:
    hands = ("R7 YD G9 BR", "R1 R2", "Y4", "W4 B8 Y9") if me_hit else ("W4 YD G9 BR", "R1 R2", "Y4", "B7 B8 Y9")
    seat = 3 if me_hit else 0
    return after(game(hands, turn=seat, scores=SCORES), Play(seat, "W4", "R"))


def opening(dealer: int) -> Match:
    hands = ("R7 YD", "R1 R2", "Y4 Y5", "B7 B8")
    return game(hands, top="WI", phase=Phase.OPENING_COLOR, owed=dealer, turn=dealer, dealer=dealer)


def boxed(card: str, mine: bool) -> Match:
    seat = 0 if mine else 3
    return after(four(draw=card, turn=seat), Play(seat, "WI"))


MINE: dict[Phase, Begin] = {
    Phase.OPENING_COLOR: lambda: opening(0),
    Phase.PLAY: four,
    Phase.DRAWN: lambda: after(four(draw="G3"), Draw(0)),
    Phase.CHALLENGE: lambda: challenged(True),
    Phase.ITEM_COLOR: lambda: boxed("W4", True),
    Phase.ITEM_TARGET: lambda: boxed("G8", True),
}
THEIRS: dict[Phase, Begin] = {
    Phase.OPENING_COLOR: lambda: opening(3),
    Phase.PLAY: lambda: four(turn=3),
    Phase.DRAWN: lambda: after(four(draw="G8", turn=3), Draw(3)),
    Phase.CHALLENGE: lambda: challenged(False),
    Phase.ITEM_COLOR: lambda: boxed("W4", False),
    Phase.ITEM_TARGET: lambda: boxed("G8", False),
}
OVER: dict[Phase, Begin] = {
    Phase.NEW: lambda: Match(4, four().shuffles),
    Phase.ROUND_OVER: lambda: after(four(hand="G9"), Play(0, "G9")),
    Phase.MATCH_OVER: lambda: after(four(hand="G9", scores=(490, 0, 0, 0)), Play(0, "G9")),
}
SITUATIONS: dict[str, Begin] = {
    **{f"{phase}, mine": begin for phase, begin in MINE.items()},
    **{f"{phase}, theirs": begin for phase, begin in THEIRS.items()},
    **{str(phase): begin for phase, begin in OVER.items()},
    "unfit": lambda: after(four(draw="B3"), Draw(0)),
    "catch": lambda: four(uno={2: Uno.OPEN}),
    "uncalled": lambda: four(hand="G9", turn=1, uno={0: Uno.OPEN}),
    "last wild": lambda: four(hand="W4"),
}

ACTS: dict[Phase, dict[str, Action]] = {
    Phase.OPENING_COLOR: {"r": Name(0, "R"), "y": Name(0, "Y"), "g": Name(0, "G"), "b": Name(0, "B")},
    Phase.PLAY: {"enter": Play(0, "R7"), "d": Draw(0)},
    Phase.DRAWN: {"enter": Play(0, "G3"), "k": Keep(0)},
    Phase.CHALLENGE: {"x": Challenge(0), "a": Accept(0)},
    Phase.ITEM_COLOR: {"r": Name(0, "R"), "y": Name(0, "Y"), "g": Name(0, "G"), "b": Name(0, "B")},
    Phase.ITEM_TARGET: {"2": Target(0, 1), "3": Target(0, 2), "4": Target(0, 3)},
}
"""What the keys ask for in each phase, for the one it is owed by; all other keys ask for nothing."""
