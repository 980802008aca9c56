"""Who may knock: at one time, one after the other, and after wrong passphrases."""

from __future__ import annotations

import pytest

from net.ssh.doorstep import BLOCKED, FAILURES, FULL, FULL_HERE, STRANGERS, STRANGERS_AN_ADDRESS, Doorstep

ADA, BOB = "192.168.1.5", "192.168.1.6"


def test_an_address_has_so_many_strangers_and_another_has_its_own() -> None:
    doorstep = Doorstep()
    for _ in range(STRANGERS_AN_ADDRESS):
        assert doorstep.refusal(ADA, 0.0) is None
        doorstep.enter(ADA, 0.0)
    assert doorstep.refusal(ADA, 0.0) == FULL_HERE
    assert doorstep.refusal(BOB, 0.0) is None
    doorstep.leave(ADA)
    assert doorstep.refusal(ADA, 0.0) is None


def test_there_are_only_so_many_strangers_in_all() -> None:
    doorstep = Doorstep()
    for number in range(STRANGERS):
        doorstep.enter(f"10.0.0.{number}", 0.0)
    assert doorstep.refusal(ADA, 0.0) == FULL
    doorstep.leave("10.0.0.0")
    assert doorstep.refusal(ADA, 0.0) is None


def test_an_address_is_blocked_for_a_minute_after_five_wrong_passphrases() -> None:
    doorstep = Doorstep()
    for _ in range(FAILURES - 1):
        doorstep.failed(ADA, 100.0)
    assert doorstep.refusal(ADA, 100.0) is None
    doorstep.failed(ADA, 100.0)
    assert doorstep.refusal(ADA, 100.0) == "Too many wrong passphrases came from your address. Try again in 60 seconds."
    assert doorstep.refusal(BOB, 100.0) is None
    assert doorstep.blocked(ADA, 100.0 + BLOCKED - 1) == pytest.approx(1)
    assert doorstep.refusal(ADA, 100.0 + BLOCKED) is None


def test_wrong_passphrases_of_long_ago_are_forgotten() -> None:
    doorstep = Doorstep()
    for _ in range(FAILURES - 1):
        doorstep.failed(ADA, 0.0)
    doorstep.failed(ADA, 1000.0)
    assert not doorstep.blocked(ADA, 1000.0)


def test_who_comes_again_and_again_is_let_wait() -> None:
    doorstep = Doorstep()

    def come(now: float) -> float:
        doorstep.leave(ADA) if doorstep.refusal(ADA, now) else None
        wait = doorstep.enter(ADA, now)
        doorstep.leave(ADA)
        return wait

    waits = [come(50.0) for _ in range(48)]
    assert waits[:32] == [0.0] * 32
    assert waits[32:] == sorted(waits[32:])
    assert waits[-1] == pytest.approx(2.0)
    assert come(53.0) == 0.0


def test_the_addresses_that_are_remembered_are_not_without_end_and_the_newest_stay() -> None:
    doorstep = Doorstep()
    for _ in range(FAILURES):
        doorstep.failed(ADA, 0.0)
    for number in range(1000):
        doorstep.enter(f"fd00:{number:x}::", 1.0)
        doorstep.leave(f"fd00:{number:x}::")
    assert doorstep.blocked(ADA, 1.0)
    for number in range(1000, 1100):
        doorstep.enter(f"fd00:{number:x}::", 1.0)
        doorstep.leave(f"fd00:{number:x}::")
    assert len(doorstep._past) <= 1024
