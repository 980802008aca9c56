"""The screens around the table: what their keys do."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs
from textual.screen import Screen

from engine.phases import Phase
from tests.tui.pages import NAMES, PageApp, ended, people
from tests.tui.tables import four, table_at
from unokart_tui import settling
from unokart_tui.config import Settings
from unokart_tui.rulebook import paragraphs, rules_text
from unokart_tui.screens.help import HelpScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.new_match import NewMatchScreen
from unokart_tui.screens.page import Canvas
from unokart_tui.screens.podium import MatchScreen
from unokart_tui.screens.question import Choice, QuestionScreen
from unokart_tui.screens.quit import QuitScreen
from unokart_tui.screens.results import RoundScreen
from unokart_tui.screens.rules import RulesScreen
from unokart_tui.table import Table

SIZE = (80, 24)


def shown(app: PageApp) -> str:
    """What the topmost screen shows, as text."""
    canvas = app.screen.query_one(Canvas)
    return "\n".join(canvas.render_line(y).text for y in range(canvas.size.height))


async def results_of(page: Screen[Any], *keys: str) -> list[Any]:
    """Return what a screen is dismissed with by these keys."""
    app = PageApp(page)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return app.results


ADA = Settings(name="Ada")


@pytest.mark.parametrize(
    ("keys", "settings"),
    [
        (["enter"], ADA),
        (["right", "enter"], Settings(name="Ada", bots=4)),
        (["left", "left", "left", "enter"], Settings(name="Ada", bots=1)),
        (["9", "right", "enter"], Settings(name="Ada", bots=9)),
        (["down", "right", "enter"], Settings(name="Ada", level="easy")),
        (["down", "down", "left", "enter"], Settings(name="Ada", target=300)),
        (["down", "down", "7", "5", "enter"], Settings(name="Ada", target=75)),
        (["down", "down", "0", "enter"], ADA),
        (["down", "down", *"999999", "enter"], Settings(name="Ada", target=99_999)),
        (["down", "down", "1", "right", "enter"], Settings(name="Ada", target=50)),
        (["down", "down", "down", "left", "enter"], Settings(name="Ada", pace=0.6)),
        (["down", "6", "enter"], Settings(name="Ada", bots=6)),
        (["up", *["backspace"] * 9, *"Toad q 9", "enter"], Settings(name="Toad q 9")),
        (["up", *["backspace"] * 9, "enter"], Settings(name="Player")),
        (["up", *"xxxxxxxxxxxxxxxxxxxxxxxxx", "enter"], Settings(name="Ada" + "x" * 17)),
        (["escape"], None),
        (["q"], None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
async def test_a_new_match_is_chosen_by_arrows_and_digits(keys: list[str], settings: Settings | None) -> None:
    keys = ["space" if key == " " else key for key in keys]
    assert await results_of(NewMatchScreen(ADA), *keys) == [settings]


async def test_what_was_chosen_before_is_where_one_begins() -> None:
    before = Settings(name="Ada", bots=7, level="easy", target=42, pace=0.7)
    assert await results_of(NewMatchScreen(before), "enter") == [before]


@pytest.mark.parametrize(
    ("keys", "leave"),
    [("y", True), ("Y", True), ("n", False), ("N", False), ("q", False), (["escape"], False), (["enter"], False),
     (["left", "enter"], True), (["right", "left", "enter"], False), (["tab", "enter"], True)],
)  # fmt: skip
async def test_leaving_is_asked_and_a_stray_enter_stays(keys: list[str] | str, leave: bool) -> None:
    assert await results_of(QuitScreen(), *keys) == [leave]


@pytest.mark.parametrize(
    ("keys", "results"),
    [(["enter"], [True]), (["q"], []), (["q", "n"], []), (["q", "y"], [False]), (["x", "d", "1"], [])],
    ids=lambda value: str(value),
)
async def test_after_a_round_one_goes_on_or_leaves_after_a_question(keys: list[str], results: list[bool]) -> None:
    page = RoundScreen(ended(4, Phase.ROUND_OVER), people(4), 0)
    assert await results_of(page, *keys) == results


@pytest.mark.parametrize(("key", "again"), [("enter", True), ("h", False), ("q", False), ("escape", False)])
async def test_after_a_match_one_plays_again_or_goes_home(key: str, again: bool) -> None:
    page = MatchScreen(ended(4, Phase.MATCH_OVER), people(4), 0)
    assert await results_of(page, key) == [again]


@pytest.mark.parametrize("players", [2, 4, 7, 10])
async def test_a_round_is_shown_with_all_hands_and_points(players: int) -> None:
    view = ended(players, Phase.ROUND_OVER, target=5000)
    assert view.result is not None
    app = PageApp(RoundScreen(view, people(players), 0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        text = shown(app)
        rows = text.splitlines()
    assert f"and {view.result.points} points" in text
    assert f"+{view.result.points}" in text
    for person in people(players)[1:]:
        assert person.name in text
    assert sum(row.startswith(("  you ", " ►you ")) for row in rows) == 1


async def test_all_rounds_of_a_long_match_can_be_seen() -> None:
    view = ended(2, Phase.MATCH_OVER, target=3000)
    rounds = len(view.history)
    assert rounds > 24
    first, last = re.compile(r" 1  (you|Toad) "), re.compile(rf" {rounds}  (you|Toad) ")
    app = PageApp(MatchScreen(view, people(2), 0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert last.search(shown(app))
        assert not first.search(shown(app))
        await pilot.press(*["up"] * rounds)
        assert first.search(shown(app))
        assert not last.search(shown(app))
        await pilot.press(*["down"] * rounds)
        assert last.search(shown(app))


async def test_equal_points_have_an_equal_place() -> None:
    view = ended(7, Phase.MATCH_OVER)
    assert view.result is not None
    result = structs.replace(view.result, winner=1)
    view = structs.replace(view, scores=(120, 510, 120, 40, 0, 40, 0), result=result)
    app = PageApp(MatchScreen(view, people(7), 0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        rows = shown(app).splitlines()
    steps = [word for row in rows for word in row[:46].split() if word in ("1", "2", "3")]
    assert sorted(steps) == ["1", "2", "2"]
    assert [row.split()[0] for row in rows for name in (*NAMES[3:7],) if name in row[:40]] == ["4", "4", "6", "6"]


@pytest.mark.parametrize("make", [RoundScreen, MatchScreen])
async def test_enter_held_down_does_not_run_through(make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(settling, "QUIET", 0.5)
    page = make(ended(4, Phase.MATCH_OVER), people(4), 0)
    page._settling = settling.Settling(lambda: now[0])
    app = PageApp(page)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(40):
            await pilot.press("enter")
            now[0] += 0.03
            assert "Enter" not in shown(app)
        assert app.results == []
        now[0] += 0.3
        await pilot.press("enter")
        await pilot.pause()
        assert app.results == [True]


PAGES: list[Callable[[], Screen[Any]]] = [
    HomeScreen,
    lambda: NewMatchScreen(ADA),
    lambda: RoundScreen(ended(4, Phase.ROUND_OVER), people(4), 0),
    lambda: MatchScreen(ended(4, Phase.MATCH_OVER), people(4), 0),
    QuitScreen,
    lambda: QuestionScreen("Sure?", "It matters.", (Choice("y", "Yes", True),), Choice("n", "No", None)),
    RulesScreen,
]


@pytest.mark.parametrize("make", PAGES)
@pytest.mark.parametrize(("key", "written"), [("v", "v"), ("V", "V"), ("f7", "F7"), ("ctrl+t", "Ctrl+T")])
async def test_a_key_that_does_nothing_says_so(make: Callable[[], Screen[Any]], key: str, written: str) -> None:
    app = PageApp(make())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert f"{written} does nothing here." in shown(app)
        assert app.results == []


@pytest.mark.parametrize(
    ("make", "key", "result"),
    [(PAGES[1], "Q", None), (PAGES[3], "H", False), (PAGES[5], "Y", True), (PAGES[6], "Q", None)],
)
async def test_capitals_are_the_keys_they_are_on(make: Callable[[], Screen[Any]], key: str, result: object) -> None:
    assert await results_of(make(), key) == [result]


async def test_at_home_what_is_not_offered_says_so() -> None:
    app = PageApp(HomeScreen())
    async with app.run_test(size=SIZE) as pilot:
        for key, why in (("c", "There is no table to go on with."), ("y", "Nobody invites you.")):
            await pilot.press(key)
            await pilot.pause()
            assert why in shown(app)


async def test_help_tells_what_does_something_now_first() -> None:
    app = PageApp(HelpScreen(table_at(four())))
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        text = shown(app)
    now, _, later = text.partition("At other times")
    assert "Draw a card instead of playing." in now
    assert "Draw the four of a Wild Draw Four." in later


async def test_help_leads_to_the_rules_and_both_back() -> None:
    app = PageApp(HelpScreen(Table()))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert "The rules of UNO Kart" in shown(app)
        await pilot.press("end")
        assert "100 %" in shown(app)
        await pilot.press("down", "pagedown", "home")
        assert "The rules of UNO Kart" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is app.page
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.results == [None]


async def test_every_word_of_the_rules_is_on_the_screen() -> None:
    app = PageApp(RulesScreen())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        seen = shown(app).splitlines()[1:-2]
        for _ in range(200):
            if "100 %" in shown(app):
                break
            await pilot.press("pagedown")
            seen += shown(app).splitlines()[1:-2]
    words = {word for row in seen for word in row.split()}
    wanted = {word for _, text in paragraphs(rules_text()) for word in text.split()}
    assert not wanted - words


def test_markdown_is_taken_apart_into_paragraphs() -> None:
    text = "# One\n\nA **b**\nc `d`.\n\n1.1 Rule\nover lines\n- **Item**: first\n  second\n"
    assert paragraphs(text) == [
        ("#", "One"),
        ("", "A b c d."),
        ("1.1", "Rule over lines"),
        ("-", "Item: first second"),
    ]


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (10, 3), (1, 1)])
async def test_where_there_is_no_room_the_size_that_is_needed_is_said(size: tuple[int, int]) -> None:
    app = PageApp(RoundScreen(ended(4, Phase.ROUND_OVER), people(4), 0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if size[0] > 20:
            assert "UNO Kart needs 60x20" in shown(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Round 1" in shown(app)
