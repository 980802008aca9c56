"""A whole match: the state of the table, and the two ways in, `apply` and `view`.

The state is changed in place, by the functions of `turns`, `effects`, `calls` and `dealing`; each checks everything
before it changes anything, so that an illegal action leaves no trace.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from engine import calls, dealing, turns
from engine.actions import (
    Accept,
    Action,
    CallUno,
    Catch,
    Challenge,
    Deal,
    Draw,
    Keep,
    Name,
    Play,
    Target,
)
from engine.cards import CODE, COLORS, DECK, NO_CARD, WILD_COLOR, Color
from engine.errors import IllegalAction, PositionError
from engine.events import Event
from engine.legal import legal_actions
from engine.phases import TABLE, Phase, Uno
from engine.rules import Rules, problem_with
from engine.shuffles import Shuffles
from engine.views import RoundResult, RoundScore, View


class Match:
    """One match of 2 to 10 players, from before the first deal to its winner.

    All attributes are for reading; only `apply` changes them. Cards are ids, piles have their top at the end.
    """

    __slots__ = (
        "bluff_color",
        "bluff_hand",
        "called",
        "caught",
        "color",
        "dealer",
        "direction",
        "discard_pile",
        "draw_pile",
        "drawn",
        "exposed",
        "fits",
        "hands",
        "history",
        "last_turn",
        "other_turn",
        "out",
        "owed",
        "phase",
        "players",
        "result",
        "round",
        "rules",
        "scores",
        "shuffles",
        "turn",
        "version",
    )

    def __init__(self, players: int, shuffles: Shuffles, rules: Rules | None = None) -> None:
        """Seat `players` around an empty table; raise `PositionError` where the rules can't be played by so many."""
        rules = rules or Rules()
        if problem := problem_with(rules, players):
            raise PositionError(problem)
        self.players = players
        self.rules = rules
        self.shuffles = shuffles
        self.version = 0  # actions applied
        self.phase = Phase.NEW
        self.owed = TABLE
        self.turn = TABLE
        self.dealer = TABLE
        self.round = 0
        self.direction = 1
        self.hands: list[tuple[int, ...]] = [()] * players  # values, so that a copy of the match shares them
        self.draw_pile: list[int] = list(DECK)
        self.discard_pile: list[int] = []
        self.color = WILD_COLOR  # the color in force, as an index; WILD_COLOR for none
        self.fits: tuple[bool, ...] = ()  # by card id: whether it may be played now
        self.drawn = NO_CARD
        self.bluff_color = WILD_COLOR  # in force before the Wild Draw Four that is answered (5.3)
        self.bluff_hand: tuple[int, ...] = ()  # its player's hand as it was then (5.2)
        self.last_turn = TABLE  # who took the latest turn of this round (6.2)
        self.other_turn = TABLE  # who took one last before them
        self.exposed = self.called = self.caught = 0  # bit masks of seats holding one card (8)
        self.scores: tuple[int, ...] = (0,) * players
        self.history: tuple[RoundScore, ...] = ()
        self.result: RoundResult | None = None
        self.out: list[Event] | None = None  # where the action being applied puts its events

    def apply(self, action: Action, *, events: bool = True) -> Sequence[Event]:
        """Carry out an action and return what happened, unredacted; nothing with `events` off, which is faster.

        Raises `IllegalAction`, and then has changed nothing.
        """
        out: list[Event] | None = [] if events else None
        self.out = out
        _STEPS[type(action)](self, action)
        self.version += 1
        return () if out is None else out

    def legal_actions(self, seat: int) -> list[Action]:
        """List what a seat may do now; with `TABLE`, the deal where a round can begin."""
        hand: Sequence[int] = self.hands[seat] if seat != TABLE else ()
        return legal_actions(self, seat, hand, self.drawn, self.may_call(seat))

    def playable(self, seat: int) -> list[int]:
        """List the card ids that the seat whose turn it is may play; quicker than `legal_actions`."""
        fits = self.fits
        if self.drawn != NO_CARD:
            return [self.drawn] if fits[self.drawn] else []
        return [card for card in self.hands[seat] if fits[card]]

    def may_call(self, seat: int) -> bool:
        """Say whether a call of UNO applies (rule 8.1)."""
        return (
            seat != TABLE
            and len(self.hands[seat]) == 1
            and not (self.called | self.caught) >> seat & 1
            and self.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        )

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn (rule 7.2)."""
        return bool(self.draw_pile) or len(self.discard_pile) > 1

    @property
    def open_calls(self) -> list[int]:
        """The seats that may be caught (rule 8.3)."""
        exposed = self.exposed
        return [seat for seat in range(self.players) if exposed >> seat & 1] if exposed else []

    def uno(self, seat: int) -> Uno:
        """Return how a seat stands with its call."""
        if len(self.hands[seat]) != 1:
            return Uno.NONE
        if self.called >> seat & 1:
            return Uno.CALLED
        if self.caught >> seat & 1:
            return Uno.CAUGHT
        return Uno.OPEN if self.exposed >> seat & 1 else Uno.LATE

    def view(self, seat: int) -> View:
        """Return what a seat may see, `TABLE` for a spectator."""
        hands = self.hands
        mine = seat != TABLE
        return View(
            seat=seat,
            rules=self.rules,
            phase=self.phase,
            owed=self.owed,
            turn=self.turn,
            counts=tuple([len(hand) for hand in hands]),
            uno=tuple([self.uno(at) for at in range(self.players)]),
            scores=self.scores,
            hand=tuple([CODE[card] for card in sorted(hands[seat])]) if mine else (),
            drawn=CODE[self.drawn] if self.drawn != NO_CARD and seat == self.owed else None,
            top=CODE[self.discard_pile[-1]] if self.discard_pile else None,
            color=_letter(self.color),
            previous_color=_letter(self.bluff_color),
            draw_count=len(self.draw_pile),
            discard_count=len(self.discard_pile),
            direction=self.direction,
            dealer=self.dealer,
            round=self.round,
            history=self.history,
            result=self.result,
        )

    def copy(self, shuffles: Shuffles | None = None) -> Match:
        """Return a match that goes on apart from this one, with shuffles of its own if given."""
        other = Match.__new__(Match)
        other.players = self.players
        other.rules = self.rules
        other.shuffles = shuffles or self.shuffles
        other.version = self.version
        other.phase = self.phase
        other.owed = self.owed
        other.turn = self.turn
        other.dealer = self.dealer
        other.round = self.round
        other.direction = self.direction
        other.hands = self.hands[:]
        other.draw_pile = self.draw_pile[:]
        other.discard_pile = self.discard_pile[:]
        other.color = self.color
        other.fits = self.fits
        other.drawn = self.drawn
        other.bluff_color = self.bluff_color
        other.bluff_hand = self.bluff_hand
        other.last_turn = self.last_turn
        other.other_turn = self.other_turn
        other.exposed = self.exposed
        other.called = self.called
        other.caught = self.caught
        other.scores = self.scores
        other.history = self.history
        other.result = self.result
        other.out = None
        return other


def _letter(color: int) -> Color | None:
    return None if color == WILD_COLOR else COLORS[color]


def _unknown(match: Match, action: object) -> None:
    raise IllegalAction("unknown_action", "That is nothing one can do in this game.")


# The value type is loose because each function takes just the action it is listed under.
_STEPS: defaultdict[type, Callable[[Match, Any], None]] = defaultdict(
    lambda: _unknown,
    {
        Play: turns.play,
        Draw: turns.draw,
        Keep: turns.keep,
        Accept: turns.accept,
        Challenge: turns.challenge,
        Name: turns.name,
        Target: turns.target,
        CallUno: calls.call,
        Catch: calls.catch,
        Deal: dealing.deal,
    },
)
