"""Every key of every keymap in every phase, on the real screen: each acts, shows something, or says why not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from textual.events import Key

from engine.actions import CallUno, Catch
from engine.legal import legal_in
from engine.phases import Phase
from net.updates import Changed, Joined
from tests.tui.situations import ACTS, MINE, PAGES, SITUATIONS
from tests.tui.tables import HOME, NAMES, Seat, TableApp, calm
from unokart_tui.commands import COMMANDS, CommandId
from unokart_tui.config import KEYMAPS, KeymapName, Settings
from unokart_tui.key_settings import table_keys
from unokart_tui.keymap import TableKeys
from unokart_tui.keynames import key_written
from unokart_tui.possible import possible

DIGITS = tuple("1234567890")
MOVES: tuple[CommandId, ...] = ("first", "last", "digit")
"""Commands that may find the choice where they would bring it."""
ANSWERS: tuple[CommandId, ...] = (
    "draw", "keep", "uno", "catch", "challenge", "accept", "red", "yellow", "green", "blue",
)  # fmt: skip
"""Commands that ask the table for something, or say why not."""


def pressed(keys: TableKeys) -> Iterator[tuple[CommandId, str]]:
    """All keys with what they stand for, capitals of letters too."""
    for command in COMMANDS:
        if command.id == "settings":  # the program's, not the table's
            continue
        for key in DIGITS if command.id == "digit" else keys.keys(command.id):
            yield command.id, key
            capital = key.upper()
            if len(key) == 1 and key.isalpha() and keys.command(capital) == command.id:
                yield command.id, capital


def state(app: TableApp) -> tuple[object, ...]:
    """Return what a player can see that a key has changed."""
    table = app.table.table
    return (
        app.screen, table.notice, table.question, table.finding, table.armed, table.filtered, table.reacting,
        table.hand.chosen, table.hand.order,
    )  # fmt: skip


async def press(app: TableApp, *keys: str) -> None:
    """Press keys one after another, and wait until the screen that they went to has taken them.

    A pilot's waiting for all to be at rest takes a hundred times as long.
    """
    screen = app.screen
    for key in keys:
        written = key_written(key)
        app.post_message(Key(key, written if len(written) == 1 else None))
    for pump in (app, screen):
        taken = asyncio.Event()
        pump.call_later(taken.set)
        await taken.wait()


async def as_before(app: TableApp) -> tuple[object, ...]:
    """Put the screen back to where the situation began."""
    screen, seat = app.table, app.seat
    while app.screen is not screen:
        await app.pop_screen()
    table = screen.table
    table.pending.clear()
    table.notice = table.standing = table.question = table.finding = None
    table.typed, table.armed, table.filtered, table.reacting = ("", 0.0), False, False, False
    seat.asked.actions.clear()
    seat.version += 1
    table.hand.order = "color"
    seat.deliver(Joined(seat.me, "Rainbow Road", seat.people))
    seat.deliver(Changed(seat.version, seat.match.view(seat.me)))
    table.hand.jump(min(1, len(table.hand.cards) - 1))
    return state(app)


@pytest.mark.parametrize(
    ("situation", "keymap"),
    [*((name, "usual") for name in SITUATIONS), *((f"{phase}, mine", "vim") for phase in MINE)],
)
async def test_every_key_acts_or_shows_something_or_says_why_not(situation: str, keymap: KeymapName) -> None:
    keys = table_keys(Settings(keymap=keymap))
    seat = Seat(SITUATIONS[situation](), NAMES)
    app = TableApp(seat, calm(keys=keys))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for id, key in pressed(keys):
            before = await as_before(app)
            offered = possible(app.table.table)
            await press(app, key)
            actions = [action for action, _ in seat.asked.actions]
            table = app.table.table
            assert set(actions) <= set(legal_in(seat.match.view(0))), f"{key} asked for what is not allowed"
            assert len(actions) <= 1, f"{key} asked twice"
            visited = app.screen is not app.table
            if id in ANSWERS:
                did = bool(actions) or table.question is not None or table.armed
                assert (id in offered) == did, f"the palette is wrong about {id}"
            if id in PAGES:
                assert visited, f"{key} leads nowhere"
            elif not actions and not visited:
                assert id in MOVES or state(app) != before, f"{key} ({id}) is silent"
            if table.notice is not None:
                assert table.notice[-1] in ".:"
                assert not actions


@pytest.mark.parametrize("keymap", KEYMAPS)
@pytest.mark.parametrize("phase", MINE)
async def test_what_is_asked_can_be_answered_by_key_in_every_keymap(phase: Phase, keymap: KeymapName) -> None:
    keys = table_keys(Settings(keymap=keymap))
    usual = table_keys(Settings())
    seat = Seat(MINE[phase](), NAMES)
    app = TableApp(seat, calm(keys=keys))
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for key, action in ACTS[phase].items():
            await as_before(app)
            app.table.table.hand.jump(0)
            drawn = app.table.table.drawn
            if drawn is not None:
                app.table.table.hand.choose(drawn)
            id = usual.command(key)
            await press(app, keys.keys(id)[0] if id is not None else key)
            assert [asked for asked, _ in seat.asked.actions] == [action]


@pytest.mark.parametrize("situation", [*(f"{phase}, mine" for phase in MINE), "catch", "uncalled", "last wild"])
async def test_no_key_is_played_twice_before_the_answer(situation: str) -> None:
    seat = Seat(SITUATIONS[situation](), NAMES)
    app = TableApp(seat, calm())
    keys = app.table.table.keys
    async with app.run_test(size=HOME) as pilot:
        await pilot.pause()
        for id, key in pressed(keys):
            if id in PAGES:
                continue
            await as_before(app)
            await press(app, key, key, key)
            actions = [action for action, _ in seat.asked.actions]
            assert len(actions) <= 1, f"{key} was taken {len(actions)} times"
            calls = [action for action in actions if isinstance(action, CallUno | Catch)]
            assert len(set(calls)) == len(calls)
