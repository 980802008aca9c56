"""Setting up: who deals, the deal, the start card (rules 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import (
    BOX,
    CODE,
    COLOR,
    DECK,
    DRAW_TWO,
    KIND,
    NO_CARD,
    NUMBER,
    POINTS,
    REVERSE,
    SKIP,
    WILD_4,
    WILD_COLOR,
)
from engine.effects import after, ask, draw_cards, put_in_force
from engine.errors import IllegalAction
from engine.events import DealerDrew, Dealt, Reversed, Shuffled, Skipped, StartTurned
from engine.phases import TABLE, Phase

if TYPE_CHECKING:
    from engine.actions import Deal
    from engine.match import Match


def deal(match: Match, action: Deal) -> None:
    """Deal the next round (rules 2)."""
    if match.phase is Phase.NEW:
        match.dealer = _first_dealer(match)
    elif match.phase is Phase.ROUND_OVER:
        match.dealer = (match.dealer + 1) % match.players
    elif match.phase is Phase.MATCH_OVER:
        raise IllegalAction("match_over", "The match is over.")
    else:
        raise IllegalAction("round_goes_on", "The round is not over yet.")
    _clear(match)
    _shuffle(match, list(DECK))
    _give_hands(match)
    _turn_start_card(match)


def _first_dealer(match: Match) -> int:
    """Let each draw a card until one number is highest (rule 2.1)."""
    seats = list(range(match.players))
    deck = list(DECK)
    while len(seats) > 1:
        _shuffle(match, deck)
        cards = [deck.pop() for _ in seats]
        if match.out is not None:
            match.out.append(DealerDrew(tuple(seats), tuple(CODE[card] for card in cards)))
        numbers = [POINTS[card] if KIND[card] == NUMBER else 0 for card in cards]
        highest = max(numbers)
        tied = [at for at, number in enumerate(numbers) if number == highest]
        seats = [seats[at] for at in tied]
        deck += [cards[at] for at in tied]
    return seats[0]


def _shuffle(match: Match, cards: list[int]) -> None:
    match.shuffles.shuffle(cards)
    match.draw_pile = cards
    if match.out is not None:
        match.out.append(Shuffled("deck", len(cards), tuple([CODE[card] for card in reversed(cards)])))


def _clear(match: Match) -> None:
    match.round += 1
    match.direction = 1
    match.turn = match.dealer
    match.discard_pile = []
    match.color = WILD_COLOR
    match.drawn = NO_CARD
    match.last_turn = match.other_turn = TABLE
    match.exposed = match.called = match.caught = 0
    match.result = None


def _give_hands(match: Match) -> None:
    """Deal one at a time, starting at the dealer's left (rule 2.2)."""
    pile, players = match.draw_pile, match.players
    dealt = match.rules.hand_size * players
    cards = pile[: -dealt - 1 : -1]
    del pile[-dealt:]
    for place in range(players):
        match.hands[(match.dealer + 1 + place) % players] = tuple(cards[place::players])
    if match.out is not None:
        hands = tuple(tuple([CODE[card] for card in sorted(hand)]) for hand in match.hands)
        match.out.append(Dealt(match.round, match.dealer, hands))


def _turn_start_card(match: Match) -> None:
    """Turn the first card of the discard pile and let it act (rule 2.3)."""
    pile = match.draw_pile
    while True:
        card = pile.pop()
        if match.out is not None:
            match.out.append(StartTurned(CODE[card]))
        if KIND[card] != WILD_4:
            break
        pile.append(card)
        match.shuffles.shuffle(pile)
        if match.out is not None:
            match.out.append(Shuffled("start", len(pile), tuple([CODE[card] for card in reversed(pile)])))
    match.discard_pile.append(card)
    put_in_force(match, COLOR[card])
    _start(match, KIND[card])


def _start(match: Match, kind: int) -> None:
    dealer = match.dealer
    left = after(match, dealer)
    if kind == BOX:
        ask(match, Phase.OPENING_COLOR, dealer)
    elif kind == REVERSE:
        match.direction = -1
        if match.out is not None:
            match.out.append(Reversed(-1))
        ask(match, Phase.PLAY, dealer)
    elif kind == DRAW_TWO:
        draw_cards(match, left, 2, "draw_two")
        ask(match, Phase.PLAY, after(match, left))
    elif kind == SKIP:
        if match.out is not None:
            match.out.append(Skipped(left))
        ask(match, Phase.PLAY, after(match, left))
    else:
        ask(match, Phase.PLAY, left)
