"""What actions bring about: draws, whose turn is next, opened boxes, the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BOX, CODE, COLOR, COLORS, DRAW_TWO, FITS, KIND, POINTS, WILD_4, WILD_COLOR, item_of
from engine.events import Asked, BoxOpened, Drew, MatchEnded, Reason, RoundEnded, Shuffled, Targeted
from engine.phases import TABLE, Phase
from engine.views import RoundResult, RoundScore

if TYPE_CHECKING:
    from engine.match import Match

_PLAY = Phase.PLAY  # a global is found several times faster than a member of an enumeration


def ask(match: Match, phase: Phase, seat: int) -> None:
    """Make a seat owe something."""
    match.phase = phase
    match.owed = seat
    if phase is _PLAY:
        match.turn = seat
    if match.out is not None:
        match.out.append(Asked(phase, seat))


def after(match: Match, seat: int, steps: int = 1) -> int:
    """Return the seat that many places on in the direction of play."""
    return (seat + match.direction * steps) % match.players


def put_in_force(match: Match, color: int) -> None:
    """Set the color in force and what may be played on the top card under it (rule 3.1)."""
    match.color = color
    top = match.discard_pile[-1]
    if COLOR[top] != WILD_COLOR:
        match.fits = FITS[CODE[top]]
    elif color != WILD_COLOR:
        match.fits = FITS[COLORS[color]]


def reshuffle(match: Match) -> None:
    """Make the discard pile, its top card left where it is, the draw pile (rule 7.1)."""
    pile = match.discard_pile
    if len(pile) < 2:
        return
    top = pile.pop()
    match.shuffles.shuffle(pile)
    match.draw_pile = pile
    match.discard_pile = [top]
    if match.out is not None:
        match.out.append(Shuffled("discards", len(pile), tuple([CODE[card] for card in reversed(pile)])))


def draw_cards(match: Match, seat: int, count: int, reason: Reason) -> int:
    """Give a seat cards from the draw pile, as many as there are (rules 7); return how many."""
    pile = match.draw_pile
    if len(pile) >= count:
        taken = pile[: -count - 1 : -1]
        del pile[-count:]
    else:
        taken = _draw_over(match, count)
    if taken:
        match.hands[seat] += tuple(taken)
        if match.exposed or match.called or match.caught:
            _forget_call(match, seat)
    if match.out is not None:
        match.out.append(Drew(seat, len(taken), reason, tuple([CODE[card] for card in taken])))
    return len(taken)


def _draw_over(match: Match, count: int) -> list[int]:
    """Take cards where the draw pile does not hold enough (rules 7)."""
    taken: list[int] = []
    while len(taken) < count:
        if not match.draw_pile:
            reshuffle(match)
            if not match.draw_pile:
                break
        taken.append(match.draw_pile.pop())
    return taken


def _forget_call(match: Match, seat: int) -> None:
    """A hand that has grown owes a new call (rule 8.4)."""
    others = ~(1 << seat)
    match.exposed &= others
    match.called &= others
    match.caught &= others


def close_calls(match: Match, seat: int) -> None:
    """A turn action of a seat ends the chance to catch all others (rule 8.3)."""
    match.exposed &= 1 << seat


def open_box(match: Match, seat: int) -> None:
    """Turn a card for the box just played and let its item act (rules 4.5, 4.6, 6)."""
    if not match.draw_pile:
        reshuffle(match)
    if not match.draw_pile:
        if match.out is not None:
            match.out.append(BoxOpened(seat))
        if match.hands[seat]:
            ask(match, Phase.ITEM_COLOR, seat)
        else:
            end_round(match, seat)
        return
    card = match.draw_pile.pop()
    match.discard_pile.append(card)
    put_in_force(match, COLOR[card])
    if match.out is not None:
        match.out.append(BoxOpened(seat, CODE[card], item_of(CODE[card])))
    _ITEMS[COLOR[card]](match, seat)


def _mushroom(match: Match, seat: int) -> None:
    """Rule 6.1."""
    _go_on(match, seat, seat)


def _banana(match: Match, seat: int) -> None:
    """Rule 6.2."""
    victim = match.other_turn
    if victim == TABLE:
        victim = after(match, seat, -1)
    if match.out is not None:
        match.out.append(Targeted(seat, victim))
    draw_cards(match, victim, 2, "banana")
    _go_on(match, seat, after(match, seat))


def _shell(match: Match, seat: int) -> None:
    """Rule 6.3."""
    if match.players == 2:
        hit(match, seat, 1 - seat)
    else:
        ask(match, Phase.ITEM_TARGET, seat)


def hit(match: Match, seat: int, victim: int) -> None:
    """Let a Green Shell hit its target (rule 6.3)."""
    if match.out is not None:
        match.out.append(Targeted(seat, victim))
    draw_cards(match, victim, 1, "shell")
    _go_on(match, seat, after(match, seat))


def _lightning(match: Match, seat: int) -> None:
    """Rule 6.4."""
    for steps in range(1, match.players):
        draw_cards(match, after(match, seat, steps), 1, "lightning")
    _go_on(match, seat, seat)


def _bob_omb(match: Match, seat: int) -> None:
    """Rule 6.5."""
    draw_cards(match, seat, 2, "bob_omb")
    if match.hands[seat]:
        ask(match, Phase.ITEM_COLOR, seat)
    else:
        end_round(match, seat)


# By the color of the turned card; wilds, which have none, come last.
_ITEMS = (_mushroom, _banana, _shell, _lightning, _bob_omb)


def _go_on(match: Match, seat: int, then: int) -> None:
    """Pass the turn, unless the box was the last card (rule 9.3)."""
    if match.hands[seat]:
        ask(match, _PLAY, then)
    else:
        end_round(match, seat)


def last_card(match: Match, seat: int, card: int) -> None:
    """End the round with the card that emptied a hand, after what it still does (rules 9.1-9.3)."""
    kind = KIND[card]
    if kind == BOX and match.rules.last_box_opens:
        open_box(match, seat)
        return
    if kind == DRAW_TWO:
        draw_cards(match, after(match, seat), 2, "draw_two")
    elif kind == WILD_4:
        draw_cards(match, after(match, seat), 4, "wild_draw_four")
    end_round(match, seat)


def end_round(match: Match, winner: int) -> None:
    """Score the round, and the match with it where the target is reached (rules 9.4, 9.5)."""
    points = sum(POINTS[card] for hand in match.hands for card in hand)
    scores = match.scores
    match.scores = (*scores[:winner], scores[winner] + points, *scores[winner + 1 :])
    hands = tuple(tuple(CODE[card] for card in sorted(hand)) for hand in match.hands)
    match.result = RoundResult(winner, points, hands)
    match.history = (*match.history, RoundScore(winner, points))
    won = match.scores[winner] >= match.rules.target_score
    if match.out is not None:
        match.out.append(RoundEnded(winner, points, hands, match.scores))
        if won:
            match.out.append(MatchEnded(winner))
    ask(match, Phase.MATCH_OVER if won else Phase.ROUND_OVER, TABLE)
