"""Guests gone rogue: what they ask for beside the game, guesses, floods, and terminals that do not read."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.ssh import HERE, PASSPHRASE, Evening, Guest, evening, needs_ssh, tree

pytestmark = [pytest.mark.timeout(200), needs_ssh]

FLOOD: Final = 20 * 1024 * 1024


@pytest.fixture
def eve(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as one:
        yield one


REFUSED: Final = {
    "a command": (("touch {hit}",), ()),
    "a command with a terminal": (("touch {hit}",), ("-tt",)),
    "a shell without a terminal": ((), ("-T",)),
    "sftp": (("sftp",), ("-s",)),
    "another subsystem": (("netconf",), ("-s", "-tt")),
    "a connection through": ((), ("-W", f"{HERE}:22")),
    "a port that leads back": ((), ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:22")),
    "a socket that leads back": ((), ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "{hit}:localhost:22")),
    "a tunnel": ((), ("-N", "-o", "ExitOnForwardFailure=yes", "-o", "Tunnel=ethernet", "-w", "any:any")),
}
"""What is asked for, as commands and options; ``{hit}`` is a file that must not come to be."""


def test_nothing_but_the_game_is_to_be_had(eve: Evening) -> None:
    eve.open()
    ada = eve.sits("Ada")
    pids = tree(eve.host.process.pid)
    hit = eve.where / "hit"
    for what, (command, options) in REFUSED.items():
        filled = [[part.format(hit=hit) for part in parts] for parts in (options, command)]
        rogue = eve.comes("Eve", *filled[0], command=filled[1])
        assert rogue.wait_end() not in (0, None), what
        assert not hit.exists(), what
        assert b"UNO KART" not in rogue.output, what
    with_scp = eve.comes("Eve", "-o", "BatchMode=yes", command=("scp", "-t", str(hit)))
    assert with_scp.wait_end() != 0
    assert not hit.exists()
    ada.press("b")
    ada.wait_for("Toad sits down")
    assert tree(eve.host.process.pid) == pids
    assert "Eve" not in eve.log


HOSTILE: Final = (
    "LD_PRELOAD={hit}.so PYTHONPATH={hit} PYTHONSTARTUP={hit}.py PYTHONINSPECT=1 TEXTUAL=debug,devtools "
    "TEXTUAL_DRIVER=hit:Hit TEXTUAL_FPS=0 PATH={hit} HOME={hit} XDG_STATE_HOME={hit} LANG=../{hit} LC_ALL=%n$(id)"
)
"""What an ssh may want set in the environment of its guest's process."""


def test_what_ssh_wants_set_does_nothing_to_the_game(eve: Evening) -> None:
    eve.open()
    hit = eve.where / "hit"
    hit.mkdir()
    (hit / "sitecustomize.py").write_text(f"open({str(hit / 'loaded')!r}, 'w')")
    rogue = eve.sits("Eve", "-o", f"SetEnv={HOSTILE.format(hit=hit)}")
    for pid in tree(eve.host.process.pid):
        for name in ("environ", "maps"):
            assert str(hit).encode() not in Path(f"/proc/{pid}/{name}").read_bytes()
    assert [path.name for path in hit.iterdir()] == ["sitecustomize.py"]
    rogue.press("b")
    rogue.wait_for("Toad sits down")
    rogue.press("q")
    rogue.wait_for("Leave the room")
    rogue.press("y")
    assert rogue.wait_end() == 0
    assert "Error" not in eve.log


def test_who_guesses_at_the_passphrase_is_kept_out_for_a_while(eve: Evening) -> None:
    eve.open("--passphrase-file", eve.passphrase_file())

    def guess(rogue: Guest, times: int) -> None:
        for number in range(1, times + 1):
            rogue.wait_for(lambda screen, number=number: screen.count("Passphrase of the room") == number)  # type: ignore[misc]  # bound at once
            rogue.press("open sesame 11", "Enter")

    first = eve.comes("Eve")
    began = time.monotonic()
    guess(first, 3)
    assert first.wait_end() == 255
    assert time.monotonic() - began > 0.5 + 1.0, "the answer to each takes longer"
    assert b"Too many wrong passphrases" in first.output
    second = eve.comes("Eve")
    guess(second, 2)
    assert second.wait_end() == 255
    late = eve.comes("Eve")
    assert late.wait_end() == 255
    assert b"Too many wrong passphrases came from your address" in late.output
    elsewhere = eve.comes("Ada", "-b", "127.0.0.2")
    elsewhere.wait_for("Passphrase of the room")
    elsewhere.press(PASSPHRASE, "Enter")
    elsewhere.wait_for("AT THE TABLE")
    assert PASSPHRASE not in eve.log
    assert "sesame" not in eve.log


def test_a_flood_of_keys_is_over_when_it_ends(eve: Evening) -> None:
    eve.open()
    ada, rogue = eve.sits("Ada"), eve.sits("Eve")

    def pour() -> None:
        rogue.send(b"\x1b[200~")
        for _ in range(FLOOD // 4096):
            rogue.send(b"z" * 4096)
        rogue.send(b"\x1b[201~")

    flood = threading.Thread(target=pour)
    flood.start()
    slowest = 0.0
    while flood.is_alive():
        slowest = max(slowest, key_time(ada))
    flood.join()
    rogue.read_for(1.0)
    rogue.send(b"\x1bOP")
    rogue.wait_for("Keys of the lobby", seconds=1.0)
    assert slowest < 1.0, "nobody else's table is slower than that"


def key_time(guest: Guest) -> float:
    """Open and close the help; return how long its opening took."""
    began = time.monotonic()
    guest.press("?")
    guest.wait_for("Keys of the lobby")
    took = time.monotonic() - began
    guest.press("?")
    guest.wait_for(lambda screen: "Keys of the lobby" not in screen)
    return took


def test_who_stops_reading_keeps_nobody_waiting_and_sees_what_is_when_they_read_again(eve: Evening) -> None:
    eve.open()
    ada, bob = eve.sits("Ada"), eve.sits("Bob")
    ada.wait_for(r"\d Bob")
    bob.looked_at = False
    for number in range(100):
        bob.resize(100 + number % 2, 30)  # each is a new picture for him
        if number % 10 == 0:
            assert key_time(ada) < 1.0
    ada.press("t", "are you there", "Enter")
    ada.wait_for("Ada: are you there")
    before = len(bob.output)
    bob.wait_for("Ada: are you there")
    assert len(bob.output) - before < 3_000_000
    bob.press("?")
    bob.wait_for("Keys of the lobby")


NO_KEYS: Final = (b"\x1b[1114112u", b"\x1b[99999999999u", b"\x1b[97;1:3u", b"\x1b[:7F", b"\x1b[48;0;0;0;0t\x1b[<0;5;5M")
"""What looks like keys, or the mouse, and is neither."""


def test_what_is_no_key_means_nothing(eve: Evening) -> None:
    eve.open()
    rogue = eve.sits("Eve")
    for typed in NO_KEYS:
        rogue.send(typed)
        rogue.read_for(0.3)
        rogue.press("?")
        rogue.wait_for("Keys of the lobby")
        rogue.press("?")
        rogue.wait_for(lambda screen: "Keys of the lobby" not in screen and "1 Eve" in screen)
    assert b"Traceback" not in rogue.output
    assert b".py" not in rogue.output
    assert "Error" not in eve.log


def test_a_size_that_is_typed_is_none(eve: Evening) -> None:
    eve.open()
    rogue = eve.sits("Eve")
    child = tree(eve.host.process.pid)[-1]
    before = resident(child)
    for height, width in ((50, 200), (1_000, 2_000), (3_000, 3_000)):
        rogue.send(b"\x1b[48;%d;%d;0;0t" % (height, width))
        rogue.send(b"\x1b[?2048;1$y\x1b[?2048;2$y")
        rogue.press("?")
        rogue.wait_for("Keys of the lobby")
        rogue.press("?")
        rogue.wait_for(lambda screen: "Keys of the lobby" not in screen and "1 Eve" in screen)
    assert resident(child) - before < 30_000
    assert b"?2048$p" not in rogue.output, "nor is the terminal asked for any"
    assert b"?2048h" not in rogue.output


def resident(pid: int) -> int:
    """Return how much memory a process has, in KB."""
    return int(subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout)
