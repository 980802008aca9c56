"""The guided round: a deal that is always the same, and what is to be done in it, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Catch, Challenge, Draw, Keep, Play
from engine.match import Match
from engine.position import set_up

YOU, TOAD, PEACH = range(3)
STEPS: Final = 6

_HANDS: Final = ("G9 B9 B2 WI", "G1 Y4 B8 B5", "Y1 Y2 Y5 B0 W4")
_DRAW_PILE: Final = "Y6 R3 G2 R8 G4 B3 R5 R1 G8 R9 Y3 G0 R2 B7 G3 R6"


@dataclass(frozen=True)
class Part:
    """One thing to do. In `how` and `instead` a command in braces stands for its key."""

    step: int
    """From 1 to `STEPS`; a step may have more than one part."""
    title: str
    why: str
    how: str
    """By which keys it is done."""
    wanted: Action
    instead: str
    """What is said where something else is asked for."""
    then: tuple[Action, ...] = ()
    """What the others do after it."""

    @property
    def text(self) -> str:
        """All that is said of it on the screen."""
        return f"{self.why} {self.how}"


PARTS: Final = (
    Part(
        1,
        "Match",
        "A card goes on its own color or number, a wild on anything. Green 9 fits the green 5.",
        "{go} plays it.",
        Play(YOU, "G9"),
        "Play green 9 this time: choose it with {left} and {right}, {go} plays it.",
        (Play(TOAD, "G1"), Play(PEACH, "Y1")),
    ),
    Part(
        2,
        "Draw and keep",
        "Nothing fits yellow 1 but your item box; save it. You may always draw.",
        "{draw} draws.",
        Draw(YOU),
        "Save your cards this time: {draw} draws one.",
    ),
    Part(
        2,
        "Draw and keep",
        "Yellow 6 would fit: play it, or keep it for later, which ends your turn.",
        "Keep it: {keep}.",
        Keep(YOU),
        "Keep it this time: {keep}.",
        (Play(TOAD, "Y4"), Play(PEACH, "W4", "B")),
    ),
    Part(
        3,
        "Challenge",
        "A Wild Draw Four! It is a bluff if Peach holds yellow, the color before. She does.",
        "{challenge} challenges.",
        Challenge(YOU),
        "Challenge it this time: {challenge}.",
    ),
    Part(
        4,
        "Item box",
        "A bluff: Peach drew the four, and it is your turn. Open your item box.",
        "It has a ?: {last}, then {go}.",
        Play(YOU, "WI"),
        "Open the item box this time: {right} leads to it, {go} opens it.",
    ),
    Part(
        4,
        "Item box",
        "It turned up blue: Lightning. The others drew one, and you go again.",
        "Play blue 9: {last}, then {go}.",
        Play(YOU, "B9"),
        "Play blue 9 this time: choose it with {left} and {right}, {go} plays it.",
        (Play(TOAD, "B8"), Play(PEACH, "B0")),
    ),
    Part(
        5,
        "UNO",
        "Two cards left: call UNO before you play one of them.",
        "First {uno}, then {go} for blue 2.",
        Play(YOU, "B2", uno=True),
        "First {uno}, for UNO, then play blue 2 with {go}.",
        (Play(TOAD, "B5"),),
    ),
    Part(
        6,
        "Catch",
        "Toad has one card and called no UNO. Until the next player acts you can catch that.",
        "{catch} catches Toad.",
        Catch(YOU, TOAD),
        "Catch Toad first: {catch}.",
        (Play(PEACH, "Y5"),),
    ),
    Part(
        6,
        "The last card",
        "Toad drew two, and Peach has played yellow. Your last card wins the round.",
        "{go} plays it.",
        Play(YOU, "Y6"),
        "Play your last card: {go}.",
    ),
)


def deal() -> Match:
    """Return the match as the guided round begins: it is your turn, with Toad and Peach at the table."""
    return set_up(_HANDS, "G5", draw=_DRAW_PILE, turn=YOU)


class Lesson:
    """How far a player has come."""

    def __init__(self) -> None:
        self.match = deal()
        self._at = 0

    @property
    def part(self) -> Part | None:
        """What is to be done now; None once all is."""
        return PARTS[self._at] if self._at < len(PARTS) else None

    def accepts(self, action: Action) -> bool:
        """Say whether something that is asked for is what is to be done."""
        return self.part is not None and action == self.part.wanted

    def go_on(self) -> None:
        """Turn to the next part."""
        self._at += 1
