"""The guided round: it can be played, it teaches what it says, and it leads on to a match."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace
from textual.app import App
from textual.pilot import Pilot

from engine.actions import Action, Draw, Play
from engine.phases import Phase
from engine.views import View
from net.updates import Update
from tests.tui.test_app import SETTINGS, dealt, shown
from unokart_tui.app import UnoKartApp
from unokart_tui.config import load
from unokart_tui.keymap import TABLE_KEYS
from unokart_tui.lesson import PARTS, STEPS, YOU, Lesson, deal
from unokart_tui.lesson_table import LessonTable
from unokart_tui.options import TableOptions
from unokart_tui.palette import FULL
from unokart_tui.plain_answers import in_words
from unokart_tui.plain_lesson import LEARNED, PlainLesson, Pupil
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.learned import LearnedScreen
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.start import AtLesson

KEYS = ("enter", "d", "k", "x", "end enter", "end enter", "u enter", "c", "enter")
"""What the texts of the parts say, one after another."""


def test_the_script_follows_the_rules_to_the_end() -> None:
    match = deal()
    for part in PARTS:
        for action in (part.wanted, *part.then):
            assert action in match.legal_actions(action.seat), part.title
            match.apply(action)
    assert match.phase is Phase.ROUND_OVER
    assert match.scores[YOU] > 0


def test_it_has_six_steps_in_order() -> None:
    assert [part.step for part in PARTS] == sorted(part.step for part in PARTS)
    assert {part.step for part in PARTS} == set(range(1, STEPS + 1))


def test_every_text_names_keys_that_there_are() -> None:
    for part in PARTS:
        assert "{" not in TABLE_KEYS.filled(part.text) + TABLE_KEYS.filled(part.instead)
        assert "{" not in part.why, "what is said by lines too names no keys"


def test_only_what_is_asked_for_is_accepted() -> None:
    lesson = Lesson()
    assert not lesson.accepts(Draw(YOU))
    assert lesson.accepts(Play(YOU, "G9"))
    for _ in PARTS:
        lesson.go_on()
    assert lesson.part is None
    assert not lesson.accepts(Play(YOU, "G9"))


class LessonApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.goes_on: list[bool] = []

    async def on_mount(self) -> None:
        options = TableOptions(palette=FULL, box_moment=False, motion=False, settle=0, linger=0.05, notice_for=60)
        await LessonTable(self, options, "Ada", 0, self.ended).open()

    async def ended(self, done: bool, plays: bool) -> None:
        assert done
        self.goes_on.append(plays)


async def coached(pilot: Pilot[Any], part: int) -> str:
    """Wait until a part is explained, and return the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    heading = f"{PARTS[part].step} of {STEPS}: {PARTS[part].title}"
    while screen.table.coach != (heading, TABLE_KEYS.filled(PARTS[part].text)):
        await pilot.pause(0.01)
    await pilot.pause()
    return "\n".join(strip.text for strip in screen._compositor.render_strips())


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 30), (200, 60)])
async def test_the_keys_that_it_names_lead_through_it(size: tuple[int, int]) -> None:
    app = LessonApp()
    async with app.run_test(size=size) as pilot:
        for at, keys in enumerate(KEYS):
            text = await coached(pilot, at)
            last = TABLE_KEYS.filled(PARTS[at].text).split()[-1]
            assert f"{PARTS[at].step} of {STEPS}: {PARTS[at].title}" in text
            assert last in text, f"the end of part {at} is not seen at {size}:\n{text}"
            await pilot.press(*keys.split())
        while not isinstance(app.screen, LearnedScreen):
            await pilot.pause(0.01)
        await pilot.press("enter")
        while not app.goes_on:
            await pilot.pause(0.01)
        assert app.goes_on == [True]


@pytest.mark.parametrize("part", range(len(PARTS)))
async def test_anything_else_is_answered_and_changes_nothing(part: int) -> None:
    app = LessonApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for at in range(part):
            await coached(pilot, at)
            await pilot.press(*KEYS[at].split())
        await coached(pilot, part)
        table = app.screen
        assert isinstance(table, TableScreen)
        others: list[Action] = [action for action in legal(table) if action != PARTS[part].wanted]
        before = table.view
        for action in others[:3]:
            table.link.act(action, table.table.version)
            await pilot.pause()
            assert table.view == before
        if others:
            table._send(others[0])
            while table.table.pending:
                await pilot.pause(0.01)
            assert table.table.notice == TABLE_KEYS.filled(PARTS[part].instead)


def legal(table: TableScreen) -> list[Action]:
    from engine.legal import legal_in

    view = table.view
    assert isinstance(view, View)
    return legal_in(view)


async def test_home_offers_it_to_who_plays_for_the_first_time() -> None:
    app = UnoKartApp(SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "First time here? l leads through a round in six steps." in shown(app)
        await pilot.press("l")
        await coached(pilot, 0)
        await pilot.press("q", "y")
        while not isinstance(app.screen, HomeScreen):
            await pilot.pause(0.01)
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, NewMatchScreen)
        await pilot.press("enter")
        await dealt(pilot)
        app.leave()
    assert load()[0].learned
    again = UnoKartApp(load()[0])
    async with again.run_test(size=(80, 24)):
        assert "First time here?" not in shown(again)
        assert "Learn in six steps" in shown(again)


async def test_who_has_done_all_of_it_is_no_beginner_any_more() -> None:
    app = UnoKartApp(replace(SETTINGS, pace=0, settle=0, animations=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        for at, keys in enumerate(KEYS):
            await coached(pilot, at)
            await pilot.press(*keys.split())
        while not isinstance(app.screen, LearnedScreen):
            await pilot.pause(0.01)
        await pilot.press("escape")
        while not isinstance(app.screen, HomeScreen):
            await pilot.pause(0.01)
        while "First time here?" in shown(app):
            await pilot.pause(0.01)
    assert load()[0].learned


async def test_learn_begins_there_and_ends_with_it() -> None:
    app = UnoKartApp(SETTINGS, AtLesson())
    async with app.run_test(size=(80, 24)) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause(0.01)
        await coached(pilot, 0)
        await pilot.press("q", "y")
        while app.return_code is None:
            await pilot.pause(0.01)
    assert app.return_code == 0


# By lines of text


class Taught:
    """A pupil in words, and all that is said to them."""

    def __init__(self, patient: bool = True) -> None:
        self.said: list[str] = []
        self.told: list[Update] = []
        self.lesson = PlainLesson("Ada", self.told.append)
        self.pupil = Pupil(self.lesson, self.said.append, patient)
        self.lesson.open()
        self.hear()

    def hear(self) -> list[str]:
        """Take what has been told, and return what is said of it."""
        before = len(self.said)
        while self.told:
            self.pupil.receive(self.told.pop(0))
        return self.said[before:]

    def type(self, line: str) -> list[str]:
        """Type a line, and return what is said then."""
        before = len(self.said)
        assert self.pupil.wants(line)
        self.pupil.answer(line)
        self.hear()
        return self.said[before:]


def test_in_lines_each_step_says_what_to_type_and_that_leads_on() -> None:
    taught = Taught()
    for part in PARTS:
        told = f"Step {part.step} of {STEPS}, {part.title}. {part.why} Type: "
        typed = in_words(part.wanted, spoken=True)
        assert told + typed in taught.said, "it is said what to type"
        assert taught.said[-1].startswith("You can: "), "what is asked is said after what to do"
        taught.type(typed)
    assert "You win the round and 42 points" in taught.said
    assert taught.said.index(LEARNED) < taught.said.index("You can: next, quit")


def test_in_lines_anything_else_is_answered_and_changes_nothing() -> None:
    taught = Taught()
    said = taught.type("draw")
    assert said == ["This time type: play green 9", "You can: play G9, play WI, draw"]
    assert taught.type("play G9")[0] == "You play green 9"


@pytest.mark.parametrize(("word", "plays"), [("next", True), ("quit", False)])
def test_in_lines_a_match_follows_where_that_is_wished(word: str, plays: bool) -> None:
    taught = Taught()
    for part in PARTS:
        taught.type(in_words(part.wanted))
    taught.type(word)
    assert taught.pupil.over
    assert taught.lesson.plays is plays


def test_without_a_screen_to_draw_on_it_goes_by_lines() -> None:
    typed = "\n".join([*(in_words(part.wanted) for part in PARTS), "next", "quit"])
    done = subprocess.run(
        [sys.executable, "-m", "unokart_tui", "learn"], input=typed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert LEARNED in done.stdout
    assert "Round 1:" in done.stdout.split(LEARNED)[1], "a match has begun"
