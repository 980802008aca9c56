"""A whole match: four guests by ssh in tmux, the host on the screen of the computer it runs on, and two bots."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from scripts.ssh.player import keys_for
from tests.e2e.ssh import HERE, PASSPHRASE, READY, needs_ssh, ssh_command, tree
from tests.e2e.terminals import UNOKART, Pty, Tmux
from tests.e2e.test_rooms import free_port

pytestmark = [
    pytest.mark.timeout(300),
    needs_ssh,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs the program tmux"),
]

NAMES: Final = ("Ada", "Bob", "Eve", "Mia")
ACTING: Final = re.compile(rf"► \d (Hal|{'|'.join(NAMES)})\b")
"""Who is asked, if that is a person."""
WITHIN: Final = 150.0

Player = Pty | Tmux
Comes = Callable[[str], Tmux]


def hand(guest: Player) -> list[str]:
    """Return the rows of a table of 80x24 that show the cards."""
    return [line.rstrip() for line in guest.text().splitlines()[18:22]]


@pytest.fixture
def terminals() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def host(terminals: ExitStack, where: Path, port: int) -> Pty:
    (where / "passphrase").write_text(f"{PASSPHRASE}\n")
    (where / "passphrase").chmod(0o600)
    rules = ("--bots", "2", "--target", "1", "--pace", "0", "--turn-seconds", "0")
    room = ("--bind", HERE, "--port", "0", "--unannounced", "--passphrase-file", str(where / "passphrase"))
    command = (*UNOKART, "host", "--name", "Hal", "--ssh", "--ssh-port", str(port), *rules, *room)
    hal = terminals.enter_context(Pty(command, variables={"HOME": str(where)}))
    hal.wait_for(rf"ssh -p {port} NAME@{HERE}")
    hal.wait_for("SSH KEY +SHA256:")
    hal.wait_for(PASSPHRASE)
    return hal


def test_a_match_is_played_to_its_end_and_who_is_killed_has_their_hand_again(
    terminals: ExitStack, tmp_path: Path
) -> None:
    port = free_port()
    hal = host(terminals, tmp_path, port)

    def comes(name: str) -> Tmux:
        guest = terminals.enter_context(Tmux(ssh_command(port, name, tmp_path)))
        guest.wait_for("Passphrase of the room")
        guest.press(PASSPHRASE, "Enter")
        return guest

    guests = {name: comes(name) for name in NAMES}
    for guest in guests.values():
        guest.wait_for(READY)
        guest.press("Enter")
    hal.wait_for("4 here")
    hal.wait_for("Enter begins the match")
    hal.press("Enter")
    for guest in guests.values():
        guest.wait_for("round 1")
    play(hal, guests, lambda: moved(hal) >= 4)
    cut_off_and_back(hal, guests, comes)
    play(hal, guests, lambda: bool(re.search("wins? the match|won the match", hal.text())))
    leave(hal, guests)


def moved(hal: Pty) -> int:
    """Return how many plays the host's log shows."""
    return len(re.findall(r"\b(plays?|draws?) ", hal.text()))


def play(hal: Pty, guests: dict[str, Tmux], done: Callable[[], bool]) -> None:
    """Let everyone answer what they are asked, until something is so."""
    deadline = time.monotonic() + WITHIN
    answered: dict[Player, tuple[str, float]] = {}
    while not done():
        now = time.monotonic()
        assert now < deadline, hal.text()
        hal.read_for(0.02)
        acting = ACTING.search(hal.text())
        player: Player = hal if acting is None or acting[1] not in guests else guests[acting[1]]
        screen = player.text()
        keys = keys_for(screen)
        before, when = answered.get(player, ("", 0.0))
        if keys and (screen != before or now - when > 1):  # whoever was too quick is asked again
            player.press(*keys)
            answered[player] = (screen, now)


def cut_off_and_back(hal: Pty, guests: dict[str, Tmux], comes: Comes) -> None:
    """Kill the ssh of one who is not asked at the moment, and let them come back to the hand they had."""
    hal.read_for(0.5)  # what was pressed last is done
    acting = ACTING.search(hal.wait_for(ACTING.pattern))
    assert acting
    name = next(name for name in guests if name != acting[1])
    guests[name].wait_for(rf"► \d {acting[1]}\b")
    cards = hand(guests[name])
    code = re.search(r"code ([2-9a-z]{5})\b", guests[name].text())
    assert code
    guests[name].kill()
    hal.wait_for(f"{name} is away")
    back = comes(name)
    back.wait_for("Rejoin code")
    back.press(code[1], "Enter")
    back.wait_for("round 1")
    hal.wait_for(f"{name} is back")
    back.wait_for(lambda screen: hand(back) == cards)
    guests[name] = back


def leave(hal: Pty, guests: dict[str, Tmux]) -> None:
    """Leave in good order; nothing stays behind."""
    for guest in guests.values():
        guest.wait_for("Enter +lobby|AT THE TABLE")
        guest.press("q")
        guest.wait_for("Leave")
        guest.press("y")
        assert guest.wait_end() == 0
    assert len(tree(hal.process.pid)) == 2
    hal.press("q")
    hal.wait_for("Close the room")
    hal.press("s")
    assert hal.wait_end() == 0
