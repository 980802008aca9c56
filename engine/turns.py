"""The actions of whoever is asked: play, draw, keep, answer a Wild Draw Four, name a color, choose a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import (
    BOX,
    CARDS_OF,
    CODE,
    COLOR,
    COLORS,
    DRAW_TWO,
    FACE,
    FITS_ON,
    KIND,
    NO_CARD,
    NUMBER,
    REVERSE,
    SKIP,
    WILD_4,
    WILD_COLOR,
)
from engine.effects import after, ask, close_calls, draw_cards, hit, last_card, open_box, put_in_force
from engine.errors import IllegalAction
from engine.events import Accepted, Asked, Challenged, ColorNamed, Kept, Played, Reversed, Skipped
from engine.phases import Phase
from engine.refusals import check_owed, not_held, not_playable, wrong_color, wrong_uno

if TYPE_CHECKING:
    from engine.actions import Accept, Challenge, Draw, Keep, Name, Play, Target
    from engine.match import Match

# Globals are found several times faster than members of an enumeration.
_PLAY = Phase.PLAY
_DRAWN = Phase.DRAWN


def play(match: Match, action: Play) -> None:
    """Play a card (rules 3, 4)."""
    seat = action.seat
    phase = match.phase
    if seat != match.owed or (phase is not _PLAY and phase is not _DRAWN):
        check_owed(match, seat, _PLAY, _DRAWN)
    hand = match.hands[seat]
    for card in CARDS_OF.get(action.card, ()):
        if card in hand:
            break
    else:
        raise not_held(action.card)
    if not match.fits[card] or (phase is _DRAWN and FACE[card] != FACE[match.drawn]):
        raise not_playable(match, card)
    size = len(hand)
    kind = KIND[card]
    if action.color is not None or kind == WILD_4:
        wrong_color(action, kind, size)
    if action.uno and size != 2:
        raise wrong_uno(size)

    at = hand.index(card)
    match.hands[seat] = hand[:at] + hand[at + 1 :]
    match.discard_pile.append(card)
    match.drawn = NO_CARD
    if seat != match.last_turn:
        match.other_turn = match.last_turn
        match.last_turn = seat
    if match.exposed:
        close_calls(match, seat)
    if size <= 2:
        _count_down(match, seat, size - 1, action.uno)
    out = match.out
    if out is not None:
        out.append(Played(seat, action.card, action.color, action.uno))
    if kind == NUMBER and size > 1:
        # Most plays end here, so what put_in_force and ask would do is done in place.
        match.color = COLOR[card]
        match.fits = FITS_ON[card]
        match.phase = _PLAY
        match.turn = match.owed = following = (seat + match.direction) % match.players
        if out is not None:
            out.append(Asked(_PLAY, following))
        return
    before = match.color
    put_in_force(match, COLORS.index(action.color) if action.color else COLOR[card])
    if size == 1:
        last_card(match, seat, card)
    else:
        _act(match, seat, kind, before)


def _count_down(match: Match, seat: int, left: int, called: bool) -> None:
    """Note how a hand that has shrunk stands with its call (rules 8.1, 8.3)."""
    bit = 1 << seat
    match.called &= ~bit
    match.caught &= ~bit
    match.exposed &= ~bit
    if left == 1:
        if called:
            match.called |= bit
        else:
            match.exposed |= bit


def _act(match: Match, seat: int, kind: int, before: int) -> None:
    """Complete the action of a played card (rules 4.1-4.5)."""
    following = after(match, seat)
    if kind == SKIP:
        _skip(match, following)
    elif kind == REVERSE:
        match.direction = -match.direction
        if match.out is not None:
            match.out.append(Reversed(match.direction))
        if match.players == 2 and match.rules.reverse_skips_when_two:
            _skip(match, following)
        else:
            ask(match, _PLAY, after(match, seat))
    elif kind == DRAW_TWO:
        draw_cards(match, following, 2, "draw_two")
        ask(match, _PLAY, after(match, following))
    elif kind == WILD_4:
        match.bluff_color = before
        match.bluff_hand = match.hands[seat]
        ask(match, Phase.CHALLENGE, following)
    else:
        assert kind == BOX
        open_box(match, seat)


def _skip(match: Match, seat: int) -> None:
    if match.out is not None:
        match.out.append(Skipped(seat))
    ask(match, _PLAY, after(match, seat))


def draw(match: Match, action: Draw) -> None:
    """Draw instead of playing; where nothing can be drawn, pass (rule 3.2)."""
    seat = action.seat
    if seat != match.owed or match.phase is not _PLAY:
        check_owed(match, seat, _PLAY)
    passes = not match.draw_pile and not match.can_draw
    if passes and match.playable(seat):
        raise IllegalAction("must_play", "There is no card left to draw, so you must play one.")
    if seat != match.last_turn:
        match.other_turn = match.last_turn
        match.last_turn = seat
    if match.exposed:
        close_calls(match, seat)
    draw_cards(match, seat, 1, "turn")
    if passes:
        ask(match, _PLAY, after(match, seat))
        return
    match.drawn = match.hands[seat][-1]
    match.phase = _DRAWN
    if match.out is not None:
        match.out.append(Asked(_DRAWN, seat))


def keep(match: Match, action: Keep) -> None:
    """Keep the card just drawn (rule 3.2)."""
    seat = action.seat
    if seat != match.owed or match.phase is not _DRAWN:
        check_owed(match, seat, _DRAWN)
    match.drawn = NO_CARD
    if match.out is not None:
        match.out.append(Kept(seat))
    ask(match, _PLAY, (seat + match.direction) % match.players)


def accept(match: Match, action: Accept) -> None:
    """Draw the four of a Wild Draw Four and lose the turn (rule 4.4)."""
    seat = action.seat
    check_owed(match, seat, Phase.CHALLENGE)
    _answer(match, seat)
    if match.out is not None:
        match.out.append(Accepted(seat))
    draw_cards(match, seat, 4, "wild_draw_four")
    ask(match, _PLAY, after(match, seat))


def challenge(match: Match, action: Challenge) -> None:
    """Challenge a Wild Draw Four (rule 5)."""
    seat = action.seat
    check_owed(match, seat, Phase.CHALLENGE)
    against = match.turn
    guilty = any(COLOR[card] == match.bluff_color for card in match.bluff_hand)
    shown = tuple(CODE[card] for card in sorted(match.bluff_hand))
    _answer(match, seat)
    if match.out is not None:
        match.out.append(Challenged(seat, against, guilty, shown))
    if guilty:
        draw_cards(match, against, 4, "guilty")
        ask(match, _PLAY, seat)
    else:
        draw_cards(match, seat, 6, "innocent")
        ask(match, _PLAY, after(match, seat))


def _answer(match: Match, seat: int) -> None:
    """Answering a Wild Draw Four is no turn (6.2), but ends the chance to catch the others (8.3)."""
    match.bluff_color = WILD_COLOR
    match.bluff_hand = ()
    close_calls(match, seat)


def name(match: Match, action: Name) -> None:
    """Name the color in force (rules 2.3, 4.6, 6.5)."""
    seat = action.seat
    check_owed(match, seat, Phase.ITEM_COLOR, Phase.OPENING_COLOR)
    if action.color not in COLORS:
        raise IllegalAction("unknown_color", "Name one of the colors: red, yellow, green or blue.")
    put_in_force(match, COLORS.index(action.color))
    if match.out is not None:
        match.out.append(ColorNamed(seat, action.color))
    ask(match, _PLAY, after(match, seat))


def target(match: Match, action: Target) -> None:
    """Choose whom a Green Shell hits (rule 6.3)."""
    seat, victim = action.seat, action.target
    check_owed(match, seat, Phase.ITEM_TARGET)
    if not 0 <= victim < match.players:
        raise IllegalAction("unknown_seat", "Nobody sits there.")
    if victim == seat:
        raise IllegalAction("own_seat", "Choose one of the others.")
    hit(match, seat, victim)
