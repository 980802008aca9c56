"""Nobody is shown anything that depends on cards they may not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from engine import match as engine_match
from engine.actions import Accept, Action, CallUno, Catch, Draw, Keep, Play
from engine.cards import CODE, COLOR, FACES, NO_CARD, POINTS
from engine.checks import check_position
from engine.errors import IllegalAction
from engine.events import Challenged, Dealt, Drew, Event, Shuffled, redact
from engine.match import Match
from engine.phases import TABLE, Phase
from engine.position import position_of, set_up
from engine.rules import Rules
from engine.turns import accept, draw, keep
from engine.views import View
from tests.engine.disguise import HONEST, Sight, Unlike, difference, disguise, disguised, known, try_out
from tests.engine.random_play import Table, all_legal, seats_of, tables, walk


def tables_by_hand(steps: int = 150) -> list[Table]:
    """Return a few tables that between them reach every phase and every kind of event."""
    rules = Rules(hand_size=3, last_box_opens=True)
    return [
        Table(players, rules, seed, thirst=0.1, silence=0.5, steps=steps)
        for players, seed in ((2, 1), (3, 2), (5, 3), (10, 4))
    ]


def tried(match: Match, seat: int, chance: Random) -> list[Action]:
    """Return some things that a seat could ask for, most of which are refused."""
    if seat == TABLE:
        return []
    other = chance.randrange(match.players)
    wild = [Play(seat, "W4", "G"), Play(seat, "WI")]
    return [Play(seat, chance.choice(FACES)), *wild, Draw(seat), Keep(seat), Catch(seat, other), CallUno(seat)]


def leaks(table: Table, sight: Sight = HONEST) -> Counter[str]:
    """Count over a match what was compared, and by which actions a seat could tell it from a disguise."""
    chance = Random(table.seed)
    found: Counter[str] = Counter()
    for match, action in walk(table):
        for tested in (action, chance.choice(all_legal(match))):
            trial = try_out(match, tested, chance.randrange(2**32))
            for seat in {TABLE, action.seat, match.owed, chance.randrange(match.players)}:
                try:
                    outcome = difference(trial, seat, sight, tried(match, seat, chance), chance)
                except Unlike:
                    found[f"unlike {type(tested).__name__}"] += 1
                else:
                    found["alike" if outcome is None else f"leak by {type(tested).__name__}"] += 1
        match.apply(action)
    return found


def leaking(found: Counter[str]) -> list[str]:
    """Return the actions that told too much."""
    return [key for key in found if key.startswith("leak")]


@given(tables(40))
@settings(max_examples=40)
def test_what_a_seat_is_shown_does_not_depend_on_what_it_may_not_see(table: Table) -> None:
    found = leaks(table)
    assert not leaking(found), found
    assert found["alike"] > 0


def test_almost_every_action_is_compared() -> None:
    """No disguise is found only where the rules make public what a whole hand holds, and seldom then."""
    found = sum((leaks(table) for table in tables_by_hand()), Counter[str]())
    unlike = {key: count for key, count in found.items() if key.startswith("unlike")}
    assert set(unlike) <= {"unlike Challenge", "unlike Draw"}, found
    assert found["alike"] > 100 * sum(unlike.values()), found


def test_a_disguise_is_a_position_that_a_match_can_be_in() -> None:
    for table in tables_by_hand(60):
        chance = Random(table.seed)
        for match, action in walk(table):
            trial = try_out(match, action, 1)
            for seat in seats_of(match):
                check_position(position_of(disguised(trial, disguise(known(trial, seat), chance))))
            match.apply(action)


def test_a_disguise_exchanges_all_cards_that_are_hidden() -> None:
    """Else the property would compare a match with itself."""
    match = set_up(["R1 R2 R3", "B1 B2 B3", "Y1 Y2 Y3"], "R5", discard="G1 G2 G3", draw="G4 G5 G6 G7 G8 G9")
    trial = try_out(match, Play(0, "R1"), 1)
    chance = Random(1)
    twins = [position_of(disguised(trial, disguise(known(trial, 0), chance))) for _ in range(20)]
    assert {twin.hands[0] for twin in twins} == {("R1", "R2", "R3")}
    assert len({twin.hands[1] for twin in twins}) == 20
    assert len({twin.hands[2] for twin in twins}) == 20
    assert len({twin.draw_pile for twin in twins}) == 20
    assert len({twin.discard_pile for twin in twins}) == 20
    assert {twin.discard_pile[0] for twin in twins} == {"R5"}


def _tells(kind: type[Event]) -> Callable[[Event, int], Event]:
    """Return a way to redact that forgets a kind of event."""
    return lambda event, seat: event if isinstance(event, kind) else redact(event, seat)


def _tells_spectators(event: Event, seat: int) -> Event:
    return event if seat == TABLE else redact(event, seat)


def _tells_all_challenges(event: Event, seat: int) -> Event:
    return event if isinstance(event, Challenged) and seat != event.seat else redact(event, seat)


def _tells_that_a_wild_was_drawn(event: Event, seat: int) -> Event:
    hidden = redact(event, seat)
    return replace(hidden, reason="bob_omb") if isinstance(event, Drew) and "W4" in event.cards else hidden


@pytest.mark.parametrize(
    "leaky",
    [
        pytest.param(_tells(Drew), id="drawn cards"),
        pytest.param(_tells(Shuffled), id="the order of a shuffle"),
        pytest.param(_tells(Dealt), id="all hands dealt"),
        pytest.param(_tells_all_challenges, id="a challenged hand, to everyone"),
        pytest.param(_tells_spectators, id="everything, to spectators"),
        pytest.param(_tells_that_a_wild_was_drawn, id="a hint at what was drawn"),
    ],
)
def test_a_leak_in_the_events_is_noticed(leaky: Callable[[Event, int], Event]) -> None:
    assert any(leaking(leaks(table, Sight(leaky, Match.view))) for table in tables_by_hand())


def _anyones_drawn_card(match: Match, seat: int) -> View:
    return replace(match.view(seat), drawn=CODE[match.drawn] if match.drawn != NO_CARD else None)


def _next_card_to_draw(match: Match, seat: int) -> View:
    wild = bool(match.draw_pile) and CODE[match.draw_pile[-1]][0] == "W"
    view = match.view(seat)
    return replace(view, draw_count=view.draw_count + wild)


def _order_of_the_discards(match: Match, seat: int) -> View:
    view = match.view(seat)
    return replace(view, top=CODE[match.discard_pile[0]] if match.discard_pile else None)


def _hand_as_held(match: Match, seat: int) -> View:
    """Sorted by card id over everyone's cards: alike cards, told apart, tell who holds which."""
    view = match.view(seat)
    return replace(view, dealer=match.hands[seat][0] if seat != TABLE and match.hands[seat] else view.dealer)


def _points_of_a_hand(match: Match, seat: int) -> View:
    view = match.view(seat)
    return replace(view, scores=tuple(sum(POINTS[card] for card in hand) for hand in match.hands))


def _whether_it_was_a_bluff(match: Match, seat: int) -> View:
    guilty = any(COLOR[card] == match.bluff_color for card in match.bluff_hand)
    return replace(match.view(seat), previous_color="R" if guilty else None)


@pytest.mark.parametrize(
    "leaky",
    [
        _anyones_drawn_card,
        _next_card_to_draw,
        _order_of_the_discards,
        _hand_as_held,
        _points_of_a_hand,
        _whether_it_was_a_bluff,
    ],
)
def test_a_leak_in_the_view_is_noticed(leaky: Callable[[Match, int], View]) -> None:
    assert any(leaking(leaks(table, Sight(redact, leaky))) for table in tables_by_hand())


def _draw_and_keep_what_does_not_fit(match: Match, action: Draw) -> None:
    draw(match, action)
    if match.phase is Phase.DRAWN and not match.fits[match.drawn]:
        keep(match, Keep(action.seat))


def _refuse_with_a_hint(match: Match, action: Catch) -> None:
    held = [CODE[card] for card in match.hands[action.target % match.players]]
    raise IllegalAction("no_catch", f"They hold {held}.")


def _accept_at_no_cost_if_it_was_a_bluff(match: Match, action: Accept) -> None:
    if any(COLOR[card] == match.bluff_color for card in match.bluff_hand):
        match.draw_pile, pile = [], match.draw_pile
        match.discard_pile, discards = match.discard_pile[-1:], match.discard_pile
        accept(match, action)
        match.draw_pile, match.discard_pile = pile, discards
    else:
        accept(match, action)


@pytest.mark.parametrize(
    ("kind", "leaky"),
    [
        (Draw, _draw_and_keep_what_does_not_fit),
        (Catch, _refuse_with_a_hint),
        (Accept, _accept_at_no_cost_if_it_was_a_bluff),
    ],
)
def test_a_leak_in_the_rules_is_noticed(
    kind: type[Action], leaky: Callable[[Match, Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happens next, and why something is refused, can tell as much as a card shown."""
    monkeypatch.setitem(engine_match._STEPS, kind, leaky)
    assert any(leaking(leaks(table._replace(silence=1.0))) for table in tables_by_hand())
