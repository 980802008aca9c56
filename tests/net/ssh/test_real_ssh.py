"""The ssh that people have, against the ssh server."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
import termios
import time
from pathlib import Path

import pytest

from tests.net.ssh.clients import eventually, seated
from tests.net.ssh.fake_nursery import LEAVE
from tests.net.ssh.houses import PASSPHRASE, house
from tests.net.ssh.people import fingerprint, key, run, terminal

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs the program ssh")


async def test_the_passphrase_is_typed_and_the_game_played_and_left(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running, terminal(running) as here:
        before = termios.tcgetattr(here.fileno)
        shown = await here.until(b"Passphrase of the room: ")
        assert b"UNO Kart: Kitchen" in shown
        here.type(b"wrong\r")
        await here.until(b"Passphrase of the room: ")
        here.type(PASSPHRASE.encode() + b"\r")
        await here.until(b"here\r\n")
        here.type(b"\x1b")
        await here.until(b"{\x1b}")
        here.type(b"q")
        shown, status = await here.end()
        assert LEAVE in shown
        assert status == 0
        assert termios.tcgetattr(here.fileno) == before


async def test_too_many_wrong_passphrases_are_told_and_block_for_a_while(tmp_path: Path) -> None:
    async with house(tmp_path, passphrase=PASSPHRASE) as running:
        async with terminal(running, "ada", "-o", "NumberOfPasswordPrompts=9") as here:
            assert b"not the passphrase" not in await here.until(b"Passphrase of the room: ")
            here.type(b"wrong\r")
            for _ in range(2):
                assert b"That is not the passphrase." in await here.until(b"Passphrase of the room: ")
                here.type(b"wrong\r")
            shown, status = await here.end()
            assert b"Too many wrong passphrases. Ask whoever hosts" in shown
            assert status == 255
        async with terminal(running) as here:
            for _ in range(2):
                await here.until(b"Passphrase of the room: ")
                here.type(b"wrong\r")
            shown, status = await here.end()
        status, said = await run(running)
        assert "Too many wrong passphrases came from your address. Try again in" in said
        assert status == 255


async def test_a_shared_connection_has_one_guest_and_the_next_gets_a_connection_of_their_own(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as short:
        shared = ("-o", f"ControlPath={short}/c")
        async with house(tmp_path) as running, terminal(running, "ada", "-M", *shared) as here:
            await here.until(b"here\r\n")
            async with terminal(running, "bob", *shared, "-o", "ControlMaster=no") as second:
                await second.until(b"Session open refused by peer")
                await second.until(b"here\r\n")
                for each in (second, here):
                    each.type(b"q")
                    assert (await each.end())[1] == 0
        assert [arrived.name for arrived in running.arrived] == ["ada", "bob"]


async def test_a_key_that_is_only_shown_is_nobodys(tmp_path: Path) -> None:
    """ssh offers Ada's key, of which it has the public half, and then proves to hold Bob's: the seat is Bob's."""
    ada, bob = key(tmp_path, "ada"), key(tmp_path, "bob")
    file = tmp_path / "authorized_keys"
    file.write_text(ada.with_suffix(".pub").read_text() + bob.with_suffix(".pub").read_text())
    shown = tmp_path / "shown"
    shown.write_text(ada.with_suffix(".pub").read_text())
    shown.chmod(0o600)
    async with house(tmp_path, keys=str(file)) as running:
        async with terminal(running, "ada", "-v", "-i", str(shown), "-i", str(bob)) as here:
            seen = await here.until(b"here\r\n")
            assert seen.count(b"Server accepts key") == 2
            here.type(b"q")
            assert (await here.end())[1] == 0
        assert running.arrived[0].key == fingerprint(bob)
        status, said = await run(running, "-i", str(shown))
        assert status == 255
        assert "Permission denied (publickey)" in said


async def test_what_is_shown_of_the_host_key_is_what_ssh_shows(tmp_path: Path) -> None:
    async with house(tmp_path) as running:
        _, said = await run(running, "-v", "-T")
        assert running.opened is not None
        assert f"Server host key: ssh-ed25519 {running.opened.fingerprint}" in said


async def test_a_compressed_line_works(tmp_path: Path) -> None:
    async with house(tmp_path) as running, terminal(running, "ada", "-C") as here:
        await here.until(b"here\r\n")
        here.type(b"abc")
        await here.until(b"{abc}")
        here.type(b"q")
        assert (await here.end())[1] == 0


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
async def test_a_client_that_is_killed_is_gone_at_once(tmp_path: Path, how: signal.Signals) -> None:
    async with house(tmp_path) as running, terminal(running) as here:
        await here.until(b"here\r\n")
        here.process.send_signal(how)
        await running.until(lambda: running.gone == [1])
        await eventually(lambda: running.leftovers() == [])


async def test_a_killed_child_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    async with house(tmp_path) as running, terminal(running) as here:
        before = termios.tcgetattr(here.fileno)
        await here.until(b"here\r\n")
        here.type(b"k")
        shown, status = await here.end()
        assert b"\x1b[?1049l" in shown
        assert b"\x1b[?1000l" in shown
        assert b"\x1b[?25h" in shown
        assert status == 128 + signal.SIGKILL
        assert termios.tcgetattr(here.fileno) == before


async def test_the_end_of_the_server_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    async with house(tmp_path) as running, terminal(running, "stubborn") as here:
        before = termios.tcgetattr(here.fileno)
        await here.until(b"here\r\n")
        running.process.terminate()
        shown, status = await here.end()
        assert b"\x1b[?1049l" in shown
        assert b"The way in by ssh has been closed on the host's computer." in shown
        assert status == 0
        assert termios.tcgetattr(here.fileno) == before


async def test_a_client_that_stands_still_misses_something_and_is_shown_what_is_now(tmp_path: Path) -> None:
    async with house(tmp_path) as running, seated(running) as seat, terminal(running, "chatty") as here:
        await here.until(b"here\r\n")
        here.process.send_signal(signal.SIGSTOP)
        for _ in range(30):
            seat.type(b"x")
            await seat.until(b"{x}")
            await asyncio.sleep(0.1)
        here.process.send_signal(signal.SIGCONT)
        await here.until(b"\x18\x1b[?2026l\x1b[0m")
        await here.until(b"[size ")
        assert running.gone == []


async def test_a_client_that_has_vanished_is_away_within_15_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as running, terminal(running) as here:
        await here.until(b"here\r\n")
        here.process.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        await eventually(lambda: running.gone == [1], 20)
        assert 9 < time.monotonic() - begun < 15
        await eventually(lambda: running.leftovers() == [])
