"""What the line mode says of itself: the table, a hand, results, what can be typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.actions import Catch, Play
from engine.cards import COLOR_NAMES, name_of, points_of
from engine.legal import legal_in
from engine.phases import TABLE, Phase, Uno
from engine.views import RoundResult, View
from unokart_tui.names import People, cards_in_words, counted, digit_of, name_in, way_of
from unokart_tui.plain_answers import in_words
from unokart_tui.words import drawn_fits, situation, turn_choice

HELP: Final = (
    "play CARD: play a card, by its code or in words: play R7, play green skip, play item box.",
    "play W4 COLOR: play a Wild Draw Four and name red, yellow, green or blue.",
    "play CARD uno: the same, and call UNO; only with your second-to-last card.",
    "draw: draw a card. keep: keep the card you drew.",
    "color COLOR: name the color. target N: choose who is hit, by number or name.",
    "challenge: say that a Wild Draw Four was a bluff. accept: draw the four.",
    "uno: call UNO after the play. catch N: catch a player who holds one card and has not called.",
    "Enter alone: say again what is asked; after a round, deal the next one, as next does. again: play another match.",
    "hint: what you could play, and why not the rest. hand: your cards. cards: how many everyone holds.",
    "scores: the points so far. table: all of the table. log: the last 10 things that happened; log 30: the last 30.",
    "words, codes: name cards in words from here on, or by their codes. rules: show the rules. quit: leave.",
    "Cards: a color R Y G B with 0 to 9, S for Skip, R for Reverse or D for Draw Two; W4, and WI for Wild Item Box.",
)


def hand_line(view: View, spoken: bool = False) -> str:
    """List the hand: ``Your hand: R3 G5 G7``, or spoken ``Your hand: red 3, green 5, green 7``."""
    return f"Your hand: {cards_in_words(view.hand) if spoken else ' '.join(view.hand)}"


class Legend:
    """Says what codes stand for: all of the first hand, and later what has a sign that was not there yet."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def line(self, view: View) -> str | None:
        """Say what is new in a hand: ``These codes are short for cards: R7 is red 7``; None where nothing is."""
        first = not self._known
        new = [code for code in dict.fromkeys(view.hand) if first or _sign(code) not in self._known]
        self._known |= {_sign(code) for code in new}
        explained = ", ".join(f"{code} is {name_of(code)}" for code in new)
        begin = "These codes are short for cards" if first else "New codes"
        return f"{begin}: {explained}" if new else None


def _sign(code: str) -> str:
    """Return what of a code has to be explained once: how its kind is written."""
    return code if code[0] == "W" else "0" if code[1].isdecimal() else code[1]


def hand_in_words(view: View) -> str:
    """List the hand in words and codes."""
    if view.seat == TABLE:
        return "You hold no cards: you watch"
    cards = ", ".join(f"{name_of(code)} ({code})" for code in view.hand)
    return f"You hold {counted(len(view.hand), 'card')}: {cards}" if cards else "You hold no cards"


def cards_line(view: View, people: People) -> str:
    """Say how many cards everyone holds, in the order of play: ``Cards: you 5, then Peach 1, Toad 7``."""
    first = view.seat if view.seat != TABLE else max(0, view.turn)
    seats = [(first + step * view.direction) % view.players for step in range(view.players)]
    held = [f"{'you' if seat == view.seat else name_in(people, seat)} {view.counts[seat]}" for seat in seats]
    return f"Cards: {held[0]}, then {', '.join(held[1:])}"


def few_left(view: View, seat: int) -> str:
    """Return what is added where someone else's hand has become small; UNO has words of its own."""
    return f", {view.counts[seat]} left" if seat != view.seat and view.counts[seat] in (2, 3) else ""


def top_line(view: View) -> str | None:
    """Say what lies on top and which color that is, where the card does not say so itself."""
    if view.top is None:
        return None
    color = COLOR_NAMES[view.color] if view.color else "not named yet"
    return f"The top card is {name_of(view.top)}" + ("" if view.top[0] == view.color else f", the color {color}")


def table_lines(view: View, people: People) -> list[str]:
    """Describe the table: the piles, then a line for each seat."""
    lines = [f"Round {view.round}, first to {counted(view.rules.target_score, 'point')}"]
    if view.top:
        color = COLOR_NAMES[view.color] if view.color else "not named yet"
        lines.append(f"Top card: {name_of(view.top)}. Color: {color}. Draw pile: {counted(view.draw_count, 'card')}")
        lines.append(f"In the order of play, {way_of(view.direction)}")
    lines.extend(_seat_line(view, people, seat) for seat in range(view.players))
    return lines


_UNO_WORDS: Final = {
    Uno.OPEN: "has not called UNO and can be caught",
    Uno.CALLED: "has called UNO",
    Uno.LATE: "has not called UNO",
    Uno.CAUGHT: "was caught",
}


def _seat_line(view: View, people: People, seat: int) -> str:
    tags = [counted(view.counts[seat], "card"), counted(view.scores[seat], "point")]
    if view.uno[seat] in _UNO_WORDS:
        tags.append(_UNO_WORDS[view.uno[seat]])
    person = next((person for person in people if person.seat == seat), None)
    if person and person.bot:
        tags.append(f"{person.bot} bot")
    if person and not person.here:
        tags.append("away")
    if seat == view.owed:
        tags.append("is asked now")
    name = f"{name_in(people, seat)} (you)" if seat == view.seat else name_in(people, seat)
    return f"{digit_of(seat)} {name}: {', '.join(tags)}"


def result_lines(result: RoundResult, view: View, people: People) -> list[str]:
    """Tell how a round ended: each hand left and its points, then the scores."""
    lines = []
    for seat, hand in enumerate(result.hands):
        if hand:
            verb = "You hold" if seat == view.seat else f"{name_in(people, seat)} holds"
            points = counted(sum(map(points_of, hand)), "point")
            lines.append(f"{verb} {cards_in_words(hand)}: {points}")
    return [*lines, scores(view, people)]


def scores(view: View, people: People) -> str:
    """List the scores, best first: ``Scores, first to 500: Toad 120, you 85``."""
    order = sorted(range(view.players), key=lambda seat: -view.scores[seat])
    each = [f"{'you' if seat == view.seat else name_in(people, seat)} {view.scores[seat]}" for seat in order]
    return f"Scores, first to {view.rules.target_score}: {', '.join(each)}"


def asked(view: View, people: People) -> str | None:
    """Say in one sentence what is asked of the seat of the view; None where nothing is."""
    if view.seat == TABLE:
        return situation(view, people)
    if view.phase is Phase.ROUND_OVER:
        return "The round is over: Enter deals the next one"
    if view.phase is Phase.MATCH_OVER:
        return f"{situation(view, people)}: again plays another, quit leaves"
    if view.owed != view.seat:
        return _catch(view, people)
    line = situation(view, people)
    match view.phase:
        case Phase.PLAY:
            line = f"{line}: {turn_choice(view)}"
        case Phase.DRAWN:
            line = f"{line}: play it or keep it?" if drawn_fits(view) else f"{line}: it does not fit and is kept"
        case Phase.CHALLENGE:
            held = counted(view.counts[view.turn], "card")
            line = f"{line} and holds {held}: challenge it or accept it?"
        case Phase.ITEM_TARGET:
            line = f"{line} {_targets(view, people)}"
        case _:
            pass
    chance = _catch(view, people)
    return f"{line}. {chance}" if chance else line


def _targets(view: View, people: People) -> str:
    """List whom a Green Shell may hit, and what they hold: ``2 Toad with 7 cards, 3 Peach with 1 card``."""
    return ", ".join(
        f"{digit_of(seat)} {name_in(people, seat)} with {counted(view.counts[seat], 'card')}"
        for seat in range(view.players)
        if seat != view.seat
    )


def _catch(view: View, people: People) -> str | None:
    """Name those who hold one card uncalled, the seat of the view among them."""
    may = [action for action in legal_in(view) if isinstance(action, Catch)]
    said = [f"{name_in(people, action.target)} has one card and has not called UNO" for action in may]
    if view.uno[view.seat] in (Uno.OPEN, Uno.LATE):
        said.append("You have one card and have not called UNO")
    return ". ".join(said) or None


def choices(view: View, spoken: bool = False) -> str | None:
    """List what may be typed as it stands there: ``You can: play R7, draw``; None where nothing may.

    Spoken, cards are in words, and the four colors of a wild are one choice: ``play Wild Draw Four COLOR``.
    """
    if view.seat == TABLE:
        return None
    if view.phase is Phase.ROUND_OVER:
        return "You can: next, quit"
    if view.phase is Phase.MATCH_OVER:
        return "You can: again, quit"
    words = ", ".join(_spoken(view) if spoken else map(in_words, legal_in(view)))
    return f"You can: {words}" if words else None


def _spoken(view: View) -> Iterable[str]:
    said = {}
    for action in legal_in(view):
        words = in_words(action, spoken=True)
        if isinstance(action, Play) and action.color:
            words = words.replace(f" {COLOR_NAMES[action.color]}", " COLOR")
        said[words] = True
    return said
