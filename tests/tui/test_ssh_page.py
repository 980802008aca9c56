"""Letting guests come by ssh: the page about it, the ways to it, and the options that it begins with."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.phases import TABLE
from net.hosted import SSH_PORT, HostSetup, SshSetup, SshState
from tests.tui.evenings import SIZE, Evening
from tests.tui.pages import PageApp
from tests.tui.rooms import HOSTING, MINE, OPEN, SSH, Control, Link, stay_in
from tests.tui.test_room_pages import shown
from unokart_tui import launch_room
from unokart_tui.screens.lobby import LobbyScreen
from unokart_tui.screens.people import PeopleScreen
from unokart_tui.screens.question import QuestionScreen
from unokart_tui.screens.ssh import SshScreen
from unokart_tui.screens.table import TableScreen
from unokart_tui.ssh_setup import ssh_setup
from unokart_tui.start import InOwnRoom

NURSERY = (sys.executable, "-P", "-m", "unokart_tui.guests")
SETUP = SshSetup(("nursery",), port=2022, keys="/keys", guests=4)


def page(ssh: SshState) -> tuple[PageApp, Any, list[tuple[Any, ...]]]:
    control: Any = Control()
    screen = SshScreen(stay_in(MINE, replace(OPEN, ssh=ssh)), control, SETUP)
    return PageApp(screen), screen, control.calls


async def test_the_way_is_opened_as_the_command_line_says_or_at_any_port() -> None:
    app, screen, calls = page(SshState())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        screen._stay.take(replace(OPEN, ssh=SshState(trouble="Port 2022 is taken.")))
        screen.redraw()
        await pilot.pause()
        assert "Port 2022 is taken." in shown(app)
        await pilot.press("a")
    assert calls == [("open_ssh", SETUP), ("open_ssh", replace(SETUP, port=0))]


async def test_it_is_closed_at_once_where_nobody_has_come_and_asked_about_where_somebody_has() -> None:
    app, screen, calls = page(replace(SSH, guests=0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter", "x")
        assert calls == [("close_ssh",)]
        screen._stay.take(replace(OPEN, ssh=replace(SSH, guests=1)))
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, QuestionScreen)
        assert "1 guest by ssh will be sent away; their seats are" in shown(app)
        await pilot.press("escape", "x", "c")
    assert calls == [("close_ssh",)] * 2


async def test_at_home_and_at_the_table_a_key_leads_to_it(tmp_path: Path) -> None:
    setup = HostSetup(name="Ada", ssh=SETUP)
    evening = Evening(tmp_path, start=InOwnRoom(setup))
    async with evening.app.run_test(size=SIZE) as evening.pilot:
        evening.doors.tell_host(OPEN)
        evening.doors.enter(MINE)
        await evening.until(LobbyScreen)
        await evening.press("g")
        await evening.until(SshScreen)
        await evening.press("enter")
        assert evening.doors.control.calls == [("open_ssh", SETUP)]
        evening.doors.tell_host(replace(OPEN, ssh=SSH))
        await evening.sees("ssh -p 2222 NAME@192.168.1.23")
        await evening.press("escape")
        await evening.until(LobbyScreen)
        assert SSH.fingerprint[:20] in evening.shown
        evening.doors.deal(room=HOSTING)
        await evening.until(TableScreen)
        await evening.press("w")
        await evening.until(PeopleScreen)
        assert "NAME@192.168.1.23" in evening.shown
        await evening.press("g")
        await evening.until(SshScreen)


async def test_who_does_not_host_is_told_so() -> None:
    link: Any = Link()
    app = PageApp(PeopleScreen(stay_in(replace(MINE, seat=TABLE, who=3)), link))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("g")
        await pilot.pause()
        assert "Only where the room is hosted can guests be let in by ssh." in shown(app)


def test_the_options_say_how_guests_come(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from unokart_tui.cli import main

    hosted: list[HostSetup] = []
    monkeypatch.setattr(launch_room, "full_screen", lambda: True)
    monkeypatch.setattr(launch_room, "full", lambda settings, start, bind: hosted.append(start.setup))
    monkeypatch.chdir(tmp_path)
    Path("keys").touch()
    for options in ([], ["--ssh"], ["--ssh", "--ssh-port", "0", "--ssh-keys", "keys", "--ssh-guests", "3"]):
        monkeypatch.setattr(sys, "argv", ["unokart", "host", *options])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
    none, usual, chosen = (setup.ssh for setup in hosted)
    assert none is None
    assert usual == SshSetup(NURSERY, SSH_PORT)
    assert chosen == SshSetup(NURSERY, 0, str(tmp_path / "keys"), 3)


def test_no_module_is_loaded_from_where_the_program_happens_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ssh_setup().nursery == NURSERY
    monkeypatch.syspath_prepend(os.fspath(tmp_path))
    assert ssh_setup().nursery == (sys.executable, "-m", "unokart_tui.guests")
