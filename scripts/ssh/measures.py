"""How soon guests see something, what they cost, and what is left of them."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from scripts.lan.moves import percentile
from scripts.ssh.guest import Guest, first_heard, hear_until, settle
from scripts.ssh.room import LOBBY, Room

GUESTS: Final = 10
_IDLE: Final = 10.0


@contextmanager
def _room(*options: str) -> Iterator[Room]:
    with tempfile.TemporaryDirectory() as where:
        room = Room(Path(where), *options)
        try:
            yield room
        finally:
            room.close()


# The first picture


def measure_paint(runs: int) -> None:
    """Print how long it takes from the command to the lobby, for one who comes alone and for ten at once."""
    print(f"from ssh's start to the lobby's picture, {runs} runs", flush=True)
    with _room() as room:
        alone = []
        room.fill(1)  # everything has been loaded once
        for _ in range(runs):
            guest = room.guest()
            hear_until(room.guests, lambda guest=guest: LOBBY in guest.tail)  # type: ignore[misc]  # bound at once
            alone.append((guest.heard_at - guest.came) * 1000)
            room.leave(guest)
        print(f"  alone: median {median(alone):.0f} ms, at most {max(alone):.0f} (goal: under 300)", flush=True)
        together: list[float] = []
        turned_away = 0
        for _ in range(max(1, runs // 3)):
            times, away = _at_once(room)
            together += times
            turned_away += away
        print(
            f"  ten at once: median {median(together):.0f} ms, at most {max(together):.0f} (goal: under 700);"
            f" {turned_away} were turned away at the door and typed again"
        )


def _at_once(room: Room) -> tuple[list[float], int]:
    """Have nine more come at once, beside the one who is there, and a tenth to watch; return their times."""
    began = {guest: guest.came for guest in (room.guest() for _ in range(GUESTS))}
    waiting, times, away = set(began), [], 0
    while waiting:
        hear_until(room.guests, lambda: any(LOBBY in guest.tail or guest.ended is not None for guest in waiting))
        for guest in list(waiting):
            if LOBBY in guest.tail:
                times.append((guest.heard_at - began[guest]) * 1000)
                waiting.remove(guest)
            elif guest.ended is not None:
                away += 1
                waiting.remove(guest)
                room.guests.remove(guest)
                again = room.guest(guest.name)
                began[again] = began[guest]
                waiting.add(again)
                guest.close()
    settle(room.guests)
    for guest in room.guests[1:]:
        room.leave(guest)
    return times, away


# A round


def measure_round(presses: int) -> None:
    """Print what ten guests cost who play a round, and how soon their keys are answered."""
    print(f"{GUESTS} guests at one table, a round played; then {presses} cursor keys", flush=True)
    with _room() as room:
        room.fill(GUESTS)
        room.deal()
        sizes = _play(room)
        middle, late = median(sizes), percentile(sizes, 0.95)
        print(f"  another's move: median {middle:.0f} bytes, 95 % within {late:.0f} (goal: under 3000)", flush=True)
        host, others = room.memory
        print(f"  memory, PSS: {others:.0f} MB of all for ssh, and {host:.0f} MB of the host (goal: under 250)")
        _go_on(room)
        one = _pressing(room, room.guests[1:2], presses)
        print(f"  a cursor key to its picture, alone: median {median(one):.1f} ms (goal: under 25)", flush=True)
        all_ = _pressing(room, room.guests, presses // 2)
        print(f"  the same with {GUESTS} at once: median {median(all_):.1f} ms (goal: under 80)", flush=True)
        before, began = room.processor, time.monotonic()
        hear_until(room.guests, lambda: time.monotonic() - began >= _IDLE)
        part = (room.processor - before) / (time.monotonic() - began)
        print(f"  {GUESTS} idle guests and their host: {part:.1%} of a core (goal: under 5 %)")


def _play(room: Room) -> list[float]:
    """Play a round to its end; return the bytes that each move cost each of those who did not make it."""
    sizes: list[float] = []
    while not all("next round" in guest.text() for guest in room.guests):
        before = {guest: guest.received for guest in room.guests}
        mover = room.move()
        settle(room.guests, 0.08)
        sizes += [size for guest, was in before.items() if guest is not mover and (size := guest.received - was)]
    return sizes


def _go_on(room: Room) -> None:
    """Begin the next round; a page of results takes Enter only after a moment."""
    while not all("round 2" in guest.text() for guest in room.guests):
        for guest in room.guests:
            if "next round" in guest.text():
                guest.press("Enter")
        settle(room.guests, 0.3)


def _pressing(room: Room, guests: list[Guest], presses: int) -> list[float]:
    """Have some press a cursor key at once, again and again; return the milliseconds until each saw something."""
    times: list[float] = []
    for number in range(presses):
        began = time.perf_counter()
        for guest in guests:
            guest.press("Left" if number % 2 else "Right")
        first = first_heard(room.guests, guests)
        times += [(at - began) * 1000 for at in first]
        settle(room.guests, 0.05)
    return times


# What is left


def measure_gone(guests: int) -> None:
    """Print what is left when many have come and gone."""
    print(f"{guests} guests come and go, and then {GUESTS // 2} as if the power had failed", flush=True)
    with _room() as room:
        room.fill(1)
        before = room.held
        for _ in range(guests):
            room.fill(1)
            room.leave(room.guests[-1])
        seats = _seats(room)
        for _ in range(GUESTS // 2):
            room.fill(1)
            room.guests.pop().close()
        print(f"  before: {before}")
        print(f"  after:  {room.held_again(before)} (goal: the same)")
        print(f"  seats of those who have left: {seats - 1} (goal: 0); who was cut off has {_seats(room) - seats}")


def _seats(room: Room) -> int:
    """Return how many seats are taken, as the first guest sees it."""
    settle(room.guests, 0.3)
    found = re.search(r"AT THE TABLE +(\d+) of", room.guests[0].text())
    assert found is not None
    return int(found[1])
