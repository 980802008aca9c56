"""Hosting a room, and being invited to one, on the real screen, over ways into a network that a test plays."""

from __future__ import annotations

from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from net.found import People
from net.hosted import HostEnded
from net.updates import Closed
from tests.tui.evenings import SETTINGS, SIZE, Evening
from tests.tui.rooms import (
    HOSTING,
    MINE,
    OPEN,
    Doors,
    at_home,
    invitation,
)
from unokart_tui.screens.entering import EnteringScreen
from unokart_tui.screens.home import HomeScreen
from unokart_tui.screens.host_setup import HostSetupScreen
from unokart_tui.screens.invite import InviteScreen
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.question import QuestionScreen
from unokart_tui.screens.stopped import StoppedScreen
from unokart_tui.screens.table import TableScreen


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


async def test_a_room_is_hosted_and_shows_how_friends_get_in(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.press("h")
        await evening.until(HostSetupScreen)
        await evening.press(*"Den", "down", "down", "2", "enter")
        await evening.until(EnteringScreen)
        (setup,) = evening.doors.hosted
        assert (setup.room, setup.name, setup.bots) == ("Den", "Ada", ("normal", "normal"))
        assert setup.passphrase is not None
        evening.doors.tell_host(OPEN)
        evening.doors.enter(MINE)
        await evening.until(LobbyScreen)
        for text in ("192.168.1.23", "10.0.0.5:24784", "crimson cobra 61", "eeec 6998 0353 02da 9fd6"):
            assert text in evening.shown
        await evening.press("i")
        await evening.until(InviteScreen)
        evening.doors.tell_people(People((at_home(1, "Mia"),), None))
        await evening.sees("Mia")
        await evening.press("enter")
        assert evening.doors.control.calls == [("invite", at_home(1, "Mia"))]


async def hosting(evening: Evening) -> None:
    """Host a room with a match under way."""
    await evening.press("h")
    await evening.until(HostSetupScreen)
    await evening.press("enter")
    await evening.until(EnteringScreen)
    evening.doors.tell_host(OPEN)
    evening.doors.enter(MINE)
    evening.doors.deal(room=HOSTING)
    await evening.until(TableScreen)


async def test_a_host_who_presses_ctrl_c_twice_lets_the_table_run_on(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await hosting(evening)
        await evening.press("ctrl+c", "ctrl+c")
        assert evening.doors.control.link.calls == [("close_room", "keep")]


@pytest.mark.parametrize(("key", "mode", "code"), [("k", "keep", "kept"), ("s", "save", "host_closing")])
async def test_the_host_says_what_becomes_of_the_table(evening: Evening, key: str, mode: str, code: str) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await hosting(evening)
        await evening.press("q")
        await evening.until(QuestionScreen)
        await evening.press("escape", "q", key)
        link = evening.doors.control.link
        assert link.calls == [("close_room", mode)]
        evening.doors.tell(Closed(code, "The table is closed."))
        if mode == "save":
            evening.doors.tell_host(HostEnded(code, "The table is closed."))
            await evening.until(HomeScreen)
            assert evening.app.hosting is None
            await evening.press("q")
        await evening.pilot.pause()
    assert evening.app.return_code == 0
    # A table that runs on has to be seen to when the screen is gone.
    assert (evening.app.hosting is not None) == (mode == "keep")


async def test_a_room_that_can_not_be_opened_says_why(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.press("h", "enter")
        await evening.until(EnteringScreen)
        evening.doors.tell(Closed("not_hosted", "Port 24783 is taken."))
        evening.doors.tell_host(HostEnded("not_hosted", "Port 24783 is taken."))
        await evening.until(StoppedScreen)
        assert "Port 24783 is taken." in evening.shown


async def test_an_invitation_is_shown_at_home_and_one_key_accepts_it(evening: Evening) -> None:
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.pilot.app.workers.wait_for_complete()
        await evening.press("y", "n")
        evening.doors.invite(invitation(known=False))
        await evening.sees('Bob invites you to "Rainbow Road"')
        assert "You have not met this host before." in evening.shown
        await evening.press("n")
        assert evening.doors.home.calls == [("decline",)]
        assert "invites you" not in evening.shown
        evening.doors.invite(invitation())
        await evening.sees("invites you")
        evening.doors.invite(None)
        while "invites you" in evening.shown:
            await evening.pilot.pause(0.01)
        evening.doors.invite(invitation())
        await evening.sees("invites you")
        await evening.press("y")
        await evening.until(EnteringScreen)
        assert evening.doors.home.calls[1:] == [("accept",), ("close",)]
        assert evening.doors.joined == [(invitation(), "Ada", False)]


async def test_who_does_not_want_to_be_seen_is_not(tmp_path: Path) -> None:
    evening = Evening(tmp_path, settings=replace(SETTINGS, invitations=False))
    opened: list[object] = []
    evening.app.outside = replace_network(evening, opened)
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        await evening.pilot.app.workers.wait_for_complete()
        await evening.pilot.pause()
    assert opened == []


def replace_network(evening: Evening, opened: list[object]) -> Any:
    def opening(warn: object) -> Doors:
        opened.append(warn)
        return evening.doors

    assert evening.app.outside is not None
    return changed(evening.app.outside, open_network=opening)
