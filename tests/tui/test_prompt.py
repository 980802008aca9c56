"""The prompt: whatever the game says there is said in full."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.actions import Play
from net.updates import Notice, Update
from tests.tui.situations import PAGES, SITUATIONS
from tests.tui.tables import HOME, LONG, NAMES, Seat, TableApp, calm, four, row_with
from unokart_tui.answers import answer
from unokart_tui.cardface import Look
from unokart_tui.commands import COMMANDS
from unokart_tui.glyphs import UNICODE
from unokart_tui.outcomes import Say
from unokart_tui.palette import FULL
from unokart_tui.surface import Surface
from unokart_tui.table import Table
from unokart_tui.widgets.prompt import Prompt


def seated_at(situation: str) -> Table:
    table = Table()

    def deliver(update: Update) -> None:
        table.take(update)

    seat = Seat(SITUATIONS[situation](), LONG)
    seat.deliver = deliver
    seat.sit()
    return table


def painted(table: Table, width: int) -> str:
    """Return the two rows of the prompt as one text."""
    look = Look(FULL, UNICODE)
    surface = Surface(width, 2, look.palette.ground)
    Prompt(table, look, id="prompt").paint(surface)
    return " ".join(" ".join(strip.text for strip in surface.strips()).split())


def refusals(situation: str) -> Iterator[tuple[Table, str]]:
    """Press every key at every card, and yield what is said."""
    cards = len(seated_at(situation).hand.cards)
    for command in COMMANDS:
        for at in range(max(1, cards)):
            if command.id in PAGES:
                continue
            table = seated_at(situation)
            table.hand.jump(at)
            done = answer(table, command.id, command.keys[0])
            if isinstance(done, Say):
                yield table, done.sentence


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_no_reason_is_cut_off(situation: str, width: int) -> None:
    for table, sentence in refusals(situation):
        table.notice = sentence
        first = sentence.split(". ")[0]
        assert first in painted(table, width)


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_asked_is_not_cut_off_by_the_longest_names(situation: str, width: int) -> None:
    assert UNICODE.ellipsis not in painted(seated_at(situation), width)


@pytest.mark.parametrize("size", [(60, 20), HOME])
async def test_what_has_to_be_known_stays_until_a_key_is_pressed(size: tuple[int, int]) -> None:
    sentence = "This match can't be saved. /proc/1 can't be written: Permission denied."
    app = TableApp(Seat(four(top="G5", turn=3), NAMES), calm())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.table.receive(Notice("not_saved", sentence))
        app.seat.play(Play(3, "G2"))
        await pilot.pause(0.05)
        row_with(app, "This match can't be saved.")
        await pilot.press("s")
        await pilot.pause()
        assert app.table.table.standing is None
        row_with(app, "Sorted by value.")
