"""Going to a card by its letters, and showing only what fits."""

from __future__ import annotations

import pytest

from engine.actions import Play
from engine.cards import FACES
from tests.tui.tables import HOME, MANY, NAMES, Seat, TableApp, calm, four, game, shown, table_at
from unokart_tui.answers import answer
from unokart_tui.finding_cards import faces_meant
from unokart_tui.outcomes import Say


@pytest.mark.parametrize(
    ("typed", "faces"),
    [
        ("g5", "G5"),
        ("r+", "RD"),
        ("rd", "RD"),
        ("br", "BR"),
        ("ys", "YS"),
        ("w4", "W4"),
        ("w+", "W4"),
        ("wb", "WI"),
        ("wi", "WI"),
        ("w", "W4 WI"),
        ("5", "R5 Y5 G5 B5"),
        ("4", "R4 Y4 G4 B4 W4"),
        ("+", "RD YD GD BD W4"),
        ("gg", ""),
        ("g55", ""),
        ("zz", ""),
    ],
)
def test_letters_mean_faces(typed: str, faces: str) -> None:
    assert faces_meant(typed) == frozenset(faces.split())


@pytest.mark.parametrize("face", FACES)
def test_every_face_is_meant_by_its_code(face: str) -> None:
    assert faces_meant(face.lower()) == {face}


async def test_a_slash_and_letters_go_to_a_card_and_play_none() -> None:
    seat = Seat(game((MANY, "R4 R5 R6")), NAMES[:2])
    app = TableApp(seat, calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        hand = app.table.table.hand

        def chosen() -> str:
            assert hand.chosen is not None
            return hand.chosen.code

        await pilot.press("slash", "g")
        await pilot.pause()
        assert chosen() == "G0"
        assert "Find g_" in " ".join(" ".join(shown(app)).split())
        await pilot.press("5")
        assert chosen() == "G5"
        assert app.table.table.finding is None
        await pilot.press("slash", "r", "1")
        first = hand.chosen
        await pilot.press("slash", "r", "1")
        assert chosen() == "R1"
        assert hand.chosen != first
        await pilot.press("slash", "y", "escape")
        assert chosen() == "R1"
        await pilot.press("slash", "y", "enter")
        assert chosen() == "Y2"
        await pilot.press("slash", "W", "b")
        assert chosen() == "WI"
        assert not seat.asked.actions


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("g0", "You hold no green 0."),
        ("w4", "You hold no Wild Draw Four."),
        ("gq", "gq is no card: type a color, r y g b or w, then 0 to 9, s, r or +."),
        ("4", "You hold no card with 4."),
    ],
)
async def test_what_is_not_held_is_said(keys: str, why: str) -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        before = app.table.table.hand.chosen
        await pilot.press("slash", *keys)
        assert app.table.table.notice == why
        assert app.table.table.finding is None
        assert app.table.table.hand.chosen == before


async def test_only_what_fits_is_shown_on_ones_turn() -> None:
    seat = Seat(four(turn=3), NAMES)
    app = TableApp(seat, calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        hand = app.table.table.hand
        await pilot.press("f")
        assert app.table.table.notice == "On your turns only what may be played is shown; f shows all."
        assert not hand.narrowed
        seat.play(Play(3, "B7"))
        await pilot.pause()
        assert [card.code for card in hand.cards] == ["R7", "BR", "WI"]
        assert "3 of 5" in "\n".join(shown(app))
        assert "f all cards" in shown(app)[-1]
        await pilot.press("3", "enter")
        assert [action for action, _ in seat.asked.actions] == [Play(0, "WI")]


async def test_looking_for_a_card_that_is_not_shown_shows_all() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        await pilot.press("f", "slash", "y", "d")
        hand = app.table.table.hand
        assert hand.chosen is not None
        assert hand.chosen.code == "YD"
        assert not hand.narrowed


def test_where_nothing_fits_all_is_shown() -> None:
    table = table_at(four(hand="R1 B2"))
    assert answer(table, "filter") == Say("None of your cards fits, so all are shown; f shows all.")
    assert len(table.hand.cards) == 2
    assert answer(table, "filter") == Say("All your cards are shown.")


def test_where_all_fits_it_says_so() -> None:
    table = table_at(four(hand="G1 G2"))
    assert answer(table, "filter") == Say("All your cards may be played; f shows all.")
