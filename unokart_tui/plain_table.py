"""The game as lines: takes what the network tells and what the player types, gives lines and actions. No I/O here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from engine.actions import Action, CallUno, Catch, Keep
from engine.events import Dealt, Drew, Event, Kept, Played, RoundEnded
from engine.phases import TABLE, Phase
from engine.views import View
from net.updates import Acknowledged, Changed, Closed, Joined, Link, MatchRecord, People, Person, Refused, Update
from unokart_tui import plain_words
from unokart_tui.names import counted, name_in
from unokart_tui.plain_answers import MOST_PAST, Answer, Past, Unclear, Word, understand
from unokart_tui.plain_hint import hint_lines
from unokart_tui.rulebook import rules_lines
from unokart_tui.words import drawn_fits, narrate, situation

_ANYTIME: Final = ("hand", "cards", "scores", "table", "hint", "words", "codes", "rules", "help", "quit")
"""What can be asked whoever's turn it is, and by someone who has no seat too."""


class PlainTable:
    """One player's place at a table, in words.

    `say` is given one line at a time, free of control characters; `link` is where actions go. With `patient`, an
    answer that belongs to a turn is to be held back until the turn has come (see `wants`); without, it is refused.
    `keep` keeps the record of a match that is over, and returns what is to be said about that.
    """

    def __init__(
        self,
        link: Link,
        say: Callable[[str], None],
        patient: bool,
        keep: Callable[[str], str | None] = lambda text: None,
    ) -> None:
        self.link = link
        self._keep = keep
        self.patient = patient
        self.left = False
        """The player has left; the table is told, and will say farewell."""
        self.farewell: Closed | None = None
        """Set when the table is gone; nothing follows."""
        self._say = say
        self._people: tuple[Person, ...] = ()
        self._view: View | None = None
        self._version = 0
        self._waiting_for: int | None = None  # the id of the action that is not answered yet
        self._asked: tuple[str | None, str | None] = (None, None)
        self._readied = False
        self._legend = plain_words.Legend()
        self._spoken = False  # cards are named in words
        self._kept = False  # a card that did not fit is kept without having been asked about
        self._past: deque[str] = deque(maxlen=MOST_PAST)
        self.coach: str | None = None
        """What is said before the player is asked the next time."""

    def say(self, line: str) -> None:
        """Say one line, whatever names are in it."""
        self._say("".join(char for char in line if char.isprintable()))

    def tell(self, line: str) -> None:
        """Say what has happened, and keep it for whoever wants to hear it again."""
        self._past.append(line)
        self.say(line)

    @property
    def over(self) -> bool:
        """Whether the table is gone."""
        return self.farewell is not None

    @property
    def wake(self) -> float | None:
        """Nothing comes by itself."""
        return None

    def tick(self) -> None:
        """Let time pass."""

    def receive(self, update: Update) -> None:
        """Take what the network tells."""
        match update:
            case Joined():
                self._people = update.people
                self._welcome(update)
            case People():
                self._people = update.people
            case Changed():
                self._changed(update)
            case Refused():
                if update.action_id == self._waiting_for:
                    self._waiting_for = None
                self.say(update.sentence)
                self._remind()
            case Acknowledged():
                if update.action_id == self._waiting_for:
                    self._waiting_for = None
            case MatchRecord():
                if said := self._keep(update.text):
                    self.say(said)
            case Closed():
                self.farewell = update

    def _welcome(self, joined: Joined) -> None:
        others = [person.name for person in joined.people if person.seat != joined.seat]
        self.say(f"UNO Kart, unofficial. {name_in(joined.people, joined.seat)}, you play against {', '.join(others)}")
        self.say("Type help for what you can type")

    def _changed(self, update: Changed) -> None:
        self._view = update.view
        self._version = update.version
        self._readied = False
        for event in update.events:
            self._tell(event, update.view)
        if not update.events and update.view.round:
            self._lines(plain_words.table_lines(update.view, self._people))
        self._ask()

    def _tell(self, event: Event, view: View) -> None:
        line = narrate(event, self._people, view.seat)
        if line is None:
            return
        match event:
            case Played() if not event.uno:
                line += plain_words.few_left(view, event.seat)
            case Dealt(round=1):
                line += f", first to {counted(view.rules.target_score, 'point')}"
            case _:
                pass
        if self._said_by_question(event, view):
            self._past.append(line)
        else:
            self.tell(line)
        if isinstance(event, RoundEnded) and view.result:
            self._lines(plain_words.result_lines(view.result, view, self._people))

    def _said_by_question(self, event: Event, view: View) -> bool:
        """Whether what is asked next, or was said before, tells an event already."""
        match event:
            case Drew(seat=view.seat, reason="turn"):
                return view.phase is Phase.DRAWN and view.owed == view.seat
            case Kept(seat=view.seat):
                return self._kept
            case _:
                return False

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    def _ask(self, again: bool = False) -> None:
        """Say what is asked of the player and what can be typed, unless that has just been said."""
        view = self._view
        if view is None:
            return
        asked = (plain_words.asked(view, self._people), plain_words.choices(view, self._spoken))
        before, self._asked = self._asked, asked
        if asked[1] is None or (asked == before and not again):
            return
        if self.coach is not None:
            self.say(self.coach)
            self.coach = None
        if asked[0]:
            self.say(asked[0])
        self._kept = view.phase is Phase.DRAWN and view.owed == view.seat and not drawn_fits(view)
        if self._kept:
            self._act(Keep(view.seat))
            return
        if view.owed == view.seat:
            self._say_hand(view)
        self.say(asked[1])

    def _say_hand(self, view: View) -> None:
        self.say(plain_words.hand_line(view, self._spoken))
        if not self._spoken and (legend := self._legend.line(view)):
            self.say(legend)

    def _remind(self) -> None:
        """Say what can be typed: the rest of the question stands as it was said."""
        choices = plain_words.choices(self._view, self._spoken) if self._view is not None else None
        if choices:
            self.say(choices)

    @property
    def settled(self) -> bool:
        """Whether a round has been dealt and nothing that was asked for is unanswered."""
        return self._view is not None and self._view.round > 0 and self._waiting_for is None

    def wants(self, line: str) -> bool:
        """Say whether a typed line can be taken now, or is to be offered again when something has been received."""
        view = self._view
        if view is None or self._waiting_for is not None:
            return False
        answer = understand(line, view, self._people)
        if self._readied:
            return not self.patient and _is_anytime(answer)
        if not self.patient or view.seat in (TABLE, view.owed):
            return True
        if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            return True
        if isinstance(answer, (CallUno, Catch)):
            return answer.seat == view.seat
        return _is_anytime(answer) or isinstance(answer, Unclear)

    def answer(self, line: str) -> None:
        """Do what a typed line asks for."""
        view = self._view
        assert view is not None
        answer = understand(line, view, self._people)
        if isinstance(answer, Unclear):
            self.say(answer.sentence)
            self._remind()
        elif isinstance(answer, Past):
            self._lines(list(self._past)[-answer.count :] or ["Nothing has happened since you sat down"])
        elif view.seat == TABLE and answer not in (*_ANYTIME, "look"):
            self.say("You only watch; sit takes the next seat that is free")
        elif isinstance(answer, str):
            self._word(answer, view)
        else:
            self._act(answer)

    def _act(self, action: Action) -> None:
        self._waiting_for = self.link.act(action, self._version)

    def _word(self, word: Word, view: View) -> None:
        match word:
            case "hand":
                self.say(plain_words.hand_in_words(view))
            case "cards":
                self.say(plain_words.cards_line(view, self._people))
            case "scores":
                self.say(plain_words.scores(view, self._people))
            case "table":
                self._lines(plain_words.table_lines(view, self._people))
            case "hint":
                self._lines(hint_lines(view, self._people))
            case "words" | "codes":
                self._name_cards(spoken=word == "words")
            case "rules":
                self._lines([line for line in rules_lines() if line])
            case "help":
                self._lines(list(plain_words.HELP))
            case "look":
                self._look(view)
            case "quit":
                self.leave()
            case "next" | "again":
                self._go_on(word, view)

    def _name_cards(self, spoken: bool) -> None:
        self._spoken = spoken
        self.say("Cards are named in words from here on" if spoken else "Cards are named by their codes from here on")
        self._ask(again=True)

    def _look(self, view: View) -> None:
        if plain_words.choices(view):
            self._ask(again=True)
            return
        self.say(situation(view, self._people))
        top = plain_words.top_line(view)
        if top and view.owed != TABLE:
            self.say(top)

    def _go_on(self, word: str, view: View) -> None:
        over = {"next": Phase.ROUND_OVER, "again": Phase.MATCH_OVER}[word]
        if view.phase is over:
            self._readied = True
            self.link.ready()
        elif view.phase is Phase.MATCH_OVER:
            self.say("The match is over: again plays another, quit leaves")
        else:
            self.say("The round is not over yet")

    def leave(self) -> None:
        """Leave the table for good."""
        if self._view and self._view.round and self._view.owed != TABLE and self._view.seat != TABLE:
            self.say(f"You leave the match in round {self._view.round}, with {_my_score(self._view)}")
        self.left = True
        self.link.leave()


def _is_anytime(answer: Answer) -> bool:
    return isinstance(answer, Past) or answer in _ANYTIME


def _my_score(view: View) -> str:
    return counted(view.scores[view.seat], "point")
