"""Whose seat is whose among guests by ssh: nobody takes one by a name, and whoever was cut off has theirs again."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.ssh import Evening, code_on, evening, make_key, needs_ssh
from tests.e2e.terminals import Pty

pytestmark = [pytest.mark.timeout(150), needs_ssh]


@pytest.fixture
def eve(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as one:
        yield one


def hand(guest: Pty) -> list[str]:
    """Return the rows of a table of 80x24 that show the cards."""
    return guest.text().splitlines()[18:22]


def dealt(host: Pty, *others: Pty) -> None:
    """Begin a match."""
    for one in others:
        one.press("Enter")
    host.wait_for("Enter begins the match")
    host.press("Enter")
    for one in (host, *others):
        one.wait_for("round 1")
        one.wait_for(lambda screen: "7" in screen.splitlines()[22])  # the row under the cards is drawn last


def test_a_rejoin_code_leads_back_to_the_hand_and_nothing_else_does(eve: Evening) -> None:
    eve.open("--turn-seconds", "0")
    ada, bob = eve.sits("Ada"), eve.sits("Bob")
    double = eve.comes("Bob")
    double.wait_for("Bob has a seat here")
    double.press("Enter")
    double.wait_for(r"2 Bob +.*\n +3 Bob 2 ")
    double.press("q")
    double.wait_for("Leave the room")
    double.press("y")
    assert double.wait_end() == 0
    dealt(ada, bob)
    cards, code = hand(bob), code_on(bob)
    bob.process.kill()
    ada.wait_for("Bob is away")

    rogue = eve.comes("Bob")
    rogue.wait_for("Bob has a seat here")
    rogue.press("22222", "Enter")
    rogue.wait_for("You are watching|take the next free seat|You watch")
    assert hand(rogue) != cards
    rogue.press("q")
    rogue.wait_for("Leave")
    rogue.press("y")
    rogue.wait_end()

    back = eve.comes("bob")
    back.wait_for("Rejoin code")
    back.press(code.upper(), "Enter")
    back.wait_for("round 1")
    back.wait_for(lambda screen: hand(back) == cards)
    ada.wait_for("Bob is back")
    assert code_on(back) == code

    back.process.send_signal(signal.SIGSTOP)  # as where the network is gone: nobody can tell by now
    back.looked_at = False
    sooner = eve.comes("Bob")
    sooner.wait_for("Rejoin code")
    sooner.press(code, "Enter")
    sooner.wait_for("round 1")
    sooner.wait_for(lambda screen: hand(sooner) == cards)
    back.process.send_signal(signal.SIGCONT)
    assert back.wait_end() == 0
    assert "You have come back to this seat from elsewhere." in " ".join(back.text().split())


def test_with_keys_a_seat_is_the_keys_and_no_other_key_comes_in(eve: Evening) -> None:
    keys = {name: str(make_key(eve.where / f"key-{name}")) for name in ("ada", "bob", "eve")}
    allowed = eve.where / "allowed"
    allowed.write_text("".join(Path(f"{keys[name]}.pub").read_text() for name in ("ada", "bob")))
    eve.open("--ssh-keys", str(allowed), "--turn-seconds", "0")
    assert eve.says("By ssh a key is asked for")
    ada, bob = eve.sits("Ada", "-i", keys["ada"]), eve.sits("Bob", "-i", keys["bob"])
    stranger = eve.comes("Bob", "-i", keys["eve"])
    assert stranger.wait_end() == 255
    assert "Permission denied" in stranger.text()
    dealt(ada, bob)
    cards = hand(bob)
    bob.process.kill()
    ada.wait_for("Bob is away")
    back = eve.comes("Zoe", "-i", keys["bob"])
    back.wait_for("round 1")
    back.wait_for(lambda screen: hand(back) == cards)
    ada.wait_for("Bob is back")


def test_who_is_sent_away_for_good_stays_away_by_whatever_name(eve: Evening) -> None:
    eve.open()
    elsewhere = ("-b", "127.0.0.2")
    ada, bob = eve.sits("Ada"), eve.sits("Bob", *elsewhere)
    ada.wait_for(r"\d Bob")
    ada.press("Down", "x")
    ada.wait_for("Send Bob away")
    ada.press("k")
    assert bob.wait_end() in (0, 1)
    bob = eve.sits("Bob", *elsewhere)
    ada.wait_for(r"\d Bob")
    ada.press("Up", "x")
    ada.wait_for("Send Bob away")
    ada.press("b")
    bob.wait_end()
    assert "sent you away" in bob.output.decode()
    for name in ("Bob", "Zoe"):
        again = eve.comes(name, *elsewhere)
        again.wait_end()
        assert "sent you away" in again.text()
