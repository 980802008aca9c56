"""The pages about the table: the log, the keys and the rule that applies, the rule book, the command palette."""

from __future__ import annotations

from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from engine.actions import Draw, Play
from tests.tui.pages import PageApp
from tests.tui.tables import HOME, LONG, NAMES, STORY, Seat, TableApp, before_you, calm, four, shown
from unokart_tui.cardface import Look
from unokart_tui.glyphs import UNICODE
from unokart_tui.palette import FULL
from unokart_tui.screens.commands import CommandsScreen
from unokart_tui.screens.help import HelpScreen
from unokart_tui.screens.log import LogScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.searching import search
from unokart_tui.table import Table


def text_of(app: Any) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    return text_of(pilot.app)


# Searching


def rows(*lines: str) -> list[list[tuple[int, str, Any]]]:
    style = FULL.ground
    return [[(0, "5.1", style), (4, line, style)] if line[0].isupper() else [(4, line, style)] for line in lines]


def test_a_word_is_found_in_capitals_or_not() -> None:
    assert [hit.pieces for hit in search(rows("One CARD", "two cards"), "Card")] == [((0, 8, 4),), ((1, 8, 4),)]


def test_what_is_broken_over_two_rows_is_found() -> None:
    hits = search(rows("Then the Green", "shell hits"), "green  SHELL")
    assert [hit.pieces for hit in hits] == [((0, 13, 5), (1, 4, 5))]


def test_wide_letters_take_two_columns() -> None:
    style = FULL.ground
    assert search([[(0, "デイジー draws", style)]], "draws")[0].pieces == ((0, 9, 5),)


@pytest.mark.parametrize("wanted", ["", "  "])
def test_nothing_is_found_nowhere(wanted: str) -> None:
    assert search(rows("One", "two"), wanted) == []


# The rule book


async def test_the_rule_book_is_searched() -> None:
    app = PageApp(RulesScreen(), Look(FULL, UNICODE))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        text = await press(pilot, "slash", *"green shell")
        assert "Search  green shell_" in text
        text = await press(pilot, "enter")
        found = int(text.partition("next (1 of ")[2].partition(")")[0])
        assert found >= 2
        text = await press(pilot, "n")
        assert f"next (2 of {found})" in text
        assert f"next (1 of {found})" in await press(pilot, "N")
        assert "/ search" in await press(pilot, "escape")
        assert app.screen is app.page
        await pilot.press("escape")
        assert app.screen is not app.page


async def test_a_search_says_what_it_does_not_find() -> None:
    app = PageApp(RulesScreen())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "Nothing is looked for: / searches." in await press(pilot, "n")
        assert "not found" in await press(pilot, "slash", *"qqq")
        assert "qqq is not found here." in await press(pilot, "enter")
        page = app.screen
        assert isinstance(page, RulesScreen)
        await pilot.press("slash")
        page.on_paste(Paste("item\nbox"))
        assert "next (" in await press(pilot, "enter")


async def test_f1_opens_the_rule_book_at_the_rule_that_applies() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        text = await press(pilot, "f1")
        assert isinstance(app.screen, RulesScreen)
        assert "3.1 You may play one card from your hand." in text
        assert "1.1 There are 112" not in text


# The keys and the rule that applies


async def test_help_tells_the_rule_that_applies_by_its_number_and_goes_on_with_the_table() -> None:
    app = TableApp(Seat(four(turn=3, draw="G3"), NAMES), calm())
    async with app.run_test(size=(80, 60)) as pilot:
        await pilot.pause()
        assert "3.2  If you cannot play" in await press(pilot, "question_mark")
        app.seat.play(Play(3, "B7"))
        app.seat.play(Draw(0))
        await pilot.pause()
        text = text_of(app)
        assert isinstance(app.screen, HelpScreen)
        assert "3.2  If you cannot play" in text
        assert "Keep the card just drawn." in text.partition("At other times")[0]


# The log


async def test_the_log_is_read_round_by_round_and_follows_what_happens() -> None:
    table = Table()
    for round in range(1, 6):
        table.log.add(f"Round {round}: Toad deals", "round")
        for turn in range(30):
            table.log.add(f"Toad plays red {turn % 10}, the {turn}th of round {round}")
    page = LogScreen(table)
    app = PageApp(page)
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "the 29th of round 5" in text_of(app)
        table.log.add("Peach draws a card")
        page.renew()
        await pilot.pause()
        assert "Peach draws a card" in text_of(app)
        text = await press(pilot, "left")
        assert "Round 5: Toad deals" in text
        assert "Round 4: Toad deals" in await press(pilot, "left")
        table.log.add("Peach draws another card")
        page.renew()
        await pilot.pause()
        assert "Round 4: Toad deals" in text_of(app)
        assert "Round 5: Toad deals" in await press(pilot, "right")
        assert "Peach draws another card" in await press(pilot, "right")
        await pilot.press("home")
        assert "No earlier round is kept here." in await press(pilot, "left")
        assert "the 29th of round 3" in await press(pilot, "slash", *"29th of round 3")


async def test_the_log_shows_names_and_talk_as_they_are() -> None:
    app = TableApp(Seat(four(turn=3), LONG[:4]), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        app.table.table.log.say("[bold]Wario[/bold]", "\x1b[31mred [/b]")
        app.seat.play(Play(3, "B7"))
        text = await press(pilot, "l")
        assert "[bold]Wario[/bold]: [31mred [/b]" in text
        assert "Bowser, King o Koopa plays blue 7" in text


async def test_an_empty_log_says_so() -> None:
    app = PageApp(LogScreen(Table()))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "Nothing has happened since you sat down." in text_of(app)
        assert "No round has begun since you sat down." in await press(pilot, "left")


async def test_page_up_leads_to_the_log() -> None:
    app = TableApp(Seat(before_you(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for action in STORY:
            app.seat.play(action)
        assert "Bowser opens an item box" in await press(pilot, "pageup")


# The palette


async def test_the_palette_finds_a_command_by_its_words_and_does_it() -> None:
    seat = Seat(four(), NAMES)
    app = TableApp(seat, calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        text = await press(pilot, "colon")
        assert isinstance(app.screen, CommandsScreen)
        assert "Draw a card instead of playing." in text
        assert "Say something to everyone" not in text
        text = await press(pilot, *"draw INSTEAD")
        assert "Draw a card instead of playing." in text
        assert "Keep the card" not in text
        await press(pilot, "enter")
        assert [action for action, _ in seat.asked.actions] == [Draw(0)]


async def test_the_palette_says_why_a_command_does_nothing_now() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        assert "Not now." in await press(pilot, "colon", *"keep the card")
        await press(pilot, "enter")
        assert "You have drawn nothing to keep." in "\n".join(shown(app))


async def test_the_palette_is_left_as_one_came() -> None:
    app = TableApp(Seat(four(), NAMES), calm())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert "No command is called so." in await press(pilot, "colon", *"zzz", "enter")
        await press(pilot, "ctrl+u", "up", "pagedown", "down", "pageup")
        await press(pilot, "escape")
        assert app.screen is app.table
        assert app.table.table.notice is None
