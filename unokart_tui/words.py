"""The game in plain words: what has happened (`narrate`), and what is asked of the one who looks (`prompt`)."""

from __future__ import annotations

from engine.actions import Play
from engine.cards import COLOR_NAMES, name_of
from engine.legal import legal_in
from engine.phases import Phase
from engine.views import View
from unokart_tui.names import People, digit_of, name_in, possessive
from unokart_tui.telling import ITEM_NAMES, narrate

__all__ = [
    "ITEM_NAMES",
    "drawn_fits",
    "narrate",
    "situation",
    "targets",
    "turn_choice",
    "turn_of",
    "what_fits",
]


def turn_of(view: View, people: People) -> str:
    """Say in two words whose turn it is, or that nobody's is: for a title or a banner."""
    if view.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        return "Round over" if view.phase is Phase.ROUND_OVER else "Match over"
    if view.phase is Phase.NEW:
        return "Not yet dealt"
    if view.owed == view.seat:
        return "Your turn"
    return f"{possessive(name_in(people, view.owed))} turn"


def what_fits(view: View, brief: bool = False) -> str:
    """Say what may be played on the top card (rule 3.1): ``a green card, a 7 or a wild``, in brief ``green``."""
    color = "a card"
    if view.color:
        color = COLOR_NAMES[view.color] if brief else f"a {COLOR_NAMES[view.color]} card"
    if view.top is None or view.top[0] == "W":
        return f"{color} or a wild"
    face = name_of(view.top).split(" ", 1)[1]
    return f"{color}, {'an' if face == '8' else 'a'} {face} or a wild"


def situation(view: View, people: People) -> str:
    """Say what the table waits for, as the seat of the view sees it, without naming keys or commands."""
    if view.phase in (Phase.NEW, Phase.ROUND_OVER, Phase.MATCH_OVER):
        return _between(view, people)
    return _mine(view, people) if view.owed == view.seat else _others(view, people)


def _between(view: View, people: People) -> str:
    if view.phase is Phase.NEW:
        return "The first round is about to be dealt"
    assert view.result is not None, "a round is over with its result"
    winner = view.result.winner
    who = "You have" if winner == view.seat else f"{name_in(people, winner)} has"
    return f"{who} won the {'round' if view.phase is Phase.ROUND_OVER else 'match'}"


def _mine(view: View, people: People) -> str:
    match view.phase:
        case Phase.DRAWN:
            assert view.drawn is not None
            return f"You drew {name_of(view.drawn)}"
        case Phase.CHALLENGE:
            on = f" on {COLOR_NAMES[view.previous_color]}" if view.previous_color else ""
            return f"{name_in(people, view.turn)} played a Wild Draw Four{on}"
        case Phase.ITEM_TARGET:
            return "Who draws one?"
        case Phase.ITEM_COLOR | Phase.OPENING_COLOR:
            return "Name the color"
        case _:
            return "Your turn"


def _others(view: View, people: People) -> str:
    name = name_in(people, view.owed)
    match view.phase:
        case Phase.DRAWN:
            return f"{name} drew a card, and plays or keeps it"
        case Phase.CHALLENGE:
            by = "your" if view.turn == view.seat else possessive(name_in(people, view.turn))
            return f"{name} thinks about {by} Wild Draw Four"
        case Phase.ITEM_TARGET:
            return f"{name} chooses whom the Green Shell hits"
        case Phase.ITEM_COLOR | Phase.OPENING_COLOR:
            return f"{name} names the color"
        case _:
            return f"It is {possessive(name)} turn"


def turn_choice(view: View, brief: bool = False) -> str:
    """Say what a player whose turn begins can do, from the hand: play what, draw, or neither."""
    legal = legal_in(view)
    plays = any(isinstance(action, Play) for action in legal)
    draws = view.draw_count > 0 or view.discard_count > 1
    if plays:
        play = f"play {what_fits(view, brief)}"
        return f"{play}, or draw" if draws else f"{play}; no card is left to draw"
    return "nothing fits, draw a card" if draws else "nothing fits and no card is left: draw to pass"


def drawn_fits(view: View) -> bool:
    """Say whether the card just drawn by the seat of the view may be played; if not, it can only be kept."""
    return any(isinstance(action, Play) for action in legal_in(view))


def targets(view: View, people: People) -> str:
    """List whom a Green Shell may hit, with their digits: ``1 Toad, 3 Peach``."""
    return ", ".join(f"{digit_of(seat)} {name_in(people, seat)}" for seat in range(view.players) if seat != view.seat)
