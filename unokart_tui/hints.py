"""What a player could do and why, said from what their seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.cards import COLOR_NAMES, COLORS, Color, color_of, fits, name_of
from engine.phases import TABLE, Phase, Uno
from engine.views import View
from unokart_tui.commands import CommandId
from unokart_tui.names import People, counted, name_in, possessive
from unokart_tui.words import drawn_fits, turn_choice


class Asking(Protocol):
    """How a player asks for a command: by which key, or by which words."""

    def of(self, id: CommandId, /) -> str:
        """Return that as it is written."""


@dataclass(frozen=True)
class Part:
    """A heading and what is said below it, a line each."""

    heading: str
    lines: tuple[str, ...]


def hint(view: View | None, people: People, keys: Asking) -> list[Part]:
    """Explain what the seat of a view could do, with the reasons."""
    if view is None or view.phase is Phase.NEW:
        return [Part("Now", ("No cards have been dealt yet.",))]
    if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        over = "round" if view.phase is Phase.ROUND_OVER else "match"
        return [Part("Now", (f"The {over} is over; {keys.of('go')} goes on.",))]
    if view.seat == TABLE:
        return [Part("Now", ("You are watching: nothing is asked of you.",))]
    parts = _mine(view, people, keys) if view.owed == view.seat else _ahead(view, people)
    return [*_chances(view, people, keys), *parts]


def why_it_fits(code: str, top: str, color: Color) -> str:
    """Say why a face may be played on another while a color is in force."""
    if color_of(code) is None:
        return "a wild goes on anything"
    same = [f"it is {COLOR_NAMES[color]}"] if code[0] == color else []
    if top[0] != "W" and code[1] == top[1]:
        same.append(f"the top card is {_a(top)} too")
    return " and ".join(same)


def why_it_does_not(top: str, color: Color) -> str:
    """Say what a face that does not fit would have to be."""
    wanted = COLOR_NAMES[color]
    return f"not {wanted}" if top[0] == "W" else f"neither {wanted} nor {_a(top)}"


def _a(code: str) -> str:
    face = name_of(code).split(" ", 1)[1]
    return f"an {face}" if face == "8" else f"a {face}"


def _listed(codes: Sequence[str]) -> list[tuple[str, str]]:
    """Return each face once, and how it is called with how many there are."""
    counts = Counter(codes)
    return [(code, name_of(code) + (f" ({count} of them)" if count > 1 else "")) for code, count in counts.items()]


def _cards(view: View, fit: str, unfit: str) -> list[Part]:
    """Sort the hand by whether it fits, with the reasons."""
    top, color = view.top, view.color
    if top is None or color is None:
        return []
    good, bad = [], []
    for code, words in _listed(view.hand):
        if fits(code, top, color):
            good.append(f"{words}: {why_it_fits(code, top, color)}")
        else:
            bad.append(f"{words}: {why_it_does_not(top, color)}")
    parts = [Part(fit, tuple(good) or ("None of your cards.",))]
    return [*parts, Part(unfit, tuple(bad))] if bad else parts


def _chances(view: View, people: People, keys: Asking) -> list[Part]:
    lines = []
    if view.uno[view.seat] in (Uno.OPEN, Uno.LATE):
        lines.append(f"You hold one card and have not called UNO: {keys.of('uno')} calls it.")
    if len(view.hand) == 2:
        lines.append(
            f"With your next play you are down to one card and have to call UNO with it: {keys.of('uno')} does."
        )
    names = [name_in(people, seat) for seat, uno in enumerate(view.uno) if uno is Uno.OPEN and seat != view.seat]
    if names:
        lines.append(f"{' and '.join(names)} can be caught without UNO: {keys.of('catch')} makes them draw two.")
    return [Part("Do not forget", tuple(lines))] if lines else []


def _mine(view: View, people: People, keys: Asking) -> list[Part]:
    match view.phase:
        case Phase.PLAY:
            return _turn(view, keys)
        case Phase.DRAWN:
            return _drawn(view, keys)
        case Phase.CHALLENGE:
            return [_challenge(view, people, keys)]
        case Phase.ITEM_TARGET:
            return [_target(view, people)]
        case _:
            return [_color(view)]


def _turn(view: View, keys: Asking) -> list[Part]:
    parts = _cards(view, "You may play", "These do not fit")
    choice = turn_choice(view)
    lines = [] if choice.startswith("play") else [f"{choice[0].upper()}{choice[1:]}."]
    if "W4" in view.hand and len(view.hand) > 1:
        bluff = any(color_of(code) == view.color for code in view.hand)
        held = "you hold that color: challenged, you draw four" if bluff else "you do not hold that color"
        lines.append(f"A Wild Draw Four is a bluff while you hold the color in force; {held}.")
    if view.draw_count or view.discard_count > 1:
        lines.append(f"{keys.of('draw')} draws a card, even where something fits; if the card fits, you may play it.")
    return [*parts, Part("What else", tuple(lines))] if lines else parts


def _drawn(view: View, keys: Asking) -> list[Part]:
    top, color, drawn = view.top, view.color, view.drawn
    if top is None or color is None or drawn is None:
        return []
    name = name_of(drawn)
    if not drawn_fits(view):
        return [Part("Now", (f"You drew {name}: {why_it_does_not(top, color)}, so you keep it.",))]
    lines = (
        f"You drew {name}: {why_it_fits(drawn, top, color)}.",
        f"{keys.of('go')} plays it, {keys.of('keep')} keeps it. No other card may be played in its place.",
    )
    return [Part("Now", lines)]


def _challenge(view: View, people: People, keys: Asking) -> Part:
    name = name_in(people, view.turn)
    color = COLOR_NAMES[view.previous_color] if view.previous_color else "that color"
    held = counted(view.counts[view.turn], "card")
    lines = (
        f"{name} played a Wild Draw Four while {color} was in force, and holds {held}.",
        f"If a {color} card is among them it was a bluff; wilds prove nothing.",
        f"{keys.of('challenge')} challenges: after a bluff {name} draws four and you take your turn, "
        "else you draw six and lose it.",
        f"{keys.of('accept')} accepts: you draw four and lose the turn.",
    )
    return Part("Challenge or accept", lines)


def _target(view: View, people: People) -> Part:
    lines = []
    for seat in range(view.players):
        if seat != view.seat:
            cards, points = counted(view.counts[seat], "card"), counted(view.scores[seat], "point")
            lines.append(f"{name_in(people, seat)}: {cards}, {points} so far")
    return Part("Who draws a card", tuple(lines))


def _color(view: View) -> Part:
    held = Counter(color_of(code) for code in view.hand)
    return Part("Your cards", tuple(f"{COLOR_NAMES[color]}: {counted(held[color], 'card')}" for color in COLORS))


def _ahead(view: View, people: People) -> list[Part]:
    whose = f"It is {possessive(name_in(people, view.owed))} move. If nothing changes until your turn:"
    return [Part(whose, ()), *_cards(view, "Would fit", "Would not fit")]
