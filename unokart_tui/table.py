"""What a player knows and holds at the table: the latest view, the people, the hand, and what is being asked.

No screen and no clock in here, so that what a key does can be said, and tested, without either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from engine.actions import Action, CallUno, Catch, Play
from engine.cards import Item
from engine.events import BoxOpened, Drew, Event, Played, Targeted
from engine.legal import legal_in
from engine.phases import TABLE, Phase, Uno
from engine.views import View
from net.updates import Acknowledged, Changed, Closed, Joined, Notice, Refused, RoomChanged, Update
from net.updates import People as PeopleChanged
from unokart_tui.hand import Card, Hand, Order
from unokart_tui.keymap import TABLE_KEYS, TableKeys
from unokart_tui.log import Log
from unokart_tui.names import People
from unokart_tui.typed import TypedLine

if TYPE_CHECKING:
    from unokart_tui.finding_cards import Finding
    from unokart_tui.stay import Stay

Question = Literal["color", "catch"]
"""What the screen asks before it can ask the table: a color for a Wild Draw Four, whom to catch."""

BETWEEN = (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER)
"""The phases in which no round is played."""

_ITEMS = frozenset(get_args(Item))

WAITING = "Waiting for the table to answer."
JUST_CHANGED = "This changed just then: press it again if you mean it."


@dataclass(frozen=True)
class Opened:
    """An item box that was opened, and whom its item hits where that is known at once."""

    box: BoxOpened
    target: int | None = None


@dataclass(frozen=True)
class Pending:
    """An action that has been asked for and not been answered yet."""

    action: Action
    view: View | None
    """What the player looked at."""
    again: bool = False
    """Whether it has been asked before."""


@dataclass(frozen=True)
class Happened:
    """What of an update deserves more than a repaint."""

    turn_began: bool = False
    boxes: tuple[Opened, ...] = ()
    played: int | None = None
    """The seat that has played the card which is the top card now."""
    struck: frozenset[int] = frozenset()
    """The seats that drew because of an item."""
    unsettled: bool = False
    """The hand, the choice or the question is another now."""
    again: Action | None = None
    """Refused because of a change that does not touch it, so to be asked for once more."""


@dataclass
class Table:
    """The state of one player's screen. `take` folds updates into it; everything else is `unokart_tui.answers`."""

    order: Order = "color"
    keys: TableKeys = TABLE_KEYS
    """Which key stands for which command."""
    me: int = TABLE
    room: str = ""
    people: People = ()
    """Who plays the match that is shown."""
    seated: People = ()
    """Who has the seats now: once a match is over, others may take them for the next."""
    view: View | None = None
    version: int = 0
    log: Log = field(default_factory=Log)
    armed: bool = False
    """UNO is to be called with the next play (rule 8.1)."""
    question: Question | None = None
    notice: str | None = None
    """Why the last key did nothing."""
    standing: str | None = None
    """What the player is told without having asked, until the next key: what happens at the table is quick."""
    closed: Closed | None = None
    typed: tuple[str, float] = ("", 0.0)
    """Digits typed so far of a card's number, and when the last one was."""
    row: int = 0
    """How many places of the hand lie between a card and the one above it; 0 where it lies in one row."""
    pending: dict[int, Pending] = field(default_factory=dict)
    """By id of the action."""
    stay: Stay | None = None
    """The room around the table; None where only bots are there."""
    saying: TypedLine | None = None
    """What is being typed to be said to everyone."""
    reacting: bool = False
    """Whether the quick reactions are offered."""
    filtered: bool = False
    """Whether, on the player's turn, only the cards that may be played are shown."""
    unsettled: bool = False
    """Whether the hand, the choice or the question has just changed, so that a key may be meant for what was before."""
    coach: tuple[str, str] | None = None
    """A heading and an explanation, which are shown in place of the log."""
    finding: Finding | None = None
    """The letters of a card that are being typed."""

    def __post_init__(self) -> None:
        self.hand = Hand(self.order)
        self.drawn: Card | None = None

    # What may be done

    @property
    def mine(self) -> bool:
        """Whether the player is asked for something."""
        return self.view is not None and self.view.owed == self.me != TABLE

    @property
    def watches(self) -> bool:
        """Whether the player has no seat at a table that is there."""
        return self.view is not None and self.me == TABLE

    @property
    def halted(self) -> str | None:
        """Why nobody can act at the moment, in a sentence: the connection is lost, or the game is paused."""
        if self.stay is None:
            return None
        if self.stay.lost is not None:
            return "There is no connection to the table at the moment."
        return f"{self.stay.paused_by} has paused the game." if self.stay.paused_by is not None else None

    @property
    def playable(self) -> frozenset[str]:
        """The faces that may be played now."""
        if self.view is None:
            return frozenset()
        return frozenset(action.card for action in legal_in(self.view) if isinstance(action, Play))

    @property
    def catchable(self) -> tuple[int, ...]:
        """The seats that the player may catch now (rule 8.2)."""
        if self.view is None or self.me == TABLE or self.view.phase in BETWEEN:
            return ()
        return tuple(seat for seat, uno in enumerate(self.view.uno) if uno is Uno.OPEN and seat != self.me)

    @property
    def may_call(self) -> bool:
        """Whether UNO may be called at once (rule 8.1)."""
        if self.view is None or self.me == TABLE or self.view.phase in BETWEEN:
            return False
        return self.view.uno[self.me] in (Uno.OPEN, Uno.LATE)

    @property
    def may_arm(self) -> bool:
        """Whether the player holds two cards, so that a call can go with the next play."""
        return self.view is not None and self.view.phase not in BETWEEN and len(self.view.hand) == 2

    @property
    def must_keep(self) -> bool:
        """Whether the player has drawn a card that can only be kept."""
        return self.mine and self.view is not None and self.view.phase is Phase.DRAWN and not self.playable

    # What is awaited

    @property
    def waiting(self) -> bool:
        """Whether the table has yet to answer a turn."""
        return any(not isinstance(asked.action, CallUno | Catch) for asked in self.pending.values())

    def answered(self, action_id: int) -> Pending | None:
        """Note that an action has been answered, and return it if it was one of this screen's."""
        asked = self.pending.pop(action_id, None)
        if self.notice == WAITING and not self.pending:
            self.notice = None
        return asked

    def sent(self, action_id: int, action: Action, again: bool = False) -> None:
        """Note that an action has been asked for, maybe `again`."""
        self.pending[action_id] = Pending(action, self.view, again)
        self.question = None
        if not isinstance(action, CallUno | Catch):
            self.log.read()

    def awaits(self, action: Action) -> bool:
        """Say whether an action has to wait for the answer to an earlier one: turns for turns, calls for like calls."""
        if isinstance(action, CallUno | Catch):
            return any(asked.action == action for asked in self.pending.values())
        return self.waiting

    # What comes in

    def take(self, update: Update) -> Happened:
        """Fold an update in."""
        match update:
            case Joined():
                self.me, self.room = update.seat, update.room
                self._seat(update.people)
            case PeopleChanged():
                self._seat(update.people)
            case RoomChanged():
                self._seat(update.room.people)
                if self.view is None:  # else the seat is that of the view: another comes with another view
                    self.me = update.room.seat
            case Changed():
                return self._changed(update)
            case Notice() if self.stay is None:  # else the stay has it in the log already
                self.tell(update.sentence)
            case Acknowledged():
                self.answered(update.action_id)
            case Refused():
                return self._refused(update)
            case Closed():
                self.closed = update
                self.pending.clear()
        return Happened()

    def tell(self, sentence: str) -> None:
        """Tell the player what is not of the game: it goes into the log, and stays in view until the next key."""
        self.log.add(sentence, "loud")
        self.standing = sentence

    def _seat(self, people: People) -> None:
        self.seated = people
        if self.view is None or self.view.phase is not Phase.MATCH_OVER:
            self.people = people

    def _refused(self, update: Refused) -> Happened:
        asked = self.answered(update.action_id)
        if asked is None:
            if update.action_id == 0:
                self.notice = update.sentence
            return Happened()
        # Where someone called UNO or was caught while the key was on its way, what it meant is as it was.
        if update.code == "stale" and not asked.again and self._still(asked):
            return Happened(again=asked.action)
        self.notice = update.sentence
        return Happened()

    def _still(self, asked: Pending) -> bool:
        if self.view is None or asked.view is None or _turn(asked.view) != _turn(self.view):
            return False
        return asked.action in legal_in(self.view)

    def _changed(self, update: Changed) -> Happened:
        was_mine, acted_upon = self.mine, self._acted_upon()
        if self.view is None or update.view.owed != self.view.owed:
            self.notice = None
        self.view, self.version = update.view, update.version
        self._seat(self.seated)
        self.me = update.view.seat
        self.log.tell(update.events, self.people, self.me)
        self._take_hand(update.view)
        if not self.may_arm:
            self.armed = False
        self._drop_question()
        played = [event.seat for event in update.events if isinstance(event, Played) and event.card == update.view.top]
        changed = self._acted_upon() != acted_upon
        self.unsettled = self.unsettled or changed
        return Happened(
            self.mine and not was_mine,
            tuple(_opened(update.events)),
            played[-1] if played else None,
            frozenset(event.seat for event in update.events if isinstance(event, Drew) and event.reason in _ITEMS),
            changed,
        )

    def _acted_upon(self) -> tuple[object, ...]:
        """Return what a key that plays or answers acts upon. That a turn begins with the same hand is no surprise."""
        view = self.view
        asked = view.phase if view is not None and self.mine and view.phase is not Phase.PLAY else None
        return view.hand if view is not None else (), self.hand.chosen, asked

    def _take_hand(self, view: View) -> None:
        new = self.hand.take(view.hand)
        if view.drawn is None:
            self.drawn = None
        else:
            alike = [card for card in new if card.code == view.drawn]
            if alike:
                self.drawn = alike[-1]
                self.hand.choose(self.drawn)
        if self.mine and view.phase is Phase.PLAY and not self.hand.touched:
            chosen = self.hand.chosen
            if chosen is None or chosen.code not in self.playable:
                self.hand.offer(tuple(self.playable))
        self.narrow()

    def narrow(self) -> None:
        """Show only what may be played where the player wants that and there is a choice; else all cards."""
        choosing = self.filtered and self.mine and self.view is not None and self.view.phase is Phase.PLAY
        self.hand.narrow(self.playable if choosing else None)

    def _drop_question(self) -> None:
        """Take back what the screen was asking where it can't be done any more."""
        asked_color = self.question == "color" and "W4" not in self.playable
        if asked_color or (self.question == "catch" and not self.catchable):
            self.question = None


def _opened(events: tuple[Event, ...]) -> Iterator[Opened]:
    for at, event in enumerate(events):
        if isinstance(event, BoxOpened):
            hits = [later.target for later in events[at + 1 :] if isinstance(later, Targeted)]
            yield Opened(event, hits[0] if hits else None)


def _turn(view: View) -> tuple[object, ...]:
    """Return what makes a turn this one and no other, as its player sees it."""
    return view.round, view.phase, view.owed, view.hand, view.drawn, view.top, view.color, view.discard_count
