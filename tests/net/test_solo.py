"""A match against bots as a screen has it: a link, updates from another thread, and nothing seen of the network."""

from __future__ import annotations

import queue
import socket
import threading
from pathlib import Path
from random import Random

import pytest

from engine import bots
from engine.actions import Action, Deal, Draw
from engine.errors import PositionError
from engine.legal import legal_in
from engine.phases import Phase
from engine.rules import Rules
from engine.views import View
from net.log import log_path
from net.seats import RACERS
from net.solo import SoloSetup, open_solo
from net.updates import Acknowledged, BotLevel, Changed, Closed, Joined, Refused, Update

PATIENCE = 20.0


class Screen:
    """Gets the updates of one match, and can play it."""

    def __init__(self, setup: SoloSetup) -> None:
        before = set(threading.enumerate())
        self.updates: list[Update] = []
        self._inbox: queue.Queue[Update] = queue.Queue()
        self.link = open_solo(setup, self._inbox.put)
        self.threads = set(threading.enumerate()) - before  # none if it is over already

    def next(self) -> Update:
        """Wait for the next update."""
        self.updates.append(self._inbox.get(timeout=PATIENCE))
        return self.updates[-1]

    def wait_for(self, kind: type[Update]) -> Update:
        """Wait for an update of a kind."""
        while not isinstance(update := self.next(), kind):
            assert not isinstance(update, Closed), update
        return update

    def wait_for_cards(self) -> Changed:
        """Wait until the first round has been dealt."""
        while not (isinstance(update := self.next(), Changed) and update.view.hand):
            pass
        return update

    def leave(self) -> list[Update]:
        """Leave, and see that everything ends; return what came after."""
        self.link.leave()
        at = len(self.updates)
        while not isinstance(self.next(), Closed):
            pass
        self.check_over()
        return self.updates[at:]

    def check_over(self) -> None:
        """See that the thread ends and nothing follows."""
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        assert self._inbox.empty()

    def play_match(self) -> View:
        """Play until the match is over; return the last view."""
        while True:
            update = self.next()
            assert not isinstance(update, Closed | Refused), update
            if not isinstance(update, Changed):
                continue
            if update.view.phase is Phase.MATCH_OVER:
                return update.view
            if update.view.phase is Phase.ROUND_OVER:
                self.link.ready()
            else:
                self.play(update)

    def play(self, changed: Changed) -> None:
        """Do the first thing that can be done, if anything is asked."""
        if changed.view.owed == 0:
            self.link.act(legal_in(changed.view)[0], changed.version)

    def play_to_the_end(self) -> Closed:
        """Play until the table is gone."""
        while not isinstance(update := self.next(), Closed):
            if isinstance(update, Changed):
                self.play(update)
        return update


def some(level: BotLevel, count: int) -> tuple[BotLevel, ...]:
    return (level,) * count


def fast(seed: int | None = 1, levels: tuple[BotLevel, ...] = ("normal", "easy"), target: int = 500) -> SoloSetup:
    return SoloSetup("Ann", levels, Rules(target_score=target), seed, pace=0.0, grace=False)


def slow() -> SoloSetup:
    return SoloSetup("Ann", ("easy",), seed=1, pace=60.0)


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_whole_match_to_500(count: int) -> None:
    screen = Screen(fast(levels=some("normal", count)))
    view = screen.play_match()
    assert view.winner is not None
    assert max(view.scores) >= 500
    assert view.players == 1 + count
    screen.leave()
    assert isinstance(screen.updates[0], Joined)
    versions = [update.version for update in screen.updates if isinstance(update, Changed)]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_an_acknowledgement_comes_after_the_change_that_it_is_about() -> None:
    screen = Screen(fast(target=100))
    screen.play_match()
    screen.leave()
    seen = -1
    answers = 0
    for update in screen.updates:
        if isinstance(update, Changed):
            seen = update.version
        elif isinstance(update, Acknowledged):
            assert update.version <= seen
            answers += 1
    assert answers


def test_another_match_begins_with_the_same_people() -> None:
    screen = Screen(fast(target=1))
    first = screen.play_match()
    screen.link.ready()
    second = screen.play_match()
    assert second.players == first.players
    assert len(second.history) == 1
    screen.leave()


def test_the_same_seed_and_the_same_answers_make_the_same_match() -> None:
    def changes(seed: int) -> list[Update]:
        screen = Screen(fast(seed, target=200))
        screen.play_match()
        told = [update for update in screen.updates if isinstance(update, Changed)]
        screen.leave()
        return [*told]

    assert changes(4) == changes(4)
    assert changes(4) != changes(5)


def test_without_a_seed_every_match_is_another() -> None:
    hands = set()
    for _ in range(2):
        screen = Screen(fast(seed=None))
        hands.add(screen.wait_for_cards().view.hand)
        screen.leave()
    assert len(hands) == 2


def test_no_port_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError("a solo match binds no address")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    screen = Screen(fast(target=1))
    screen.play_match()
    screen.leave()


def test_bots_are_racers_and_none_is_called_like_the_player() -> None:
    screen = Screen(SoloSetup("yoshi", some("easy", 9), seed=1))
    joined = screen.next()
    assert isinstance(joined, Joined)
    names = [person.name for person in joined.people]
    assert names[0] == "yoshi"
    assert len({name.casefold() for name in names}) == 10
    assert set(names[1:]) <= set(RACERS)
    screen.leave()


@pytest.mark.parametrize("count", [0, 10])
def test_too_few_or_too_many_are_refused_at_once(count: int) -> None:
    threads = threading.active_count()
    with pytest.raises(PositionError):
        open_solo(SoloSetup("Ann", some("easy", count)), lambda update: None)
    assert threading.active_count() == threads


def test_a_refusal_says_why_and_changes_nothing() -> None:
    screen = Screen(slow())
    screen.wait_for_cards()
    action_id = screen.link.act(Draw(0), 77)
    refused = screen.wait_for(Refused)
    assert isinstance(refused, Refused)
    assert (refused.action_id, refused.code) == (action_id, "stale")
    assert refused.sentence
    screen.leave()


def test_the_deal_is_not_the_player_s() -> None:
    screen = Screen(slow())
    screen.wait_for_cards()
    action_id = screen.link.act(Deal(), 0)
    refused = screen.wait_for(Refused)
    assert isinstance(refused, Refused)
    assert refused.action_id == action_id
    screen.leave()


def test_leaving_ends_everything_and_leaving_again_does_no_harm() -> None:
    screen = Screen(slow())
    screen.wait_for(Joined)
    closed = screen.leave()[-1]
    assert isinstance(closed, Closed)
    assert closed.code == "left"
    screen.link.leave()
    screen.link.ready()
    screen.link.set_pace(1.0)
    assert screen.link.act(Draw(0), 1) > 0
    screen.check_over()


def test_leaving_before_anything_has_come() -> None:
    assert isinstance(Screen(slow()).leave()[-1], Closed)


def test_what_is_under_way_when_the_table_closes_is_answered_before_the_end() -> None:
    screen = Screen(slow())
    screen.wait_for_cards()
    action_id = screen.link.act(Draw(0), 1)
    answers = [update for update in screen.leave() if isinstance(update, Acknowledged | Refused)]
    assert [answer.action_id for answer in answers] == [action_id]


def test_the_pace_can_be_changed_while_a_bot_thinks() -> None:
    screen = Screen(SoloSetup("Ann", some("easy", 3), seed=2, pace=60.0, grace=False))
    changed = screen.wait_for_cards()
    while changed.view.owed == 0:
        screen.play(changed)
        update = screen.wait_for(Changed)
        assert isinstance(update, Changed)
        changed = update
    screen.link.set_pace(0.0)
    screen.wait_for(Changed)
    screen.leave()


class Broken:
    """A bot with a fault."""

    def act(self, view: View) -> Action | None:
        """Fail."""
        raise ZeroDivisionError("a fault in a bot")

    def call(self, view: View) -> Action | None:
        """Do nothing."""
        return None


def make_broken(level: BotLevel, random: Random) -> Broken:
    return Broken()


def test_a_fault_of_the_program_is_told_and_logged(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bots, "make", make_broken)
    screen = Screen(fast(levels=some("easy", 3)))
    closed = screen.play_to_the_end()
    assert closed.code == "crash"
    assert closed.sentence
    screen.check_over()
    log = log_path()
    assert "a fault in a bot" in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o077 == 0
    assert capfd.readouterr() == ("", "")


def test_a_screen_that_cannot_take_updates_ends_the_match_and_is_logged() -> None:
    def take(update: Update) -> None:
        raise ZeroDivisionError("a fault in a screen")

    before = set(threading.enumerate())
    open_solo(fast(), take)
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert "a fault in a screen" in log_path().read_text(encoding="utf-8")


def test_where_nothing_can_be_logged_the_player_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    monkeypatch.setenv("HOME", str(blocked))
    monkeypatch.setattr(bots, "make", make_broken)
    screen = Screen(fast(levels=some("easy", 3)))
    assert screen.play_to_the_end().code == "crash"
    screen.check_over()
