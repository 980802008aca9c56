"""Which seat of a finished match was ours: noted by whoever saves it, against bots and in a room hosted here."""

from __future__ import annotations

from pathlib import Path

from engine.legal import legal_in
from engine.phases import TABLE, Phase
from engine.rules import Rules
from net.hosted import HostSetup
from net.saved import FinishedMatch
from net.solo import SoloSetup, open_solo
from net.store import Store
from net.updates import Changed, Closed, Joined, RoomLink
from tests.net.networks import Told, network, no_warning

SHORT = Rules(target_score=1)
SEED = 5


def play_out(link: RoomLink, told: Told) -> None:
    """Play at the table until the match is over."""
    while True:
        changed = told.wait(Changed)
        if changed.view.phase is Phase.MATCH_OVER:
            return
        if changed.view.owed == changed.view.seat and changed.view.phase is not Phase.NEW:
            link.act(legal_in(changed.view)[0], changed.version)


def only_match(directory: Path) -> FinishedMatch:
    store = Store(directory, no_warning)
    (match,) = store.matches()
    store.close()
    return match


def test_against_bots_it_is_the_first(tmp_path: Path) -> None:
    told = Told()
    link = open_solo(SoloSetup("Ann", ("easy", "easy"), SHORT, SEED, pace=0.0), told, tmp_path)
    play_out(link, told)
    link.leave()
    told.wait(Closed)
    match = only_match(tmp_path)
    assert (match.own, match.names[0]) == (0, "Ann")


def test_in_a_room_hosted_here_it_is_the_one_of_who_hosts(tmp_path: Path) -> None:
    computer = network(tmp_path)
    told = Told()
    setup = HostSetup("Ann", bots=("easy",), rules=SHORT, seed=SEED, port=0, pace=0.0, turn_seconds=0)
    link = computer.host(setup, told, Told()).link
    assert link is not None
    told.wait(Joined)
    link.start()
    play_out(link, told)
    assert computer.close()
    match = only_match(tmp_path)
    assert match.own is not None
    assert match.own != TABLE
    assert match.names[match.own] == "Ann"
