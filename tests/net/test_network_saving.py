"""What is saved of a table, and what happens when the disk does not take it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Action
from engine.legal import legal_in
from engine.phases import Phase
from net.database import StoreError
from net.hosted import HostEnded, HostSetup, HostState
from net.network import Network
from net.roomlog import RoomLog
from net.solo import SoloSetup, open_solo, resume_solo
from net.store import Store
from net.updates import Acknowledged, Changed, Closed, Joined, Notice, Refused, RoomLink
from tests.net.networks import Told, network, no_warning

FULL = "The disk is full, says the test."


class Disk:
    """Takes what it is given, unless it is full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        append = RoomLog.append

        def take(log: RoomLog, savings: Any) -> None:
            if self.full:
                raise StoreError("disk_full", FULL)
            append(log, savings)

        monkeypatch.setattr(RoomLog, "append", take)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Network]:
    computer = network(tmp_path)
    yield computer
    assert computer.close()


def a_move(told: Told, seat: int = 0) -> tuple[Action, int]:
    """Wait until it is a seat's turn; return something that it may do, and the version."""

    def fits(changed: Changed) -> bool:
        return changed.view.owed == seat and changed.view.phase is not Phase.NEW

    seen = [update for update in told.all if isinstance(update, Changed)]
    changed = seen[-1] if seen and fits(seen[-1]) else told.wait(Changed, fits)
    return legal_in(changed.view)[0], changed.version


def test_a_move_that_can_not_be_saved_has_not_happened(host: Network, disk: Disk) -> None:
    player, told = Told(), Told()
    # One slow bot: nothing else moves.
    control = host.host(HostSetup("Ann", bots=("easy",), port=0, pace=0.0, turn_seconds=0), player, told)
    link = control.link
    assert link is not None
    player.wait(Joined)
    link.start()
    action, version = a_move(player)

    disk.full = True
    link.act(action, version)
    refused = player.wait(Refused)
    assert refused.code == "not_saved"
    assert FULL in refused.sentence
    assert "could not be saved" in refused.sentence
    assert told.wait(HostState, lambda state: state.unsaved is not None).unsaved == FULL
    assert player.last(Changed).version == version

    disk.full = False
    link.act(action, version)
    assert player.wait(Acknowledged).version == version + 1
    told.wait(HostState, lambda state: state.unsaved is None)

    action, version = a_move(player)
    disk.full = True
    link.act(action, version)
    player.wait(Refused)
    control.go_on_unsaved()
    told.wait(HostState, lambda state: not state.saving)
    link.act(action, version)
    assert player.wait(Acknowledged).version > version


def test_bots_wait_for_the_disk_too(host: Network, disk: Disk) -> None:
    player, told = Told(), Told()
    control = host.host(HostSetup("Ann", bots=("easy", "easy"), port=0, pace=1.0, turn_seconds=0), player, told)
    link = control.link
    assert link is not None
    player.wait(Joined)
    link.start()
    while player.wait(Changed, lambda changed: changed.view.phase is not Phase.NEW).view.owed == 0:
        link.act(*a_move(player))
    disk.full = True  # within the second that the bot takes
    told.wait(HostState, lambda state: state.unsaved is not None)
    before = player.last(Changed).version
    disk.full = False
    player.wait(Changed, lambda changed: changed.version > before)


def test_where_nothing_can_be_saved_at_all_the_host_is_told(host: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(store: Store, *_: Any) -> RoomLog:
        raise StoreError("not_writable", "It can't be written, says the test.")

    monkeypatch.setattr(Store, "create", refuse)
    player, told = Told(), Told()
    control = host.host(HostSetup("Ann", bots=("easy",), port=0, pace=0.0), player, told)
    told.wait(HostState, lambda state: state.unsaved is not None)
    player.wait(Joined)
    assert control.link is not None
    control.go_on_unsaved()
    control.link.start()
    player.wait(Changed)


def test_what_is_not_there_can_not_be_resumed(host: Network) -> None:
    player, told = Told(), Told()
    host.host(HostSetup("Ann", port=0, resume="no such room"), player, told)
    ended = told.wait(HostEnded)
    assert (ended.code, ended.sentence) == ("not_hosted", "That saved table is not there any more.")
    assert player.wait(Closed).sentence == ended.sentence


def test_a_room_that_is_open_can_not_be_opened_twice(host: Network, tmp_path: Path) -> None:
    player, told = Told(), Told()
    control = host.host(HostSetup("Ann", bots=("easy",), port=0, pace=60.0), player, told)
    assert control.link is not None
    player.wait(Joined)
    control.link.start()
    player.wait(Changed)
    (table,) = tables(tmp_path, "room")
    assert table.hosted
    again = Told()
    host.host(HostSetup("Ann", port=0, resume=table.room), Told(), again)
    assert "open already" in again.wait(HostEnded).sentence


def tables(directory: Path, kind: Any) -> list[Any]:
    store = Store(directory, no_warning)
    try:
        return store.tables(kind)
    finally:
        store.close()


# Alone


def left_solo(directory: Path, link: RoomLink, told: Told) -> None:
    link.leave()
    assert told.wait(Closed).code == "left"


def test_a_solo_match_is_gone_on_with_where_it_was_left(tmp_path: Path) -> None:
    told = Told()
    link = open_solo(SoloSetup("Ann", ("easy", "normal"), seed=5, pace=0.0), told, tmp_path)
    for _ in range(3):
        link.act(*a_move(told))
        told.wait(Acknowledged)
    a_move(told)
    left_solo(tmp_path, link, told)
    before = told.last(Changed)
    (table,) = tables(tmp_path, "solo")
    assert (table.names, table.match, table.round, table.over) == (("Ann", "Toad", "Peach"), 1, 1, False)

    told = Told()
    link = resume_solo(table.room, tmp_path, told, pace=0.0)
    joined = told.wait(Joined)
    assert (joined.seat, joined.room) == (0, "Ann's table")
    assert [(person.name, person.bot) for person in joined.people] == [
        ("Ann", None),
        ("Toad", "easy"),
        ("Peach", "normal"),
    ]
    after = told.wait(Changed)
    assert (after.version, after.view) == (before.version, before.view)
    link.act(legal_in(after.view)[0], after.version)
    told.wait(Acknowledged)
    left_solo(tmp_path, link, told)


def test_a_solo_match_that_is_gone_says_so(tmp_path: Path) -> None:
    told = Told()
    resume_solo("nothing", tmp_path, told)
    closed = told.wait(Closed)
    assert closed.code == "not_resumed"
    assert "not there any more" in closed.sentence
    assert told.all == [closed]


def test_a_solo_match_goes_on_unsaved_when_the_disk_is_full(tmp_path: Path, disk: Disk) -> None:
    told = Told()
    link = open_solo(SoloSetup("Ann", ("easy",), seed=5, pace=0.0), told, tmp_path)
    move = a_move(told)
    disk.full = True
    link.act(*move)
    assert FULL in told.wait(Notice).sentence
    told.wait(Acknowledged)
    left_solo(tmp_path, link, told)


def test_a_solo_match_without_a_directory_leaves_nothing(tmp_path: Path) -> None:
    told = Told()
    link = open_solo(SoloSetup("Ann", ("easy",), seed=5, pace=0.0), told)
    told.wait(Joined)
    left_solo(tmp_path, link, told)
    assert not list(tmp_path.iterdir())
