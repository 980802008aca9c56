"""What has happened, in plain words."""

from __future__ import annotations

from typing import Final, assert_never

from engine.cards import COLOR_NAMES, Item, name_of
from engine.events import (
    Accepted,
    Asked,
    BoxOpened,
    Caught,
    Challenged,
    ColorNamed,
    DealerDrew,
    Dealt,
    Drew,
    Event,
    Kept,
    MatchEnded,
    Played,
    Reason,
    Reversed,
    RoundEnded,
    Shuffled,
    Skipped,
    StartTurned,
    Targeted,
    UnoCalled,
)
from unokart_tui.names import People, cards_in_words, counted, name_in, way_of

ITEM_NAMES: Final[dict[Item, str]] = {
    "mushroom": "Mushroom",
    "banana": "Banana Peel",
    "shell": "Green Shell",
    "lightning": "Lightning",
    "bob_omb": "Bob-omb",
}

_DUE: Final[dict[Reason, int]] = {
    "turn": 1,
    "draw_two": 2,
    "wild_draw_four": 4,
    "guilty": 4,
    "innocent": 6,
    "uno": 2,
    "banana": 2,
    "shell": 1,
    "lightning": 1,
    "bob_omb": 2,
}
"""How many cards each reason asks for."""

_TOLD: Final[frozenset[Reason]] = frozenset(("guilty", "innocent", "uno", "lightning", "bob_omb"))
"""The reasons whose cause has its own line, which already says how many are drawn."""


class _Tale:
    """Sentences about people, one of whom may be the reader."""

    def __init__(self, people: People, me: int) -> None:
        self.people = people
        self.me = me

    def who(self, seat: int) -> str:
        return "you" if seat == self.me else name_in(self.people, seat)

    def verb(self, seat: int, verb: str) -> str:
        """Inflect: ``play`` for the reader, ``plays`` for others."""
        if seat == self.me:
            return verb
        return f"{verb}es" if verb.endswith("s") else f"{verb}s"

    def does(self, seat: int, verb: str) -> str:
        """Begin a sentence: ``Toad plays``, ``You play``."""
        name = "You" if seat == self.me else name_in(self.people, seat)
        return f"{name} {self.verb(seat, verb)}"

    def drew(self, event: Drew) -> str | None:
        seat, count, mine = event.seat, event.count, event.seat == self.me
        if event.reason == "turn":
            if not count:
                return f"{self.does(seat, 'pass')}: no card is left to draw"
            return f"{self.does(seat, 'draw')} {cards_in_words(event.cards) if mine else 'a card'}"
        short = count < _DUE[event.reason]
        if event.reason in _TOLD and not mine and not short:
            return None
        line = f"{self._hit(event)} {count or 'nothing'}"
        if event.cards:
            line += f": {cards_in_words(event.cards)}"
        return f"{line} (no more are left)" if short else line

    def _hit(self, event: Drew) -> str:
        if event.reason not in ("banana", "shell"):
            return self.does(event.seat, "draw")
        item = ITEM_NAMES[event.reason]
        if event.seat == self.me:
            return f"The {item} hits you: you draw"
        return f"The {item} hits {self.who(event.seat)}, who draws"

    def played(self, event: Played) -> str:
        line = f"{self.does(event.seat, 'play')} {name_of(event.card)}"
        if event.color:
            line += f", {self.verb(event.seat, 'name')} {COLOR_NAMES[event.color]}"
        if event.uno:
            line += f" and {self.verb(event.seat, 'call')} UNO"
        return line

    def opened(self, event: BoxOpened) -> str:
        line = f"{self.does(event.seat, 'open')} an item box"
        if event.card is None or event.item is None:
            return f"{line}, but there is no card to turn"
        return f"{line}: {name_of(event.card)}, {ITEM_NAMES[event.item]}! {self._effect(event.seat, event.item)}"

    def _effect(self, seat: int, item: Item) -> str:
        match item:
            case "mushroom":
                return f"{self.does(seat, 'take')} another turn"
            case "banana":
                return "Whoever went before draws 2"
            case "shell":
                return "One opponent draws 1"
            case "lightning":
                return "Everyone else draws 1"
            case "bob_omb":
                return f"{self.does(seat, 'draw')} 2 and {self.verb(seat, 'name')} the color"

    def challenged(self, event: Challenged) -> str:
        line = f"{self.does(event.seat, 'challenge')} {self.who(event.against)}"
        if event.guilty:
            line += f": a bluff! {self.does(event.against, 'draw')} 4"
        else:
            line += f": no bluff. {self.does(event.seat, 'draw')} 6"
        return f"{line}. The hand: {cards_in_words(event.hand)}" if event.hand else line

    def caught(self, event: Caught) -> str:
        return f"{self.missed(event.seat)} UNO: caught by {self.who(event.by)}, {self.verb(event.seat, 'draw')} 2"

    def missed(self, seat: int) -> str:
        return "You missed" if seat == self.me else f"{name_in(self.people, seat)} missed"

    def drew_for_deal(self, event: DealerDrew) -> str:
        shown = zip(event.seats, event.cards, strict=True)
        told = "The highest number deals: " + ", ".join(f"{self.who(seat)} {name_of(card)}" for seat, card in shown)
        numbers = [int(card[1]) if card[0] != "W" and card[1].isdecimal() else 0 for card in event.cards]
        return f"{told}; a tie" if numbers.count(max(numbers)) > 1 else told


def _shuffled(event: Shuffled) -> str | None:
    match event.pile:
        case "deck":
            return None
        case "start":
            return "A Wild Draw Four can't start a round: it goes back, another card is turned"
        case "discards":
            return f"The discard pile is shuffled and becomes the draw pile: {counted(event.count, 'card')}"


def narrate(event: Event, people: People, me: int) -> str | None:
    """Tell an event in one line to seat `me`; None where another line tells it already, or there is nothing to tell."""
    tale = _Tale(people, me)
    match event:
        case Played():
            return tale.played(event)
        case Drew():
            return tale.drew(event)
        case BoxOpened():
            return tale.opened(event)
        case Challenged():
            return tale.challenged(event)
        case Caught():
            return tale.caught(event)
        case DealerDrew():
            return tale.drew_for_deal(event)
        case Shuffled():
            return _shuffled(event)
        case Dealt():
            return f"Round {event.round}: {tale.does(event.dealer, 'deal')}"
        case StartTurned():
            return f"The first card is {name_of(event.card)}"
        case Reversed():
            return f"Play turns: {way_of(event.direction)}"
        case Skipped():
            return f"{tale.does(event.seat, 'lose')} the turn"
        case Kept():
            return f"{tale.does(event.seat, 'keep')} the card"
        case ColorNamed():
            return f"{tale.does(event.seat, 'name')} {COLOR_NAMES[event.color]}"
        case UnoCalled():
            return f"{tale.does(event.seat, 'call')} UNO"
        case RoundEnded():
            return f"{tale.does(event.winner, 'win')} the round and {counted(event.points, 'point')}"
        case MatchEnded():
            return f"{tale.does(event.winner, 'win')} the match!"
        case Accepted() | Targeted() | Asked():
            return None
    assert_never(event)
